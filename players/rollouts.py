"""Where dice are rolled or hands are hidden: turns are compared by what may come of them."""

from __future__ import annotations

from random import Random
from typing import Generic, TypeVar

from players.budget import Budget
from players.standing import Standing
from players.ways import Way, reached
from rules.game import Game

S = TypeVar("S")


class Rollouts(Generic[S]):
    """So far: by how the seat stands after its own turn, as it sees it."""

    def __init__(self, game: Game[S], seen: S, budget: Budget) -> None:
        self.game, self.seen, self.budget = game, seen, budget
        self.standing = Standing(game, game.actor(seen), seen)

    def ranked(self, rng: Random) -> list[Way]:
        """The turns of the position, best first."""
        turns = reached(self.game, self.seen, self.standing, self.budget)
        rng.shuffle(turns)
        turns.sort(key=lambda turn: turn.value, reverse=True)
        return [turn.way for turn in turns]
