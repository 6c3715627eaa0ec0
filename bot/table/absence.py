"""Who has not come to their turns, as it stands in the log.

row "timeout 1" ── the turn that the clock played ──> … a second time in a row: the seat is offered
                    └── row "here 1", or a turn of their own: it is counted anew
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.table.effective import NO_CHOICE, unprompted, word_of
from bot.table.rows import OutboxRow, coded
from rules.game import Seat
from rules.history import HERE, MODERATOR, TIMEOUT
from storage import Row

_THERE: Final = ("takeover", "back", "ask", "accept", "decline", "withdraw")
OFFERED_AFTER: Final = 2  # turns in a row


@coded("played")
class ClockPlayed(OutboxRow):
    """Posts the line of a turn that the clock has played, with a button."""

    row: int


@coded("came")
class CameBack(OutboxRow):
    """Has that line say that they are back."""

    row: int
    aside = True

    @property
    def line(self) -> ClockPlayed:
        """The row that posted it."""
        return ClockPlayed(self.row)


def missed(rows: Sequence[Row], seat: Seat) -> int:
    """How many turns in a row the clock has played for a seat, up to now."""
    how, times = unprompted(rows), 0
    for row in reversed(rows):
        word = word_of(row)
        if word.seat == seat and word.verb in (HERE, "takeover", "back"):
            break
        if row.seat == seat and how.get(row.n, "") not in (TIMEOUT, NO_CHOICE):
            break
        times += row.seat == seat and how[row.n] == TIMEOUT
    return times


def skipped(rows: Sequence[Row], n: int) -> bool:
    """The turn of a row was played for somebody because a moderator skipped theirs."""
    words = (word_of(row) for row in rows if row.n == n - 2)
    return any((word.verb, word.what) == (MODERATOR, "skip") for word in words)


def last_answer(rows: Sequence[Row], seat: Seat) -> int:
    """The last row by which a seat's player was there: a turn of their own, or a word of theirs to
    the table; 0: there is none."""
    how = unprompted(rows)
    for row in reversed(rows):
        if row.seat == seat and how.get(row.n, "") not in (TIMEOUT, NO_CHOICE):
            return row.n
        word = word_of(row)
        if word.seat == seat and (word.remark or word.verb in _THERE):
            return row.n
    return 0


def last_played(rows: Sequence[Row], seat: Seat) -> int:
    """The row of the last turn that the clock has played for a seat; 0: there is none."""
    mine = (n for n, how in unprompted(rows).items() if how == TIMEOUT)
    seats = {row.n: row.seat for row in rows}
    return max((n for n in mine if seats[n] == seat), default=0)
