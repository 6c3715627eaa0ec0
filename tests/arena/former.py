"""Strong computers of before, whom today's have to beat.

Logger's until 24 November 2026 looked ahead by the rules, with weights that were set by hand and
30,000 positions. Logjam's and Forest Fellers' until 26 November 2026 played two rounds on, and went
by steps and turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.fellers import Fellers
from rules.fellers.position import Position as River
from rules.fellers.river import read_all
from rules.game import Seat
from rules.logger import Logger
from rules.logger.rules import NEIGHBOURS, Position, reach
from rules.logjam import Logjam
from rules.logjam.position import Position as Race
from seeds import rivers

CLOSE, CLOSER = 6, 0.6
FIRST, MORE, ROOM = 1.1, 0.35, 0.27
BESIDE = (0.0, 0.6, 0.9, 0.6, -0.5)


class FormerLogger(Logger):
    """Logger by its rules of today, valued by hand and looked ahead in by the rules alone."""

    lead = 2.0

    def worth(self, s: Position, seat: Seat) -> float:
        cell, trees, points, hand = s.loggers[seat], s.trees, s.points[seat], s.supply[seat]
        value = points + CLOSER * max(0, points - CLOSE) + ROOM * len(reach(s, cell))
        if hand:
            value += FIRST + MORE * (hand - 1)
        for beside in NEIGHBOURS[cell]:
            value += BESIDE[trees[beside]]
        return value

    def machine(self, s: Position) -> None:
        return None


class FormerLogjam(Logjam):
    """Logjam without a machine."""

    def dice(self, s: Race) -> None:
        return None

    def playouts(self, s: Race) -> None:
        return None


class FormerFellers(Fellers):
    """Forest Fellers without a machine."""

    def playouts(self, s: River) -> None:
        return None


FORMER: Mapping[str, Any] = {
    "logger": FormerLogger(),
    "logjam": FormerLogjam(),
    "fellers": FormerFellers(read_all(rivers())),
}
