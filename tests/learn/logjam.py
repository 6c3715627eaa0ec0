"""Lessons of a game between two about the chance to win it: how many steps the next player to roll
is ahead, and that they are next (rules.logjam.computer)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random

from rules.game import NATURE, Setup
from rules.logjam.computer import LONGEST, FastGame, Playouts
from rules.logjam.position import DIE, Position
from tests.learn.regression import Sample
from tests.rules.games import dealt
from tests.rules.rivers_of_logs import LOGJAM

SEEN = 0.25  # the share of positions in use: those of one game are much alike


def set_up(chance: Random) -> Position:
    """The end of a first turn, with logs that chance has laid."""
    s: Position = dealt(LOGJAM, LOGJAM.new(Setup(2)), chance)
    while LOGJAM.actor(s) != NATURE:
        s, _ = LOGJAM.apply(s, LOGJAM.offhand(s))
    return s


def row(race: FastGame) -> list[float]:
    """The steps that the other has to go less those of the next player, and one for being next.
    Both beside how far it is still to go."""
    mine, theirs = (race.steps_left(seat) for seat in (race.mover, 1 - race.mover))
    scale = sqrt(max(1.0, mine + theirs))
    return [(theirs - mine) / scale, 1 / scale]


def played(seed: int, _positions: int, n: int) -> list[Sample]:
    """The lessons of the nth game, played without looking ahead."""
    chance, met = Random(f"{seed} {n}"), list[tuple[int, list[float]]]()
    s = set_up(chance)
    race, turns = Playouts(s).place(s).like(), 0
    while not race.over and turns < 2 * LONGEST:
        if chance.random() < SEEN:
            met.append((race.mover, row(race)))
        race, turns = race.turn(1 + int(chance.random() * len(DIE))), turns + 1
    best = race.home.index(max(race.home))
    return [(amounts, float(mover == best)) for mover, amounts in met]


def told(weights: Sequence[float]) -> Iterator[str]:
    """The weights as they stand in rules/logjam/computer.py."""
    lead, move = weights
    yield f"LEAD = {lead:.2f}"
    yield f"NEXT = {move / lead:.1f}"
