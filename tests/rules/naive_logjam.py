"""A turn of Logjam a second time, deliberately naive, to check the first.

Nothing is shared with rules/: squares are pairs (column, row), row 1 at the back wall; logs are
sets of squares; the loggers are a list of (seat, square). Slow, and plain enough to be compared
with the rules text by eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from rules.logjam.position import Phase, Position

Square: TypeAlias = tuple[int, int]
Log: TypeAlias = frozenset[Square]
Logger: TypeAlias = tuple[int, Square]

SIDES = {"forward": (0, 1), "back": (0, -1), "left": (-1, 0), "right": (1, 0)}


@dataclass(frozen=True)
class Table:
    """A position between two turns, in a form that can be compared."""

    columns: int
    rows: int
    each: int
    logs: frozenset[Log]
    loggers: tuple[Logger, ...]  # sorted
    home: tuple[int, ...]
    mover: int
    winner: int | None = None
    away: tuple[int, ...] = ()  # still to be sent back, only if the game was won before


def table(s: Position) -> Table:
    """A position of rules/ in this form."""

    def square(cell: int) -> Square:
        return (cell % s.terms.columns + 1, cell // s.terms.columns + 1)

    return Table(
        s.terms.columns,
        s.terms.rows,
        s.terms.each,
        frozenset(frozenset(map(square, log)) for log in s.logs),
        tuple(sorted((i, square(c)) for i, cells in enumerate(s.loggers) for c in cells)),
        s.home,
        s.mover,
        s.winner if s.phase is Phase.OVER else None,
        tuple(i for i, n in enumerate(s.hand) for _ in range(n)),
    )


def results(t: Table, roll: int) -> set[Table]:
    """Every position that a whole turn with this roll can lead to."""
    deeds = [t, *runs(t, roll)]
    if roll == 1:
        deeds += captures(t)
    if roll == 2:
        deeds += pushes(t)
    if roll == 3:
        deeds += shifts(t)
    return {done for deed in deeds for done in finished(deed)}


def on(t: Table, square: Square) -> list[int]:
    """The seats of all loggers on a square."""
    return [seat for seat, where in t.loggers if where == square]


def log_on(t: Table, square: Square) -> Log | None:
    return next((log for log in t.logs if square in log), None)


def is_on_board(t: Table, square: Square) -> bool:
    return 1 <= square[0] <= t.columns and 1 <= square[1] <= t.rows


def beside(square: Square) -> dict[str, Square]:
    return {side: (square[0] + dx, square[1] + dy) for side, (dx, dy) in SIDES.items()}


def moved(t: Table, seat: int, start: Square, to: Square | None) -> Table:
    """One logger stands elsewhere, or None: nowhere on the board."""
    loggers = list(t.loggers)
    loggers.remove((seat, start))
    return replace(t, loggers=tuple(sorted([*loggers, *([(seat, to)] if to else [])])))


def at_home(t: Table, seat: int) -> Table:
    return replace(t, home=tuple(n + (i == seat) for i, n in enumerate(t.home)))


def mine(t: Table) -> set[Square]:
    return {where for seat, where in t.loggers if seat == t.mover}


def runs(t: Table, roll: int) -> Iterator[Table]:
    """One logger, step by step, at most as many as rolled; over the open edge it is home."""
    for start in mine(t):
        places = {start}
        for _ in range(roll):
            steps = {to for place in places for to in beside(place).values()}
            if any(y > t.rows for _, y in steps):
                yield at_home(moved(t, t.mover, start, None), t.mover)
            places |= {to for to in steps if may_enter(t, to)}
        for to in places - {start}:
            yield moved(t, t.mover, start, to)


def may_enter(t: Table, square: Square) -> bool:
    others = set(on(t, square)) - {t.mover}
    return is_on_board(t, square) and log_on(t, square) is None and not others


def captures(t: Table) -> Iterator[Table]:
    for start in mine(t):
        for to in beside(start).values():
            rivals = [seat for seat in on(t, to) if seat != t.mover]
            if rivals:
                taken = replace(t, away=tuple(rivals))
                for seat in rivals:
                    taken = moved(taken, seat, to, None)
                yield moved(taken, t.mover, start, to)


def pushes(t: Table) -> Iterator[Table]:
    for start in mine(t):
        for side, to in beside(start).items():
            log = log_on(t, to)
            if log is not None:
                for pushed in log_moves(t, log, side):
                    yield moved(pushed, t.mover, start, to)


def shifts(t: Table) -> Iterator[Table]:
    for log in t.logs:
        for side in ("forward", "left", "right"):
            yield from log_moves(t, log, side)


def log_moves(t: Table, log: Log, side: str) -> Iterator[Table]:
    """The possible positions after a log has moved: one or none."""
    new = frozenset(beside(square)[side] for square in log)
    if any(not 1 <= x <= t.columns or y <= 2 for x, y in new):
        return
    others = t.logs - {log}
    if any(new & other for other in others):
        return
    if any(y > t.rows for _, y in new):
        yield replace(t, logs=others)
        return
    after = replace(t, logs=others | {new})
    for square in sorted(new - log):
        after = shoved(t, after, square, side, others)
    yield after


def shoved(t: Table, after: Table, square: Square, side: str, others: Iterable[Log]) -> Table:
    """All loggers on a square that the log has entered go one square on, off or back."""
    beyond = beside(square)[side]
    for seat in on(t, square):
        wall = not 1 <= beyond[0] <= t.columns
        rival = any(other != seat for other in on(t, beyond))
        if beyond[1] > t.rows:
            after = at_home(moved(after, seat, square, None), seat)
        elif wall or rival or any(beyond in log for log in others):
            after = replace(moved(after, seat, square, None), away=(*after.away, seat))
        else:
            after = moved(after, seat, square, beyond)
    return after


def finished(t: Table) -> Iterator[Table]:
    """Every way to send the captured and crushed back; none if they do not all find a square.
    If somebody has won, they need not be sent."""
    seats = len(t.home)
    ways = list(placements(t))
    order = [(t.mover + i) % seats for i in range(seats)]
    winner = next((seat for seat in order if t.home[seat] == t.each), None)
    if winner is not None:
        if ways:
            yield replace(t, winner=winner, away=tuple(sorted(t.away)))
        return
    for way in ways:
        yield replace(way, mover=(t.mover + 1) % seats)


def placements(t: Table) -> Iterator[Table]:
    for columns in product(range(1, t.columns + 1), repeat=len(t.away)):
        sent = [(seat, (x, 1)) for seat, x in zip(t.away, columns, strict=True)]
        after = replace(t, loggers=tuple(sorted([*t.loggers, *sent])), away=())
        if all(len(set(on(after, where))) == 1 for _, where in sent):
            yield after
