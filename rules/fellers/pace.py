"""How many turns a lumberjack needs from every cell of a course, if nothing is in its way.

A turn is a card and then the current: so a cell from which every card ends on a current that leads
down is worth more than one that is as many steps away. Cards come as they lie in a deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.fellers.position import HOME, REACH, SHORE, VALUES
from rules.fellers.river import BANK, BARRED, OFF, STILL, Course

CARDS = (*VALUES, REACH)
FURTHEST = max(CARDS)  # steps in a turn
ROUNDS, EXACT = 60, 1e-3  # of working it out: so often, or until nothing changes by more

Ends = tuple[frozenset[int], ...]  # where a turn may end, by the number of steps
Path = tuple[tuple[int, int], ...]  # of each step whence and in which direction
Ways = tuple[tuple[float, Path], ...]  # what a turn leaves at the least, and how, by its steps


@lru_cache(maxsize=32)
def turns(course: Course) -> tuple[float, ...]:
    """By cell; and by SHORE and HOME, which are -1 and -2: the last two of the tuple."""
    near = tuple(_ends(course, cell) for cell in range(len(course.places)))
    found = [1 + steps / REACH for steps in course.steps] + [0.0, 0.0]
    order = sorted(range(len(near)), key=course.steps.__getitem__)
    any(_worked_out(found, near, order) < EXACT for _ in range(ROUNDS))
    found[SHORE] = min(_mean(found, _entered(near[cell])) for cell in course.starts)
    return tuple(found)


@lru_cache(maxsize=32)
def rests(course: Course) -> tuple[int, ...]:
    """Where what stops on a cell comes to lie, if nothing is in its way; OFF is home."""
    return tuple(_rest(course, cell) for cell in range(len(course.places)))


@lru_cache(maxsize=32)
def ways(course: Course) -> tuple[Ways, ...]:
    """The best ways from each cell, if nothing is in the way."""
    return tuple(_ways(course, cell) for cell in range(len(course.places)))


def _worked_out(found: list[float], near: tuple[Ends, ...], order: list[int]) -> float:
    """Every cell anew by the others, and by how much one has changed at most."""
    before = list(found)
    for cell in order:
        found[cell] = _mean(found, near[cell])
    return max(abs(old - new) for old, new in zip(before, found, strict=True))


def _rest(course: Course, cell: int) -> int:
    while cell != OFF and (current := course.currents[cell]) != STILL:
        if (to := course.toward[cell][current]) < 0 and to != OFF:
            break
        cell = to
    return cell


def _mean(found: list[float], ends: Ends) -> float:
    """A turn, and what is left after it with a card that may be any."""
    return 1 + sum(min(found[end] for end in ends[n]) for n in CARDS) / len(CARDS)


def _entered(ends: Ends) -> Ends:
    """From the shore: the first step of a card leads onto the cell."""
    return ends[:1] + ends[:-1]


def _ends(course: Course, start: int) -> Ends:
    rest, seen, front = rests(course), {start}, {start}
    by_steps = [frozenset({rest[start]})]
    for _ in range(FURTHEST):
        near = {end for cell in front for end in course.toward[cell]} - seen
        front = {end for end in near if end >= 0}
        seen |= front
        home = {HOME} if OFF in near else set()
        by_steps.append(by_steps[-1] | home | {rest[cell] for cell in front})
    return tuple(by_steps)


def _ways(course: Course, start: int) -> Ways:
    needed, rest = turns(course), rests(course)
    paths, front = dict[int, Path]({start: ()}), [start]
    found: list[tuple[float, Path]] = [(needed[rest[start]], ())]
    for _ in range(FURTHEST):
        front = [end for cell in front for end in _next(course, paths, cell)]
        ends = [(needed[HOME if end == OFF else rest[end]], paths[end]) for end in front]
        found.append(min([found[-1], *ends], key=lambda way: way[0]))
        front = [end for end in front if end != OFF]
    return tuple(found)


def _next(course: Course, paths: dict[int, Path], cell: int) -> Iterator[int]:
    """The cells beside one to which no path is known yet, and the path to each."""
    for direction, end in enumerate(course.toward[cell]):
        if end not in (BANK, BARRED, *paths):
            paths[end] = (*paths[cell], (cell, direction))
            yield end
