"""Which steps of Logjam are legal, found directly: what stands or lies somewhere is looked at,
not every word that could be said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.game import Step
from rules.logjam.building import fitting, next_to_stand, standable
from rules.logjam.position import CAPTURE, OFF, PUSH, SHIFT, Phase, Position, going_back
from rules.logjam.reasons import why_not
from rules.logjam.steps import NOTHING, ROLLS, words
from rules.logjam.water import free, reach, squares, water


def legal(s: Position) -> list[Step]:
    """Exactly the candidates without a reason, in their order."""
    match s.phase:
        case Phase.ROLLOFF | Phase.ROLL:
            return list(ROLLS)
        case Phase.LOGS:
            return list(fitting(s))
        case Phase.LOGGERS:
            return list(_stands(s))
        case Phase.MOVE:
            return [*_runs(s), *_specials(s), NOTHING]
        case Phase.RETURN:
            return list(_returns(s))
    return []


def _stands(s: Position) -> Iterator[Step]:
    places = words(s.terms.grid).places
    for seat in next_to_stand(s):
        for to in standable(s, seat):
            yield places[seat if s.terms.quick else None, to]


def _runs(s: Position) -> Iterator[Step]:
    """Every square within the roll, and off the board where the last row is near enough."""
    runs, edge, allowed = words(s.terms.grid).runs, water(s.terms.grid).edge, free(s)
    for start in sorted(set(s.loggers[s.mover])):
        found = reach(s, start, s.roll, allowed)
        ways = runs[start]
        yield from [ways[to] for to in squares(found & ~(1 << start))]
        if found & edge and reach(s, start, s.roll - 1, allowed) & edge:
            yield ways[OFF]


def _specials(s: Position) -> Iterable[Step]:
    """What the roll allows besides a run: of the words that come into question, those without
    a reason."""
    known, board = words(s.terms.grid), s.terms.grid
    if s.roll == SHIFT:
        shifts = (known.shifts[log[0], side] for log in s.logs for side in "new")
        return (step for step in shifts if why_not(s, step) is None)
    if s.roll not in (CAPTURE, PUSH):
        return ()
    table = known.captures if s.roll == CAPTURE else known.pushes
    starts = sorted(set(s.loggers[s.mover]))
    near = (table[start, to] for start in starts for to in board.neighbours[start])
    return (step for step in near if why_not(s, step) is None)


def _returns(s: Position) -> Iterator[Step]:
    places, due = words(s.terms.grid).places, going_back(s)
    for seat in due:
        for to in standable(s, seat):
            step = places[seat if len(due) > 1 else None, to]
            if why_not(s, step) is None:
                yield step
