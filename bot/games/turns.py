"""A log turn by turn, as it is printed: each turn with what chance gave its player before it and
with what followed from it.

    Ann d1…   chance: Ben rolls 5   Ben b3-d6   chance: Cy rolls 2
    turn 1    └──────── turn 2 ────────────┘    └ turn 3 …
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.game import NATURE, NOBODY, Event, Seat
from rules.play import Frame

Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of a turn. number: 0 where it is none, as when somebody leaves; seat: whose it
    was; word: with which the table had announced it, if it had."""

    number: int
    events: Events
    seat: Seat = NOBODY
    word: str = ""


def in_turns(
    frames: Iterable[Frame[Any]], number: int, given: Events, words: Mapping[int, str]
) -> tuple[Turn, ...]:
    """Rows turn by turn. number: of the turn before them; given: what chance said just before;
    words: with which rows were announced."""
    turns = list[Turn]()
    for frame in frames:
        if frame.seat == NATURE:
            given, last = frame.events, turns.pop() if turns else Turn(0, ())
            turns.append(replace(last, events=(*last.events, *given)))
        elif frame.seat < 0:
            turns.append(Turn(0, frame.events))
        else:
            number, mine = number + 1, _of(frame.seat, given)
            events, word = (*mine, *frame.events), words.get(frame.n, "")
            turns = [*_without(turns, mine), Turn(number, events, frame.seat, word)]
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
