"""Logjam for two, looked ahead in: where each roll may lead, as far as it is worth looking at, and
what that is taken to win.

Of runs only the best of each logger is looked at, of shifts only those that somebody is in the way
of: whoever looks at all of them plays no better (docs/computers.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.logjam.machine import Playouts, Race
from rules.logjam.odds import Net, Odds
from rules.logjam.position import DIE, Position
from rules.logjam.weights import NET


class Dice:
    """See rules.game.Dice."""

    def __init__(self, s: Position, net: Net = NET) -> None:
        self.races, self.odds = Playouts(s), Odds(net)

    def place(self, s: Position) -> Race:
        """See rules.game.Dice."""
        return self.races.place(s)

    def over(self, here: Race) -> bool:
        """See rules.game.Dice."""
        return here.over

    def share(self, here: Race) -> float:
        """See rules.game.Dice. Of two who have all loggers home the one whose turn it was wins."""
        if here.over:
            return float(here.home[here.following[here.mover]] < here.each)
        return self.odds.share(here)

    def answers(self, here: Race) -> list[list[Race]]:
        """See rules.game.Dice."""
        return [[*self.turns(here, roll)] for roll in DIE]

    def turns(self, here: Race, roll: int) -> Iterator[Race]:
        """Where a roll may lead."""
        mover, rivals = here.mover, here.others(here.mover)
        for cell in dict.fromkeys(here.cells[mover]):
            to, gain, _, _ = here.river.run(cell, roll, rivals)
            if gain:
                race = here.like()
                race.go(cell, to)
                yield race.passed()
        for race in here.specials(roll):
            race.send_back()
            yield race.passed()
        yield here.like().passed()
