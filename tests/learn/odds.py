"""`make learn ONLY=odds`: Logjam for two plays itself, and the results teach its net
(rules.logjam.odds).

Everybody plays what the net likes best at once. After a game every position of it is moved toward
the result, and as much toward the net's values of the next positions (temporal differences, as
Tesauro taught backgammon): where dice decide, one game says little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul
from random import Random

from rules.logjam.computer import LONGEST, FastGame
from rules.logjam.odds import OWN, Dice, Net
from rules.logjam.position import DIE
from storage import progress
from tests.learn.logjam import set_up

HIDDEN = 8  # units after the first
FIRST, LAST = 0.02, 0.002  # how far a position is moved, in the first game and in the last
SLOW = 0.3  # how far the weights of the first unit are moved beside others
TRUST = 0.4  # the part of it that follows the net's value of the next position
STEPS = 2.0  # the value of 18 steps before anything is learnt

# How much of each amount there is, more or less, and how much that differs, or one would be learnt
# faster than another.
MEANS = (18, 6, 6, 1.5, 0, 0, 18, 0, 0, 15, 1.5, 0, 0)
SIZES = (18, 6, 6, 1.5, 6, 1, 18, 3, 1, 15, 3, 6, 6)

Row = list[float]
Met = tuple[Row, Row]  # a position: the amounts of the next seat and of the other, scaled


class Pupil:
    """A net whose weights are moved: mine, theirs and out as in rules.logjam.odds.Net, but by
    amounts that are about as large. Nobody has learnt more yet than that it is good to have few
    steps to go."""

    def __init__(self, chance: Random) -> None:
        def drawn(steps: float) -> list[Row]:
            hidden = [[chance.gauss(0, 0.2) for _ in SIZES] for _ in range(HIDDEN)]
            return [[steps, *[0.0] * (len(SIZES) - 1)], *hidden]

        self.mine, self.theirs = drawn(-STEPS), drawn(STEPS)
        self.out = [chance.gauss(0, 0.05) for _ in range(HIDDEN)]

    @property
    def net(self) -> Net:
        """The learnt net, by measured amounts."""
        return Net(plain(self.mine), plain(self.theirs), (*self.out,))

    def taught(self, met: Sequence[Met], won: float, far: float) -> None:
        """Move every position of a game toward its result, the last first. won: what the seat that
        would be next at the end has won."""
        for position in reversed(met):
            units = self.units(position)
            share = Net((), (), self.out).share(units)
            self.move(position, units, (1 - won - share) * far)
            won = TRUST * share + (1 - TRUST) * (1 - won)

    def units(self, met: Met) -> Row:
        """The sums of a position, unit by unit."""
        both = zip(self.mine, self.theirs, strict=True)
        return [sum(map(mul, met[0], a)) + sum(map(mul, met[1], b)) for a, b in both]

    def move(self, met: Met, units: Row, by: float) -> None:
        """Move each weight by its part in the share."""
        self.shift(met, 0, by * SLOW)
        for n, (unit, weight) in enumerate(zip(units[1:], self.out, strict=True)):
            if unit > 0:
                self.shift(met, n + 1, by * weight)
                self.out[n] += by * unit

    def shift(self, met: Met, unit: int, by: float) -> None:
        """Move the weights of one unit in proportion to the amounts."""
        for amounts, weights in zip(met, (self.mine[unit], self.theirs[unit]), strict=True):
            for n, amount in enumerate(amounts):
                weights[n] += by * amount


def plain(units: list[Row]) -> tuple[tuple[float, ...], ...]:
    """By amount the weight in every unit, for amounts as they are measured."""
    found = list[Row]()
    for weights in units:
        row = [weight / size for weight, size in zip(weights, SIZES, strict=True)]
        row[OWN.index("one")] -= sum(map(mul, row, MEANS))
        found.append(row)
    return tuple(zip(*found, strict=True))


def learnt(seed: int, games: int) -> Net:
    """The net after n games; the same seed and number give the same net."""
    chance = Random(seed)
    pupil = Pupil(chance)
    for n in progress("Games", range(games)):
        met, won = played(pupil.net, chance)
        pupil.taught(met, won, FIRST + (LAST - FIRST) * n / games)
    return pupil.net


def played(net: Net, chance: Random) -> tuple[list[Met], float]:
    """The positions of a game, and the win of the seat that would be next at its end."""
    s = set_up(chance)
    dice, met = Dice(s, net), list[Met]()
    race = dice.place(s)
    while not race.over and len(met) < 4 * LONGEST:
        met.append(measured(dice, race))
        race = min(dice.turns(race, chance.choice(DIE)), key=dice.share)
    return met, dice.share(race)


def measured(dice: Dice, race: FastGame) -> Met:
    """All amounts of a position."""
    mover, other = race.mover, race.following[race.mover]
    mine, theirs = dice.odds.side(race, mover), dice.odds.side(race, other)
    return (
        scaled((*mine.own, *mine.against_rivals(race.masks[other] & mine.about))),
        scaled((*theirs.own, *theirs.against_rivals(race.masks[mover] & theirs.about))),
    )


def scaled(amounts: Sequence[float]) -> Row:
    """About as large as each other."""
    return [(a - mean) / size for a, mean, size in zip(amounts, MEANS, SIZES, strict=True)]


def told(net: Net) -> Iterator[str]:
    """The net as it stands in rules/logjam/odds.py."""
    yield "NET = Net("
    for name, rows in (("mine", net.mine), ("theirs", net.theirs)):
        yield f"    {name}=("
        yield from (f"        {numbers(row)}," for row in rows)
        yield "    ),"
    yield f"    out={numbers(net.out)},"
    yield ")"


def numbers(row: Sequence[float]) -> str:
    """Weights as they are written."""
    return f"({', '.join(f'{weight:.5f}' for weight in row)})"
