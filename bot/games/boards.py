"""The boards that a game has had: one before the first turn, one after each turn that counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.table import Table, told, without_choice
from rules.game import NOBODY, TABLE, Seat
from storage import Row


class Board(NamedTuple):
    """A board of a game. n: the row after which it stood, with all that had followed from the turn
    by then; seat: whose turn had led to it, NOBODY for the first."""

    n: int
    seat: Seat


def boards(rows: Sequence[Row]) -> list[Board]:
    """All boards of a log, as it counts by now: what was taken back was never there. None of a
    game that was not started."""
    begun = next((r.n for r in rows if r.seat == TABLE and r.text.startswith("start")), None)
    if begun is None:
        return []
    there, alone = [Board(begun, NOBODY)], without_choice(rows)
    for n, seat, *_ in told(list(rows), rows[-1].n):
        if seat >= 0 and n not in alone:
            there.append(Board(n, seat))
        else:
            there[-1] = there[-1]._replace(n=n)
    return there


class Page(NamedTuple):
    """A board as one person is shown it: the game at it, and after how many turns it ends so far.
    seat: whose eyes these are, None: a stranger's; first, last: of all boards there are; mine: it
    is the one after that person's last turn."""

    board: Board
    table: Table
    turns: int
    seat: Seat | None
    first: bool
    last: bool
    mine: bool
