"""The words of Logjam.

The same squares mean a log in the set-up (`b4-d4`: it lies from b4 to d4) and a run in the
game (`b4-d4`: a logger runs from b4 to d4), so each phase has a vocabulary of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from string import ascii_uppercase
from typing import ClassVar, TypeAlias

from rules.game import Seat, Step, Stop, Vocabulary
from rules.logjam.position import DIE, OFF
from rules.squares import COMPASS, Grid

LENGTHS = range(2, 6)  # of logs
SEATS = range(6)


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
class Place(Step):
    """A logger onto the starting row: `@a1`; where it could be anybody's, `B@a1`."""

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
    """With a 3, any log moves a square; it is called by its lowest square: `c6+e`."""

    board: Grid
    at: int
    side: str

    def __str__(self) -> str:
        return f"{self.board.names[self.at]}+{self.side}"


Special: TypeAlias = Capture | Push | Shift
NOTHING = Stop()
ROLLS = Vocabulary(Roll(face) for face in DIE)


class Words:
    """All the words on a board of one size, each made once."""

    def __init__(self, board: Grid) -> None:
        self.board = board

    @cached_property
    def runs(self) -> tuple[tuple[Run, ...], ...]:
        """By start, then by end; the last of each start is the run off, so that OFF finds it."""
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
    def places(self) -> dict[tuple[Seat | None, int], Place]:
        """By seat, None first, then by square: also squares beyond the starting row."""
        pairs = product((None, *SEATS), self.board.cells)
        return {(seat, to): Place(self.board, to, seat) for seat, to in pairs}

    @cached_property
    def lays(self) -> tuple[Lay, ...]:
        """Every log that could lie on the board, by its lowest square."""
        spans = product(self.board.cells, "ne", LENGTHS)
        logs = ((c, *self.board.rays[c][d][: n - 1]) for c, d, n in spans if self._fits(c, d, n))
        return tuple(Lay(self.board, log) for log in logs)

    @cached_property
    def building(self) -> Vocabulary:
        """What could be said while the river is being set up."""
        return Vocabulary((*self.lays, *self.places.values()))

    @cached_property
    def playing(self) -> Vocabulary:
        """What could be said in a turn."""
        runs = (run for row in self.runs for run in row)
        tables = (self.captures, self.pushes, self.shifts, self.places)
        return Vocabulary((*runs, *(x for table in tables for x in table.values()), NOTHING))

    @cached_property
    def _near(self) -> list[tuple[int, int]]:
        return [(cell, to) for cell in self.board.cells for to in sorted(self._around(cell))]

    def _around(self, cell: int) -> Iterator[int]:
        """The squares beside one, and those that are easily taken for such: diagonal or two
        steps away."""
        x, y = cell % self.board.columns, cell // self.board.columns
        for other in self.board.cells:
            dx = abs(other % self.board.columns - x)
            dy = abs(other // self.board.columns - y)
            if 0 < dx + dy <= 2:
                yield other

    def _fits(self, cell: int, side: str, length: int) -> bool:
        return len(self.board.rays[cell][side]) >= length - 1


@lru_cache(maxsize=8)
def words(board: Grid) -> Words:
    """The words of a board. A few boards are remembered: the words of a large one weigh some
    megabytes."""
    return Words(board)
