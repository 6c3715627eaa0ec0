"""A turn of a recorded game, as everybody at that table saw it: what pages show in pictures."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from renderer import Hosted, Labels
from rules.game import NATURE, NOBODY, Event, Frame
from rules.history import effective
from rules.play import Seen, frames, look
from rules.record import Record
from rules.text import Name
from rules.voice import Argument

NO_TABLE = 0  # stands for a number in the name of a game that nobody plays: L0


@dataclass(frozen=True, slots=True)
class Example:
    """What anybody saw when the turn had been said, the line that said it, and its story."""

    seen: Seen[Any]
    labels: Labels
    line: str
    story: Argument


def example(game: Hosted, record: Record, row: int) -> Example:
    """The turn in a row, with what chance said before it. Raises LookupError where the row is
    no turn of a player, BrokenLog where the record is wrong."""
    rules, names = game.kind.game, record.names
    told = [frame for frame in frames(rules, record) if frame.n <= row]
    last = told[-1]
    if last.n != row or last.seat < 0:
        raise LookupError(f"row {row} is no turn of a player")
    seen = look(rules, last.after, _since(told), None)
    labels = Labels(
        f"{rules.letter}{NO_TABLE}", names, _number(record, last, rules.actor(last.after))
    )
    story = game.kind.texts.story(seen.events, [*map(Name, names)])
    return Example(seen, labels, last.line, story)


def _since(told: list[Frame[Any]]) -> list[Event]:
    """What came of the last row, after what chance said right before it."""
    *before, last = told
    chance = list(takewhile(lambda frame: frame.seat == NATURE, reversed(before)))
    return [event for frame in [*reversed(chance), last] for event in frame.events]


def _number(record: Record, last: Frame[Any], actor: int) -> int:
    """Of the turn that is due then, or that was the last."""
    rows = [(e.n, e.seat, e.line, e.checksum) for e in record.entries if e.n <= last.n]
    return sum(seat >= 0 for _, seat, _, _ in effective(rows)) + (actor != NOBODY)
