"""Recorded games, shown (seeds/records) or once wrong (tests/records), agree with the rules."""

from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from bot.ops.replay import Wrong, tell, verify_record
from bot.table.verify import Outcome
from rules import GAMES
from rules.dice import SEATING, Chance, chance_key, shuffle
from rules.game import NATURE, NOBODY, TABLE, Event, Setup
from rules.history import STANDS, TURN, LogCourse, Misplaced, State, contributions, may_stand
from rules.play import frames, turns
from rules.record import Entry, Record, parse, write

ROOT = Path(__file__).parents[1]
DEMOS = sorted((ROOT / "seeds/records").glob("*.txt"))
RECORDS = [*DEMOS, *sorted((ROOT / "tests/records").glob("*.txt"))]

SHOWN = {  # events that a demo of a game must have
    "logger": {"walks", "grows", "seeds", "plants", "protests", "chops", "frees", "ends"},
    "logjam": {"begins", "runs", "exits", "captures", "pushes", "shifts", "crushed", "carried"},
    "fellers": {"enters", "steps", "shoves", "floats", "finishes", "loses", "wins"},
}

every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
every_sealed = pytest.mark.parametrize(
    "path", [path for path in RECORDS if "\nseed " in path.read_text()], ids=lambda path: path.stem
)
every_demo = pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.stem)


@cache
def record_in(path: Path) -> Record:
    return parse(path.read_text(encoding="utf-8"))


def played(record: Record) -> list[Entry]:
    return [entry for entry in record.entries if entry.seat != TABLE]


@cache
def positions(path: Path) -> tuple[tuple[object, tuple[Event, ...]], ...]:
    """The position after each row; rules.play.replay compares each checksum."""
    record = record_in(path)
    told = frames(GAMES[record.kind].game, record)
    return tuple((frame.after, tuple(frame.events)) for frame in told)


@pytest.mark.slow
@every_record
def test_every_record_is_vouched_for_and_agrees_with_the_rules(path: Path) -> None:
    """docs/decisions.md, decision 6: a rule that would bend a running game is noticed here."""
    record = record_in(path)
    assert all(entry.checksum for entry in played(record))
    assert len(positions(path)) == len(record.entries)
    *_, account = tell(record)
    vouched = [entry for entry in record.entries if entry.checksum]
    assert f"{len(vouched)} checksums, all correct." in account


@every_record
def test_every_record_is_written_as_the_bot_writes_it(path: Path) -> None:
    """rules/record.py: one form for log, export, fixture and bug report."""
    assert write(record_in(path)) == path.read_text(encoding="utf-8")


@every_sealed
def test_the_seed_explains_who_sat_where(path: Path) -> None:
    """bot/features/consequences.py: the order of seats is drawn from the seed, what all have given,
    and the post that announces the start."""
    record = record_in(path)
    start = next(e for e in record.entries if e.line.startswith("start"))
    given = contributions((e.seat, e.line) for e in record.entries)
    key = Chance(chance_key(bytes.fromhex(record.seed), given)).after(start.post)
    order = shuffle(key, SEATING, range(len(record.names)))
    assert start.line == f"start {' '.join(map(str, order))}"


@every_demo
def test_a_demo_is_a_whole_game_that_shows_everything(path: Path) -> None:
    """docs/reference.md: a newcomer's tour."""
    record = record_in(path)
    happened = {event.verb for _, events in positions(path) for event in events}
    assert SHOWN.get(record.kind, set()) <= happened
    *_, (last, _) = positions(path)
    assert GAMES[record.kind].game.actor(last) == NOBODY


@every_sealed
def test_all_that_is_drawn_again_is_as_a_record_says(path: Path) -> None:
    """docs/reference.md: `lumbercamp verify`, also of the record that it shows."""
    verdict = verify_record(record_in(path))
    closed = path.stem == "logger-closed"
    assert verdict.outcome is (Outcome.CLOSED if closed else Outcome.FAIR), verdict.told


def test_the_demos_have_a_take_back_and_different_numbers_of_players() -> None:
    assert any(e.line.startswith("undo") for path in DEMOS for e in record_in(path).entries)
    assert {len(record_in(path).names) for path in DEMOS} >= {2, 3}
    assert len(RECORDS) > len(DEMOS)


@pytest.mark.slow
@every_record
def test_a_changed_word_is_noticed_at_its_row(path: Path) -> None:
    """A row says another turn that is legal there: only the checksum can tell. Of many rows only
    some are spoilt, spread evenly over players and chance."""
    record, game = record_in(path), GAMES[record_in(path).kind].game
    state = game.new(Setup(len(record.names), record.options))
    rows = played(record)
    stride = len(rows) // 6 | 1  # odd, as chance speaks every other time
    spoilt = rows[stride // 2 :: stride]  # the first, a whole river, has too many others
    for entry, (after, _) in zip(record.entries, positions(path), strict=True):
        others = (steps for steps, there in turns(game, state) if there != after)
        if entry in spoilt and (other := next(others, None)):
            line = " ".join(map(str, other))
            changed = (x._replace(line=line) if x is entry else x for x in record.entries)
            with pytest.raises(Wrong) as raised:
                list(tell(replace(record, entries=tuple(changed))))
            speaker = "chance" if entry.seat == NATURE else record.names[entry.seat]
            said = f"Row {entry.n} is wrong ({speaker}: {line}): "
            assert str(raised.value).startswith(said)
            assert f", not {entry.checksum}." in str(raised.value)
        state = after


REMARKS = ("here", "hint", "nudge")
WORDS = {  # a row of each kind, as it could be inserted
    "open": "open 1200000000000000001",
    "join": "join 1200000000000000002",
    "computer": "computer easy",
    "start": "start 0 1",
    "moderator": "moderator end",
    "undo": "undo {before}",
    "ask": "ask end 0",
    "offer": "offer 0 timeout",
    **{word: word for word in ("quit", "expire", "cancel", "draw", "end")},
    **{it: f"{it} 0" for it in ("leave", "premove", "timeout", "accept", "decline", "withdraw")},
    **{it: f"{it} 0" for it in ("takeover", "back", *REMARKS)},
}


def said_at(word: str, n: int) -> Entry:
    if word == TURN:
        return Entry(n, 0, "a1")
    return Entry(n, TABLE, WORDS[word].format(before=n - 1))


@cache
def moments(path: Path) -> dict[State, LogCourse]:
    """The course of a record in each state, as late as the rules let it be there."""
    record = record_in(path)
    found = {State.UNOPENED: LogCourse(len(record.names))}
    course, game = LogCourse(len(record.names)), GAMES[record.kind].game
    for entry, (after, _) in zip(record.entries, positions(path), strict=True):
        course.take(entry.n, entry.seat, entry.line)
        if game.actor(after) == NOBODY:
            course.note_end()
        found[course.state] = deepcopy(course)
    return found


def test_each_word_of_the_table_is_declared_with_its_states() -> None:
    """rules/history.py, STANDS: a word that somebody adds needs its line there."""
    assert {TURN, *WORDS} == {*STANDS, *REMARKS}
    assert {said_at(word, 5).word.verb for word in WORDS} == {*WORDS}
    assert all(said_at(word, 5).word.remark for word in REMARKS)


@every_record
def test_a_word_stands_nowhere_but_in_its_states(path: Path) -> None:
    """docs/decisions.md, 6: whatever is inserted where it may not stand, its row is named."""
    found = moments(path)
    assert State.OVER in found
    for (state, course), word in product(found.items(), [TURN, *WORDS]):
        row = said_at(word, course.last + 1)
        if not may_stand(row.seat, row.word, state):
            with pytest.raises(Misplaced, match=f"^Row {row.n} is wrong: '{row.line}' "):
                deepcopy(course).take(row.n, row.seat, row.line)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "state"),
    [
        *product((TURN, *WORDS), [State.OVER]),
        *product((TURN, "open"), [each for each in State if each is not State.OVER]),
    ],
)
def test_verify_names_a_row_that_may_not_stand_there(word: str, state: State) -> None:
    """Rows behind the end once made the loser win."""
    path = ROOT / "seeds/records/fellers-two.txt"
    record = record_in(path)
    at = moments(path)[state].last
    row = said_at(word, at + 1)
    later = (entry._replace(n=entry.n + 1) for entry in record.entries[at:])
    verdict = verify_record(replace(record, entries=(*record.entries[:at], row, *later)))
    if not may_stand(row.seat, row.word, state):
        assert verdict.outcome is Outcome.WRONG
        assert f"Row {row.n} is wrong: '{row.line}' " in str(verdict.told)
    elif state is State.OVER:
        assert row.word.remark
        assert verdict.fair, "a remark takes nothing from a result"
