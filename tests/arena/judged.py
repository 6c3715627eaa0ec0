"""Good turns and turning points, judged by a search with 20 times the budget.

python -m tests.arena.judged --game logger logjam --hints 20 --games 4

Positions are of games that the levels play with each other: one of a game for hints, and all turns
of a game for its turning points.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from players import LEVELS, Budget, advice, choose, ranked, turning_points
from players.advice import CHECK, CHECKS, MARGIN
from players.choice import beside
from players.search import WON, share_of
from rules import GAMES
from rules.game import NATURE, NOBODY, Setup, Step
from rules.play import legal
from tests.arena.shares import told

TIMES = 20
PLAY = ("easy", "medium")  # the players of the games
STRONG = LEVELS["master"]

Turn = tuple[Any, tuple[Step, ...]]  # a player's view, and their turn


class Hinted(NamedTuple):
    """One position, and the judge's view of its hints."""

    good: int  # turns that were called good
    worst: float  # what the worst of them gives away
    thrown: bool  # one of them loses by a search to the end, and the judge's best does not


def turns(key: str, seed: int) -> list[Turn]:
    """All turns of a game."""
    game, chance, found = GAMES[key].game, Random(f"{key} {seed}"), list[Turn]()
    s = game.new(Setup(2, {option.name: option.default for option in game.options}))
    while (seat := game.actor(s)) != NOBODY:
        if seat == NATURE:
            steps: tuple[Step, ...] = (chance.choice(legal(game, s)),)
        else:
            seen, level = game.view(s, seat), LEVELS[PLAY[(seed + seat) % 2]]
            steps = choose(game, seen, level, chance.getrandbits(32))
            found.append((seen, steps))
        for step in steps:
            s, _ = game.apply(s, step)
    return found


def hinted(key: str, seed: int, positions: int, times: int = TIMES) -> Hinted:
    """A position of a game by chance."""
    game = GAMES[key].game
    seen, _ = Random(f"{seed} {key}").choice(turns(key, seed))
    found = advice(game, seen, seed, positions, STRONG.pace)
    good = () if found.hopeless else found.good
    best = ranked(game, seen, -seed, Budget(times * positions, pace=STRONG.pace))[0].steps
    ways = [best, *(way.steps for way in good)]
    values = beside(game, seen, ways, -seed, Budget(times * positions, pace=STRONG.pace))
    lost = [share_of(game, max(values)) - share_of(game, value) for value in values[1:]]
    thrown = min(values) <= -WON < max(values)
    return Hinted(len(good), max(lost, default=0.0), thrown)


def betters(key: str, seed: int, times: int = TIMES) -> list[float]:
    """How much the judge takes the turning points of a game to have lost; below 0: the turn called
    better is worse."""
    game, played, gained = GAMES[key].game, turns(key, seed), list[float]()
    for point in turning_points(game, played, seed):
        both = point.played.steps, point.better.steps
        budget = Budget(times * CHECK * CHECKS, pace=STRONG.pace)
        values = beside(game, played[point.n][0], both, -seed - 1, budget)
        gained.append(share_of(game, values[1]) - share_of(game, values[0]))
    return gained


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.arena.judged", description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=[*GAMES])
    parser.add_argument("--hints", type=int, default=20, help="positions of each game")
    parser.add_argument("--games", type=int, default=4, help="whose turning points are judged")
    parser.add_argument("--positions", type=int, default=STRONG.positions, help="for a hint")
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def _hints(key: str, found: Iterable[Hinted]) -> Iterator[str]:
    """A line for each position, and one for all of them."""
    all_of_them = []
    for n, each in enumerate(found):
        all_of_them.append(each)
        yield f"{key} {n}: {each.good} called good, the worst gives away {each.worst:.1%}"
    if all_of_them:
        far = sum(each.worst > MARGIN for each in all_of_them)
        yield (
            f"{key}: {sum(each.good for each in all_of_them)} turns called good in"
            f" {len(all_of_them)} positions; in {sum(each.thrown for each in all_of_them)} one of"
            f" them throws the game away, in {far} one gives away more than {MARGIN:.0%}"
            f" (at worst {max(each.worst for each in all_of_them):.1%})"
        )


def _points(key: str, found: Iterable[Sequence[float]]) -> Iterator[str]:
    """A line for each game, and one for all of them."""
    gained: list[float] = []
    for n, gains in enumerate(found):
        gained += gains
        yield f"{key} {n}: {' '.join(f'{gain:+.1%}' for gain in gains) or 'no turning point'}"
    if gained:
        better = told(sum(gain > 0 for gain in gained), len(gained)).replace("games", "points")
        yield f"{key}: what is called better is so in {better}"


def main() -> None:
    wanted = _wanted()
    hint = partial(hinted, positions=wanted.positions)
    with ProcessPoolExecutor(wanted.processes) as processes:
        for key in wanted.game:
            hints = processes.map(partial(hint, key), range(wanted.hints))
            points = processes.map(partial(betters, key), range(wanted.games))
            for line in chain(_hints(key, hints), _points(key, points)):
                print(line, flush=True)


if __name__ == "__main__":
    main()
