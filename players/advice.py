"""Good turns for a player: how much of the win each gives away, and the feared answer. After a
game: the turns that gave most away, and better ones."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from sys import maxsize
from typing import Any, Final, NamedTuple

from players.choice import rank, values_of
from players.search import WON, Budget, RankedTurn, never, share_of, win_shares
from rules.game import NATURE, NOBODY, GameRules, S, Seat, Step
from rules.play import turns, winners

COMPARED = 4  # turns compared with each other
MARGIN: Final = 0.1  # the share of the win that a good turn may give away
MOST = 0.85  # the part of the time until the end of the comparison

# Of a review:
GLANCE, LOOK = 1_500, 20_000  # positions for each turn at first, and for each of the worst few
_GLIMPSE = 150  # positions for each turn of a first short look
FEW = 8  # turns searched twice
CHECK, CHECKS = 10_000, 4  # positions of the first comparison, and number of comparisons
LAST, SURE = 160_000, 0.05  # positions of the last comparison, and the least loss in it
PACE = 6  # the factor of positions in games with a machine
LEAST = 0.02  # the least loss of a turning point, in shares of the win
HOPE = 0.3  # the least share of the win after the better turn; below it the game was lost already


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
    from 0 to 1."""
    first = Budget(positions // 2, lambda: passed() > 0.5, pace)
    found = rank(game, seen, seed, first, exact=COMPARED)
    ways = ideas(game, found)
    few = [way for way in ways[:COMPARED] if way in found[:COMPARED] or passed() <= MOST]
    if len(few) > 1 and passed() <= MOST:  # search these again, equally far
        again = Budget(positions // 2, lambda: passed() > MOST, pace)
        values = values_of(game, seen, [way.steps for way in few], seed + 1, again)
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
    s, seat = _after(game, seen, way.steps), game.actor(seen)
    if game.hidden_information or game.actor(s) < 0 or game.actor(s) == seat:
        return ()
    return rank(game, s, seed, budget, 1)[0].steps


def settled_shares(game: GameRules[S], s: S) -> tuple[float, ...] | None:
    """Each seat's share of the win if the next turn settles the game, None if it is open. The mover
    can win at once, or every legal turn has the same result."""
    if (mover := game.actor(s)) < 0:
        return None
    results, ends = set[tuple[Seat, ...]](), True
    whole = game.whole(s)
    for _, after in turns(game, s) if whole is None else whole:
        found = _results(game, after)
        if found == {(mover,)}:
            return win_shares(game, s, (mover,))
        ends = ends and found is not None
        results |= found or set()
    return win_shares(game, s, results.pop()) if ends and len(results) == 1 else None


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


class Turned(NamedTuple):
    """A turn that gave something away, and a better one."""

    n: int  # index among the turns handed in
    played: RankedTurn
    better: RankedTurn
    lost: float  # share of the win given away


def turning_points(
    game: GameRules[S],
    turns: Sequence[tuple[S, Sequence[Step]]],
    seed: int,
    over: Callable[[], bool] = never,
) -> list[Turned]:
    """The three turns that gave most away, in the order of play. Each turn gets a glance and the
    worst few a longer look. Each of those is then compared with the better turn several times, and
    the least loss counts. A last, longest one leaves out turns of games that were lost either way.
    turns: each player's view before the turn, and its steps; over: whether time is up."""
    glanced = _given_away(game, enumerate(turns), seed, GLANCE, over)
    few = sorted(turned.n for turned in glanced[:FEW])
    looked = _given_away(game, ((n, turns[n]) for n in few), seed, LOOK, over)
    sure = [_confirmed(game, turns[turned.n][0], turned, seed, over) for turned in looked]
    lost = sorted((turned for turned in sure if turned.lost >= LEAST), key=lambda each: -each.lost)
    told = (each for each in lost if _turned(game, turns[each.n][0], each, seed, over))
    return sorted(islice(told, 3), key=lambda turned: turned.n)


def first_look(
    game: GameRules[S],
    turns: Sequence[tuple[S, Sequence[Step]]],
    seed: int,
    over: Callable[[], bool] = never,
) -> list[Turned]:
    """The turns that gave most away by a first short look, in order; see turning_points."""
    found = _given_away(game, enumerate(turns), seed, _GLIMPSE, over)
    told = [turned for turned in found if turned.lost >= SURE][:3]
    return sorted(told, key=lambda turned: turned.n)


def _given_away(
    game: GameRules[S],
    turns: Iterable[tuple[int, tuple[S, Sequence[Step]]]],
    seed: int,
    positions: int,
    over: Callable[[], bool],
) -> list[Turned]:
    """The turns that gave something away, worst first, as far as time lasts."""
    found = []
    for n, (seen, steps) in turns:
        budget = Budget(positions, over, PACE)
        turned = None if over() else compare(game, seen, steps, seed, budget)
        if turned is not None and turned.lost >= LEAST:
            found.append(turned._replace(n=n))
    return sorted(found, key=lambda turned: -turned.lost)


def compare(
    game: GameRules[S], seen: S, steps: Sequence[Step], seed: int, budget: Budget
) -> Turned | None:
    """A turn compared with the best one, None without a choice or if the search missed it."""
    ways = rank(game, seen, seed, budget, exact=maxsize)
    reached = _after(game, seen, steps)
    played = next((way for way in ways if _after(game, seen, way.steps) == reached), None)
    if played is None or len(ways) == 1:
        return None
    return Turned(0, played, ways[0], _lost(game, played.value, ways[0].value))


def _confirmed(
    game: GameRules[S], seen: S, turned: Turned, seed: int, over: Callable[[], bool]
) -> Turned:
    """The turn with the least loss of several comparisons, each longer than the last. The best of
    many turns often only looked best by luck."""
    both = turned.played.steps, turned.better.steps
    for n in range(1, CHECKS + 1):
        played, better = values_of(game, seen, both, seed + n, Budget(n * CHECK, over, PACE))
        lost = 0.0 if over() else min(turned.lost, _lost(game, played, better))
        turned = turned._replace(lost=lost)
        if lost < LEAST:
            break
    return turned


def _turned(game: GameRules[S], seen: S, held: Turned, seed: int, over: Callable[[], bool]) -> bool:
    """The last comparison: the game was open before the turn and worse after it."""
    both = held.played.steps, held.better.steps
    played, better = values_of(game, seen, both, seed, Budget(LAST, over, PACE))
    return over() or (share_of(game, better) >= HOPE and _lost(game, played, better) >= SURE)


def _lost(game: GameRules[Any], played: float, better: float) -> float:
    """The share of the win between two values."""
    return share_of(game, better) - share_of(game, played)


def _after(game: GameRules[S], s: S, steps: Sequence[Step]) -> S:
    for step in steps:
        s, _ = game.apply(s, step)
    return s
