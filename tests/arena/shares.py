"""How sure a share of games won is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import log10, sqrt

Z = 1.96  # 95 of 100 such intervals hold the true share


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval in which the true share lies (E. B. Wilson, 1927). Draws count as parts."""
    share, z = won / games, Z * Z / games
    middle = (share + z / 2) / (1 + z)
    around = Z * sqrt(share * (1 - share) / games + z / (4 * games)) / (1 + z)
    return max(0.0, middle - around), min(1.0, middle + around)


def told(won: float, games: int) -> str:
    """A share in words: a percentage, the number of games, and the interval."""
    low, high = (100 * bound for bound in wilson(won, games))
    return f"{100 * won / games:.1f} % of {games} games ({low:.1f} to {high:.1f})"


def ratings(shares: Sequence[float]) -> list[int]:
    """The ratings of players who win these shares, each against the one before, the weakest first:
    as in chess 400 points more win ten games of eleven. Rounded to tens; the middle one has
    1500."""
    gaps = (400 * log10(share / (1 - share)) for share in shares)
    points = [*accumulate(gaps, initial=0.0)]
    middle = points[len(points) // 2]
    return [10 * round((1500 + each - middle) / 10) for each in points]


def decided(won: float, games: int, share: float | None) -> bool:
    """Whether the interval lies on one side of a share, which shows the greater one."""
    if share is None or not games:
        return False
    low, high = wilson(won, games)
    return share < low or high < share
