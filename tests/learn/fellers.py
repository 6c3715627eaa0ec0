"""Lessons of a race between two about the chance to win it: how much each part of a seat's distance
from home (rules.fellers.computer) differs between the next to move and the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random

from rules.fellers.computer import Race, tables
from rules.game import Setup
from tests.learn.regression import Sample
from tests.rules.courses import FELLERS
from tests.rules.games import dealt

SEEN = 0.25  # the share of positions in use: those of one race are much alike


def row(race: Race) -> list[float]:
    """Of the other less of the mover: turns needed, those of the last, steps in hand, and the part
    of a round until it is their turn. All beside how far it is still to go."""
    both = race.mover, 1 - race.mover
    (needed, last, held), (needs, lasts, holds) = (race.parts(seat) for seat in both)
    scale = sqrt(1 + (needed + needs) / 2)
    return [x / scale for x in (needs - needed, lasts - last, held - holds, race.waits(both[1]))]


def played(seed: int, _positions: int, n: int) -> list[Sample]:
    """The lessons of the nth race, played without looking ahead."""
    chance, met = Random(f"{seed} {n}"), list[tuple[int, list[float]]]()
    s = dealt(FELLERS, FELLERS.new(Setup(2, {"course": "random"})), chance)
    assert s.course is not None
    race = Race(s, tables(s.course))
    while not race.over:
        if chance.random() < SEEN:
            met.append((race.mover, row(race)))
        if race.turn():
            race.draw(chance.random())
    return [(amounts, float(mover == race.winner)) for mover, amounts in met]


def told(weights: Sequence[float]) -> Iterator[str]:
    """The weights as they stand in rules/fellers/computer.py."""
    needed, last, held, move = weights
    values = (last / needed, held / needed, move / needed, 1 / needed)
    yield f"LAST, HELD, MOVE, DOUBT = {', '.join(f'{value:.2f}' for value in values)}"
