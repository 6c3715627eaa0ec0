"""A record of a running game tells no secret draw or word before it was shown (decision 17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.messages.posts import Aftermath, details, result
from bot.ops.replay import Wrong
from bot.ops.replay import tell as replayed
from bot.table import records
from bot.table.records import boards, revive
from bot.table.table import Table
from bot.table.table import replay_rows as replayed_table
from renderer import Hosted
from rules.drafting import Kind
from rules.ending import Ending, ending_of
from rules.game import NATURE, TABLE, Seat, Setup
from rules.play import checksum, frames, look, replay
from rules.record import UNSEEN, Entry, Record, parse
from storage import Row
from tests.approved import Approved
from tests.bot.words import words
from tests.games import EVERY
from tests.games import every_kind as every_game
from tests.hosted import HOSTED
from tests.rules.morra import KIND as MORRA
from tests.rules.morra import Hands
from tests.rules.promises import Moment, moments

Rows = list[tuple[Seat, str]]


def running(kind: Kind[Any], seats: int, rows: Rows) -> str:
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
