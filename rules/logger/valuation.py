"""How well a seat of Logger stands: a sum of what it has and of what is around its logger, each by
its weight (weights.py), so that a lead is the logarithm of the odds to win a game for two."""

from __future__ import annotations

from functools import lru_cache

from rules.game import Seat
from rules.logger.rules import NEIGHBOURS, Position, reach
from rules.logger.weights import MOVES, WAITS

CLOSE = 6  # points from which each one more is harder for the others to make good
OUTWEIGHS = 10  # more than all that a turn can change besides
ROLES = (WAITS, MOVES)  # by whether it is a seat's turn


def worth(s: Position, seat: Seat) -> float:
    """What a seat has, and what is around its logger."""
    moves, cell = s.mover == seat, s.loggers[seat]
    value = holdings(s.points[seat], s.supply[seat], moves)
    beside, trees = ROLES[moves].beside, s.trees
    for near in NEIGHBOURS[cell]:
        if trees[near]:
            value += beside[trees[near] - 1]
    return value + roomy(len(reach(s, cell)), moves)


def appeal(s: Position, seat: Seat) -> float:
    """`worth` with points before all else: they are the goal, so an example gets what it can."""
    return OUTWEIGHS * s.points[seat] + worth(s, seat)


def liking(s: Position, seat: Seat) -> float:
    """What a seat has. Who begins forgets the trees that grow, and where they may walk next."""
    return holdings(s.points[seat], s.supply[seat], s.mover == seat)


@lru_cache(maxsize=1 << 10)
def holdings(points: int, hand: int, moves: bool) -> float:
    """What points and protesters in hand are worth."""
    weights = ROLES[moves]
    each, close = weights.points
    value = each * points + close * max(0, points - CLOSE)
    if hand:
        first, more = weights.hand
        value += first + more * (hand - 1)
    return value


@lru_cache(maxsize=1 << 10)
def roomy(room: int, moves: bool) -> float:
    """What it is worth to be able to walk to so many squares, one's own included."""
    each, shut = ROLES[moves].room
    return each * room + shut * (room == 1)
