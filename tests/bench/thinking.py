"""Computer players: how much they look at, and how long a turn of each level takes one core."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import process_time
from typing import Any

from players import LEVELS, Budget, choose, ranked
from rules import GAMES
from tests.bench.measuring import Effort, Row
from tests.bench.script import game

LOOKED = 20_000  # positions, for the rate


def rows(effort: Effort) -> Iterator[Row]:
    for kind in GAMES:
        rules, seen = GAMES[kind].game, _seen(kind, effort.of(12, 1))
        positions = effort.of(LOOKED, 500)
        start, spent = process_time(), 0
        for n, s in enumerate(seen):
            budget = Budget(positions)
            ranked(rules, s, n, budget)
            spent += budget.spent
        took = process_time() - start
        yield Row(f"{rules.title}: positions a computer looks at, a second and core", spent / took)
        for level in LEVELS:
            yield _turn(rules, seen, level)


def _seen(kind: str, games: int) -> list[Any]:
    """Positions of random games, a third of a game in, as who is on turn sees them."""
    rules = GAMES[kind].game
    found = (next(islice(game(2, seed, kind), 10 + seed, None)) for seed in range(games))
    return [rules.view(turn.before, turn.seat) for turn in found]


def _turn(rules: Any, seen: list[Any], level: str) -> Row:
    """The turn of a level that is neither quick nor slow."""
    took = []
    for n, s in enumerate(seen):
        start = process_time()
        choose(rules, s, LEVELS[level], n)
        took.append(process_time() - start)
    return Row(
        f"{rules.title}: processor time of a computer's turn, {level}",
        1000 * median(took),
        " ms",
        detail=f"at worst {1000 * max(took):.0f} ms",
    )
