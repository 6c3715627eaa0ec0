"""Which steps of a turn leave no choice, found by looking ahead.

A step that stands in every completion of the turn, and whose moment makes no difference, needs no
saying. Nothing is known here of a game but four of its methods.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

S = TypeVar("S")
X = TypeVar("X")  # a step

MOST_POSITIONS = 200  # positions looked at before a step is taken to be a choice


class Turns(Protocol[S, X]):
    """The part of rules.game.Game by which a turn is searched."""

    def actor(self, s: S) -> int: ...
    def legal(self, s: S) -> list[X]: ...
    def why_not(self, s: S, step: X) -> object: ...
    def apply(self, s: S, step: X) -> tuple[S, Any]: ...


def foreseen(game: Turns[S, X], s: S, patience: int = MOST_POSITIONS) -> X | None:
    """The first forced step, found by looking ahead at no more than `patience` positions."""
    options = game.legal(s)
    if len(options) == 1:
        return options[0]
    futures = _Futures(game, patience)
    return next((x for x in options if futures.patience > 0 and futures.inevitable(s, x)), None)


def converges(game: Turns[S, X], s: S, patience: int = MOST_POSITIONS) -> bool:
    """Whatever is said from here on, the turn ends in one position; found by looking at no more
    than `patience` positions."""
    seat, known, end = game.actor(s), {s}, None
    waiting = [(s, iter(game.legal(s)))]
    while waiting and patience > len(known):
        here, steps = waiting[-1]
        if (step := next(steps, None)) is None:
            waiting.pop()
            continue
        there, _ = game.apply(here, step)
        if there in known:
            continue
        if game.actor(there) == seat:
            known.add(there)
            waiting.append((there, iter(game.legal(there))))
        elif end is None:
            end = there
        elif end != there:
            return False
    return not waiting and end is not None


class _Futures(Generic[S, X]):
    """Which steps stand in every completion of a turn, whatever else is said, and lead to the
    same position whenever they are said. patience: positions that may still be looked at."""

    def __init__(self, game: Turns[S, X], patience: int) -> None:
        self.game, self.patience = game, patience
        self.after: dict[tuple[S, X], S] = {}

    def then(self, s: S, step: X) -> S:
        if (s, step) not in self.after:
            self.after[s, step] = self.game.apply(s, step)[0]
        return self.after[s, step]

    def inevitable(self, s: S, x: X) -> bool:
        """`x` is said sooner or later on every way from `s`: as long as it is not, nothing that
        could be said instead gets in its way."""
        waiting, known = [s], {s}
        while waiting:
            here = waiting.pop()
            self.patience -= 1
            others = [y for y in self.game.legal(here) if y != x]
            if self.patience < 0 or not all(self.commute(here, x, y) for y in others):
                return False
            fresh = {self.then(here, y) for y in others} - known
            known |= fresh
            waiting += fresh
        return True

    def commute(self, s: S, x: X, y: X) -> bool:
        """Either may be said first in the same turn, and the position is the same."""
        seat, after_y = self.game.actor(s), self.then(s, y)
        if self.game.actor(after_y) != seat or self.game.why_not(after_y, x) is not None:
            return False
        after_x = self.then(s, x)
        if self.game.actor(after_x) != seat or self.game.why_not(after_x, y) is not None:
            return False
        return self.then(after_y, x) == self.then(after_x, y)
