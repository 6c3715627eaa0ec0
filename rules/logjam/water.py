"""Where a logger can get to: sets of squares as the bits of one number, a step for all at once.

. . 2 . .      a logger on 0, free water, two steps: the frontier spreads by
. 2 1 2 .      shifting the whole set a row up, a row down, a column left and right,
2 1 0 1 2      and what is blocked is struck out after every step
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.logjam.position import Position
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
