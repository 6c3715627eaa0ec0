"""The chances of a game of Logjam for two, between turns: a small net, trained on its own games,
weighs some amounts of both seats' loggers (docs/decisions.md, 90).

A unit is a weighted sum of all amounts. The first one always counts, the others only above 0, so
an amount may matter late in a game and not early.
"""

from collections.abc import Iterator, Sequence
from math import exp
from operator import add, mul
from typing import Final, NamedTuple, TypeAlias

from rules.game import Seat
from rules.logjam.computer import MOST, FastGame, Playouts, River
from rules.logjam.position import DIE, Position
from rules.squares import bits, squares

_Units: TypeAlias = Sequence[float]

# The amounts of one seat's loggers that don't depend on rivals,
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
# and the amounts that do.
BESIDE = (
    "steps that a run gains at most, of all six rolls",
    "rolls that bring one home",
    "steps that a capture takes",
    "steps that a push takes",
)


class Net(NamedTuple):
    """The weights of every amount, OWN and then BESIDE, in every unit."""

    mine: Sequence[_Units]  # for the next seat
    theirs: Sequence[_Units]  # for the other
    out: _Units  # the weight of each unit but the first, above 0

    def share(self, units: _Units) -> float:
        """The next seat's chance, by the units of a position."""
        total, *rest = units
        for unit, weight in zip(rest, self.out, strict=True):
            if unit > 0:
                total += unit * weight
        return 1 / (1 + exp(-total))


class Side:
    """One seat's loggers on one river."""

    def __init__(self, river: River, cells: tuple[int, ...], each: int) -> None:
        self.river, self.cells, self.mask = river, cells, bits(cells)
        self.hits = [way for way in river.crushing if way.hit & self.mask]
        self.about = 0  # the squares where a rival matters to them
        for cell in cells:
            self.about |= river.reach(cell)
        for way in self.hits:
            self.about |= way.back
        self.own = self._own(each)  # the amounts that don't depend on rivals
        self.units = dict[int, _Units](), dict[int, _Units]()  # as the next seat, and as the other
        self.bases = dict[int, _Units]()

    def _own(self, each: int) -> tuple[float, ...]:
        off, board, cells = self.river.off, self.river.board, self.cells
        steps = [off[cell] for cell in cells]
        return (
            sum(steps),
            min(steps),
            max(steps),
            each - len(cells),
            max([self.loss(way.hit) for way in self.hits if way.by in board.shifts], default=0),
            sum(cells.count(cell) - 1 for cell in cells) / 2,
            sum(board.rows - cell // board.columns for cell in cells),
            max(0, len(DIE) - steps[0]) if len(cells) == 1 else 0,
            1,
        )

    def against_rivals(self, rivals: int) -> tuple[float, ...]:
        """The amounts with rivals on these squares."""
        river = self.river
        gains = [river.gains(cell, rivals & river.reach(cell)) for cell in self.cells]
        met = squares(river.board.step(rivals) & self.mask)
        return (
            sum(map(max, gains[0].steps, *[gain.steps for gain in gains])),
            len(DIE) - min([gain.short for gain in gains]),
            max([self.loss(1 << cell) for cell in met], default=0),
            max([self.loss(way.hit) for way in self.hits if way.back & rivals], default=0),
        )

    def loss(self, hit: int) -> int:
        """How far the loggers on some squares have come."""
        off, rows = self.river.off, self.river.board.rows
        return sum([max(0, rows - off[cell]) for cell in self.cells if hit >> cell & 1])


class _Odds:
    """A net's chances for the positions of one search."""

    def __init__(self, net: Net) -> None:
        self.net, self.sides = net, dict[tuple[River, tuple[int, ...]], Side]()
        self.weights = net.mine, net.theirs
        self.own = [[*zip(*rows[: len(OWN)], strict=True)] for rows in self.weights]

    def share(self, race: FastGame) -> float:
        """The next seat's chance in a game that isn't over."""
        mover, other = race.mover, race.following[race.mover]
        mine = self.units(self.side(race, mover), race.masks[other], 0)
        theirs = self.units(self.side(race, other), race.masks[mover], 1)
        return self.net.share([*map(add, mine, theirs)])

    def side(self, race: FastGame, seat: Seat) -> Side:
        key = race.river, tuple(sorted(race.cells[seat]))
        side = self.sides.get(key)
        if side is None:
            if len(self.sides) > MOST:
                self.sides.clear()
            side = self.sides[key] = Side(*key, race.each)
        return side

    def units(self, side: Side, rivals: int, role: int) -> _Units:
        """What a side adds to each unit, as the next seat (role 0) or the other (1)."""
        near, known = rivals & side.about, side.units[role]
        if near not in known:
            if role not in side.bases:  # what it adds whatever stands beside it
                side.bases[role] = [sum(map(mul, side.own, weights)) for weights in self.own[role]]
            run, home, capture, push = side.against_rivals(near)
            rows = zip(side.bases[role], *self.weights[role][len(OWN) :], strict=True)
            known[near] = [
                base + a * run + b * home + c * capture + d * push for base, a, b, c, d in rows
            ]
        return known[near]


KNOWN: Final = 10, 12, 3  # columns, rows, and loggers of each, of the games that it was taught by

# Taught by 60,000 games against itself by `make learn ONLY=odds`, which prints others by now
# (docs/computers.md).
NET = Net(
    mine=(
        (-0.12094, 0.01361, 0.01671, -0.03239, -0.01634, 0.00925, 0.00831, -0.02247, -0.02985),
        (-0.00255, 0.06052, -0.04740, 0.12463, 0.04111, 0.02735, -0.00427, 0.02699, 0.07080),
        (-0.00639, 0.03010, 0.02672, -0.30071, -0.06327, -0.03654, 0.06789, -0.00332, -0.18398),
        (-0.23325, -0.41600, 0.03339, 1.14380, -0.22425, -0.24594, -0.50779, 0.01086, 0.64369),
        (-0.02894, -0.02035, 0.00973, -0.01509, -0.00575, -0.02775, -0.00071, 0.02175, -0.03226),
        (-0.12429, 0.01469, 0.01209, 0.23123, 0.06591, -0.03486, 0.07286, 0.02454, -0.01199),
        (-0.01897, 0.02032, 0.01311, -0.02148, -0.01230, 0.00885, -0.02306, -0.02075, -0.00832),
        (0.14642, -0.18734, 0.28656, 0.21778, 0.03997, -0.07705, 0.12203, 0.00189, 0.07544),
        (2.55337, -1.08739, -0.79235, -1.88206, -0.01284, -0.51446, 0.81024, 0.49665, -1.12805),
        (0.03364, -0.00190, 0.00397, 0.11725, 0.05862, 0.02766, 0.00666, -0.00370, 0.11834),
        (-0.09832, 0.05421, 0.04348, -0.02257, -0.07478, -0.04428, -0.15755, 0.02832, -0.18865),
        (0.01745, -0.16705, -0.06935, -0.01745, -0.02240, -0.06352, -0.00933, 0.04180, -0.01999),
        (-0.01170, -0.01556, 0.03154, -0.00896, 0.02947, -0.02978, 0.00399, 0.01244, -0.00390),
    ),
    theirs=(
        (0.12079, -0.01749, -0.00988, 0.01690, 0.01429, -0.03712, -0.00259, 0.03223, 0.01441),
        (-0.03393, 0.04495, 0.00197, 0.03641, 0.03819, 0.03060, 0.02582, -0.05020, 0.05511),
        (0.04648, -0.19534, -0.06937, -0.04112, 0.02681, -0.21662, -0.02726, 0.10682, -0.00257),
        (0.21018, 0.45539, -0.01904, -0.27855, -0.09110, 1.04919, 0.32428, -0.18847, -0.13784),
        (0.05389, -0.22372, -0.00698, -0.02728, -0.00495, -0.00506, 0.04406, 0.03259, -0.01216),
        (0.16147, -0.01422, -0.08086, -0.05937, -0.18808, 0.05068, -0.01993, -0.06952, 0.03921),
        (0.01418, 0.01252, 0.00192, 0.02181, 0.01408, -0.00800, 0.02314, 0.00142, 0.03898),
        (-0.12038, 0.18960, 0.06121, -0.07043, -0.09943, 0.00890, -0.03636, -0.06773, -0.00940),
        (-2.30116, -1.12254, 0.99848, -0.85350, -0.78713, -1.29583, -0.89780, 0.05209, -1.25127),
        (-0.04314, 0.07310, -0.03132, -0.00028, -0.01741, 0.07937, -0.02662, -0.05684, 0.01129),
        (0.07808, -0.04463, -0.12892, 0.03374, 0.09338, -0.08581, 0.12424, 0.04314, 0.02167),
        (0.02652, -0.10493, -0.04432, -0.02844, -0.02236, 0.01247, 0.02828, 0.02966, -0.04005),
        (0.02270, -0.03331, 0.02674, -0.03003, 0.05011, -0.02295, 0.00882, -0.00837, -0.00322),
    ),
    out=(-0.85215, 0.62205, 0.94550, 0.39103, -0.62949, 0.31075, -0.41962, 0.50861),
)


class Dice:
    """Looks ahead roll by roll; see rules.game.Dice. Of runs only the best of each logger is looked
    at, of shifts only those that hit somebody: looking at all of them plays no better
    (docs/computers.md)."""

    def __init__(self, s: Position, net: Net = NET) -> None:
        self.races, self.odds = Playouts(s), _Odds(net)

    def place(self, s: Position) -> FastGame:
        return self.races.place(s)

    def is_over(self, here: FastGame) -> bool:
        return here.over

    def share(self, here: FastGame) -> float:
        """If both have all loggers home, the seat whose turn it was wins."""
        if here.over:
            return float(here.home[here.following[here.mover]] < here.each)
        return self.odds.share(here)

    def answers(self, here: FastGame) -> list[list[FastGame]]:
        return [[*self.turns(here, roll)] for roll in DIE]

    def turns(self, here: FastGame, roll: int) -> Iterator[FastGame]:
        """The results of a roll."""
        mover, rivals = here.mover, here.others(here.mover)
        for cell in dict.fromkeys(here.cells[mover]):
            to, gain, _, _ = here.river.run(cell, roll, rivals)
            if gain:
                race = here.like()
                race.go(cell, to)
                yield race.pass_turn()
        for race in here.specials(roll):
            race.send_back()
            yield race.pass_turn()
        yield here.like().pass_turn()
