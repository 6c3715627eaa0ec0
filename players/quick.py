"""Looking ahead on a machine of the game's own, where there are two and no chance: the same as
players.tree, but for what makes it quick.

    root ── by the rules, like every search
     └── search: a position's whole turns, the best at first sight in front
          └── best: the last turn of each line is valued and never built

What was found out about a position is kept for the next round, and after the first answer the
others only have to be shown to be no better.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf, nextafter
from typing import Any, Generic, NamedTuple, TypeVar

from players.budget import Budget
from players.standing import WON
from players.tree import Spent, Tree
from players.ways import Reached
from rules.game import NOBODY, Game, Machine

S = TypeVar("S")
P = TypeVar("P", bound=Hashable)
T = TypeVar("T", bound=tuple[Any, ...])

WIDE, NARROW = 2, 16  # after so many turns, only so many of a position's turns are followed


class Known(NamedTuple):
    """What a search so deep has found out about a position: its mover's value lies from `least` to
    `most`; first: which of its turns was best."""

    depth: int
    least: float
    most: float
    first: int


class Quick(Tree[S], Generic[S, P, T]):
    """The positions that can come of one, as the game's machine sees them."""

    def __init__(
        self, game: Game[S], s: S, budget: Budget, machine: Machine[S, P, T], exact: int = 1
    ) -> None:
        super().__init__(game, s, budget, exact)
        budget.quicken()
        self.machine = machine
        self.found: dict[P, Known] = {}
        self.followed: dict[P, list[T]] = {}
        self.ends = 0  # lines that were followed to their end

    @property
    def size(self) -> int:
        return self.ends

    def value(self, turn: Reached[S], depth: int, low: float, high: float) -> float:
        if depth == 0 or self.game.actor(turn.after) == NOBODY:
            return turn.value
        here = self.machine.place(turn.after)
        return min(max(-self.search(here, depth, -high, -low), -WON), WON)

    def search(self, here: P, depth: int, low: float, high: float) -> float:
        """What a position is worth to its mover so many turns ahead: exactly, if that is between
        low and high."""
        if self.budget.done:
            raise Spent
        if depth == 1:
            self.ends += 1
            value, looked = self.machine.best(here, high)
            self.budget.spend(looked)
            return value
        known, first = self.found.get(here), 0
        if known is not None:
            first = known.first
            if known.depth == depth:
                if known.least >= high or known.least == known.most:
                    return known.least
                if known.most <= low:
                    return known.most
        turns = self.turns_of(here)
        wide = len(turns) if self.depth - depth < WIDE else NARROW
        best, chosen, floor = -inf, first, low
        for n in order(first, min(wide, len(turns))):
            value = turns[n][0]
            after = self.machine.after(here, turns[n])
            if after is not None:
                value = -self.answer(after, depth - 1, floor, high, best > -inf)
            if value > best:
                best, chosen = value, n
                floor = max(floor, value)
                if floor >= high:
                    break
        least = best if best > low else -inf
        most = best if best < high else inf
        self.found[here] = Known(depth, least, most, chosen)
        return best

    def answer(self, after: P, depth: int, low: float, high: float, later: bool) -> float:
        """What a turn is worth to whoever answers it. later: it is not the first that was looked
        at, so it is enough to show that it is no better, as it mostly is."""
        if later and low > -inf:
            above = nextafter(low, inf)
            value = self.search(after, depth, -above, -low)
            if -value <= low or -value >= high:
                return value
        return self.search(after, depth, -high, -low)

    def turns_of(self, here: P) -> list[T]:
        """The whole turns of a position, what its mover likes best at first sight in front."""
        turns = self.followed.get(here)
        if turns is None:
            turns = self.followed[here] = self.machine.turns(here)
            self.budget.spend(len(turns))
        return turns


def order(first: int, many: int) -> list[int]:
    """So many turns, the one that was best before in front."""
    if first == 0:
        return list(range(many))
    return [first, *(n for n in range(many) if n != first)]
