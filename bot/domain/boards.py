"""The boards that a game has had: one before the first turn, one after each turn that counts; and
which of them is shown to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.core.effective import effective_rows, without_choice, word_of
from bot.core.game import Game
from bot.core.rows import OutboxRow, coded
from bot.core.table import Table, Tables, passed
from rules.game import NOBODY, Seat
from storage import Row


class Board(NamedTuple):
    """A board of a game. n: the row after which it stood, with all that had followed from the turn
    by then; seat: whose turn had led to it, NOBODY for the first."""

    n: int
    seat: Seat


def boards(rows: Sequence[Row]) -> list[Board]:
    """All boards of a log, as it counts by now: what was taken back was never there. None of a
    game that was not started."""
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
    """The board that somebody has seen at row n, which may have grown since; None: it was taken
    back."""
    counts = {_begun(rows), *(row[0] for row in effective_rows(list(rows), rows[-1].n))}
    return next((b for b in boards(rows) if b.n >= n), None) if n in counts else None


def tables(game: Game, rows: list[Row]) -> Iterator[Table]:
    """The game at each of its boards, in order. Raises BrokenLog."""
    opening, *later = passed(game, rows)
    known = {table.n: table for table in later}
    for board in boards(rows):
        yield known.get(board.n, replace(opening, n=board.n))


def _begun(rows: Sequence[Row]) -> int | None:
    """The row by which the game was started."""
    return next((r.n for r in rows if word_of(r).verb == "start"), None)


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

    @property
    def laid_open(self) -> bool:
        """Hands hide nothing any more: the record of a game that is over, or closed, has them."""
        return not self.table.game.live


async def page_of(
    tables: Tables, game: Game, there: Sequence[Board], board: Board, seat: Seat | None
) -> Page:
    """One of these boards of a game, as a seat or a stranger sees it."""
    newest = await tables.at(game)
    first, last = board == there[0], board == there[-1]
    table = newest if last else await tables.at(game, board.n)
    mine = [each for each in there if each.seat == seat]
    return Page(board, table, newest.number, seat, first, last, board in mine[-1:])


@coded("share")
class Shared(OutboxRow):
    """Somebody who plays shows everybody in a channel a board."""

    channel: int
    user: int
    n: int
    aside = True
    alike = ""  # each who plays has one of their own


@coded("shown")
class SharedByStranger(OutboxRow):
    """Somebody who does not play shows everybody in a channel a board."""

    channel: int
    n: int
    user: int
    aside = True

    @property
    def alike(self) -> str:
        """How all rows begin of which one is enough."""
        return self.encode().removesuffix(str(self.user))
