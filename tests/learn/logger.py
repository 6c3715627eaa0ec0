"""What Logger's weights are learnt from: how much there is of each part of a position."""

from __future__ import annotations

from itertools import chain

from rules.game import Seat
from rules.logger.rules import NEIGHBOURS, PROTESTED, SEEDLING, Position, reach
from rules.logger.valuation import CLOSE
from rules.logger.weights import WAITS, Weights

STAGES = range(SEEDLING, PROTESTED + 1)
PARTS = len([*chain(*WAITS)])


def amounts(s: Position, seat: Seat) -> Weights:
    """What each weight of a seat is multiplied by."""
    cell, points, hand = s.loggers[seat], s.points[seat], s.supply[seat]
    room = len(reach(s, cell))
    near = [s.trees[c] for c in NEIGHBOURS[cell]]
    return Weights(
        points=(points, max(0, points - CLOSE)),
        hand=(min(1, hand), max(0, hand - 1)),
        room=(room, room == 1),
        beside=tuple(near.count(stage) for stage in STAGES),
    )


def row(s: Position) -> list[float]:
    """The amounts of both roles, of the first seat less those of the second: what a lead of the
    first is the sum of, each by its weight; those who wait first."""
    found = []
    for moves in (False, True):
        first, second = (
            [*chain(*amounts(s, seat))] if (s.mover == seat) == moves else [0.0] * PARTS
            for seat in (0, 1)
        )
        found += [a - b for a, b in zip(first, second, strict=True)]
    return found
