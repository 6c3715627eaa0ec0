"""Looking back at a game: the turns that gave most away, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import maxsize
from typing import NamedTuple, TypeVar

from players.budget import Budget, never
from players.choice import ranked
from players.ways import Way
from rules.game import Game, Step

S = TypeVar("S")

GLANCE, LOOK = 1_500, 20_000  # positions for each turn at first, and for each of a few that matter
FEW = 8  # turns that are looked at twice


class Turned(NamedTuple):
    """A turn that gave something away: which of those handed in, how it was played, and what was
    better, both as good as the search found them."""

    n: int
    played: Way
    better: Way

    @property
    def lost(self) -> float:
        """How much was given away."""
        return self.better.value - self.played.value


def turning_points(
    game: Game[S],
    turns: Sequence[tuple[S, Sequence[Step]]],
    seed: int,
    most: int = 3,
    over: Callable[[], bool] = never,
) -> list[Turned]:
    """The turns that gave most away, in the order in which they were played.

    turns: what whoever played each of them saw before, and what they did. All are glanced at, and
    those that seem to matter are looked at again; over: asked now and then whether time is up."""
    glanced = _given_away(game, enumerate(turns), seed, GLANCE, over)
    few = sorted(turned.n for turned in glanced[:FEW])
    looked = _given_away(game, ((n, turns[n]) for n in few), seed, LOOK, over)
    return sorted(looked[:most], key=lambda turned: turned.n)


def _given_away(
    game: Game[S],
    turns: Iterable[tuple[int, tuple[S, Sequence[Step]]]],
    seed: int,
    positions: int,
    over: Callable[[], bool],
) -> list[Turned]:
    """Those that gave something away, the most first; without those that time did not allow."""
    found = []
    for n, (seen, steps) in turns:
        turned = None if over() else compared(game, seen, steps, seed, Budget(positions, over))
        if turned is not None and turned.lost > 0:
            found.append(turned._replace(n=n))
    return sorted(found, key=lambda turned: -turned.lost)


def compared(
    game: Game[S], seen: S, steps: Sequence[Step], seed: int, budget: Budget
) -> Turned | None:
    """A turn beside the best; None where there was no choice, or it was not looked at."""
    ways = ranked(game, seen, seed, budget, exact=maxsize)
    reached = _after(game, seen, steps)
    played = next((way for way in ways if _after(game, seen, way.steps) == reached), None)
    return None if played is None or len(ways) == 1 else Turned(0, played, ways[0])


def _after(game: Game[S], s: S, steps: Sequence[Step]) -> S:
    for step in steps:
        s, _ = game.apply(s, step)
    return s
