"""A log turn by turn, as it is printed: each turn with what chance gave its player before it and
with what followed from it.

    Ann d1…   chance: Ben rolls 5   Ben b3-d6   chance: Cy rolls 2
    turn 1    └──────── turn 2 ────────────┘    └ turn 3 …
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.game import NATURE, NOBODY, Event, Seat

Events = tuple[Event, ...]


class Came(NamedTuple):
    """A row of the log, and what came of it."""

    n: int
    seat: Seat
    events: Events


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of a turn. number: 0 where it is none, as when somebody leaves; seat: whose it
    was; word: with which the table had announced it, if it had."""

    number: int
    events: Events
    seat: Seat = NOBODY
    word: str = ""


def in_turns(
    rows: Iterable[Came], number: int, given: Events, words: Mapping[int, str]
) -> tuple[Turn, ...]:
    """Rows turn by turn. number: of the turn before them; given: what chance said just before;
    words: with which rows were announced."""
    turns = list[Turn]()
    for row in rows:
        if row.seat == NATURE:
            given, last = row.events, turns.pop() if turns else Turn(0, ())
            turns.append(replace(last, events=(*last.events, *given)))
        elif row.seat < 0:
            turns.append(Turn(0, row.events, word=words.get(row.n, "")))
        else:
            number, mine = number + 1, _of(row.seat, given)
            events, word = (*mine, *row.events), words.get(row.n, "")
            turns = [*_without(turns, mine), Turn(number, events, row.seat, word)]
            given = ()
    return tuple(turn for turn in turns if turn.events)


def _of(seat: Seat, given: Events) -> Events:
    """What chance said, if it was for that seat alone."""
    return given if all(event.seat == seat for event in given) else ()


def _without(turns: list[Turn], end: Events) -> list[Turn]:
    """The turns, without the end of the last one that belongs to the next."""
    if not (end and turns and turns[-1].events[-len(end) :] == end):
        return turns
    *before, last = turns
    return [*before, replace(last, events=last.events[: -len(end)])]
