"""Which search a game needs, and what a level makes of its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from players.budget import Budget, never
from players.levels import Level
from players.quick import Quick
from players.rollouts import Rollouts
from players.tree import Chance, Tree
from players.ways import Way
from rules.game import Game, Step

S = TypeVar("S")
TOLD = 3  # turns whose value is exact where all are ranked


def ranked(game: Game[S], seen: S, seed: int, budget: Budget, exact: int = TOLD) -> list[Way]:
    """The whole turns of the actor, best first, as the search found them. The first so many have
    their true value; of the others it is only known that they are not better.

    seen: what the actor may see, and nothing else. Raises ValueError where it is no seat's turn."""
    return _ranked(game, seen, Random(seed), budget, exact)


def beside(
    game: Game[S], seen: S, ways: Sequence[Sequence[Step]], seed: int, budget: Budget
) -> list[float]:
    """What some whole turns of the actor are worth, all looked at equally far, in their order.

    seen: what the actor may see, and nothing else."""
    if not game.hidden_information:
        try:
            return tree(game, seen, budget).beside(ways)
        except Chance:
            pass
    return Rollouts(game, seen, budget).beside(ways, Random(seed))


def choose(
    game: Game[S], seen: S, level: Level, seed: int, over: Callable[[], bool] = never
) -> tuple[Step, ...]:
    """One whole turn of the actor, legal on what it sees, as this level plays it. With the same
    arguments and nobody who calls time it is the same turn.

    Raises ValueError where it is no seat's turn."""
    rng = Random(seed)
    ways = _ranked(game, seen, rng, Budget(level.positions, over, level.pace), 1)
    return noticed(ways, level.overlooks, rng).steps


def noticed(ways: Sequence[Way], overlooks: float, rng: Random) -> Way:
    """The best turn that is not overlooked. Whoever overlooks the better half takes the best."""
    better = ways[: (len(ways) + 1) // 2]
    return next((way for way in better if rng.random() >= overlooks), ways[0])


def tree(game: Game[S], seen: S, budget: Budget, exact: int = 1) -> Tree[S]:
    """What looks ahead where nothing is left to chance, by the game's machine if it has one."""
    machine = game.machine(seen)
    if machine is None:
        return Tree(game, seen, budget, exact)
    return Quick(game, seen, budget, machine, exact)


def _ranked(game: Game[S], seen: S, rng: Random, budget: Budget, exact: int) -> list[Way]:
    if game.actor(seen) < 0:
        raise ValueError("it is no seat's turn")
    if not game.hidden_information:
        try:
            return tree(game, seen, budget, exact).ranked(rng)
        except Chance:
            pass
    return Rollouts(game, seen, budget).ranked(rng)
