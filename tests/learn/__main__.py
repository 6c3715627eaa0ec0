"""`make learn`: a computer plays itself, and weights are fitted to the winners.

The same seed and number of games give the same weights, whatever the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from types import ModuleType

from storage import progress
from tests.learn import fellers, logger, logjam, odds
from tests.learn.regression import Sample, chance, fitted

RIDGE = 4.0
GAMES: Mapping[str, ModuleType] = {"logger": logger, "logjam": logjam, "fellers": fellers}


def loss(weights: list[float], samples: list[Sample]) -> float:
    """How surprising the results are by these weights, in nats a position."""
    total = 0.0
    for amounts, won in samples:
        wins = chance(weights, amounts)
        total -= won * log(max(wins, 1e-9)) + (1 - won) * log(max(1 - wins, 1e-9))
    return total / len(samples)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.learn", description=__doc__)
    parser.add_argument("game", nargs="?", choices=(*GAMES, "odds"), default="logger")
    parser.add_argument("--games", type=int, help="400; 60,000 where a net is taught")
    parser.add_argument("--positions", type=int, default=4_000, help="a turn of Logger, roughly")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    if wanted.game == "odds":
        print("\n".join(odds.told(odds.learnt(wanted.seed, wanted.games or 60_000))))
        return
    game = GAMES[wanted.game]
    with ProcessPoolExecutor(wanted.processes) as processes:
        play = partial(game.played, wanted.seed, wanted.positions)
        count = wanted.games or 400
        games = [*progress("Games", processes.map(play, range(count), chunksize=4), count)]
    held = [sample for game in games[::5] for sample in game]
    rest = [sample for n, game in enumerate(games) if n % 5 for sample in game]
    for samples in (rest, rest + held):
        weights = fitted([x for x, _ in samples], [won for _, won in samples], RIDGE)
        print(f"# {len(samples)} positions; on a fifth of the games: {loss(weights, held):.4f}")
    print("\n".join(game.told(weights)))


if __name__ == "__main__":
    main()
