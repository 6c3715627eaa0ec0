"""From the events of a turn to the ways that are marked on the river."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.fellers.river import Course
from rules.game import Event
from rules.hexes import COMPASS, Place, beside

NORTH, SOUTH = COMPASS.index("n"), COMPASS.index("s")


class Way(NamedTuple):
    """A line of places; kind: walk, shove or float."""

    kind: str
    places: tuple[Place, ...]


def ways(course: Course, events: Iterable[Event]) -> Iterator[Way]:
    """What moved, in the order in which it is drawn: floats, walks, and shoves on top."""
    moves = [e for e in events if e.verb in ("enters", "steps", "shoves", "floats")]
    yield from (_float(course, e) for e in moves if e.verb == "floats" and len(e.at) > 2)
    yield from _walks(course, moves)
    yield from (_float(course, e, "shove") for e in moves if e.verb == "shoves")


def _float(course: Course, event: Event, kind: str = "float") -> Way:
    return Way(kind, _line(course, event.at[1:]))


def _walks(course: Course, moves: Iterable[Event]) -> Iterator[Way]:
    """The steps of one lumberjack after another as one way each."""
    who, way = "", list[Place]()
    for event in moves:
        if event.verb not in ("enters", "steps"):
            continue
        code, *names = event.at
        line = _line(course, names)
        if event.verb == "enters":
            line = (beside(line[0], NORTH), *line)
        if who == code and way[-1] == line[0]:
            way += line[1:]
            continue
        if way:
            yield Way("walk", tuple(way))
        who, way = code, [*line]
    if way:
        yield Way("walk", tuple(way))


def _line(course: Course, names: Iterable[str]) -> tuple[Place, ...]:
    """The places of these cells; `off` lies downstream of the one before."""
    line: list[Place] = []
    for name in names:
        known = course.by_name.get(name)
        line.append(beside(line[-1], SOUTH) if known is None else course.places[known])
    return tuple(line)
