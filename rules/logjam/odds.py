"""What two are taken to win of a game of Logjam, between two turns: amounts that the rules name,
weighed by a small net that was taught by its own games (docs/decisions.md, 90).

    loggers of the next seat ──amounts──> units ─┐
                                                 ├──> the chance of the next seat
    loggers of the other ──────amounts──> units ─┘

A unit is a weighed sum of all amounts. The first counts as it is, each of the others only where it
is above 0, so that what matters late in a game need not matter early.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import add, mul
from typing import NamedTuple, TypeAlias

from rules.game import Seat
from rules.logjam.machine import MOST, Race, River
from rules.logjam.position import DIE
from rules.logjam.water import bits, squares

Units: TypeAlias = Sequence[float]

# What is measured of one seat's loggers on a river, whoever else is there,
OWN = (
    "steps to go, of all",
    "steps to go, of the first",
    "steps to go, of the last",
    "loggers at home",
    "steps that a shift takes",
    "pairs that share a square",
    "rows to go, as if no log lay there",
    "how near the last of all is",
    "one",
)
# and what is measured beside rivals.
BESIDE = (
    "steps that a run gains at most, of all six rolls",
    "rolls that bring one home",
    "steps that a capture takes",
    "steps that a push takes",
)


class Net(NamedTuple):
    """mine, theirs: for each amount, OWN and then BESIDE, its weight in every unit, for the next
    seat and for the other; out: what each unit but the first counts for, above 0."""

    mine: Sequence[Units]
    theirs: Sequence[Units]
    out: Units

    def share(self, units: Units) -> float:
        """The chance of the next seat, by the units of a position."""
        total, *rest = units
        for unit, weight in zip(rest, self.out, strict=True):
            if unit > 0:
                total += unit * weight
        return 1 / (1 + exp(-total))


class Side:
    """One seat's loggers on one river. own: the amounts that are theirs whoever else is there;
    about: where a rival matters to them, in bits."""

    def __init__(self, river: River, cells: tuple[int, ...], each: int) -> None:
        self.river, self.cells, self.mask = river, cells, bits(cells)
        self.hits = [way for way in river.crushing if way.hit & self.mask]
        self.about = 0
        for cell in cells:
            self.about |= river.within(cell)
        for way in self.hits:
            self.about |= way.back
        self.own = self._own(each)
        self.units = dict[int, Units](), dict[int, Units]()  # as the next seat, and as the other
        self.bases = dict[int, Units]()

    def _own(self, each: int) -> tuple[float, ...]:
        off, board, cells = self.river.off, self.river.board, self.cells
        steps = [off[cell] for cell in cells]
        return (
            sum(steps),
            min(steps),
            max(steps),
            each - len(cells),
            max([self.lost(way.hit) for way in self.hits if way.by in board.shifts], default=0),
            sum(cells.count(cell) - 1 for cell in cells) / 2,
            sum(board.rows - cell // board.columns for cell in cells),
            max(0, len(DIE) - steps[0]) if len(cells) == 1 else 0,
            1,
        )

    def beside(self, rivals: int) -> tuple[float, ...]:
        """The amounts with rivals on these squares."""
        river = self.river
        gains = [river.gains(cell, rivals & river.within(cell)) for cell in self.cells]
        met = squares(river.board.step(rivals) & self.mask)
        return (
            sum(map(max, gains[0].steps, *[gain.steps for gain in gains])),
            len(DIE) - min([gain.short for gain in gains]),
            max([self.lost(1 << cell) for cell in met], default=0),
            max([self.lost(way.hit) for way in self.hits if way.back & rivals], default=0),
        )

    def lost(self, hit: int) -> int:
        """How far those on some squares have come, who would be sent back."""
        off, rows = self.river.off, self.river.board.rows
        return sum([max(0, rows - off[cell]) for cell in self.cells if hit >> cell & 1])


class Odds:
    """What a net takes the positions of one search to be worth."""

    def __init__(self, net: Net) -> None:
        self.net, self.sides = net, dict[tuple[River, tuple[int, ...]], Side]()
        self.weights = net.mine, net.theirs
        self.own = [[*zip(*rows[: len(OWN)], strict=True)] for rows in self.weights]

    def share(self, race: Race) -> float:
        """What the next seat is taken to win of a game that is not over."""
        mover, other = race.mover, race.following[race.mover]
        mine = self.units(self.side(race, mover), race.masks[other], 0)
        theirs = self.units(self.side(race, other), race.masks[mover], 1)
        return self.net.share([*map(add, mine, theirs)])

    def side(self, race: Race, seat: Seat) -> Side:
        """A seat's loggers as they stand."""
        key = race.river, tuple(sorted(race.cells[seat]))
        side = self.sides.get(key)
        if side is None:
            if len(self.sides) > MOST:
                self.sides.clear()
            side = self.sides[key] = Side(*key, race.each)
        return side

    def units(self, side: Side, rivals: int, role: int) -> Units:
        """What a side adds to each unit. role: 0 the next seat, 1 the other."""
        near, known = rivals & side.about, side.units[role]
        if near not in known:
            run, home, capture, push = side.beside(near)
            rows = zip(self.bases(side, role), *self.weights[role][len(OWN) :], strict=True)
            known[near] = [
                base + a * run + b * home + c * capture + d * push for base, a, b, c, d in rows
            ]
        return known[near]

    def bases(self, side: Side, role: int) -> Units:
        """What it adds whoever else is there."""
        if role not in side.bases:
            side.bases[role] = [sum(map(mul, side.own, weights)) for weights in self.own[role]]
        return side.bases[role]
