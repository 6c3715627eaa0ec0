"""How long a computer player may think, without knowing what time it is."""

from __future__ import annotations

from collections.abc import Callable


def never() -> bool:
    """Never stop early: there is no time limit."""
    return False


class Budget:
    """Positions that may still be looked at.

    over: asked now and then whether time is up; whoever hands it in knows a clock. The same
    number of positions without it leads to the same turn. pace: how many times as many positions
    there are where a game's machine is looked with."""

    EVERY = 64  # positions between two questions

    def __init__(self, positions: int, over: Callable[[], bool] = never, pace: int = 1) -> None:
        self.left, self.spent, self._over = positions, 0, over
        self._asked, self._pace = 0, pace
        self.over = False  # time has been called

    def spend(self, positions: int) -> None:
        """Count positions as examined."""
        self.spent += positions
        self.left -= positions
        if self.spent >= self._asked + self.EVERY:
            self._asked = self.spent
            if self._over():
                self.left, self.over = 0, True

    def quicken(self) -> None:
        """They are looked at with a machine, so there are `pace` times as many."""
        self.left, self._pace = self.left * self._pace, 1

    @property
    def done(self) -> bool:
        """Nothing is left of it."""
        return self.left <= 0
