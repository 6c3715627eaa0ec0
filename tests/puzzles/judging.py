"""What makes a position a puzzle: one turn that is clearly the best, and not the first that comes
to mind.

Without chance, the judge looks further ahead than any level does. With dice or cards, the best few
of a deep search are played on, again and again, each with the same luck: by the game's own
playouts, or else to the end by turns that are sensible at first sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from sys import maxsize
from typing import Any, NamedTuple

from players import Budget, RankedTurn, rank
from players.rollouts import Rollouts
from players.search import Lead, share_of, whole_turns
from rules.game import NATURE, NOBODY, GameRules, Step
from rules.play import perform, winners

GLANCE, LOOK, DEEP, REPLY = 8_000, 60_000, 600_000, 60_000  # positions
LEAST_TURNS = 8  # to choose from
MARGIN = 0.12  # of the win: by so much the best turn is ahead of the second
BY_CHANCE = 0.1  # the same where dice or cards come between
LEAST = 0.4  # of the win that the best turn leads to
VALUED = 12  # turns whose worth is printed where there is no chance
FEW = 6  # turns that are played on where there is chance
SOME, MANY = 40, 240  # games that each of them is played on at first, and the best two then
FAST = 10  # times as many, if the game has a fast playout
SURE = 3.0  # standard errors between these two


class Judged(NamedTuple):
    """A turn as it stands in the log, the share of the win to which it leads (0 to 1), and the
    expected reply, with one's own turn after that for the best turn."""

    line: str
    share: float
    then: tuple[str, ...] = ()


def line(steps: Sequence[Step]) -> str:
    return " ".join(map(str, steps))


def after(game: GameRules[Any], s: Any, steps: Sequence[Step]) -> Any:
    for step in steps:
        s, _ = game.apply(s, step)
    return s


def chancy(game: GameRules[Any], s: Any) -> bool:
    """Whether nature or a secret comes between a turn and the next."""
    return game.hidden_information or game.machine(s) is None


def margin(game: GameRules[Any], s: Any) -> float:
    """By how much of the win the best turn has to be ahead of the second."""
    return BY_CHANCE if chancy(game, s) else MARGIN


def promising(game: GameRules[Any], seen: Any, seed: int) -> bool:
    """Whether short looks find a turn that stands out, and that a player does not play who looks
    only at their own turn."""
    for positions, share in ((GLANCE, 0.5), (LOOK, 0.8)):
        ways = rank(game, seen, seed, Budget(positions), 2)
        if len(ways) < LEAST_TURNS or share_of(game, ways[0].value) < LEAST / 2:
            return False
        if _lost(game, ways[0].value, ways[1].value) < share * margin(game, seen):
            return False
        if after(game, seen, ways[0].steps) == first_glance(game, seen):
            return False
    return True


def judged(game: GameRules[Any], seen: Any, seed: int) -> list[Judged]:
    """The turns of a puzzle, the best first; none: the position isn't a puzzle."""
    turns = _by_chance(game, seen, seed) if chancy(game, seen) else _ahead(game, seen, seed)
    if not turns or turns[0].share < LEAST or turns[0].share - turns[1].share < margin(game, seen):
        return []
    there, _ = perform(game, seen, turns[0].line)
    return [] if there == first_glance(game, seen) else turns


def first_glance(game: GameRules[Any], seen: Any) -> Any:
    """The position after the turn of somebody who looks only at their own turn, and does not know a
    machine's first values."""
    if not chancy(game, seen):
        return after(game, seen, rank(game, seen, 1, Budget(1), 1)[0].steps)
    turns = whole_turns(game, seen, Lead(game, game.actor(seen), seen), Budget(1))
    Random(1).shuffle(turns)
    return after(game, seen, max(turns, key=lambda turn: turn.value).steps)


def _lost(game: GameRules[Any], better: float, worse: float) -> float:
    return share_of(game, better) - share_of(game, worse)


# without chance


def _ahead(game: GameRules[Any], seen: Any, seed: int) -> list[Judged]:
    """The best few turns, each with its reply. Two searches have to agree."""
    first, second = rank(game, seen, seed + 1, Budget(DEEP), 2)[:2]
    if share_of(game, first.value) < LEAST or _lost(game, first.value, second.value) < MARGIN:
        return []
    ways = rank(game, seen, seed, Budget(DEEP), VALUED)[:VALUED]
    if after(game, seen, ways[0].steps) != after(game, seen, first.steps):
        return []
    if _lost(game, ways[0].value, ways[1].value) < MARGIN:
        return []
    return [_followed(game, seen, way, n, seed) for n, way in enumerate(ways)]


def _followed(game: GameRules[Any], seen: Any, way: RankedTurn, n: int, seed: int) -> Judged:
    there, then = after(game, seen, way.steps), list[str]()
    for _ in range(1 if n else 2):
        if game.actor(there) == NOBODY:
            break
        reply = rank(game, there, seed, Budget(REPLY), 1)[0].steps
        then.append(line(reply))
        there = after(game, there, reply)
    return Judged(line(way.steps), share_of(game, way.value), tuple(then))


# where dice are rolled, or hands are hidden


def _by_chance(game: GameRules[Any], seen: Any, seed: int) -> list[Judged]:
    """The few that a search likes best. It and the games that are played on have to agree."""
    ways = rank(game, seen, seed, Budget(DEEP // 4), 2)[:FEW]
    if _lost(game, ways[0].value, ways[1].value) < BY_CHANCE / 2:
        return []
    mind = Rollouts(game, seen, Budget(maxsize))
    ends = [after(game, seen, way.steps) for way in ways]
    won = [_play_on(mind, end, seed, SOME) for end in ends]
    order = sorted(range(len(ways)), key=lambda n: -fmean(won[n]))
    if order[0] != 0 or fmean(won[0]) - fmean(won[order[1]]) < BY_CHANCE / 2:
        return []
    for n in order[:2]:
        won[n] += _play_on(mind, ends[n], seed + 1, MANY)
    # The first has won more by more than luck.
    more = [a - b for a, b in zip(*(won[n] for n in order[:2]), strict=True)]
    if fmean(more) <= SURE * stdev(more) / sqrt(len(more)):
        return []
    return [Judged(line(ways[n].steps), fmean(won[n])) for n in order]


def _play_on(mind: Rollouts[Any], there: Any, seed: int, times: int) -> list[float]:
    """The wins of as many games from a position; the same seed brings the same luck."""
    many = times if mind.playouts is None else FAST * times
    return [_play_one(mind, there, Random(f"{seed} {n}")) for n in range(many)]


def _play_one(mind: Rollouts[Any], there: Any, rng: Random) -> float:
    """The win of one game, by a playout or by turns that are sensible at first sight."""
    game, s = mind.game, mind.game.world(there, mind.seat, rng.choice)
    if mind.playouts is not None:
        return mind.outlook(s, rng.random(), rng)
    while (actor := game.actor(s)) != NOBODY:
        if actor == NATURE:
            s, _ = game.apply(s, rng.choice(game.legal(s)))
        else:
            s = mind.after_answer(s, actor)
    best = winners(game, s)
    return (mind.seat in best) / len(best)
