"""Every whole turn of Logger at once, for who looks ahead: computer players look at some ten
thousand of them in a turn. What they are stands in targets.py and effects.py; here only the last
step, of which there are most, is taken without its events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import combinations

from rules.game import Step
from rules.logger.effects import apply, onward
from rules.logger.position import EMPTY, PROTESTED, SEEDLING, Phase, Position, felled
from rules.logger.steps import CHOPS, PLANTS, PROTESTS, STOP, legal
from rules.logger.targets import choppings, plantings, protests

Steps = tuple[Step, ...]


def whole(s: Position) -> Iterator[tuple[Steps, Position]]:
    """Exactly what rules.play.turns finds: each whole turn of the mover with the position after it,
    of which every one comes once. What a turn can begin with comes in rotation."""
    known = {s}
    due: deque[list[tuple[Steps, Position]]] = deque([[((), s)]])
    while due:
        begun = due.popleft()
        steps, here = begun.pop()
        if here.phase is Phase.ACT:
            # No two are alike: what is planted lies beside the logger, what was seeded never does.
            for last, after in _acted(here):
                yield steps + last, after
        else:
            for step in legal(here):
                there, _ = apply(here, step)
                if there in known:
                    continue
                known.add(there)
                so_far = *steps, step
                if there.mover != s.mover or there.phase is Phase.OVER:
                    yield so_far, there
                elif steps:
                    begun.append((so_far, there))
                else:
                    due.append([(so_far, there)])
        if begun:
            due.append(begun)


def _acted(s: Position) -> Iterator[tuple[Steps, Position]]:
    """Each action that is legal now, with the position after it."""
    _, mover, trees, loggers, points, supply, _, _ = s
    phase, seat, stirred = onward(s, max(points), True)
    for cell in plantings(s):
        planted = (*trees[:cell], SEEDLING, *trees[cell + 1 :])
        yield (PLANTS[cell],), Position(phase, seat, planted, loggers, points, supply, (), stirred)
    for cell in choppings(s):
        yield (CHOPS[cell],), _chopped(s, cell)
    able = protests(s)
    for n in range(1, min(supply[mover], len(able)) + 1):
        left = (*supply[:mover], supply[mover] - n, *supply[mover + 1 :])
        for cells in combinations(able, n):
            guarded = _with(trees, cells, PROTESTED)
            words = (*(PROTESTS[c] for c in cells), STOP)
            yield words, Position(phase, seat, guarded, loggers, points, left, (), stirred)


def _chopped(s: Position, at: int) -> Position:
    """The position after a row has fallen."""
    _, mover, trees, loggers, points, supply, _, _ = s
    fallen = felled(s, at)
    freed = sum(trees[c] == PROTESTED for c in fallen)
    points = (*points[:mover], points[mover] + len(fallen), *points[mover + 1 :])
    supply = (*supply[:mover], supply[mover] + freed, *supply[mover + 1 :])
    phase, seat, stirred = onward(s, max(points), True)
    cleared = _with(trees, fallen, EMPTY)
    return Position(phase, seat, cleared, loggers, points, supply, (), stirred)


def _with(trees: tuple[int, ...], cells: Iterable[int], stage: int) -> tuple[int, ...]:
    """The trees with some of them at another stage."""
    changed = list(trees)
    for cell in cells:
        changed[cell] = stage
    return tuple(changed)
