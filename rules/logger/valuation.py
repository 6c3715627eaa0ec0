"""What a position of Logger is worth to a seat, roughly: enough to name a sensible turn first."""

from __future__ import annotations

from rules.game import Seat
from rules.logger.position import CROSSES, MATURE, NEIGHBOURS, SAPLING, SEEDLING, Position

POINT = 5.0  # more than all that can stand around one
NEAR = {SEEDLING: 0.3, SAPLING: 0.6, MATURE: 0.9}  # a tree beside one's logger, by its stage
IN_LINE = 0.05  # a young tree that one's next step may let grow
PROTESTER = 0.8  # in hand


def worth(s: Position, seat: Seat) -> float:
    """Points, protesters in hand, and trees that one stands beside or in line with, less half of
    what the best of the others has of it."""
    here = [_own(s, each) for each, cell in enumerate(s.loggers) if cell >= 0 and each != seat]
    return _own(s, seat) - 0.5 * max(here, default=0.0)


def _own(s: Position, seat: Seat) -> float:
    cell = s.loggers[seat]
    near = sum(NEAR.get(s.trees[c], 0.0) for c in NEIGHBOURS[cell])
    young = sum(s.trees[c] in (SEEDLING, SAPLING) for c in CROSSES[cell])
    return POINT * s.points[seat] + PROTESTER * s.supply[seat] + near + IN_LINE * young
