"""Logistic regression in plain Python: weights whose sum gives the chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

Row = Sequence[float]
Sample = tuple[list[float], float]  # a position's row, and its player's win of the game


def fitted(rows: Sequence[Row], won: Sequence[float], ridge: float) -> list[float]:
    """The weights that make the results likeliest, by Newton's method. won: from 0 to 1, for each
    row; ridge: how strongly weights are held near 0, which keeps rare ones small."""
    weights = [0.0] * len(rows[0])
    sparse = [[(i, x) for i, x in enumerate(row) if x] for row in rows]
    for _ in range(8):  # rounds: it converges in fewer
        gradient = [-ridge * weight for weight in weights]
        curve = [[ridge * (i == j) for j in range(len(weights))] for i in range(len(weights))]
        for row, share in zip(sparse, won, strict=True):
            chance = likely(sum(weights[i] * x for i, x in row))
            sure = chance * (1 - chance)
            for i, x in row:
                gradient[i] += (share - chance) * x
                line, scaled = curve[i], sure * x
                for j, y in row:
                    line[j] += scaled * y
        weights = [a + b for a, b in zip(weights, solved(curve, gradient), strict=True)]
    return weights


def chance(weights: Row, row: Row) -> float:
    """The chance to win where a row has these weights."""
    return likely(sum(w * x for w, x in zip(weights, row, strict=True)))


def likely(lead: float) -> float:
    """The chance to win with so large a lead, in logarithms of the odds."""
    return 1 / (1 + exp(-max(-40.0, min(lead, 40.0))))


def solved(matrix: Sequence[Row], right: Row) -> list[float]:
    """x where matrix · x = right; the matrix is symmetric and positive (Gauss's elimination)."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(lines)
    for i in range(size):
        pivot = lines[i][i]
        lines[i] = [value / pivot for value in lines[i]]
        for k in range(size):
            if k != i and (factor := lines[k][i]):
                lines[k] = [a - factor * b for a, b in zip(lines[k], lines[i], strict=True)]
    return [line[-1] for line in lines]
