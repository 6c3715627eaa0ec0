"""Weng and Lin's update for players alone, written down anew from their paper (Algorithm 4, with
openskill's default parameters), to be compared with what the store says."""

from collections.abc import Sequence
from math import exp, sqrt

MU, SIGMA, BETA, KAPPA, TAU = 25.0, 25.0 / 3, 25.0 / 6, 0.0001, 25.0 / 300


def updated(
    before: Sequence[tuple[float, float]], places: Sequence[int]
) -> list[tuple[float, float]]:
    """(mu, sigma) of each after a game in which they came to these places."""
    variances = [sigma * sigma + TAU * TAU for _, sigma in before]
    c = sqrt(sum(variance + BETA * BETA for variance in variances))
    strengths = [exp(mu / c) for mu, _ in before]
    after = []
    for i, (mu, _) in enumerate(before):
        omega = delta = 0.0
        for q, place in enumerate(places):
            if place > places[i]:
                continue
            behind = sum(s for s, at in zip(strengths, places, strict=True) if at >= place)
            share = strengths[i] / behind
            ties = sum(at == place for at in places)
            omega += ((1 if q == i else 0) - share) / ties
            delta += share * (1 - share) / ties
        gamma = sqrt(variances[i]) / c
        omega *= variances[i] / c
        delta *= gamma * variances[i] / (c * c)
        after.append((mu + omega, sqrt(variances[i]) * sqrt(max(1 - delta, KAPPA))))
    return after
