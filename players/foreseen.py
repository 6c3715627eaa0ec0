"""A game that the next turn decides, whatever chance does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from players.standing import shared
from rules.game import NATURE, NOBODY, Game, Seat
from rules.play import Way, tried, winners

S = TypeVar("S")
Result: TypeAlias = tuple[Seat, ...]  # the seats that win, several for a draw


def decided(game: Game[S], s: S) -> tuple[float, ...] | None:
    """Every seat's share of the win where the next turn settles it: the player to move can win at
    once, or every legal turn has the same result. None: the game is open."""
    if (mover := game.actor(s)) < 0:
        return None
    results, ends = set[Result](), True
    for _, after in _turns(game, s):
        found = _results(game, after)
        if found == {(mover,)}:
            return shared(game, s, (mover,))
        ends = ends and found is not None
        results |= found or set()
    return shared(game, s, results.pop()) if ends and len(results) == 1 else None


def _turns(game: Game[S], s: S) -> Iterable[Way[S]]:
    if (whole := game.whole(s)) is not None:
        return whole
    return (way for way in tried(game, s) if way is not None)


def _results(game: Game[S], s: S) -> set[Result] | None:
    """The results that chance can still bring. None: the game goes further."""
    if game.actor(s) == NOBODY:
        return {winners(game, s)}
    if game.actor(s) != NATURE:
        return None
    results = set[Result]()
    for step in dict.fromkeys(game.legal(s)):
        if (found := _results(game, game.apply(s, step)[0])) is None:
            return None
        results |= found
    return results
