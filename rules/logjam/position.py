"""A position of Logjam: the river, the logs, the loggers, the die, and what is due.

Columns run along the back wall, rows from it to the open edge: row 1 is the starting row, the
last row lies at the open edge, and north is downstream, the way that everybody wants to go.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache

from rules.game import NOBODY, Event, Seat
from rules.squares import Grid

OFF = -1  # where a run ends that leaves the board over the open edge
OUT = -1  # what a seat has rolled that takes no part in this go of the roll-off
DIE = range(1, 7)
CAPTURE, PUSH, SHIFT = 1, 2, 3  # the rolls that allow something special
QUIET_ROWS = 2  # rows at the back wall that no log may ever touch
ROUNDS = 500  # after so many the game is counted out (our ruling)


class Phase(StrEnum):
    """What is due."""

    ROLLOFF = "roll-off"  # nature rolls for who begins
    LOGS = "logs"  # a log is laid, by nature or by the mover
    LOGGERS = "loggers"  # a logger is stood on the starting row, by nature or by the mover
    ROLL = "roll"  # nature rolls for the mover's turn
    MOVE = "move"  # the mover's word
    RETURN = "return"  # the mover sends loggers back to the starting row
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Terms:
    """What the table agreed on. lengths: of the logs, in ascending order; each: loggers of a
    player; quick: nature lays the logs and stands the loggers."""

    columns: int
    rows: int
    lengths: tuple[int, ...]
    each: int
    quick: bool

    @property
    def grid(self) -> Grid:
        return grid(self.columns, self.rows)


@cache
def grid(columns: int, rows: int) -> Grid:
    return Grid(columns, rows)


@dataclass(frozen=True, slots=True)
class Position:
    """A whole position.

    first: the seat that rounds are counted from; roll: what the mover rolled, 0: nothing yet;
    rolls: of the roll-off, by seat, 0: not rolled yet, OUT: not in this go; unused: lengths of
    the logs still to be laid, after the set-up of those that did not fit; logs: the squares of
    each log, in ascending order, and the logs in that order; loggers: by seat the squares of its
    loggers, in ascending order; hand: by seat how many are off the board and on their way to the
    starting row; home: by seat how many are off over the open edge; left: seats that were given
    up; winner: the seat that has won, or NOBODY; round: counted from 1.

    hand + home + len(loggers) is `terms.each` for every seat that has not left.
    """

    terms: Terms
    phase: Phase
    mover: Seat
    first: Seat
    roll: int
    rolls: tuple[int, ...]
    unused: tuple[int, ...]
    logs: tuple[tuple[int, ...], ...]
    loggers: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    home: tuple[int, ...]
    left: tuple[bool, ...]
    winner: Seat
    round: int

    def __str__(self) -> str:
        terms, names = self.terms, self.terms.grid.names
        logs = [f"{names[log[0]]}-{names[log[-1]]}" for log in self.logs]
        parts = (
            f"{terms.columns}x{terms.rows} {_run(terms.lengths)} {terms.each}",
            "quick" if terms.quick else "classic",
            f"{self.phase} {self.mover} from {self.first} rolled {self.roll}",
            f"round {self.round} won {self.winner}",
            _run(self.unused),
            ",".join(map(str, self.rolls)),
            ",".join(logs) or "-",
            *(_camp(self, seat) for seat in range(len(self.loggers))),
        )
        return " ".join(parts)


def _run(lengths: tuple[int, ...]) -> str:
    return "".join(map(str, lengths)) or "-"


def _camp(s: Position, seat: Seat) -> str:
    """All of one seat: where its loggers are, how many are in hand and how many at home."""
    where = ",".join(s.terms.grid.names[cell] for cell in s.loggers[seat]) or "-"
    gone = "/left" if s.left[seat] else ""
    return f"{where}/{s.hand[seat]}/{s.home[seat]}{gone}"


def owners(s: Position) -> dict[int, Seat]:
    """Whose loggers stand on which squares."""
    return {cell: seat for seat, cells in enumerate(s.loggers) for cell in cells}


@lru_cache(maxsize=1024)
def lying(logs: tuple[tuple[int, ...], ...]) -> dict[int, tuple[int, ...]]:
    """The log on each square that has one. Logs move seldom, so the answer is kept."""
    return {cell: log for log in logs for cell in log}


def going_back(s: Position) -> list[Seat]:
    """The seats that have loggers in hand."""
    return [seat for seat, n in enumerate(s.hand) if n]


def has_room(s: Position) -> bool:
    """All loggers in hand can stand on the starting row: each colour has a square there
    already, or gets an empty one."""
    start = {cell: seat for cell, seat in owners(s).items() if cell < s.terms.columns}
    without = sum(seat not in start.values() for seat in going_back(s))
    return without <= s.terms.columns - len(start)


Outcome = tuple[Position, list[Event]]


def seats_from(s: Position, seat: Seat) -> list[Seat]:
    """The seats that are still there, clockwise, beginning with this one."""
    count = len(s.left)
    return [x for x in ((seat + i) % count for i in range(count)) if not s.left[x]]


def after(s: Position, seat: Seat) -> Seat:
    """The next seat clockwise that is still there."""
    return seats_from(s, (seat + 1) % len(s.left))[0]


def begin(s: Position, seat: Seat) -> Position:
    """The set-up is done; this seat, or the next that is still there, has the first turn, and
    rounds are counted from it."""
    seat = seats_from(s, seat)[0]
    return replace(s, phase=Phase.ROLL, mover=seat, first=seat, roll=0, round=1)


def end_turn(s: Position, events: list[Event]) -> Outcome:
    """The game is won, the next seat is due, or after too many rounds it is counted out."""
    if (winner := _winner(s)) != NOBODY:
        won = replace(s, phase=Phase.OVER, roll=0, winner=winner)
        return won, [*events, Event("wins", winner)]
    seat = after(s, s.mover)
    rounds = s.round + (_place(s, seat) < _place(s, s.mover))
    if rounds > ROUNDS:
        return replace(s, phase=Phase.OVER, roll=0), [*events, Event("ends", s.mover)]
    return replace(s, phase=Phase.ROLL, mover=seat, roll=0, round=rounds), events


def _winner(s: Position) -> Seat:
    """Who has all loggers home: the mover before the others, they clockwise (our ruling)."""
    if s.terms.each not in s.home:
        return NOBODY
    order = seats_from(s, s.mover)
    return next((seat for seat in order if s.home[seat] == s.terms.each), NOBODY)


def _place(s: Position, seat: Seat) -> int:
    """Where a seat sits, counted from the one that began."""
    return (seat - s.first) % len(s.left)
