"""A position of Logjam, the words of the game, and where loggers and logs can go.

Columns run along the back wall, rows from it to the open edge. Row 1 is the starting row, the last
row lies at the open edge, and north is downstream, the way home.

The same squares name a log in the set-up (`b4-d4`: it lies from b4 to d4) and a run in the game
(`b4-d4`: a logger runs from b4 to d4), so each phase has a vocabulary of its own.

A set of squares is the bits of one number, so one operation takes a step from all of them.

before      pushed north      C stood before another log, D before E: both are crushed;
. # . .      . # . .          B has free water behind them and is carried along
B C D E      # # # E
# # # .      . A . .
. A . .
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache, cached_property, lru_cache
from itertools import product
from string import ascii_uppercase
from typing import ClassVar, TypeAlias

from rules.game import Event, Seat, Step, Stop, Vocabulary
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


@cache
def grid(columns: int, rows: int) -> Grid:
    return Grid(columns, rows)


@dataclass(frozen=True, slots=True)
class Position:
    """A whole position. hand + home + len(loggers) is `terms.each` for every seat that hasn't
    left."""

    terms: Terms
    phase: Phase
    mover: Seat
    first: Seat  # from which rounds are counted
    roll: int  # the mover's; 0: not yet
    rolls: tuple[int, ...]  # of the roll-off, by seat; 0: not yet, OUT: not in this go
    unused: tuple[int, ...]  # lengths of logs still to lay, later of those that didn't fit
    logs: tuple[tuple[int, ...], ...]  # the squares of each, ascending, and the logs in that order
    loggers: tuple[tuple[int, ...], ...]  # by seat their squares, ascending
    hand: tuple[int, ...]  # by seat, loggers to be stood on the starting row
    home: tuple[int, ...]  # by seat, loggers off over the open edge
    left: tuple[bool, ...]  # by seat, if it was given up
    winner: Seat  # or NOBODY
    round: int  # counted from 1

    def __str__(self) -> str:
        terms, names = self.terms, self.terms.grid.names
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


def _run(lengths: tuple[int, ...]) -> str:
    return "".join(map(str, lengths)) or "-"


def owners(s: Position) -> dict[int, Seat]:
    """Whose loggers stand on which squares."""
    return {cell: seat for seat, cells in enumerate(s.loggers) for cell in cells}


@lru_cache(maxsize=1024)
def lying(logs: tuple[tuple[int, ...], ...]) -> dict[int, tuple[int, ...]]:
    """The log on each square that has one. Logs seldom move, so it is cached."""
    return {cell: log for log in logs for cell in log}


def going_back(s: Position) -> list[Seat]:
    """The seats that have loggers in hand."""
    return [seat for seat, n in enumerate(s.hand) if n]


def has_room(s: Position) -> bool:
    """True if all loggers in hand can stand on the starting row: each colour needs a square of its
    own or an empty one."""
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


def end_turn(s: Position, events: list[Event]) -> Outcome:
    """End the game if it is won or has taken too many rounds; else the next seat is due.

    If two have all loggers home, the mover wins, or the next clockwise (our ruling)."""
    for winner in seats_from(s, s.mover) if s.terms.each in s.home else ():
        if s.home[winner] == s.terms.each:
            won = replace(s, phase=Phase.OVER, roll=0, winner=winner)
            return won, [*events, Event("wins", winner)]
    seat, seats = after(s, s.mover), len(s.left)
    rounds = s.round + ((seat - s.first) % seats < (s.mover - s.first) % seats)
    if rounds > ROUNDS:
        return replace(s, phase=Phase.OVER, roll=0), [*events, Event("ends", s.mover)]
    return replace(s, phase=Phase.ROLL, mover=seat, roll=0, round=rounds), events


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
        pairs = product((None, *SEATS), self.board.cells)
        return {(seat, to): Placement(self.board, to, seat) for seat, to in pairs}

    @cached_property
    def lays(self) -> tuple[Lay, ...]:
        rays, spans = self.board.rays, product(self.board.cells, "ne", LENGTHS)
        logs = ((c, *rays[c][d][: n - 1]) for c, d, n in spans if len(rays[c][d]) >= n - 1)
        return tuple(Lay(self.board, log) for log in logs)

    @cached_property
    def building(self) -> Vocabulary:
        """All words of the set-up."""
        return Vocabulary((*self.lays, *self.places.values()))

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


@lru_cache(maxsize=8)
def words(board: Grid) -> BoardWords:
    """The words of a board. A few boards are cached: the words of a large one take some
    megabytes."""
    return BoardWords(board)


@dataclass(frozen=True, slots=True)
class Water:
    """Sets of squares of one board that are often needed."""

    columns: int
    everything: int
    not_first: int  # all but the leftmost column
    not_last: int
    edge: int  # the row at the open edge

    def step(self, here: int) -> int:
        """All squares one step from these; may reach beyond the board."""
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


def free(s: Position) -> int:
    """Where the mover's loggers may be: no log, and no rival's logger (Logjam rules, Moving a
    Logger)."""
    taken = _logs(s.logs)
    for seat, cells in enumerate(s.loggers):
        if seat != s.mover:
            taken |= bits(cells)
    return water(s.terms.grid).everything & ~taken


def reach(s: Position, start: int, steps: int, allowed: int) -> int:
    """Every allowed square at most so many steps away, `start` included."""
    river = water(s.terms.grid)
    found = 1 << start
    for _ in range(steps):
        further = (found | river.step(found)) & allowed
        if further == found:
            break
        found = further
    return found


def ends(s: Position, start: int, allowed: int) -> tuple[int, bool]:
    """The squares that the mover's logger on `start` may run to, and whether it may leave the
    board, a step beyond the last row (Logjam rules, Moving a Logger)."""
    river = water(s.terms.grid)
    near = reach(s, start, s.roll - 1, allowed)
    found = (near | river.step(near)) & allowed & ~(1 << start)
    return found, bool(near & river.edge)


def distance(s: Position, start: int, goals: int) -> int | None:
    """The number of steps to the nearest of some squares, or None if no way leads there."""
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


CRUSHED = -2  # the target of a stack without room

Log = tuple[int, ...]


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
    """A log's move: its old squares, its new ones (none: it leaves the game), and the stacks it
    meets."""

    log: Log
    to: Log
    met: tuple[Met, ...]


def obstacle(s: Position, log: Log, side: str) -> Log | Bound | None:
    """What bars a log from moving this way, a bound or another log (Logjam rules, Rolling a Two),
    or None."""
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
    """Move a log that nothing bars. It leaves the game if any part of it passes the open edge.

    A stack in its way moves on by one square, joins its own colour there, leaves over the open
    edge, or is crushed; it never pushes another (Logjam rules, Rolling a Two)."""
    cells = [s.terms.grid.toward(cell, side) for cell in log]
    to = tuple(cell for cell in cells if cell is not None)
    if len(to) < len(log):
        return Drift(log, (), ())
    standing = owners(s)
    met = list[Met]()
    for at in (cell for cell in to if cell in standing):  # no logger was on the old squares
        owner, end = standing[at], s.terms.grid.toward(at, side)
        if end is None:
            end = OFF if side == "n" else CRUSHED
        elif end in lying(s.logs) or standing.get(end, owner) != owner:
            end = CRUSHED
        met.append(Met(owner, s.loggers[owner].count(at), at, end))
    return Drift(log, to, tuple(met))
