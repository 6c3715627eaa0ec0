"""Good turns for a player: how much of the win each gives away, and the feared answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from players.choice import beside, ranked
from players.search import WON, Budget, RankedTurn, share_of, shared
from rules.game import NATURE, NOBODY, GameRules, S, Seat, Step
from rules.play import turns, winners

COMPARED = 4  # turns compared with each other
MARGIN: Final = 0.1  # the share of the win that a good turn may give away
MOST = 0.85  # the part of the time until the end of the comparison


class Advised(NamedTuple):
    """A whole turn, judged."""

    steps: tuple[Step, ...]
    share: float  # expected share of the win, from 0 to 1
    lost: float  # share of the win that the best turn has more
    sure: bool  # the search saw the game won or lost to its end
    answer: tuple[Step, ...]  # the best answer; empty after the end or before chance


class Advice(NamedTuple):
    """The good turns of a position."""

    good: tuple[Advised, ...]  # the best turns within the margin, best first
    only: bool  # there are other turns, and none is within the margin

    @property
    def hopeless(self) -> bool:
        """Every turn loses; the good turns are those that may last longest."""
        return self.good[0].sure and self.good[0].share < MARGIN


def advice(
    game: GameRules[S],
    seen: S,
    seed: int,
    positions: int,
    pace: int = 1,
    passed: Callable[[], float] = lambda: 0.0,
) -> Advice:
    """The good turns of the actor. Raises ValueError if no seat is to move.

    seen: the actor's view; positions, pace: see Budget; passed: the part of the time that is over,
    from 0 to 1.
    """
    first = Budget(positions // 2, lambda: passed() > 0.5, pace)
    found = ranked(game, seen, seed, first, exact=COMPARED)
    ways = ideas(game, found)
    few = [way for way in ways[:COMPARED] if way in found[:COMPARED] or passed() <= MOST]
    if len(few) > 1 and passed() <= MOST:  # search these again, equally far
        again = Budget(positions // 2, lambda: passed() > MOST, pace)
        values = beside(game, seen, [way.steps for way in few], seed + 1, again)
        few = [  # a turn that was followed to the end of the game keeps its value
            way if abs(way.value) >= WON else RankedTurn(way.steps, value)
            for way, value in zip(few, values, strict=True)
        ]
        few.sort(key=lambda way: -way.value)
    best = share_of(game, few[0].value)
    near = [way for way in few if best - share_of(game, way.value) <= MARGIN]
    good = []
    for way in near[:3]:
        budget = Budget(positions // 10, lambda: passed() > 1, pace)
        share, sure = share_of(game, way.value), abs(way.value) >= WON
        answer = _answer(game, seen, way, seed, budget)
        good.append(Advised(way.steps, share, best - share, sure, answer))
    return Advice(tuple(good), only=len(near) == 1 < len(ways))


def ideas(game: GameRules[S], ways: Iterable[RankedTurn]) -> list[RankedTurn]:
    """The first turn of each idea, in order."""
    first: dict[tuple[Step, ...], RankedTurn] = {}
    for way in ways:
        first.setdefault(tuple(game.idea(way.steps)), way)
    return list(first.values())


def _answer(
    game: GameRules[S], seen: S, way: RankedTurn, seed: int, budget: Budget
) -> tuple[Step, ...]:
    """The next seat's best answer; empty if the game has secrets or no other seat is next."""
    s, seat = seen, game.actor(seen)
    for step in way.steps:
        s, _ = game.apply(s, step)
    if game.hidden_information or game.actor(s) < 0 or game.actor(s) == seat:
        return ()
    return ranked(game, s, seed, budget, 1)[0].steps


def decided(game: GameRules[S], s: S) -> tuple[float, ...] | None:
    """Each seat's share of the win if the next turn settles the game, None if it is open.

    The mover can win at once, or every legal turn has the same result."""
    if (mover := game.actor(s)) < 0:
        return None
    results, ends = set[tuple[Seat, ...]](), True
    whole = game.whole(s)
    for _, after in turns(game, s) if whole is None else whole:
        found = _results(game, after)
        if found == {(mover,)}:
            return shared(game, s, (mover,))
        ends = ends and found is not None
        results |= found or set()
    return shared(game, s, results.pop()) if ends and len(results) == 1 else None


def _results(game: GameRules[S], s: S) -> set[tuple[Seat, ...]] | None:
    """The winners that chance can still bring, several for a draw; None if a player moves first."""
    if game.actor(s) == NOBODY:
        return {winners(game, s)}
    if game.actor(s) != NATURE:
        return None
    results = set[tuple[Seat, ...]]()
    for step in dict.fromkeys(game.legal(s)):
        if (found := _results(game, game.apply(s, step)[0])) is None:
            return None
        results |= found
    return results
