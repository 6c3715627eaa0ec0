"""What a position of Logger is worth to a seat, in points: enough to name a sensible turn first,
and what computer players look ahead for.

How much each part counts was found by comparing some thousand positions of games between computer
players with who won them.
"""

from __future__ import annotations

from rules.game import Seat
from rules.logger.position import NEIGHBOURS, Position, reach

CLOSE = 6  # points from which each one more is harder for the others to make good
CLOSER = 0.6
FIRST, MORE = 1.1, 0.35  # protesters in hand: the first, and each after it
ROOM = 0.27  # for each square that may be walked to: who is shut in fells nothing
BESIDE = (0.0, 0.6, 0.9, 0.6, -0.5)  # a tree beside one's logger, by its stage; guarded in the way
OUTWEIGHS = 10  # more than all that a turn can change besides


def worth(s: Position, seat: Seat) -> float:
    """Points and protesters, the more the closer to the end; room to walk, and trees to grow and
    fell beside oneself."""
    cell, trees, points, hand = s.loggers[seat], s.trees, s.points[seat], s.supply[seat]
    value = points + CLOSER * max(0, points - CLOSE) + ROOM * len(reach(s, cell))
    if hand:
        value += FIRST + MORE * (hand - 1)
    for beside in NEIGHBOURS[cell]:
        value += BESIDE[trees[beside]]
    return value


def appeal(s: Position, seat: Seat) -> float:
    """The same with points before all else: they are the goal, so an example gets what it can."""
    return OUTWEIGHS * s.points[seat] + worth(s, seat)
