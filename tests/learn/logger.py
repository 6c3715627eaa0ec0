"""The data of Logger's weights: how much there is of each part of a position.

Each game begins with some turns at random, and now and then another one is; each turn is searched
with another number of positions, to meet odd and even depths alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

from players import Level, choose
from players.levels import Skill
from rules.game import NOBODY, Seat, Setup
from rules.logger.computer import CLOSE, WAITS, Weights
from rules.logger.rules import NEIGHBOURS, PROTESTED, SEEDLING, Position
from rules.play import winners
from rules.text import NOTHING
from tests.arena.contest import at_random
from tests.learn.regression import Sample
from tests.rules.boards import LOGGER

OPENING, STRAY = 4, 0.06  # turns at random at first; how many are later
STAGES = range(SEEDLING, PROTESTED + 1)
PARTS = len([*chain(*WAITS)])


def amounts(s: Position, seat: Seat) -> Weights:
    """The factors of a seat's weights."""
    cell, points, hand = s.loggers[seat], s.points[seat], s.supply[seat]
    room = len(s.reach(cell))
    near = [s.trees[c] for c in NEIGHBOURS[cell]]
    return Weights(
        points=(points, max(0, points - CLOSE)),
        hand=(min(1, hand), max(0, hand - 1)),
        room=(room, room == 1),
        beside=tuple(near.count(stage) for stage in STAGES),
    )


def row(s: Position) -> list[float]:
    """The amounts of both roles, of the first seat less those of the second: the first's lead is
    their sum, each by its weight; the role of waiting first."""
    found = []
    for moves in (False, True):
        first, second = (
            [*chain(*amounts(s, seat))] if (s.mover == seat) == moves else [0.0] * PARTS
            for seat in (0, 1)
        )
        found += [a - b for a, b in zip(first, second, strict=True)]
    return found


def played(seed: int, positions: int, n: int) -> list[Sample]:
    """The lessons of the nth game."""
    chance, s, met = Random(f"{seed} {n}"), LOGGER.new(Setup(2)), list[Position]()
    for turn in range(200):
        if LOGGER.actor(s) == NOBODY:
            break
        if turn < OPENING or chance.random() < STRAY:
            steps = at_random(LOGGER, s, chance)
        else:
            met.append(s)
            looks = Skill(round(positions * 2 ** chance.uniform(-1, 1)))
            learner = Level("learner", NOTHING, looks, looks)
            steps = choose(LOGGER, s, learner, chance.getrandbits(32))
        for step in steps:
            s, _ = LOGGER.apply(s, step)
    best = winners(LOGGER, s) if LOGGER.actor(s) == NOBODY else (0, 1)
    return [(row(each), (0 in best) / len(best)) for each in met]


def told(weights: Sequence[float]) -> Iterator[str]:
    """The weights as they stand in rules/logger/computer.py."""
    for name, part in (("WAITS", weights[:PARTS]), ("MOVES", weights[PARTS:])):
        yield f"{name} = Weights("
        for field, known in zip(Weights._fields, WAITS, strict=True):
            values, part = part[: len(known)], part[len(known) :]
            yield f"    {field}=({', '.join(f'{value:.3f}' for value in values)}),"
        yield ")"
