"""The options of Logjam, and the set-up: roll-off, logs, loggers.

    ROLLOFF ──> LOGS ──> LOGGERS ──> the first turn
       └─ties─┘

quick: nature does everything. classic: the players lay the logs and stand the loggers in turn, from
the highest roller on. The seat after the last log begins with the loggers, the seat after the last
logger with the turns (Logjam rules, Initial Setup and Play of the Game). The rules text has no
equipment list, so the sizes of board and logs are ours (docs/rulings.md, Logjam 1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from rules.errors import Unavailable
from rules.game import NATURE, Event, Option, Seat
from rules.logjam.position import (
    LENGTHS,
    OUT,
    QUIET_ROWS,
    Lay,
    Outcome,
    Phase,
    Place,
    Position,
    Terms,
    after,
    begin,
    bits,
    going_back,
    owners,
    seats_from,
    water,
    words,
)
from rules.squares import Grid
from rules.text import Code, Listed, Text

COLUMNS, ROWS = range(6, 13), range(8, 17)
MOST_LOGS = 16

OPTIONS: tuple[Option, ...] = (
    Option(
        "loggers",
        Text("Loggers per player; more loggers make for a longer game"),
        "3",
        ("3", "4", "5"),
    ),
    Option(
        "setup",
        Text("Set-up: quick (logs and loggers placed at random) or classic (players place them)"),
        "quick",
        ("quick", "classic"),
        {
            "quick": Text("logs and loggers are placed at random"),
            "classic": Text("you place the logs and your loggers, one at a time"),
        },
    ),
    Option("board", Text("Board size, columns x rows: 6 to 12 columns, 8 to 16 rows"), "10x12"),
    Option("logs", Text("Log lengths, each 2 to 5 squares, up to 16 logs"), "222233334444"),
)


def terms(options: Mapping[str, str]) -> Terms:
    """The agreed terms. Raises Unavailable with the possible values."""
    said = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    for option in OPTIONS:
        if option.choices and said[option.name] not in option.choices:
            raise Unavailable(
                Text(
                    "For {option}, choose {values}.",
                    option=option.name,
                    values=Listed(option.choices, "or"),
                )
            )
    columns, rows = _board(said["board"])
    return Terms(
        columns, rows, _lengths(said["logs"]), int(said["loggers"]), said["setup"] == "quick"
    )


def _board(text: str) -> tuple[int, int]:
    """Columns and rows. Six columns hold six colours and more than the longest log, and eight rows
    leave five for the logs, so every size goes with every number of players."""
    size = re.fullmatch(r"\s*([0-9]{1,2})\s*[x×]\s*([0-9]{1,2})\s*", text.casefold())
    if size and int(size[1]) in COLUMNS and int(size[2]) in ROWS:
        return int(size[1]), int(size[2])
    raise Unavailable(
        Text(
            "Give the board as columns x rows, such as {size}: 6 to 12 columns, 8 to 16 rows.",
            size=Code("10x12"),
        )
    )


def _lengths(text: str) -> tuple[int, ...]:
    """The lengths in ascending order."""
    digits = text.strip()
    if 0 < len(digits) <= MOST_LOGS and set(digits) <= set(map(str, LENGTHS)):
        return tuple(sorted(map(int, digits)))
    raise Unavailable(
        Text(
            "Give the logs as a list of lengths, such as {lengths}: 1 to 16 logs, each 2 to "
            "5 long.",
            lengths=Code("222233334444"),
        )
    )


def roll_off(s: Position, face: int) -> Outcome:
    """Note the mover's roll of the roll-off."""
    rolls = (*s.rolls[: s.mover], face, *s.rolls[s.mover + 1 :])
    events = [Event("rolls_off", s.mover, (), face)]
    return next_roll_off(replace(s, rolls=rolls), events)


def next_roll_off(s: Position, events: list[Event]) -> Outcome:
    """The next seat rolls. After the last one, seats that share the highest roll roll again."""
    if 0 in s.rolls:
        return replace(s, mover=s.rolls.index(0)), events
    here = seats_from(s, 0)
    highest = max(s.rolls[seat] for seat in here)
    best = [seat for seat in here if s.rolls[seat] == highest]
    if len(best) > 1:
        again = tuple(0 if seat in best else OUT for seat in range(len(s.rolls)))
        return replace(s, mover=best[0], rolls=again), events
    begun = replace(s, phase=Phase.LOGS, mover=best[0], first=best[0], rolls=(0,) * len(s.rolls))
    return begun, [*events, Event("begins", best[0])]


def lay(s: Position, step: Lay) -> Outcome:
    """Lay a log. If no other fits, the loggers are due."""
    unused = tuple((Counter(s.unused) - Counter([len(step.cells)])).elements())
    s = replace(s, logs=tuple(sorted((*s.logs, step.cells))), unused=unused)
    names = tuple(s.terms.grid.names[cell] for cell in step.cells)
    events = [Event("lays", NATURE if s.terms.quick else s.mover, names)]
    phase = Phase.LOGS if any(True for _ in fitting(s)) else Phase.LOGGERS
    mover = s.mover if s.terms.quick else after(s, s.mover)
    return replace(s, phase=phase, mover=mover), events


def fitting(s: Position) -> Iterable[Lay]:
    """Every log that may be laid now, in the order of the words."""
    lengths, taken = set(s.unused), closed(s)
    logs = _sets(s.terms.grid)
    return (step for step, cells in logs if len(step.cells) in lengths and not cells & taken)


def closed(s: Position) -> int:
    """The squares where no log may lie: at the back wall, at the open edge, and on or around
    another (Logjam rules, Initial Setup, 2b and 2c)."""
    board = s.terms.grid
    taken = bits(range(QUIET_ROWS * board.columns)) | water(board).edge
    for log in s.logs:
        taken |= halo(board, log)
    return taken


@lru_cache(maxsize=8)
def _sets(board: Grid) -> tuple[tuple[Lay, int], ...]:
    """Every log that could lie on a board, with its squares as a set."""
    return tuple((step, bits(step.cells)) for step in words(board).lays)


def halo(board: Grid, log: tuple[int, ...]) -> int:
    """A log and all squares around it, diagonal ones too (Initial Setup, 2c)."""
    river, cells = water(board), bits(log)
    wide = cells | ((cells & river.not_last) << 1) | ((cells & river.not_first) >> 1)
    return wide | (wide << board.columns) | (wide >> board.columns)


def due(s: Position) -> dict[Seat | None, Seat]:
    """The seats whose loggers may be placed now, by the seat that the word names: None if only one
    is due. Nature stands one of a seat with most in hand, so no seat is better off. Players stand
    their own, and send back all loggers in hand."""
    if s.phase is Phase.RETURN:
        back = going_back(s)
        return {seat: seat for seat in back} if len(back) > 1 else {None: back[0]}
    if not s.terms.quick:
        return {None: s.mover}
    return {seat: seat for seat, n in enumerate(s.hand) if n == max(s.hand)}


def stand(s: Position, step: Place) -> Outcome:
    """Stand a logger on the starting row. After the last one the turns begin."""
    seat = due(s)[step.seat]
    events = [Event("stands", seat, (s.terms.grid.names[step.to],))]
    return next_to_build(put(s, seat, step.to)), events


def next_to_build(s: Position) -> Position:
    """The next builder, or the first turn. With quick set-up the mover stays."""
    if not any(s.hand):
        return begin(s, s.mover if s.terms.quick else after(s, s.mover))
    return s if s.terms.quick else replace(s, mover=after(s, s.mover))


def put(s: Position, seat: Seat, to: int) -> Position:
    """Put a logger from the hand onto a square."""
    hand = (*s.hand[:seat], s.hand[seat] - 1, *s.hand[seat + 1 :])
    stack = tuple(sorted((*s.loggers[seat], to)))
    return replace(s, hand=hand, loggers=(*s.loggers[:seat], stack, *s.loggers[seat + 1 :]))


def standable(s: Position, seat: Seat) -> list[int]:
    """The squares of the starting row that are empty or hold this colour."""
    standing = owners(s)
    return [cell for cell in range(s.terms.columns) if standing.get(cell, seat) == seat]
