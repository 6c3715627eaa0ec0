"""Whether chance was fair: every roll, draw and seat of a record drawn again from its seed.

promise (since the lobby) ──SHA-256── seed (at the end) ──HMAC──> seats, rolls, draws
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules import GAMES
from rules.dice import promise, shuffled
from rules.english import counted
from rules.errors import Refused
from rules.game import NATURE, TABLE, Game, Setup
from rules.play import Broken, answer, replay
from rules.record import Entry, Record


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was drawn again, in sentences; `fair`: all of it is as the record says."""

    fair: bool
    told: str


def verified(record: Record) -> Verdict:
    """Draw everything again that chance decided in a finished game."""
    if not record.seed:
        shown = f" Its hash is {record.promise}." if record.promise else ""
        return Verdict(False, f"The seed is shown when the game is over.{shown}")
    seed = bytes.fromhex(record.seed)
    if record.promise and promise(seed) != record.promise:
        return Verdict(False, "The seed is not the one that was promised: its SHA-256 differs.")
    try:
        differing = [*_seats(record, seed), *_answers(record, seed)]
    except (Broken, Refused) as broken:
        return Verdict(False, f"The record cannot be followed: {str(broken).rstrip('.')}.")
    if differing:
        return Verdict(False, "\n".join(differing))
    return Verdict(True, _account(record))


def _account(record: Record) -> str:
    promised = "The seed is the one that was promised. " if record.promise else ""
    return f"{promised}{_seating(record)} {_chance(record)}"


def _seating(record: Record) -> str:
    starts = [again for places, again in map(_places, record.entries) if places]
    if not starts:
        return "The record does not say how the seats were drawn."
    if starts[0]:
        return "The seats moved on from the game before."
    return "The seats were drawn from the seed."


def _chance(record: Record) -> str:
    spoken = [entry for entry in record.entries if entry.seat == NATURE]
    words = sum(len(entry.line.split()) for entry in spoken)
    if not words:
        return "Nothing else was left to chance."
    drawn = "1 roll or draw" if words == 1 else f"{words} rolls and draws"
    return f"Drawn again as well: {drawn} in {counted(len(spoken), 'row')} of chance."


def _seats(record: Record, seed: bytes) -> Iterator[str]:
    """The order of the seats, where it was drawn."""
    for entry in record.entries:
        places, again = _places(entry)
        drawn = shuffled(seed, entry.n, range(len(places)))
        if places and not again and drawn != places:
            yield f"Row {entry.n}: the seats {entry.line.removeprefix('start ')} were not drawn."


def _places(entry: Entry) -> tuple[tuple[int, ...], bool]:
    """The places in the lobby by seat, none: another row; and whether a rematch set them."""
    match entry.line.split():
        case ["start", *places] if entry.seat == TABLE:
            return tuple(int(p) for p in places if p.isdecimal()), "again" in places
    return (), False


def _answers(record: Record, seed: bytes) -> Iterator[str]:
    """What nature said, row by row."""
    rules: Game[Any] = GAMES[record.kind].game
    setup = Setup(len(record.names), record.options)
    before = rules.new(setup)
    rows = ((e.n, e.seat, e.line, e.mark) for e in record.entries)
    for entry, (_, _, after, _) in zip(record.entries, replay(rules, setup, rows), strict=True):
        if (
            entry.seat == NATURE
            and (drawn := answer(rules, before, seed, entry.n)[0]) != entry.line
        ):
            yield f"Row {entry.n}: chance said `{entry.line}`, but the seed gives `{drawn}`."
        before = after
