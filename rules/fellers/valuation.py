"""A seat's worth in Forest Fellers, in turns it still needs.

The turns from every cell are counted as if nothing were in the way. A turn is a card and then the
current, so a cell from which every card ends on a current is worth more than another one with as
many steps to go. Cards come as often as in a deck.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

from rules import races
from rules.fellers.position import HOME, REACH, SHORE, VALUES, Position, homecomers, team, to_go
from rules.fellers.river import BANK, BARRED, OFF, STILL, Course
from rules.game import Seat
from rules.text import Plural, Text

CARDS = (*VALUES, REACH)
FURTHEST = max(CARDS)  # steps in a turn
ROUNDS, EXACT = 60, 1e-3  # rounds of calculation at most, and the change that ends it

_Ends = tuple[frozenset[int], ...]  # where a turn may end, by the number of steps
Path = tuple[tuple[int, int], ...]  # of each step its start and direction
Ways = tuple[tuple[float, Path], ...]  # by steps: the least turns that a turn leaves, and its path


@lru_cache(maxsize=32)
def turns(course: Course) -> tuple[float, ...]:
    """By cell the turns to go; the last two are for HOME and SHORE, which are -2 and -1."""
    near = tuple(_ends(course, cell) for cell in range(len(course.places)))
    found = [1 + steps / REACH for steps in course.steps] + [0.0, 0.0]
    order = sorted(range(len(near)), key=course.steps.__getitem__)
    change, rounds = inf, 0
    while change >= EXACT and rounds < ROUNDS:
        before, rounds = list(found), rounds + 1
        for cell in order:
            found[cell] = _mean(found, near[cell])
        change = max(abs(old - new) for old, new in zip(before, found, strict=True))
    # From the shore, the first step of a card leads onto the start.
    entered = (near[cell][:1] + near[cell][:-1] for cell in course.starts)
    found[SHORE] = min(_mean(found, ends) for ends in entered)
    return tuple(found)


@lru_cache(maxsize=32)
def rests(course: Course) -> tuple[int, ...]:
    """Where a thing that stops on a cell comes to rest, if nothing is in its way; OFF is home."""
    found = list[int]()
    for start in range(len(course.places)):
        cell = start
        while cell != OFF and (current := course.currents[cell]) != STILL:
            if (to := course.toward[cell][current]) < 0 and to != OFF:
                break
            cell = to
        found.append(cell)
    return tuple(found)


@lru_cache(maxsize=32)
def ways(course: Course) -> tuple[Ways, ...]:
    """The best ways from each cell, if nothing is in the way."""
    return tuple(_ways(course, cell) for cell in range(len(course.places)))


def _mean(found: list[float], ends: _Ends) -> float:
    """The turns from there, counting this one, with a random card each."""
    return 1 + sum(min(found[end] for end in ends[n]) for n in CARDS) / len(CARDS)


def _ends(course: Course, start: int) -> _Ends:
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
        front, before = list[int](), front
        for cell in before:
            for direction, end in enumerate(course.toward[cell]):
                if end not in (BANK, BARRED, *paths):
                    paths[end] = (*paths[cell], (cell, direction))
                    front.append(end)
        ends = [(needed[HOME if end == OFF else rest[end]], paths[end]) for end in front]
        found.append(min([found[-1], *ends], key=lambda way: way[0]))
        front = [end for end in front if end != OFF]
    return tuple(found)


def worth(s: Position, seat: Seat) -> float:
    """The turns by which a seat is ahead of its rivals, by the cards and currents still to come.

    Shoving a rival back is worth as much as an own step."""
    if seat == s.winner:
        return inf
    rivals = [_turns_to_go(s, rival) for rival in _rivals(s, seat)]
    return sum(rivals) / max(1, len(rivals)) - _turns_to_go(s, seat)


def liking(s: Position, seat: Seat) -> float:
    """How far the first of a seat's lumberjacks has come. Beginners move that one and forget the
    others."""
    assert s.course is not None  # it is a player's turn
    needed, away = turns(s.course), [s.figures[i] for i in team(s, seat) if s.figures[i] != HOME]
    return -min((needed[cell] for cell in away), default=0.0)


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """The changes of a turn for a seat: lumberjacks home, its own way and its rivals' ways."""
    found = list[Text]()
    if n := homecomers(after, seat) - homecomers(before, seat):
        found.append(Plural("brings {n} lumberjack home", "brings {n} lumberjacks home", n=n))
    own = to_go(before, seat) - to_go(after, seat)
    rivals = sum(to_go(before, x) - to_go(after, x) for x in _rivals(after, seat))
    return [*found, *races.nearer(own, rivals)]


def _rivals(s: Position, seat: Seat) -> list[Seat]:
    return [other for other, left in enumerate(s.left) if other != seat and not left]


def _turns_to_go(s: Position, seat: Seat) -> float:
    """The turns that a seat's lumberjacks need one after the other; none without a course."""
    if s.course is None:
        return 0.0
    needed = turns(s.course)
    return sum(needed[s.figures[i]] for i in team(s, seat))
