"""How much each part of a position of Logger counts, for whoever waits and for whoever
moves next, in logarithms of the odds to win a game for two.

Fitted on 24 November 2026, by the regression of tests/learn, to 10,151 positions of 400 games (seed
1, 4,000 positions a turn in the middle) that were played with the weights set by hand before. Those
are gone, so `make learn` fits others, to games of today's. docs/computers.md tells what these won.
"""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """points: each, and each from valuation.CLOSE on; hand: the first protester, and each after it;
    room: each square in reach, and being shut in; beside: a tree next to the logger, by its stage
    from seedling to guarded."""

    points: tuple[float, ...]
    hand: tuple[float, ...]
    room: tuple[float, ...]
    beside: tuple[float, ...]


WAITS = Weights(
    points=(0.564, 0.374),
    hand=(0.156, 0.231),
    room=(0.029, -0.589),
    beside=(0.203, 0.094, 0.150, -0.510),
)
MOVES = Weights(
    points=(0.580, 0.461),
    hand=(0.230, 0.010),  # the second was fitted at -0.001, but it breaks ties
    room=(0.060, -0.726),
    beside=(0.130, 0.468, 0.443, -0.495),
)
