"""A cup: who loses is out. The bracket is that of tennis and chess: the first two starting numbers
can meet in the final alone, and where the entrants are no power of two, the first ones have a bye
in the first round."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.seasons.pairing import seated
from bot.features.seasons.season import Pairing


def bracket(entrants: int) -> list[int | None]:
    """The starting numbers from the top of the bracket to its foot; None: nobody. Neighbours meet,
    then the winners of neighbours."""
    order = [0]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [each for n in order for each in (n, size - 1 - n)]
    return [n if n < entrants else None for n in order]


def knock_out(
    entrants: int, there: Sequence[int], pairings: Sequence[Pairing], round: int
) -> list[tuple[int, int | None]]:
    """The pairs of a round; who has nobody to meet has a bye. Empty: nobody is left."""
    left = [n if n in there else None for n in survivors(entrants, pairings, round)]
    pairs = zip(left[::2], left[1::2], strict=True)
    return [_met(a, b, pairings) for a, b in pairs if a is not None or b is not None]


def survivors(entrants: int, pairings: Sequence[Pairing], round: int) -> list[int | None]:
    """Who is still in the bracket when a round begins, from its top to its foot."""
    left = bracket(entrants)
    for n in range(1, round):
        winners = {each: p.winner for p in pairings if p.round == n for each in p.there}
        pairs = zip(left[::2], left[1::2], strict=True)
        left = [next((winners[each] for each in pair if each in winners), None) for pair in pairs]
    return left


def _met(a: int | None, b: int | None, pairings: Sequence[Pairing]) -> tuple[int, int | None]:
    if a is None or b is None:
        (alone,) = (each for each in (a, b) if each is not None)
        return alone, None
    return seated(a, b, pairings)
