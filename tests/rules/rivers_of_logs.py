"""Positions of Logjam as drawings, and turns on them.

river('''
    . . . . . .       the row at the open edge
    . 1 1 1 . .       a digit or sign: a log, all its squares with the same sign
    . . A . 2 .       A to F the loggers of the seats; A2: two of them on a square
    . . . . 2 .
    . . . B . .
    . . . . . .       row 1, the starting row, at the back wall
''', roll=2)

Loggers that are not drawn are home: everybody has five.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from string import ascii_uppercase

from rules.game import NOBODY, Event, Setup
from rules.logjam import Logjam
from rules.logjam.position import Logs, Phase, Position, Terms, grid
from rules.play import perform
from tests.rules.games import Said, by_chance

LOGJAM = Logjam()
EACH = 5
EMPTY = ". . . . . .\n"  # a row

Spots = dict[str, list[int]]  # sign: its squares in ascending order, one for each logger


def river(
    drawing: str,
    *,
    roll: int = 0,
    mover: int = 0,
    seats: int = 0,
    each: int = EACH,
    hand: tuple[int, ...] = (),
    home: tuple[int, ...] = (),
    **more: object,
) -> Position:
    """The position that a drawing shows, with the mover's word due; without a roll, the roll."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    columns, spots = len(rows[0]), _spots(rows)
    count = seats or max(2, 1 + max(ascii_uppercase.find(sign) for sign in spots))
    loggers = tuple(tuple(spots.get(ascii_uppercase[seat], ())) for seat in range(count))
    hand = hand or (0,) * count
    rest = tuple(each - len(on) - off for on, off in zip(loggers, hand, strict=True))
    return Position(
        terms=Terms(columns, len(rows), (2, 3, 4), each, quick=bool(more.get("quick", False))),
        phase=Phase(str(more.get("phase", Phase.MOVE if roll else Phase.ROLL))),
        mover=mover,
        first=0,
        roll=roll,
        rolls=(0,) * count,
        unused=tuple(int(digit) for digit in str(more.get("unused", ""))),
        logs=Logs(sorted(tuple(cells) for sign, cells in spots.items() if not sign.isalpha())),
        loggers=loggers,
        hand=hand,
        home=home or rest,
        left=(False,) * count,
        winner=NOBODY,
        round=1,
    )


def _spots(rows: Sequence[Sequence[str]]) -> Spots:
    assert len({len(row) for row in rows}) == 1
    found: Spots = {}
    for cell, sign in enumerate(sign for row in reversed(rows) for sign in row):
        if sign != ".":
            count = int(sign[1:]) if sign[1:] else 1
            found.setdefault(sign[0], []).extend([cell] * count)
    return found


def at(s: Position, name: str) -> str:
    """The sign of a square: `.`, `#` for a log, `A2` for two loggers of the first seat."""
    cell = s.terms.grid.by_name[name]
    if any(cell in log for log in s.logs):
        return "#"
    for seat, cells in enumerate(s.loggers):
        if n := cells.count(cell):
            return ascii_uppercase[seat] + (str(n) if n > 1 else "")
    return "."


def drawn(s: Position) -> str:
    """The position as a drawing, every log as `#`."""
    names, columns = s.terms.grid.names, s.terms.columns
    starts = range((s.terms.rows - 1) * columns, -1, -columns)
    return "\n".join(" ".join(at(s, names[i + x]) for x in range(columns)) for i in starts)


def logs(s: Position) -> set[str]:
    """The logs by their ends: `b4-d4`."""
    names = s.terms.grid.names
    return {f"{names[log[0]]}-{names[log[-1]]}" for log in s.logs}


def say(s: Position, line: str) -> tuple[Position, list[Event]]:
    """Where a line of words leads; each must be legal."""
    return perform(LOGJAM, s, line)


def after(s: Position, line: str) -> Position:
    return say(s, line)[0]


def choices(s: Position, sign: str = "") -> set[str]:
    """The legal words with this sign in them."""
    return {str(step) for step in LOGJAM.legal(s) if sign in str(step)}


def facts(events: Sequence[Event]) -> list[str]:
    """The events in short: `exits 1 a8 off 2`."""
    return [" ".join(map(str, (e.verb, e.seat, *e.at, *([e.n] if e.n else [])))) for e in events]


def opening(seats: int, **options: str) -> Position:
    return LOGJAM.new(Setup(seats, options))


def whole_game(seats: int, seed: int, **options: str) -> Iterator[Said]:
    """A whole game by chance, step by step."""
    return by_chance(LOGJAM, opening(seats, **options), seed)


def scattered(rng: Random, seats: int, rows: int = 8) -> Position:
    """Any crowded river with a roll made: logs that touch, stacks beside logs and each other."""
    board, begun = grid(6, rows), river(rows * EMPTY, roll=1, seats=seats, each=3, quick=True)
    logs, taken = list[tuple[int, ...]](), set[int]()
    for _ in range(rng.randrange(9)):
        start, side, length = rng.choice(board.cells), rng.choice("ne"), rng.randrange(2, 5)
        log = (start, *board.rays[start][side][: length - 1])
        if start >= 2 * board.columns and not taken & set(log) and len(log) == length:
            logs.append(log)
            taken |= set(log)
    dry = [cell for cell in board.cells if cell not in taken]
    spots = rng.sample(dry, min(len(dry), 4 * seats))
    loggers = tuple(
        tuple(sorted(rng.choices(spots[seat::seats], k=rng.randrange(1, 4))))
        for seat in range(seats)
    )
    return begun._replace(
        mover=rng.randrange(seats),
        first=rng.randrange(seats),
        roll=rng.randrange(1, 7),
        logs=Logs(sorted(logs)),
        loggers=loggers,
        home=tuple(3 - len(cells) for cells in loggers),
        round=rng.randrange(1, 500),
    )
