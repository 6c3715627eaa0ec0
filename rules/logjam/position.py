"""A position of Logjam, the words of the game, and where loggers and logs can go.

Columns run along the back wall, rows from it to the open edge. Row 1 is the starting row, the last
row lies at the open edge, and north is downstream, the way home.

`b4-d4` is a log in the set-up and a run in the game, so each phase has a vocabulary of its own. A
set of squares is the bits of one number, so one operation takes a step from all of them.

before      pushed north      C stood before another log, D before E: both are crushed;
. # . .      . # . .          B has free water behind them and is carried along
B C D E      # # # E
# # # .      . A . .
. A . .
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, cached_property, lru_cache
from itertools import product
from string import ascii_uppercase
from typing import ClassVar, NamedTuple, TypeAlias

from rules.game import Seat, Step, Stop, Vocabulary
from rules.squares import COMPASS, Grid, bits

OFF = -1  # the end of a run that leaves the board over the open edge
OUT = -1  # the roll of a seat that takes no part in this go of the roll-off
DIE = range(1, 7)
CAPTURE, PUSH, SHIFT = 1, 2, 3  # the rolls for special actions
QUIET_ROWS = 2  # rows at the back wall that no log may ever touch
ROUNDS = 500  # after so many the game is counted out (our ruling)


class Phase(StrEnum):
    """The next decision or roll."""

    ROLLOFF = "roll-off"  # nature rolls for the first turn
    LOGS = "logs"  # a log is laid, by nature or by the mover
    LOGGERS = "loggers"  # a logger is stood on the starting row, by nature or by the mover
    ROLL = "roll"  # nature rolls for the mover's turn
    MOVE = "move"  # the mover's word
    RETURN = "return"  # the mover sends loggers back to the starting row
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Terms:
    """The agreed terms."""

    columns: int
    rows: int
    lengths: tuple[int, ...]  # of the logs, in ascending order
    each: int  # loggers of a player
    quick: bool  # nature lays the logs and stands the loggers

    @property
    def grid(self) -> Grid:
        return grid(self.columns, self.rows)


grid = cache(Grid)
Log: TypeAlias = tuple[int, ...]  # its squares, ascending


class Logs(tuple[Log, ...]):
    """The logs on the board, ascending. They seldom move, so their squares are worked out once."""

    @cached_property
    def lying(self) -> dict[int, Log]:
        """The log on each square that has one."""
        return {cell: log for log in self for cell in log}

    @cached_property
    def squares(self) -> int:
        """All squares with a log."""
        return bits(self.lying)


class Position(NamedTuple):
    """A position. hand + home + len(loggers) is `terms.each` for every seat that hasn't left."""

    terms: Terms
    phase: Phase
    mover: Seat
    first: Seat  # from which rounds are counted
    roll: int  # the mover's; 0: not yet
    rolls: tuple[int, ...]  # of the roll-off, by seat; 0: not yet, OUT: not in this go
    unused: tuple[int, ...]  # lengths of logs still to lay, later of those that didn't fit
    logs: Logs
    loggers: tuple[tuple[int, ...], ...]  # by seat their squares, ascending
    hand: tuple[int, ...]  # by seat, loggers to be stood on the starting row
    home: tuple[int, ...]  # by seat, loggers off over the open edge
    left: tuple[bool, ...]  # by seat, if it was given up
    winner: Seat  # or NOBODY
    round: int  # counted from 1

    def __str__(self) -> str:
        terms, names = self.terms, self.names
        logs = [f"{names[log[0]]}-{names[log[-1]]}" for log in self.logs]
        camps = list[str]()  # by seat its loggers: where they are, in hand, at home
        for cells, hand, home, left in zip(
            self.loggers, self.hand, self.home, self.left, strict=True
        ):
            where = ",".join(names[cell] for cell in cells) or "-"
            camps.append(f"{where}/{hand}/{home}{'/left' * left}")
        parts = (
            f"{terms.columns}x{terms.rows} {_run(terms.lengths)} {terms.each}",
            "quick" if terms.quick else "classic",
            f"{self.phase} {self.mover} from {self.first} rolled {self.roll}",
            f"round {self.round} won {self.winner}",
            _run(self.unused),
            ",".join(map(str, self.rolls)),
            ",".join(logs) or "-",
            *camps,
        )
        return " ".join(parts)

    @property
    def grid(self) -> Grid:
        return self.terms.grid

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the squares."""
        return self.grid.names

    @property
    def water(self) -> Water:
        return water(self.terms.grid)

    @property
    def words(self) -> BoardWords:
        return words(self.terms.grid)

    @property
    def lying(self) -> dict[int, Log]:
        """The log on each square that has one."""
        return self.logs.lying

    @property
    def owners(self) -> dict[int, Seat]:
        """Whose loggers stand on which squares."""
        return {cell: seat for seat, cells in enumerate(self.loggers) for cell in cells}

    @property
    def going_back(self) -> list[Seat]:
        """The seats that have loggers in hand."""
        return [seat for seat, n in enumerate(self.hand) if n]

    @property
    def has_room(self) -> bool:
        """True if row 1 has a square for each colour in hand, its own or an empty one."""
        start = {cell: seat for cell, seat in self.owners.items() if cell < self.terms.columns}
        without = sum(seat not in start.values() for seat in self.going_back)
        return without <= self.terms.columns - len(start)

    def seats_from(self, seat: Seat) -> list[Seat]:
        """The seats that are still there, clockwise, beginning with this one."""
        around = *range(seat, len(self.left)), *range(seat)
        return [x for x in around if not self.left[x]]

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise that is still there."""
        return self.seats_from((seat + 1) % len(self.left))[0]

    @property
    def free(self) -> int:
        """Where the mover's loggers may be: no log, no rival (rules, Moving a Logger)."""
        taken = self.logs.squares
        for seat, cells in enumerate(self.loggers):
            if seat != self.mover:
                taken |= bits(cells)
        return self.water.everything & ~taken

    def reach(self, start: int, steps: int, allowed: int) -> int:
        """Every allowed square at most so many steps away, `start` included."""
        river = self.water
        found = 1 << start
        for _ in range(steps):
            further = (found | river.step(found)) & allowed
            if further == found:
                break
            found = further
        return found

    def ends(self, start: int, allowed: int) -> tuple[int, bool]:
        """The squares that the mover's logger on `start` may run to, and whether it may leave the
        board, a step beyond the last row (Logjam rules, Moving a Logger)."""
        river = self.water
        near = self.reach(start, self.roll - 1, allowed)
        found = (near | river.step(near)) & allowed & ~(1 << start)
        return found, bool(near & river.edge)

    def distance(self, start: int, goals: int) -> int | None:
        """The number of steps to the nearest of some squares, or None if no way leads there."""
        allowed, found, steps = self.free, 1 << start, 0
        while not found & goals:
            further = (found | self.water.step(found)) & allowed
            if further == found:
                return None
            found, steps = further, steps + 1
        return steps

    def entry(self, log: Log, side: str) -> frozenset[int] | None:
        """The squares that a log enters this way, None if it is barred (rules, Rolling a Two)."""
        ahead = self.water.ahead(log, side)
        if isinstance(ahead, Bound) or not self.lying.keys().isdisjoint(ahead):
            return None
        return ahead

    def drift(self, log: Log, side: str) -> Drift:
        """Move a log that nothing bars. It leaves the game if any part of it passes the open edge.

        A stack in its way moves on by one square, joins its own colour there, leaves over the open
        edge, or is crushed; it never pushes another (Logjam rules, Rolling a Two)."""
        cells = [self.grid.toward(cell, side) for cell in log]
        to = tuple(cell for cell in cells if cell is not None)
        if len(to) < len(log):
            return Drift(log, (), ())
        standing = self.owners
        met: list[Met] = []
        for at in (cell for cell in to if cell in standing):  # no logger was on the old squares
            owner, end = standing[at], self.grid.toward(at, side)
            if end is None:
                end = OFF if side == "n" else CRUSHED
            elif end in self.lying or standing.get(end, owner) != owner:
                end = CRUSHED
            met.append(Met(owner, self.loggers[owner].count(at), at, end))
        return Drift(log, to, tuple(met))


def _run(lengths: tuple[int, ...]) -> str:
    return "".join(map(str, lengths)) or "-"


LENGTHS = range(2, 6)  # of logs


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """Nature: `4`."""

    face: int

    def __str__(self) -> str:
        return str(self.face)


@dataclass(frozen=True, slots=True)
class Lay(Step):
    """A log from its lowest to its highest square: `b4-d4`."""

    board: Grid
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.board.names[self.cells[0]]}-{self.board.names[self.cells[-1]]}"


@dataclass(frozen=True, slots=True)
class Placement(Step):
    """A logger onto the starting row: `@a1`; `B@a1` if several colours could."""

    board: Grid
    to: int
    seat: Seat | None = None

    def __str__(self) -> str:
        whose = "" if self.seat is None else ascii_uppercase[self.seat]
        return f"{whose}@{self.board.names[self.to]}"


@dataclass(frozen=True, slots=True)
class Move(Step):
    """A logger goes from a square to another; the sign between them says how."""

    sign: ClassVar[str]
    board: Grid
    start: int
    to: int

    def __str__(self) -> str:
        end = "off" if self.to == OFF else self.board.names[self.to]
        return f"{self.board.names[self.start]}{self.sign}{end}"


@dataclass(frozen=True, slots=True)
class Run(Move):
    """It walks: `b3-c5`, or off over the open edge: `b12-off`."""

    sign = "-"


@dataclass(frozen=True, slots=True)
class Capture(Move):
    """With a 1, it steps onto rivals: `b3xb4`."""

    sign = "x"


@dataclass(frozen=True, slots=True)
class Push(Move):
    """With a 2, it pushes the log beside it and follows: `b3>b4`."""

    sign = ">"


@dataclass(frozen=True, slots=True)
class Shift(Step):
    """With a 3, any log moves a square; its lowest square names it: `c6+e`."""

    board: Grid
    at: int
    side: str

    def __str__(self) -> str:
        return f"{self.board.names[self.at]}+{self.side}"


Special: TypeAlias = Capture | Push | Shift
NOTHING = Stop()
ROLLS = Vocabulary(Roll(face) for face in DIE)


class BoardWords:
    """All the words on a board of one size, each made once."""

    def __init__(self, board: Grid) -> None:
        self.board = board

    @cached_property
    def runs(self) -> tuple[tuple[Run, ...], ...]:
        """By start, then by end. The last is the run off, which OFF finds as index -1."""
        ends = (*self.board.cells, OFF)
        return tuple(tuple(Run(self.board, c, to) for to in ends) for c in self.board.cells)

    @cached_property
    def captures(self) -> dict[tuple[int, int], Capture]:
        return {pair: Capture(self.board, *pair) for pair in self._near}

    @cached_property
    def pushes(self) -> dict[tuple[int, int], Push]:
        return {pair: Push(self.board, *pair) for pair in self._near}

    @cached_property
    def shifts(self) -> dict[tuple[int, str], Shift]:
        return {at: Shift(self.board, *at) for at in product(self.board.cells, COMPASS)}

    @cached_property
    def places(self) -> dict[tuple[Seat | None, int], Placement]:
        """By seat, None first, then by square: also squares beyond the starting row."""
        pairs = product((None, *range(6)), self.board.cells)
        return {(seat, to): Placement(self.board, to, seat) for seat, to in pairs}

    @cached_property
    def lays(self) -> tuple[tuple[Lay, int], ...]:
        """Every log that could lie on the board, with its squares as a set."""
        rays, spans = self.board.rays, product(self.board.cells, "ne", LENGTHS)
        logs = ((c, *rays[c][d][: n - 1]) for c, d, n in spans if len(rays[c][d]) >= n - 1)
        return tuple((Lay(self.board, log), bits(log)) for log in logs)

    @cached_property
    def building(self) -> Vocabulary:
        """All words of the set-up."""
        return Vocabulary((*(step for step, _ in self.lays), *self.places.values()))

    @cached_property
    def playing(self) -> Vocabulary:
        """All words of a turn."""
        runs = (run for row in self.runs for run in row)
        tables = (self.captures, self.pushes, self.shifts, self.places)
        return Vocabulary((*runs, *(x for table in tables for x in table.values()), NOTHING))

    @cached_property
    def _near(self) -> list[tuple[int, int]]:
        """Squares beside others, and those easily taken for such: diagonal or two steps away."""
        places = [divmod(cell, self.board.columns) for cell in self.board.cells]
        return [
            (cell, to)
            for cell, (y, x) in enumerate(places)
            for to, (other_y, other_x) in enumerate(places)
            if 0 < abs(other_x - x) + abs(other_y - y) <= 2
        ]


words = lru_cache(maxsize=8)(BoardWords)  # a large board's words take some megabytes


class Water:
    """Sets of squares of one board, as bits, and the sides that end the river. A side is the
    difference between the numbers of two squares."""

    def __init__(self, grid: Grid) -> None:
        columns = self.columns = grid.columns
        self.rows, self.near, self.everything = grid.rows, grid.neighbours, bits(grid.cells)
        first, last = (bits(grid.cells[x::columns]) for x in (0, columns - 1))
        self.not_first, self.not_last = self.everything & ~first, self.everything & ~last
        self.start = bits(range(columns))
        self.edge = self.start << columns * (grid.rows - 1)  # the row at the open edge
        self.sides, self.shifts = (columns, 1, -1, -columns), (columns, 1, -1)
        self.bounds = {columns: self.edge, 1: last, -columns: self.start, -1: first}
        quiet = bits(range((QUIET_ROWS + 1) * columns))
        self.barred = {**self.bounds, columns: 0, -columns: quiet}  # no log leaves these that way
        self.wall = {**self.bounds, columns: 0}  # no logger is carried on from these
        self.toward, self.ahead = grid.toward, lru_cache(1 << 12)(self.look_ahead)

    def step(self, here: int) -> int:
        """All squares one step from these; may reach beyond the board."""
        sideways = ((here & self.not_last) << 1) | ((here & self.not_first) >> 1)
        return (here << self.columns) | (here >> self.columns) | sideways

    def look_ahead(self, log: Log, side: str) -> frozenset[int] | Bound:
        """The squares beside a log on this side, or the bound that bars it."""
        cells = [self.toward(cell, side) for cell in log]
        if side != "n" and None in cells:
            return Bound.WALL
        beside = frozenset(cell for cell in cells if cell is not None and cell not in log)
        return Bound.QUIET if any(c < QUIET_ROWS * self.columns for c in beside) else beside


water = cache(Water)
CRUSHED = -2  # the target of a stack without room


class Bound(Enum):
    """Where the river ends for a log."""

    WALL = "wall"  # at the back or on either side
    QUIET = "quiet"  # before the rows that no log may touch


@dataclass(frozen=True, slots=True)
class Met:
    """A stack in the way of a log. `to` may be OFF (home) or CRUSHED."""

    owner: Seat
    n: int
    at: int
    to: int


@dataclass(frozen=True, slots=True)
class Drift:
    """A log's move: its old and new squares (none: it leaves the game), and the stacks it meets."""

    log: Log
    to: Log
    met: tuple[Met, ...]
