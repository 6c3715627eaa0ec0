"""`make learn`: a computer plays itself, and weights are fitted to who won.

Each game begins with some turns at random, and now and then another one is; each turn is looked at
with another number of positions, so that odd and even depths are met alike. The same seed and
number of games give the same weights, whatever the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from random import Random

from players import Level, choose
from players.levels import Skill
from rules.game import NOBODY, Setup
from rules.logger.rules import Position
from rules.logger.weights import WAITS, Weights
from rules.play import winners
from rules.text import NOTHING
from tests.arena.contest import at_random
from tests.learn.logger import PARTS, row
from tests.learn.regression import fitted, likely
from tests.rules.boards import LOGGER

OPENING, STRAY = 4, 0.06  # turns at random at first; how many are later
RIDGE = 4.0

Sample = tuple[list[float], float]  # a position's row, and what the first seat won of the game


def played(seed: int, positions: int, n: int) -> list[Sample]:
    """What the nth game teaches."""
    chance, s, met = Random(f"{seed} {n}"), LOGGER.new(Setup(2)), list[Position]()
    for turn in range(200):
        if LOGGER.actor(s) == NOBODY:
            break
        if turn < OPENING or chance.random() < STRAY:
            steps = at_random(LOGGER, s, chance)
        else:
            met.append(s)
            looks = Skill(round(positions * 2 ** chance.uniform(-1, 1)))
            steps = choose(
                LOGGER, s, Level("learner", NOTHING, looks, looks), chance.getrandbits(32)
            )
        for step in steps:
            s, _ = LOGGER.apply(s, step)
    best = winners(LOGGER, s) if LOGGER.actor(s) == NOBODY else (0, 1)
    return [(row(each), (0 in best) / len(best)) for each in met]


def loss(weights: list[float], samples: list[Sample]) -> float:
    """How surprising what was won is by these weights, in nats a position."""
    total = 0.0
    for amounts, won in samples:
        chance = likely(sum(w * x for w, x in zip(weights, amounts, strict=True)))
        total -= won * log(max(chance, 1e-9)) + (1 - won) * log(max(1 - chance, 1e-9))
    return total / len(samples)


def told(weights: list[float]) -> Iterator[str]:
    """The weights as they stand in rules/logger/weights.py."""
    for name, part in (("WAITS", weights[:PARTS]), ("MOVES", weights[PARTS:])):
        yield f"{name} = Weights("
        for field, known in zip(Weights._fields, WAITS, strict=True):
            values, part = part[: len(known)], part[len(known) :]
            yield f"    {field}=({', '.join(f'{value:.3f}' for value in values)}),"
        yield ")"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.learn", description=__doc__)
    parser.add_argument("game", nargs="?", choices=["logger"], default="logger")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--positions", type=int, default=4_000, help="a turn, in the middle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    with ProcessPoolExecutor(wanted.processes) as processes:
        play = partial(played, wanted.seed, wanted.positions)
        games = [*processes.map(play, range(wanted.games), chunksize=4)]
    held = [sample for game in games[::5] for sample in game]
    rest = [sample for n, game in enumerate(games) if n % 5 for sample in game]
    for samples in (rest, rest + held):
        weights = fitted([x for x, _ in samples], [won for _, won in samples], RIDGE)
        print(f"# {len(samples)} positions; on a fifth of the games: {loss(weights, held):.4f}")
    print("\n".join(told(weights)))


if __name__ == "__main__":
    main()
