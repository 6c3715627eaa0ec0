"""A seat's worth in Forest Fellers, in turns it still needs; and a turn played offhand.

The turns from every cell are counted as if nothing were in the way. A turn is a card and then the
current, so a cell from which every card ends on a current is worth more than another one with as
many steps to go. Cards come as often as in a deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf

from rules import races
from rules.fellers.position import (
    FIGURES,
    HOME,
    JOKER,
    REACH,
    SHORE,
    VALUES,
    Phase,
    Position,
    homecomers,
    taken,
    team,
    to_go,
)
from rules.fellers.position import worth as steps_of
from rules.fellers.river import BANK, BARRED, OFF, STILL, Course
from rules.fellers.rules import (
    GOES,
    PICKS,
    PLAYS,
    ROUND,
    STOP,
    ahead,
    entries,
    free,
    jacks,
    legal,
    water,
    words,
)
from rules.game import Seat, Step
from rules.text import Plural, Text

CARDS = (*VALUES, REACH)
FURTHEST = max(CARDS)  # steps in a turn
ROUNDS, EXACT = 60, 1e-3  # of working it out: so often, or until nothing changes by more

Ends = tuple[frozenset[int], ...]  # where a turn may end, by the number of steps
Path = tuple[tuple[int, int], ...]  # of each step whence and in which direction
Ways = tuple[tuple[float, Path], ...]  # what a turn leaves at the least, and how, by its steps


@lru_cache(maxsize=32)
def turns(course: Course) -> tuple[float, ...]:
    """By cell the turns to go; the last two are for HOME and SHORE, which are -2 and -1."""
    near = tuple(_ends(course, cell) for cell in range(len(course.places)))
    found = [1 + steps / REACH for steps in course.steps] + [0.0, 0.0]
    order = sorted(range(len(near)), key=course.steps.__getitem__)
    any(_worked_out(found, near, order) < EXACT for _ in range(ROUNDS))
    found[SHORE] = min(_mean(found, _entered(near[cell])) for cell in course.starts)
    return tuple(found)


@lru_cache(maxsize=32)
def rests(course: Course) -> tuple[int, ...]:
    """Where a thing that stops on a cell comes to rest, if nothing is in its way; OFF is home."""
    return tuple(_rest(course, cell) for cell in range(len(course.places)))


@lru_cache(maxsize=32)
def ways(course: Course) -> tuple[Ways, ...]:
    """The best ways from each cell, if nothing is in the way."""
    return tuple(_ways(course, cell) for cell in range(len(course.places)))


def _worked_out(found: list[float], near: tuple[Ends, ...], order: list[int]) -> float:
    """Work every cell out again from the others; return the greatest change."""
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
    """The turns from there, counting this one, with a random card each."""
    return 1 + sum(min(found[end] for end in ends[n]) for n in CARDS) / len(CARDS)


def _entered(ends: Ends) -> Ends:
    """The ends from the shore: the first step of a card leads onto the cell."""
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
    """The cells beside one without a known path; note the path to each."""
    for direction, end in enumerate(course.toward[cell]):
        if end not in (BANK, BARRED, *paths):
            paths[end] = (*paths[cell], (cell, direction))
            yield end


Plan = tuple[float, Step]  # how many turns a move saves, or leaves; and its first step
Front = dict[int, Step | None]  # cells that can be reached, each with the first step there


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
    assert s.course is not None  # it is somebody's turn
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


def offhand(s: Position) -> Step:
    """The card and the way that save most turns, whatever is shoved aside; then floats in the order
    of the words."""
    match s.phase:
        case Phase.PLAY:
            return max(_plays(s), key=lambda plan: plan[0])[1]
        case Phase.PICK:
            ways = [(_furthest(s, i, steps_of(s.card))[0], -i) for i in jacks(s)]
            return PICKS[-max(ways)[1]]
        case Phase.MOVE:
            return _furthest(s, s.figure, s.steps)[1]
    return legal(s)[0]


def _plays(s: Position) -> Iterator[Plan]:
    """Every card in hand with its gain."""
    for play in PLAYS:
        if play.card in s.hands[s.mover]:
            able = _moved_by(s, play.card)
            yield max(_furthest(s, i, steps_of(play.card))[0] for i in able), play


def _moved_by(s: Position, card: str) -> list[int]:
    """The lumberjacks that a card may move."""
    able = jacks(s)
    own = [i for i in able if card != JOKER and FIGURES[i] == card[:2]]
    return own or able


def _furthest(s: Position, figure: int, steps: int) -> Plan:
    """The best move of a lumberjack, with everything where it lies before."""
    course, here, blocked = water(s), s.figures[figure], taken(s)
    begun, left = _begun(s, figure, steps)
    least, cell = min([(ways(course)[cell][left][0], cell) for cell in begun], default=(inf, here))
    if least < turns(course)[here]:
        path = ways(course)[cell][left][1]
        if all(_open(course, blocked, *step) for step in path):
            first = GOES[path[0][1]] if path else STOP
            return turns(course)[here] - least, begun[cell] or first
    best = _searched(s, figure, steps)
    return turns(course)[here] - best[0], best[1]


def _begun(s: Position, figure: int, steps: int) -> tuple[Front, int]:
    """The cells to step from, and the steps left there. From the shore, entering comes first."""
    if (here := s.figures[figure]) != SHORE:
        return {here: None}, steps
    names = words(water(s)).by_word
    entered = entries(s._replace(figure=figure))
    return {cell: names[water(s).names[cell]] for cell in entered}, steps - 1


def _open(course: Course, blocked: set[int], cell: int, way: int) -> bool:
    """True if a step can be made."""
    return course.toward[cell][way] not in blocked or free(ahead(course, blocked, cell, way))


def _searched(s: Position, figure: int, steps: int) -> Plan:
    """The best move that nothing bars."""
    course, here, blocked = water(s), s.figures[figure], taken(s)
    needed, rest = turns(course), rests(course)
    front, left = _begun(s, figure, steps)
    stays = (needed[here if here == SHORE else rest[here]], STOP)
    best, seen = [stays, *_left_after(front, needed, rest)], {*front}
    for _ in range(left):
        front = _onward(course, blocked, front, seen)
        best += _left_after(front, needed, rest)
    return min(best, key=lambda end: end[0])


def _left_after(front: Front, needed: tuple[float, ...], rest: tuple[int, ...]) -> Iterator[Plan]:
    for cell, first in front.items():
        yield needed[cell if cell == OFF else rest[cell]], first or STOP


def _onward(course: Course, blocked: set[int], front: Front, seen: set[int]) -> Front:
    """The cells one more step leads to, each with the first step of its way."""
    found: Front = {}
    for cell, first in front.items():
        for way in ROUND if cell != OFF else ():
            to = course.toward[cell][way]
            if to in seen or to in (BANK, BARRED):
                continue
            if _open(course, blocked, cell, way):
                seen.add(to)
                found[to] = first or GOES[way]
    return found
