"""What a log does that moves one square, and what it does to the loggers in its way.

before      pushed north      C stood before another log, D before E: both are crushed;
. # . .      . # . .          B has free water behind him and is carried along
B C D E      # # # E
# # # .      . A . .
. A . .
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rules.game import Seat
from rules.logjam.position import OFF, QUIET_ROWS, Position, lying, owners

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
