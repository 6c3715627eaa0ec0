"""`verify` names each forgery with the true seed, alone or with a board (docs/decisions.md, 49)."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.ops.replay import verify_record
from bot.table.records import board, public_record
from bot.table.verify import Outcome
from rules import GAMES
from rules.consent import COMPUTER
from rules.dice import Chance, chance_key
from rules.game import NATURE, NOBODY, TABLE, Setup
from rules.history import contributions
from rules.play import answer, replay, winners
from rules.record import Entry, Formerly, Record, write
from tests.acting import ANN, BEN, Person
from tests.attacks.played import GAMES as GAMES_PLAYED
from tests.attacks.played import Genuine, genuine, vouched
from tests.bot.core import Core

ALONE, BOARD, CLOSED, NAME = "verify alone", "a board", "its exit code", "the name on a board"
BOARD_SHOWN = re.compile(r"[A-Z][0-9]+:[0-9]+:[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}")
Forge = Callable[[Genuine], Record]


def table(*lines: str) -> list[Entry]:
    marked = ("leave", "undo")
    return [Entry(0, TABLE, line, "x" if line.startswith(marked) else "") for line in lines]


def position(record: Record, rows: list[Entry]) -> Any:
    told = ((n, e.seat, e.line, "") for n, e in enumerate(rows, 1))
    setup = Setup(len(record.names), record.options)
    *_, last = replay(GAMES[record.kind].game, setup, told)
    return last.after


def drawn(record: Record, rows: list[Entry]) -> list[Entry]:
    """The rows, with chance's next answers, as the seed and the newest post named give them."""
    game, s = GAMES[record.kind].game, position(record, rows)
    given = contributions((e.seat, e.line) for e in rows)
    post = max(entry.post for entry in rows)
    key = Chance(chance_key(bytes.fromhex(record.seed), given)).after(post)
    rows, answered = list(rows), sum(entry.seat == NATURE for entry in rows)
    while game.actor(s) == NATURE:
        answered += 1
        line, s, _ = answer(game, s, key, answered)
        rows.append(Entry(0, NATURE, line, "x", post))
    return rows


def third(game: Genuine) -> list[Entry]:
    """The lobby and a third of the turns, up to somebody's turn."""
    entries = list(game.record.entries)
    turns = [i for i, entry in enumerate(entries) if entry.seat >= 0]
    return drawn(game.record, entries[: turns[len(turns) // 3]])


def played_on(record: Record, rows: list[Entry], chance: Random, turns: int = 300) -> list[Entry]:
    """The rows, with other turns after them, and chance's answers to those."""
    game, rows = GAMES[record.kind].game, drawn(record, rows)
    for _ in range(turns):
        s = position(record, rows)
        if (seat := game.actor(s)) == NOBODY:
            break
        words = list[str]()
        while game.actor(s) == seat:
            words.append(str(step := chance.choice(game.legal(s))))
            s, _ = game.apply(s, step)
        rows = drawn(record, [*rows, Entry(0, seat, " ".join(words), "x")])
    return rows


def lobby(game: Genuine) -> list[Entry]:
    start = next(e.n for e in game.rows("start"))
    return [entry for entry in game.record.entries if entry.n <= start]


def the_loser_wins(game: Genuine) -> Record:
    """Another game of the same people, with the same seed and the same card."""
    rules = GAMES[game.record.kind].game
    was = winners(rules, position(game.record, list(game.record.entries)))
    for seed in range(50):
        rows = played_on(game.record, lobby(game), Random(seed))
        if winners(rules, position(game.record, rows)) not in (was, (0, 1)):
            return vouched(game.record, rows)
    raise AssertionError("the loser never wins")


def somebody_else_left(game: Genuine) -> Record:
    *rows, left = game.record.entries
    other = "01".replace(left.line[-1], "")
    return vouched(game.record, [*rows, *table(f"leave {other}")])


def ended(*lines: str) -> Forge:
    def forged(game: Genuine) -> Record:
        return vouched(game.record, [*third(game), *table(*lines)])

    forged.__name__ = f"ended by {', '.join(lines)}"
    return forged


def behind_the_end(*lines: str) -> Forge:
    """More rows, after a game that the rules have ended."""

    def forged(game: Genuine) -> Record:
        n = len(game.record.entries)
        said = (each.format(before=n - 1) for each in lines)
        more = tuple(Entry(n + i, TABLE, line) for i, line in enumerate(said, 1))
        return replace(game.record, entries=(*game.record.entries, *more))

    forged.__name__ = f"behind the end {', '.join(lines)}"
    return forged


def headed(**fields: Any) -> Forge:
    def forged(game: Genuine) -> Record:
        return replace(game.record, **fields)

    forged.__name__ = f"another {', '.join(fields)}"
    return forged


def drawn_with_a_false_computer(game: Genuine) -> Record:
    """The third player has not agreed, and the record calls them a computer."""
    forged = ended("ask end 0", "accept 1", "draw")(game)
    *others, last = game.record.names
    return replace(forged, names=(*others, f"{last} (computer, easy)"))


def names_exchanged(game: Genuine) -> Record:
    first, second, *others = game.record.names
    return replace(game.record, names=(second, first, *others))


def former_of_another_seat(game: Genuine) -> Record:
    (each,) = game.record.former
    return replace(game.record, former=(each._replace(seat=1 - each.seat),))


def taken_made_up(game: Genuine) -> Record:
    """Head and rows agree that somebody else has played the end."""
    rows = [*third(game), *table("offer 0 request", "takeover 0", "leave 0")]
    record = replace(game.record, former=(Formerly(0, len(rows) - 1, "Bob"),))
    return vouched(record, rows)


def reordered(game: Genuine) -> list[Entry]:
    """The seats of a rematch in another order."""
    start = next(iter(game.rows("start")))
    places = start.line.split()[1:-1]
    words = " ".join(["start", *reversed(places), "rematch"])
    return [e._replace(line=words) if e.n == start.n else e for e in game.record.entries]


def again_with_any_order(game: Genuine) -> Record:
    """The players are listed as they would sit."""
    names = tuple(reversed(game.record.names))
    before = tuple(len(names) - 1 - seat for seat in reversed(game.record.before))
    return vouched(replace(game.record, names=names, before=before[::-1]), reordered(game))


def again_with_another_game_before(game: Genuine) -> Record:
    """They say that the seats were otherwise before."""
    return vouched(replace(game.record, names=tuple(reversed(game.record.names))), reordered(game))


def again_of_no_rematch(game: Genuine) -> Record:
    start = next(iter(game.rows("start")))
    words = f"start {' '.join(reversed(start.line.split()[1:]))} rematch"
    rows = [e._replace(line=words) if e.n == start.n else e for e in game.record.entries]
    return vouched(game.record, rows)


def again_made_up(game: Genuine) -> Record:
    """With the fields of the game before, as such a record has them."""
    return replace(again_of_no_rematch(game), before=(1, 0))


def undo_made_up(game: Genuine) -> Record:
    """A turn that was answered is taken back, and another one played."""
    rows = third(game)
    while rows[-1].seat < 0 or rows[-2].seat < 0:
        rows.pop()
    undone = [*rows, *table(f"undo {len(rows) - 2}")]
    return vouched(game.record, [*played_on(game.record, undone, Random(5), 4), *table("leave 0")])


def undo_with_consent_made_up(game: Genuine) -> Record:
    rows = third(game)
    while rows[-1].seat < 0 or rows[-2].seat < 0:
        rows.pop()
    asker = rows[-2].seat
    more = table(f"ask undo {asker}", f"accept {1 - asker}", f"undo {len(rows) - 2}", "leave 0")
    return vouched(game.record, [*rows, *more])


def undo_taken_out(game: Genuine) -> Record:
    """A turn that was taken back counts again."""
    talk = {each.n for each in game.rows("ask", "accept", "undo")}
    rows = [entry for entry in game.record.entries if entry.n not in talk]
    return vouched(game.record, rows)


def last_turn_replaced(game: Genuine) -> Record:
    last = max(i for i, entry in enumerate(game.record.entries) if entry.seat >= 0)
    before = list(game.record.entries[:last])
    for seed in range(50):
        made = played_on(game.record, before, Random(seed), 1)
        if made[last].line != game.record.entries[last].line:
            return vouched(game.record, [*made, *table("leave 0")])
    raise AssertionError("there is no other turn")


def clock_made_up(game: Genuine) -> Record:
    """A turn was played by the clock, which its player had said."""
    rows = list(game.record.entries)
    last = max(i for i, entry in enumerate(rows) if entry.seat >= 0)
    return vouched(game.record, [*rows[:last], *table(f"timeout {rows[last].seat}"), *rows[last:]])


CASES: list[tuple[str, Forge, str]] = [
    *(("whole", forge, by) for forge, by in ((the_loser_wins, BOARD), (ended(), ALONE))),
    *(
        (name, forge, by)
        for name in ("logger", "fellers")  # without hidden cards, and with them
        for forge, by in (
            (somebody_else_left, BOARD),
            (ended("leave 0"), BOARD),
            (ended("cancel"), CLOSED),
            (ended(), ALONE),
            (last_turn_replaced, BOARD),
            (clock_made_up, BOARD),
        )
    ),
    *(
        ("logjam", forge, by)
        for forge, by in (
            (somebody_else_left, BOARD),
            (ended("leave 0"), BOARD),
            (ended("cancel"), CLOSED),
            (ended("draw"), ALONE),
            (ended("ask end 0", "draw"), ALONE),
            (ended("ask end 0", "accept 0", "draw"), ALONE),
            (ended("ask end 0", "accept 1", "draw"), BOARD),
            (ended("ask end 1", "end"), ALONE),
            (ended("ask time 0", "accept 1", "end"), ALONE),
            (ended(), ALONE),
            (names_exchanged, NAME),
            (headed(former=(Formerly(0, 9, "Bob"),)), ALONE),
            (taken_made_up, BOARD),
            (last_turn_replaced, BOARD),
            (ended("hint 1", "nudge 0", "leave 0"), BOARD),
            (clock_made_up, BOARD),
            (headed(name="J17"), BOARD),
            (headed(name=""), BOARD),
        )
    ),
    *(
        ("whole", behind_the_end(*lines), ALONE)
        for lines in (
            ("undo {before}", "leave 1"),
            ("ask end 0", "accept 1", "draw"),
            ("moderator end",),
            ("cancel",),
        )
    ),
    *(
        ("three", forge, by)
        for forge, by in (
            (ended("offer 0 leaving", "leave 0", "leave 1"), BOARD),
            (ended("leave 0", "leave 1"), ALONE),
            (drawn_with_a_false_computer, ALONE),
            (ended("ask end 0", "accept 1", "draw"), ALONE),
            (ended("ask end 0", "accept 1", "accept 2", "end"), BOARD),
            (names_exchanged, NAME),
        )
    ),
    ("again", again_with_any_order, ALONE),
    ("again", again_with_another_game_before, BOARD),
    ("logger", again_of_no_rematch, ALONE),
    ("logger", again_made_up, BOARD),
    ("logger", undo_made_up, ALONE),
    ("logger", undo_with_consent_made_up, BOARD),
    ("undone", undo_taken_out, BOARD),
    ("handed", headed(former=()), ALONE),
    ("handed", former_of_another_seat, ALONE),
    ("handed", names_exchanged, NAME),
    ("drawn", ended("draw"), ALONE),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_a_genuine_game_fits_all_its_boards(name: str) -> None:
    """Or a board that does not fit would prove nothing."""
    game = genuine(name)
    assert len(game.boards) > 3
    verdict = verify_record(game.record, game.record.commitment, boards=list(game.boards.values()))
    assert verdict.outcome is Outcome.FAIR, str(verdict.told)
    assert str(verdict.told).count(" matches: ") == len(game.boards)
    for n, called in game.called.items():
        assert f"rows 1 to {n} are unchanged. It was {called}'s turn." in str(verdict.told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "forge", "by"),
    CASES,
    ids=[f"{name}: {forge.__name__.replace('_', ' ')}" for name, forge, _ in CASES],
)
def test_a_forgery_is_named(name: str, forge: Forge, by: str) -> None:
    """Each by its text in CASES; a fault that only a board shows is right as far as rows show."""
    game = genuine(name)
    forged = forge(game)
    assert forged != game.record
    card, board = game.record.commitment, game.last
    alone, shown = verify_record(forged, card), verify_record(forged, card, boards=[board])
    if by == ALONE:
        assert alone.outcome is Outcome.WRONG
    elif by == CLOSED:
        assert alone.outcome is Outcome.CLOSED
        assert "The game was closed early" in str(alone.told)
        assert shown.outcome is Outcome.WRONG
    elif by == BOARD:
        assert alone.outcome in (Outcome.FAIR, Outcome.CLOSED), str(alone.told)
        assert shown.outcome is Outcome.WRONG
        assert str(shown.told).startswith(f"Board `{board.rpartition(':')[0]}` ")
    else:
        shows = [
            f"It was {called}'s turn."
            not in str(verify_record(forged, card, boards=[game.boards[n]]).told)
            for n, called in game.called.items()
        ]
        assert any(shows), "on one board at least somebody else was called"


def told_of(game: Genuine, *boards: str) -> str:
    return str(verify_record(game.record, boards=list(boards)).told)


def test_a_board_that_fits_one_of_another_game_and_what_is_none_are_told_apart() -> None:
    game = genuine("logger")
    name, row, digits = game.last.split(":")
    other = "0" if digits[0] != "0" else "1"
    fits, none = f"`L1:{row}` matches", "isn't a board code. A code looks like `L7:31:3f9a-"
    for code, said in {
        game.last: f"{fits}: rows 1 to {row} are unchanged",
        **dict.fromkeys((f" `{game.last.upper()}` ", game.last.replace("-", "")), fits),
        f"{name}:{row}:{other}{digits[1:]}": "doesn't match: an option, the seed, or a row up to",
        f"L1:999:{digits}": f"doesn't match: the record ends at row {row}, so rows",
        f"L2:{row}:{digits}": f"`L2:{row}` belongs to another game; this is the record of",
        f"J1:{row}:{digits}": f"`J1:{row}` belongs to another game; this is the record of",
        **dict.fromkeys(("", "L1", "L1:4", f"{game.last}0", "L1:4:zzzz-zzzz-zzzz"), none),
        "x" * 5000: none,
    }.items():
        told = told_of(game, code)
        assert said in told
        assert len(told) < 5000


def test_without_boards_the_verdict_says_what_only_they_prove() -> None:
    game = genuine("logger")
    assert f"the code in the result is `{game.last}`." in told_of(game)


def test_the_command_takes_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, path = genuine("logger"), tmp_path / "record.txt"
    path.write_text(write(game.record), encoding="utf-8")
    shown = [f"--board={board}" for board in game.boards.values()]
    assert main(["verify", str(path), *shown]) == 0
    assert capsys.readouterr().out.count(" matches: ") == len(shown)
    assert main(["verify", str(path), shown[0], "--board", "L1:1:0000-0000-0000"]) == 1
    assert "doesn't match" in capsys.readouterr().err
    path.write_text(write(ended("cancel")(game)), encoding="utf-8")
    assert main(["verify", str(path)]) == 3
    assert "was closed early" in capsys.readouterr().out


async def test_the_bot_compares_boards_as_well(core: Core) -> None:
    """`/games review verify code:…`, several in one line; before the end nothing is compared."""
    await core.begin(ANN, BEN)
    for line in ("a1", "e5"):
        await core.deliver()
        first = BOARD_SHOWN.findall(core.transport.messages[-1].text)[-1]
        await core.say(await core.mover(), line)
    wish = core.wish(ANN, first)
    assert "I'll reveal the seed when the game ends." in (await core.answer("verify", wish)).text
    await core.resign(ANN)
    await core.deliver()
    last = next(m.text for m in core.transport.messages if "is over" in m.text)
    both = f"{first}, `{BOARD_SHOWN.findall(last)[-1]}`"
    assert (await core.answer("verify", core.wish(ANN, both))).text.count(" matches: ") == 2
    wrong = core.wish(ANN, f"{first[:-4]}0000")
    assert "doesn't match" in (await core.answer("verify", wrong)).text


async def test_nobody_is_a_computer_by_their_name(core: Core) -> None:
    """A forger might leave out a player's consent this way; and no player counts as a computer."""
    await core.begin(ANN, Person(BEN.id, "Ben (computer, easy)"))
    record = public_record(await core.game(), await core.store.log(1))
    assert not [name for name in record.names if COMPUTER.fullmatch(name)]


async def test_a_digest_tells_nothing_of_what_is_hidden(core: Core) -> None:
    """Two games that differ in hidden draws alone have the same boards."""
    core.kind = "fellers"
    await core.begin(ANN, BEN)
    game, rows = await core.game(), await core.store.log(1)
    hidden = [row for row in rows if row.seat == NATURE]
    assert hidden
    others = [r._replace(text="1", mark="00000000") if r in hidden else r for r in rows]
    assert board(game, others, game.n) == board(game, rows, game.n)
