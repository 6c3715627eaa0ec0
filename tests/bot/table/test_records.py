"""A record of a running game tells no secret draw or word before it was shown (decision 17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.messages.languages import languages
from bot.messages.posts import Aftermath, details, result
from bot.ops.replay import Wrong
from bot.ops.replay import tell as replayed
from bot.table import records
from bot.table.records import boards, revive
from bot.table.table import Table
from bot.table.table import replay_rows as replayed_table
from renderer import Hosted
from rules import GAMES
from rules.drafting import Kind, draft
from rules.ending import Ending, ending_of
from rules.game import NATURE, TABLE, Seat, Setup
from rules.play import checksum, frames, look, ordinary, replay, steps_by_words
from rules.record import UNSEEN, Entry, Record, parse
from storage import Row
from tests.acting import ANN, SIX
from tests.approved import Approved
from tests.bot.conftest import Seeds
from tests.bot.core import Core, Patch
from tests.bot.words import words
from tests.foreign import WHOLE
from tests.games import EVERY
from tests.games import every_kind as every_game
from tests.hosted import HOSTED
from tests.rules.morra import KIND as MORRA
from tests.rules.morra import Hands
from tests.rules.promises import Moment, moments

Rows = list[tuple[Seat, str]]


def running(kind: Kind[Any], seats: int, rows: Rows) -> str:
    """The public record of a game at this point."""
    lobby = [(TABLE, "open 7"), *((TABLE, f"join {n}") for n in range(1, seats))]
    start = (TABLE, " ".join(map(str, ("start", *range(seats)))))
    log = [(n, seat, line, "") for n, (seat, line) in enumerate([*lobby, start, *rows], 1)]
    played = replay(kind.game, Setup(seats), log)
    stored = [
        Row(frame.n, frame.seat, frame.line, checksum(frame.after), None, 0) for frame in played
    ]
    game, _ = revive(Record(kind.game.key, 1, ("Ann", "Ben", "Cy")[:seats], ()), Hosted(kind))
    return records.text(replace(game, status="playing"), stored)


def row(moment: Moment) -> tuple[Seat, str]:
    return moment.seat, " ".join(str(step) for _, step, *_ in moment.steps)


def told_apart(kind: Kind[Any], seed: int) -> Iterator[tuple[str, str]]:
    """Words of a random game that look the same to everyone but whose records differ."""
    game, seats, rows = kind.game, kind.game.fewest, Rows()
    for moment in moments(kind, seats, seed):
        s, said, after, events = moment.steps[-1]
        if len(rows) < 12 and any(event.only is not None for event in events):
            alike = look(game, after, events, None)
            others = [x for x in game.legal(s) if look(game, *game.apply(s, x), None) == alike]
            other = Random(seed).choice(others)
            (seat, line), *words = row(moment), str(said), str(other)
            ours, theirs = (
                running(kind, seats, [*rows, (seat, line.removesuffix(str(said)) + word)])
                for word in words
            )
            if ours != theirs:
                yield str(said), str(other)
        rows.append(row(moment))


@pytest.mark.slow
@pytest.mark.no_cover
@every_game
def test_a_running_record_is_the_same_for_any_two_secret_words(kind: str) -> None:
    """Nature's, and those of players who choose in secret."""
    found = [each for seed in range(2) for each in told_apart(EVERY[kind], seed)]
    assert found == []


def test_what_a_player_has_chosen_in_secret_is_left_out() -> None:
    """With the checksum of the public view; once the hands are lifted, everything is there."""
    first = parse(running(MORRA, 2, [(0, "2")])).entries[-1]
    chosen = Hands((2, 0), (0, 0))
    assert first.line == UNSEEN
    assert first.checksum == checksum(MORRA.game.view(chosen, None)) != checksum(chosen)
    lifted = parse(running(MORRA, 2, [(0, "2"), (1, "3"), (NATURE, "lift")]))
    assert [entry.line for entry in lifted.entries[-3:]] == ["2", "3", "lift"]


def test_a_choice_that_was_taken_back_before_it_was_shown_stays_unseen() -> None:
    undone = (TABLE, "moderator undo"), (TABLE, "undo 3")
    said = [(0, "2"), *undone, (0, "1"), (1, "3"), (NATURE, "lift")]
    told = [entry.line for entry in parse(running(MORRA, 2, said)).entries[3:]]
    assert told == [UNSEEN, "moderator undo", "undo 3", "1", "3", "lift"]


def test_a_record_with_hidden_words_of_players_says_so_when_it_is_replayed() -> None:
    """`lumbercamp replay` of a game that is not over."""
    lobby = [Entry(n, TABLE, line) for n, line in enumerate(("open 7", "join 5", "start 0 1"), 1)]
    record = Record("logger", 1, ("Ann", "Ben"), (*lobby, Entry(4, 0, UNSEEN)))
    with pytest.raises(Wrong, match="Row 4 holds hidden words"):
        list(replayed(record))


ROOT = Path(__file__).parents[3]


def record_of(name: str) -> Record:
    (path,) = ROOT.glob(f"*/records/{name}.txt")
    return parse(path.read_text(encoding="utf-8"))


def at_its_end(record: Record) -> tuple[Table, Ending]:
    """The table of a record after its last row, an hour after the first."""
    game, rows = revive(record, HOSTED[record.kind], 7)
    game = replace(game, changed=3 * 3600.0)
    table = Table(game, game.n, replayed_table(game, rows, boards(rows)[-1].n))
    return table, ending_of(table.kind.game, frames(game.rules, record))


def test_a_result_tells_places_ties_the_moment_and_how_long_it_lasted(approved: Approved) -> None:
    two = record_of("logger-two")
    begun = tuple(e for e in two.entries if e.n <= 6)
    for situation, record in {
        "two of Logger": two,
        "three of Logjam": record_of("logjam-three"),
        "equals, of whom one comes first": record_of("logger-tie-broken"),
        "a draw that both have agreed on": record_of("logger-draw"),
        "Ben has left": replace(two, entries=(*begun, Entry(7, -3, "leave 1"))),
    }.items():
        table, ending = at_its_end(record)
        aftermath = Aftermath(ending.moment)
        approved(situation, words(result(table, aftermath)))
        approved(f"{situation}, in detail", words(details(table, aftermath)))


# -- A record is the same whatever language its table speaks.

TURNS, MINUTE = 2, 60


def in_words(kind: Kind[Any], s: Any, line: str) -> str:
    """A line of the log as people type it in the first language of a kind."""
    words, at = [], s
    for word in line.split():
        step = steps_by_words(kind.game, at)[word]
        words.append((*kind.texts.phrase_step(at, step), word)[0])
        at, _ = kind.game.apply(at, step)
    return ", ".join(words)


async def recorded(game: str, language: str) -> tuple[list[str], str]:
    """The log and the record of a table at which that language is spoken and typed."""
    core = await Core.build(languages=languages())
    core.kind = game
    seats = GAMES[game].game.fewest
    await core.open(ANN, seats, language=language)
    for other in SIX[1:seats]:
        await core.join(other)
    for _ in range(TURNS):
        table = await core.table()
        way = ordinary(table.kind.game, table.mine)
        assert way is not None
        line = draft(table.kind, table.mine, " ".join(map(str, way[0]))).line
        spoken = table.heard_by(language or "en", alone=True)
        typed = in_words(spoken.kind, table.mine, line)
        answer = await core.say(await core.mover(), typed)
        assert (await core.game()).n > table.game.n, (typed, answer.text)
        await core.pass_time(MINUTE)  # a die is rolled when the turn can be taken back no longer
        await core.deliver()
    kept = await core.game()
    rows = await core.store.log(kept.id)
    await core.store.close()
    return [row.text for row in rows], records.text(kept, rows)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language"), [*zip(cycle(GAMES), WHOLE, strict=False)])
async def test_a_record_is_the_same_in_every_language(
    game: str, language: str, monkeypatch: Patch
) -> None:
    """Each language at one game, beside English."""
    ours = await recorded(game, "")
    monkeypatch.setattr("bot.features.lobbies.secrets", Seeds())
    assert await recorded(game, language) == ours
