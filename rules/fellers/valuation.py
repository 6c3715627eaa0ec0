"""What a position of Forest Fellers is worth to a seat, roughly; and a turn played offhand."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from rules import races
from rules.fellers.pace import rests, turns, ways
from rules.fellers.position import (
    FIGURES,
    JOKER,
    SHORE,
    Phase,
    Position,
    homecomers,
    taken,
    team,
    to_go,
)
from rules.fellers.position import worth as steps_of
from rules.fellers.river import BANK, BARRED, OFF, Course
from rules.fellers.shoving import ahead, free
from rules.fellers.steps import GOES, PICKS, PLAYS, STOP, legal, words
from rules.fellers.targets import ROUND, entries, jacks, water
from rules.game import Seat, Step
from rules.text import Plural, Text

Plan = tuple[float, Step]  # how many turns a move saves, or leaves; and its first step
Front = dict[int, Step | None]  # cells that can be reached, each with the first step there


def worth(s: Position, seat: Seat) -> float:
    """How many turns a seat is ahead of its rivals, by the cards and currents that each lumberjack
    has still to meet. To shove a rival back is worth as much as to go on."""
    if seat == s.winner:
        return inf
    rivals = [_turns_to_go(s, rival) for rival in _rivals(s, seat)]
    return sum(rivals) / max(1, len(rivals)) - _turns_to_go(s, seat)


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """What a turn changes for a seat: who is home, its way, and the ways of the others."""
    found = list[Text]()
    if n := homecomers(after, seat) - homecomers(before, seat):
        found.append(Plural("brings {n} lumberjack home", "brings {n} lumberjacks home", n=n))
    own = to_go(before, seat) - to_go(after, seat)
    rivals = sum(to_go(before, x) - to_go(after, x) for x in _rivals(after, seat))
    return [*found, *races.nearer(own, rivals)]


def _rivals(s: Position, seat: Seat) -> list[Seat]:
    return [other for other, left in enumerate(s.left) if other != seat and not left]


def _turns_to_go(s: Position, seat: Seat) -> float:
    """Turns that the lumberjacks of a seat need, one after the other; none as long as there is no
    course."""
    if s.course is None:
        return 0.0
    needed = turns(s.course)
    return sum(needed[s.figures[i]] for i in team(s, seat))


def offhand(s: Position) -> Step:
    """The card and the way that save most turns, as if what is shoved aside on it were the mover's
    last worry; then what floats in the order of the words."""
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
    """Every card in hand, with what it saves if it is played well."""
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
    """The best move of a lumberjack. What it would shove is looked at as it lies before."""
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
    """Where a lumberjack may go on from, and with how many steps: from the shore one is to
    enter."""
    if (here := s.figures[figure]) != SHORE:
        return {here: None}, steps
    names = words(water(s)).by_word
    entered = entries(s._replace(figure=figure))
    return {cell: names[water(s).names[cell]] for cell in entered}, steps - 1


def _open(course: Course, blocked: set[int], cell: int, way: int) -> bool:
    """A step can be made."""
    return course.toward[cell][way] not in blocked or free(ahead(course, blocked, cell, way))


def _searched(s: Position, figure: int, steps: int) -> Plan:
    """The best move that nothing bars, by what is left after it."""
    course, here, blocked = water(s), s.figures[figure], taken(s)
    needed, rest = turns(course), rests(course)
    front, left = _begun(s, figure, steps)
    stays = (needed[here if here == SHORE else rest[here]], STOP)
    best, seen = [stays, *_ends(front, needed, rest)], {*front}
    for _ in range(left):
        front = _onward(course, blocked, front, seen)
        best += _ends(front, needed, rest)
    return min(best, key=lambda end: end[0])


def _ends(front: Front, needed: tuple[float, ...], rest: tuple[int, ...]) -> Iterator[Plan]:
    for cell, first in front.items():
        yield needed[cell if cell == OFF else rest[cell]], first or STOP


def _onward(course: Course, blocked: set[int], front: Front, seen: set[int]) -> Front:
    """The cells that one more step leads to, each with the first step that led there."""
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
