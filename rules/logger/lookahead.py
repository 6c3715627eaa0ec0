"""Whole turns of Logger: what they can end with, and what one gains, in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations

from rules.game import Seat, Step
from rules.logger.rules import (
    CHOPS,
    PLANTS,
    PROTESTS,
    SEEDLING,
    STOP,
    Phase,
    Position,
    apply,
    chopped,
    choppings,
    felled,
    guarded,
    legal,
    onward,
    plantings,
    protests,
    put,
    reach,
)
from rules.text import Plural, Text

ROOMIER = 3  # squares more to walk to that are worth a word

Steps = tuple[Step, ...]


def prospects(s: Position) -> dict[Step, set[int]]:
    """Every action that some whole turn can end with, growth included, and the squares walked
    to before it."""
    found: dict[Step, set[int]] = {}
    for walk in legal(s):
        for after in _grown(apply(s, walk)[0], set()):
            if after.mover == s.mover and after.phase is Phase.ACT:
                for step in legal(after):
                    found.setdefault(step, set()).add(after.loggers[s.mover])
    return found


def _grown(s: Position, known: set[Position]) -> Iterator[Position]:
    """Every position after the growth, whatever the mover seeds."""
    if s in known:
        return
    known.add(s)
    if s.phase is not Phase.SEED:
        yield s
        return
    for step in legal(s):
        yield from _grown(apply(s, step)[0], known)


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
    """Each action that is legal now, with the position after it; without events, for speed."""
    _, mover, trees, loggers, points, supply, _, _ = s
    phase, seat, stirred = onward(s, max(points), True)
    for cell in plantings(s):
        planted = put(trees, [cell], SEEDLING)
        yield (PLANTS[cell],), Position(phase, seat, planted, loggers, points, supply, (), stirred)
    for cell in choppings(s):
        left, scored, hands = chopped(s, felled(s, cell))
        ending, turn, stir = onward(s, max(scored), True)
        yield (CHOPS[cell],), Position(ending, turn, left, loggers, scored, hands, (), stir)
    able = protests(s)
    for n in range(1, min(supply[mover], len(able)) + 1):
        for cells in combinations(able, n):
            steps = (*(PROTESTS[c] for c in cells), STOP)
            kept, hands = guarded(s, cells)
            yield steps, Position(phase, seat, kept, loggers, points, hands, (), stirred)


def reasons(before: Position, after: Position, seat: Seat) -> list[Text]:
    """See rules.game.Game: what comes at once, what it prepares, and what it spoils."""
    later = () if after.phase is Phase.OVER else _later(before, after, seat)
    return [*_now(before, after, seat), *later]


def _now(before: Position, after: Position, seat: Seat) -> Iterator[Text]:
    if points := after.points[seat] - before.points[seat]:
        yield Plural("wins {n} point", "wins {n} points", points)
    hand = after.supply[seat] - before.supply[seat]
    if hand > 0:
        yield Plural("frees {n} protester", "frees {n} protesters", hand)
    if hand < 0:
        yield Plural("guards {n} tree", "guards {n} trees", -hand)


def _later(before: Position, after: Position, seat: Seat) -> Iterator[Text]:
    if (row := longest(after, seat)) > 1:
        yield Text("sets up a row of {n} trees for next turn", n=row)
    elif row:
        yield Text("sets up a tree to chop next turn")
    rivals = [n for n, cell in enumerate(after.loggers) if n != seat and cell >= 0]
    left = max((longest(after, rival) for rival in rivals), default=0)
    if left < max((longest(before, rival) for rival in rivals), default=0):
        yield (
            Plural(
                "leaves rivals at most {n} tree to chop",
                "leaves rivals at most {n} trees to chop",
                left,
            )
            if left
            else Text("leaves rivals no trees to chop")
        )
    if len(reach(after, after.loggers[seat])) >= len(reach(before, before.loggers[seat])) + ROOMIER:
        yield Text("has more room to walk")


def longest(s: Position, seat: Seat) -> int:
    """How many trees a seat would fell at most if it were its turn."""
    turn = s._replace(phase=Phase.WALK, mover=seat, owing=())
    return max((after.points[seat] for _, after in whole(turn)), default=0) - s.points[seat]
