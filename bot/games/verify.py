"""Whether chance was fair: every roll, draw and seat of a record drawn again from its seed.

commitment (on the lobby's card) ──SHA-256── seed (at the end)
                                              │   HMAC with what each joiner contributed
                                              └──> key ──HMAC──> seats, rolls, draws

A record can show that chance followed from a seed and from the joins in it. That this is the seed
of the lobby's card, only the card can show; so the verdict says what to compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.dice import Chance, commitment, keyed, shuffled
from rules.english import counted, listed
from rules.errors import Refused
from rules.game import NATURE, NOBODY, TABLE, Game, Setup
from rules.history import CLOSING, Course, Misplaced, contributions
from rules.play import Broken, answer, frames
from rules.record import Entry, Record


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was drawn again, in sentences; `fair`: all of it is as the record says."""

    fair: bool
    told: str


def verified(rules: Game[Any], record: Record, card: str = "") -> Verdict:
    """Draw everything again that chance decided in a finished game of these rules. card: the
    hash that the lobby's card showed, where somebody has kept it."""
    shown = record.commitment or record.promise
    if card and card != shown:
        return Verdict(False, _another_card(card, shown))
    if not record.seed:
        hashed = f" Its hash is {shown}." if shown else ""
        return Verdict(False, f"The seed is shown when the game is over.{hashed}")
    seed = bytes.fromhex(record.seed)
    if shown and commitment(seed) != shown:
        return Verdict(False, "The seed is not the one that was committed to: its SHA-256 differs.")
    try:
        differing = [*_rows(record), *_seats(record, seed), *_answers(rules, record, seed)]
    except (Broken, Misplaced, Refused) as broken:
        return Verdict(False, f"The record cannot be followed: {str(broken).rstrip('.')}.")
    if differing:
        return Verdict(False, "\n".join(differing))
    return Verdict(True, _account(record, compared=bool(card)))


def _another_card(card: str, shown: str) -> str:
    if not shown:
        return "The record does not say which seed was committed to, so no card fits it."
    return f"This is not the game of that card: it shows {card}, and the record says {shown}."


# what was drawn again


def _account(record: Record, *, compared: bool) -> str:
    parts = (_card(record, compared), _seating(record), _chance_said(record), _joiners(record))
    return " ".join(filter(None, parts))


def _seating(record: Record) -> str:
    starts = [again for places, again in map(_places, record.entries) if places]
    if not starts:
        return "The game was never started, so no seats were drawn."
    if starts[0]:
        return (
            "The seats were not drawn: the record says that they moved on by one from the game "
            "before, which it does not hold."
        )
    return "The seats were drawn from the seed."


def _chance_said(record: Record) -> str:
    spoken = [entry for entry in record.entries if entry.seat == NATURE]
    words = sum(len(entry.line.split()) for entry in spoken)
    if not words:
        return "Nothing else was left to chance."
    drawn = "1 roll or draw" if words == 1 else f"{words} rolls and draws"
    return f"Drawn again as well: {drawn} in {counted(len(spoken), 'row')} of chance."


def _joiners(record: Record) -> str:
    if not record.commitment:
        return (
            "This game is older than contributions: whoever knew its seed knew all draws "
            "beforehand."
        )
    given = contributions((entry.seat, entry.line) for entry in record.entries)
    if not given:
        return "Nobody but the host joined, so the seed alone decided."
    return (
        f"Mixed in was what those gave who joined, each of whom was told theirs: {listed(given)}."
    )


def _card(record: Record, compared: bool) -> str:
    if compared:
        return "The seed is the one of that card."
    if record.commitment:
        return (
            "The seed is the one that was committed to, if the card with which the game was "
            f"opened shows {record.commitment}."
        )
    if record.promise:
        return (
            "Its hash was not kept when the lobby was opened, so the seed is the one that was "
            f"promised only if the card of the lobby showed {record.promise}."
        )
    return "The record does not say which seed was promised."


# what differs


def _rows(record: Record) -> Iterator[str]:
    """Whether it is a whole game, from the lobby's first row to the end. Raises Misplaced."""
    course = Course(len(record.names))
    for entry in record.entries:
        course.take(entry.n, entry.seat, entry.line)
    if not record.entries or record.entries[0].n != 1:
        yield "The record does not begin with row 1, so its lobby is not known."


def _seats(record: Record, seed: bytes) -> Iterator[str]:
    """The order of the seats, where it was drawn."""
    chance = _source(record, seed)
    for entry in record.entries:
        places, again = _places(entry)
        drawn = shuffled(chance.key, chance.seating(entry.n), range(len(places)))
        if places and not again and drawn != places:
            yield f"Row {entry.n}: the seats {entry.line.removeprefix('start ')} were not drawn."


def _source(record: Record, seed: bytes) -> Chance:
    if not record.commitment:
        return Chance(seed, by_row=True)
    return Chance(keyed(seed, contributions((e.seat, e.line) for e in record.entries)))


def _places(entry: Entry) -> tuple[tuple[int, ...], bool]:
    """The places in the lobby by seat, none: another row; and whether a rematch set them."""
    match entry.line.split():
        case ["start", *places] if entry.seat == TABLE:
            return tuple(int(p) for p in places if p.isdecimal()), "again" in places
    return (), False


def _answers(rules: Game[Any], record: Record, seed: bytes) -> Iterator[str]:
    """What nature said, row by row, and that the game was played to its end."""
    chance, answered, closed, last = _source(record, seed), 0, False, rules.new(_setup(record))
    for frame in frames(rules, record):
        if frame.seat == NATURE:
            number = chance.number(answered, frame.n)
            drawn, *_ = answer(rules, frame.before, chance.key, number)
            answered += 1
            if drawn != frame.line:
                said = f"chance said `{frame.line}`, but the seed gives `{drawn}`"
                yield f"Row {frame.n}: {said}."
        closed = frame.seat == TABLE and frame.line in CLOSING
        last = frame.after
    if rules.actor(last) != NOBODY and not closed:
        yield "The record ends before the game does: rows are missing after the last one."


def _setup(record: Record) -> Setup:
    return Setup(len(record.names), record.options)
