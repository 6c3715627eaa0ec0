"""Looking back at a game: the turns that gave most away, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from sys import maxsize
from typing import Any, NamedTuple, TypeVar

from players.budget import Budget, never
from players.choice import beside, ranked
from players.standing import share_of
from players.ways import Way
from rules.game import Game, Step

S = TypeVar("S")

GLANCE, LOOK = 1_500, 20_000  # positions for each turn at first, and for each of a few that matter
GLIMPSE = 150  # positions for each turn where somebody waits for a first answer
FEW = 8  # turns that are looked at twice
CHECK, CHECKS = 10_000, 4  # positions for a turn beside a better one at first; how often it is held
LAST, SURE = 160_000, 0.05  # positions for the last time, and how much is given away then too
PACE = 6  # times as many, where the game has a machine
LEAST = 0.02  # of the win: what gives away less is no turning point
HOPE = 0.3  # of the win: where also the better turn leaves less, the game had turned before


class Turned(NamedTuple):
    """A turn that gave something away: which of those handed in, how it was played, and what was
    better, both as good as the search found them; lost: how much of the win was given away."""

    n: int
    played: Way
    better: Way
    lost: float


def turning_points(
    game: Game[S],
    turns: Sequence[tuple[S, Sequence[Step]]],
    seed: int,
    most: int = 3,
    over: Callable[[], bool] = never,
) -> list[Turned]:
    """The turns that gave most away, in the order in which they were played.

    turns: what whoever played each of them saw before, and what they did. All are glanced at, and
    those that seem to matter are looked at again; what seems better is then held against what was
    played, and left out where it is not. What counts is the least that was lost in all of these.
    Those that are to be told are looked at once more, further than ever: where the game is lost
    either way, nothing turned.
    over: asked now and then whether time is up."""
    glanced = _given_away(game, enumerate(turns), seed, GLANCE, over)
    few = sorted(turned.n for turned in glanced[:FEW])
    looked = _given_away(game, ((n, turns[n]) for n in few), seed, LOOK, over)
    sure = [_held(game, turns[turned.n][0], turned, seed, over) for turned in looked]
    lost = sorted((turned for turned in sure if turned.lost >= LEAST), key=lambda each: -each.lost)
    told = (each for each in lost if _turned(game, turns[each.n][0], each, seed, over))
    return sorted(islice(told, most), key=lambda turned: turned.n)


def glimpsed(
    game: Game[S],
    turns: Sequence[tuple[S, Sequence[Step]]],
    seed: int,
    most: int = 3,
    over: Callable[[], bool] = never,
) -> list[Turned]:
    """What a first short look takes for the turns that gave most away, in their order. over: asked
    now and then whether time is up; each turn gets an equal look until then."""
    found = _given_away(game, enumerate(turns), seed, GLIMPSE, over)
    told = [turned for turned in found if turned.lost >= SURE][:most]
    return sorted(told, key=lambda turned: turned.n)


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
        budget = Budget(positions, over, PACE)
        turned = None if over() else compared(game, seen, steps, seed, budget)
        if turned is not None and turned.lost >= LEAST:
            found.append(turned._replace(n=n))
    return sorted(found, key=lambda turned: -turned.lost)


def compared(
    game: Game[S], seen: S, steps: Sequence[Step], seed: int, budget: Budget
) -> Turned | None:
    """A turn beside the best; None where there was no choice, or it was not looked at."""
    ways = ranked(game, seen, seed, budget, exact=maxsize)
    reached = _after(game, seen, steps)
    played = next((way for way in ways if _after(game, seen, way.steps) == reached), None)
    if played is None or len(ways) == 1:
        return None
    return Turned(0, played, ways[0], _lost(game, played.value, ways[0].value))


def _held(game: Game[S], seen: S, turned: Turned, seed: int, over: Callable[[], bool]) -> Turned:
    """The least that was lost each time that both are looked at anew, further each time and equally
    far: of many turns the one that seems best was often only lucky."""
    both = turned.played.steps, turned.better.steps
    for n in range(1, CHECKS + 1):
        played, better = beside(game, seen, both, seed + n, Budget(n * CHECK, over, PACE))
        lost = 0.0 if over() else min(turned.lost, _lost(game, played, better))
        turned = turned._replace(lost=lost)
        if lost < LEAST:
            break
    return turned


def _turned(game: Game[S], seen: S, held: Turned, seed: int, over: Callable[[], bool]) -> bool:
    """The game could still be won then, as far as there is time to see it, and less so after it."""
    both = held.played.steps, held.better.steps
    played, better = beside(game, seen, both, seed, Budget(LAST, over, PACE))
    return over() or (share_of(game, better) >= HOPE and _lost(game, played, better) >= SURE)


def _lost(game: Game[Any], played: float, better: float) -> float:
    """How much of the win lies between two values."""
    return share_of(game, better) - share_of(game, played)


def _after(game: Game[S], s: S, steps: Sequence[Step]) -> S:
    for step in steps:
        s, _ = game.apply(s, step)
    return s
