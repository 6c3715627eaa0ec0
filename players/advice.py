"""Good turns for whoever asks: how much each gives away beside the best, and what is feared.

    ranked, with half of the budget ──> the best few ──beside──> all looked at equally far
                                                         └──> what answers each of them

What gives away more than a margin is not called good, however few are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeVar

from players.budget import Budget
from players.choice import beside, ranked
from players.standing import WON, share_of
from players.ways import Way
from rules.game import Game, Step

S = TypeVar("S")

LOOKED, TOLD = 4, 3  # turns that are held against each other, and that are told
MARGIN: Final = 0.1  # of the win: what gives away more is not good
HALF, MOST = 0.5, 0.85  # of the time: for all turns, and for the few that are looked at again
ANSWERS = 10  # an answer is looked for with a part of the positions


class Advised(NamedTuple):
    """A whole turn. share: what it is taken to win, from 0 to 1; lost: how much of the win it gives
    away beside the best; sure: that it wins, or loses, was followed to the end; answer: what is
    feared most, empty where the game is over or chance comes first."""

    steps: tuple[Step, ...]
    share: float
    lost: float
    sure: bool
    answer: tuple[Step, ...]


class Advice(NamedTuple):
    """good: the best turns, the best first, none of which gives away more than the margin; only:
    there are others, and all of them do."""

    good: tuple[Advised, ...]
    only: bool

    @property
    def hopeless(self) -> bool:
        """Whatever is played loses, so that nothing is good; these are what may last longest."""
        return self.good[0].sure and self.good[0].share < MARGIN


def advice(
    game: Game[S],
    seen: S,
    seed: int,
    positions: int,
    pace: int = 1,
    passed: Callable[[], float] = lambda: 0.0,
) -> Advice:
    """The good turns of the actor. positions, pace: see players.Budget; passed: which part of the
    time is over, from 0 to 1.

    seen: what the actor may see, and nothing else. Raises ValueError where it is no seat's turn."""
    first = Budget(positions // 2, lambda: passed() > HALF, pace)
    found = ranked(game, seen, seed, first, exact=LOOKED)
    ways = ideas(game, found)
    few = [way for way in ways[:LOOKED] if way in found[:LOOKED] or passed() <= MOST]
    few = _looked_again(game, seen, few, seed, positions // 2, pace, passed)
    best = share_of(game, few[0].value)
    near = [way for way in few if best - share_of(game, way.value) <= MARGIN]
    good = []
    for way in near[:TOLD]:
        budget = Budget(positions // ANSWERS, lambda: passed() > 1, pace)
        share, sure = share_of(game, way.value), abs(way.value) >= WON
        answer = _answer(game, seen, way, seed, budget)
        good.append(Advised(way.steps, share, best - share, sure, answer))
    return Advice(tuple(good), only=len(near) == 1 < len(ways))


def ideas(game: Game[S], ways: Iterable[Way]) -> list[Way]:
    """The first turn of each idea, in their order."""
    first: dict[tuple[Step, ...], Way] = {}
    for way in ways:
        first.setdefault(tuple(game.idea(way.steps)), way)
    return list(first.values())


def _looked_again(
    game: Game[S],
    seen: S,
    ways: list[Way],
    seed: int,
    positions: int,
    pace: int,
    passed: Callable[[], float],
) -> list[Way]:
    """These turns, the best first, each judged anew with an equal part of the budget. One that was
    followed to the end of the game keeps its value."""
    if len(ways) == 1 or passed() > MOST:
        return ways
    budget = Budget(positions, lambda: passed() > MOST, pace)
    values = beside(game, seen, [way.steps for way in ways], seed + 1, budget)
    again = [
        way if abs(way.value) >= WON else Way(way.steps, value)
        for way, value in zip(ways, values, strict=True)
    ]
    return sorted(again, key=lambda way: -way.value)


def _answer(game: Game[S], seen: S, way: Way, seed: int, budget: Budget) -> tuple[Step, ...]:
    """What the next seat is taken to answer, where nothing is hidden and it is its turn."""
    s, seat = seen, game.actor(seen)
    for step in way.steps:
        s, _ = game.apply(s, step)
    if game.hidden_information or game.actor(s) < 0 or game.actor(s) == seat:
        return ()
    return ranked(game, s, seed, budget, 1)[0].steps
