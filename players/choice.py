"""Which search a game needs, and what a level makes of its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from players.budget import Budget, never
from players.levels import Level
from players.quick import Quick
from players.rollouts import Rollouts
from players.standing import WON, Standing, share_of
from players.tree import Chance, Tree
from players.ways import ALL, Way, reached
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
    rng, budget = Random(seed), Budget(level.positions, over, level.pace)
    if level.first_sight:
        return _at_first_sight(game, seen, level, rng, budget)
    return _ranked(game, seen, rng, budget, 1)[0].steps


def _at_first_sight(
    game: Game[S], seen: S, level: Level, rng: Random, budget: Budget
) -> tuple[Step, ...]:
    """A turn as somebody plays it who looks at nobody's answer: what wins at once, else what gets
    the most, else what looks good, but for what they overlook. What they do instead is not much
    worse by what they see; what it brings about they find out later."""
    if (seat := game.actor(seen)) < 0:
        raise ValueError("it is no seat's turn")
    turns = reached(game, seen, Standing(game, seat, seen), budget, ALL)
    rng.shuffle(turns)
    best = max(turns, key=lambda turn: turn.value)
    if best.value >= WON:
        return best.steps
    most = max(catches := [game.catch(seen, turn.after, seat) for turn in turns])
    good = [turn for turn, catch in zip(turns, catches, strict=True) if catch == most]
    good.sort(key=lambda turn: turn.value, reverse=True)
    least = share_of(game, good[0].value) - level.gives
    noticed = (turn for turn in good if rng.random() >= level.first_sight)
    near = (turn for turn in noticed if share_of(game, turn.value) >= least)
    return next(near, good[0]).steps


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
