"""Where a logger can get to, and what a log does that moves a square.

Sets of squares are the bits of one number, so that a step is taken for all of them at once:

. . 2 . .      a logger on 0, free water, two steps: the frontier spreads by
. 2 1 2 .      shifting the whole set a row up, a row down, a column left and right,
2 1 0 1 2      and what is blocked is struck out after every step

before      pushed north      C stood before another log, D before E: both are crushed;
. # . .      . # . .          B has free water behind them and is carried along
B C D E      # # # E
# # # .      . A . .
. A . .
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from rules.game import Seat
from rules.logjam.position import OFF, QUIET_ROWS, Position, lying, owners
from rules.squares import Grid


@dataclass(frozen=True, slots=True)
class Water:
    """The sets of squares of one board that are needed again and again."""

    columns: int
    everything: int
    not_first: int  # all but the leftmost column
    not_last: int
    edge: int  # the row at the open edge

    def step(self, here: int) -> int:
        """All squares one step from any of these; may reach beyond the board."""
        sideways = ((here & self.not_last) << 1) | ((here & self.not_first) >> 1)
        return (here << self.columns) | (here >> self.columns) | sideways


@cache
def water(board: Grid) -> Water:
    last = board.columns - 1
    return Water(
        board.columns,
        bits(board.cells),
        bits(c for c in board.cells if c % board.columns != 0),
        bits(c for c in board.cells if c % board.columns != last),
        bits(c for c in board.cells if c // board.columns == board.rows - 1),
    )


def bits(cells: Iterable[int]) -> int:
    """The set of these squares."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def squares(found: int) -> Iterator[int]:
    """The squares of a set, in ascending order."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


def free(s: Position) -> int:
    """Where the mover's loggers may be: no log, and nobody else's loggers (Logjam rules, Moving
    a Logger)."""
    taken = _logs(s.logs)
    for seat, cells in enumerate(s.loggers):
        if seat != s.mover:
            taken |= bits(cells)
    return water(s.terms.grid).everything & ~taken


def reach(s: Position, start: int, steps: int, allowed: int) -> int:
    """Every allowed square that is at most so many steps away, `start` among them."""
    river = water(s.terms.grid)
    found = 1 << start
    for _ in range(steps):
        further = (found | river.step(found)) & allowed
        if further == found:
            break
        found = further
    return found


def ends(s: Position, start: int, allowed: int) -> tuple[int, bool]:
    """The squares that the mover's logger on `start` may run to through the `free` ones, and
    whether it may leave the board, which costs a step from the last row (Logjam rules, Moving a
    Logger)."""
    river = water(s.terms.grid)
    near = reach(s, start, s.roll - 1, allowed)
    found = (near | river.step(near)) & allowed & ~(1 << start)
    return found, bool(near & river.edge)


def distance(s: Position, start: int, goals: int) -> int | None:
    """The number of steps to the nearest of some squares, or None: no way leads there."""
    allowed, found, steps = free(s), 1 << start, 0
    while not found & goals:
        further = (found | water(s.terms.grid).step(found)) & allowed
        if further == found:
            return None
        found, steps = further, steps + 1
    return steps


@lru_cache(maxsize=1024)
def _logs(logs: tuple[tuple[int, ...], ...]) -> int:
    return bits(cell for log in logs for cell in log)


CRUSHED = -2  # where a stack goes that has no room

Log = tuple[int, ...]


class Bound(Enum):
    """Where the river ends for a log."""

    WALL = "wall"  # at the back or on either side
    QUIET = "quiet"  # before the rows that no log may touch


@dataclass(frozen=True, slots=True)
class Met:
    """A stack in the way of a log: whose, how many, from where to where (OFF: over the open
    edge, home; CRUSHED: back to the start)."""

    owner: Seat
    n: int
    at: int
    to: int


@dataclass(frozen=True, slots=True)
class Drift:
    """A log that moves: its old squares, its new ones (none: it leaves the game), and the
    stacks that it meets, in order of their squares."""

    log: Log
    to: Log
    met: tuple[Met, ...]


def obstacle(s: Position, log: Log, side: str) -> Log | Bound | None:
    """What keeps a log from moving this way, a bound or another log (Logjam rules, Rolling a
    Two), or None: it moves."""
    board, logs = s.terms.grid, lying(s.logs)
    for cell in log:
        to = board.toward(cell, side)
        if to is None:
            if side != "n":
                return Bound.WALL
        elif to // board.columns < QUIET_ROWS:
            return Bound.QUIET
        elif (other := logs.get(to, log)) != log:
            return other
    return None


def drift(s: Position, log: Log, side: str) -> Drift:
    """What comes of moving a log that is not stuck. It leaves the game when any part of it
    passes the open edge."""
    cells = [s.terms.grid.toward(cell, side) for cell in log]
    to = tuple(cell for cell in cells if cell is not None)
    if len(to) < len(log):
        return Drift(log, (), ())
    standing = owners(s)
    entered = [cell for cell in to if cell in standing]  # no logger was on the old squares
    return Drift(log, to, tuple(_meet(s, standing, cell, side) for cell in entered))


def _meet(s: Position, standing: dict[int, Seat], at: int, side: str) -> Met:
    """A stack moves on by one square, joins its own colour there, leaves over the open edge, or
    is crushed; it never pushes another (Logjam rules, Rolling a Two)."""
    owner, to = standing[at], s.terms.grid.toward(at, side)
    n = s.loggers[owner].count(at)
    if to is None:
        return Met(owner, n, at, OFF if side == "n" else CRUSHED)
    blocked = to in lying(s.logs) or standing.get(to, owner) != owner
    return Met(owner, n, at, CRUSHED if blocked else to)
