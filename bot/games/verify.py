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
from rules.errors import Refused
from rules.game import NATURE, NOBODY, TABLE, Game, Setup
from rules.history import CLOSING, Course, Misplaced, contributions
from rules.play import Broken, answer, frames
from rules.record import Entry, Record
from rules.text import NOTHING, Code, Listed, Plural, Text, lines, sentences


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was drawn again, in sentences; `fair`: all of it is as the record says."""

    fair: bool
    told: Text


def verified(rules: Game[Any], record: Record, card: str = "") -> Verdict:
    """Draw everything again that chance decided in a finished game of these rules. card: the
    hash that the lobby's card showed, where somebody has kept it."""
    shown = record.commitment or record.promise
    if card and card != shown:
        return Verdict(False, _another_card(card, shown))
    if not record.seed:
        return Verdict(False, _no_seed(shown))
    seed = bytes.fromhex(record.seed)
    if shown and commitment(seed) != shown:
        return Verdict(False, _another_seed())
    try:
        differing = [*_rows(record), *_seats(record, seed), *_answers(rules, record, seed)]
    except (Broken, Misplaced, Refused) as broken:
        return Verdict(False, Text("The record cannot be followed ({why}).", why=broken.text))
    if differing:
        return Verdict(False, lines(*differing))
    return Verdict(True, _account(record, compared=bool(card)))


def _another_card(card: str, shown: str) -> Text:
    if not shown:
        return Text("The record does not say which seed was committed to, so no card fits it.")
    return Text(
        "This is not the game of that card: it shows {card}, and the record says {shown}.",
        card=card,
        shown=shown,
    )


def _no_seed(shown: str) -> Text:
    hashed = Text("Its hash is {hash}.", hash=shown) if shown else NOTHING
    return sentences(Text("The seed is shown when the game is over."), hashed)


def _another_seed() -> Text:
    return Text("The seed is not the one that was committed to: its SHA-256 differs.")


# what was drawn again


def _account(record: Record, *, compared: bool) -> Text:
    return sentences(
        _card(record, compared), _seating(record), _chance_said(record), _joiners(record)
    )


def _seating(record: Record) -> Text:
    starts = [again for places, again in map(_places, record.entries) if places]
    if not starts:
        return Text("The game was never started, so no seats were drawn.")
    if starts[0]:
        return Text(
            "The seats were not drawn: the record says that they moved on by one from the game "
            "before, which it does not hold."
        )
    return Text("The seats were drawn from the seed.")


def _chance_said(record: Record) -> Text:
    spoken = [entry for entry in record.entries if entry.seat == NATURE]
    words = sum(len(entry.line.split()) for entry in spoken)
    if not words:
        return Text("Nothing else was left to chance.")
    drawn = Plural("{n} roll or draw", "{n} rolls and draws", n=words)
    rows = Plural("{n} row", "{n} rows", n=len(spoken))
    return Text("Drawn again as well: {drawn} in {rows} of chance.", drawn=drawn, rows=rows)


def _joiners(record: Record) -> Text:
    if not record.commitment:
        return Text(
            "This game is older than contributions: whoever knew its seed knew all draws "
            "beforehand."
        )
    given = contributions((entry.seat, entry.line) for entry in record.entries)
    if not given:
        return Text("Nobody but the host joined, so the seed alone decided.")
    return Text(
        "Mixed in was what those gave who joined, each of whom was told theirs: {given}.",
        given=Listed(given),
    )


def _card(record: Record, compared: bool) -> Text:
    if compared:
        return Text("The seed is the one of that card.")
    if record.commitment:
        return Text(
            "The seed is the one that was committed to, if the card with which the game was "
            "opened shows {hash}.",
            hash=record.commitment,
        )
    if record.promise:
        return Text(
            "Its hash was not kept when the lobby was opened, so the seed is the one that was "
            "promised only if the card of the lobby showed {hash}.",
            hash=record.promise,
        )
    return Text("The record does not say which seed was promised.")


# what differs


def _rows(record: Record) -> Iterator[Text]:
    """Whether it is a whole game, from the lobby's first row to the end. Raises Misplaced."""
    course = Course(len(record.names))
    for entry in record.entries:
        course.take(entry.n, entry.seat, entry.line)
    if not record.entries or record.entries[0].n != 1:
        yield Text("The record does not begin with row 1, so its lobby is not known.")


def _seats(record: Record, seed: bytes) -> Iterator[Text]:
    """The order of the seats, where it was drawn."""
    chance = _source(record, seed)
    for entry in record.entries:
        places, again = _places(entry)
        drawn = shuffled(chance.key, chance.seating(entry.n), range(len(places)))
        if places and not again and drawn != places:
            seats = entry.line.removeprefix("start ")
            yield Text("Row {n}: the seats {seats} were not drawn.", n=entry.n, seats=seats)


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


def _answers(rules: Game[Any], record: Record, seed: bytes) -> Iterator[Text]:
    """What nature said, row by row, and that the game was played to its end."""
    chance, answered, closed, last = _source(record, seed), 0, False, rules.new(_setup(record))
    for frame in frames(rules, record):
        if frame.seat == NATURE:
            number = chance.number(answered, frame.n)
            drawn, *_ = answer(rules, frame.before, chance.key, number)
            answered += 1
            if drawn != frame.line:
                yield _otherwise(frame.n, frame.line, drawn)
        closed = frame.seat == TABLE and frame.line in CLOSING
        last = frame.after
    if rules.actor(last) != NOBODY and not closed:
        yield Text("The record ends before the game does: rows are missing after the last one.")


def _otherwise(n: int, said: str, drawn: str) -> Text:
    return Text(
        "Row {n}: chance said {said}, but the seed gives {drawn}.",
        n=n,
        said=Code(said),
        drawn=Code(drawn),
    )


def _setup(record: Record) -> Setup:
    return Setup(len(record.names), record.options)
