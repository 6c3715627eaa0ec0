"""The boards of a game: one before the first turn, and one after each turn that counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.table.effective import effective_rows, without_choice, word_of
from bot.table.game import Game
from bot.table.table import Table, Tables, passed
from rules.game import NOBODY, Seat
from storage import Row


class Board(NamedTuple):
    """A board of a game."""

    n: int  # the last row before the next turn
    seat: Seat  # of the turn that led to it, NOBODY for the first board


def boards(rows: Sequence[Row]) -> list[Board]:
    """All boards of a log, without undone turns. Empty if the game hasn't started."""
    if (begun := _begun(rows)) is None:
        return []
    there, alone = [Board(begun, NOBODY)], without_choice(rows)
    for n, seat, *_ in effective_rows(list(rows), rows[-1].n):
        if seat >= 0 and n not in alone:
            there.append(Board(n, seat))
        else:
            there[-1] = there[-1]._replace(n=n)
    return there


def board_at(rows: Sequence[Row], n: int) -> Board | None:
    """The board that was shown at row n, or None if its turn was undone."""
    counts = {_begun(rows), *(row[0] for row in effective_rows(list(rows), rows[-1].n))}
    return next((b for b in boards(rows) if b.n >= n), None) if n in counts else None


def tables(game: Game, rows: list[Row]) -> Iterator[Table]:
    """The game at each of its boards, in order. Raises BrokenLog."""
    opening, *later = passed(game, rows)
    known = {table.n: table for table in later}
    for board in boards(rows):
        yield known.get(board.n, replace(opening, n=board.n))


def _begun(rows: Sequence[Row]) -> int | None:
    """The row that started the game."""
    return next((r.n for r in rows if word_of(r).verb == "start"), None)


class Page(NamedTuple):
    """A board as one person sees it."""

    board: Board
    table: Table  # the game at that board
    turns: int  # of the whole game so far
    seat: Seat | None  # of the reader; None for a spectator
    first: bool  # of all boards
    last: bool
    mine: bool  # whether it is the board after the reader's last turn


async def page_of(
    tables: Tables, game: Game, there: Sequence[Board], board: Board, seat: Seat | None
) -> Page:
    """A board of a game as a seat or a spectator sees it."""
    newest = await tables.at(game)
    first, last = board == there[0], board == there[-1]
    table = newest if last else await tables.at(game, board.n)
    mine = [each for each in there if each.seat == seat]
    return Page(board, table, newest.number, seat, first, last, board in mine[-1:])
