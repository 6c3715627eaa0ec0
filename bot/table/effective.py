"""The rows of a log that count, how their turns were made, and which players missed theirs.

row "timeout 1" ── the turn that the clock played ──> … a second time in a row: the seat is offered
                     └── row "here 1", or a turn of their own: the count starts again
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.table.rows import EditRow, OutboxRow, coded
from rules.game import TABLE, Seat
from rules.history import (
    EXPIRED,
    HERE,
    TIMEOUT,
    Told,
    Word,
    announced,
    effective,
    expired,
    table_word,
)
from storage import Change, Line, Row

NO_CHOICE = "alone"


def word_of(row: Row | Line) -> Word:
    """What the table says by a row, if anything."""
    return table_word(row.seat, row.text)


def line_of(word: Word, mark: str = "", post: int = 0) -> Line:
    """A row by which the table says a word."""
    return Line(TABLE, str(word), mark, post)


def effective_rows(rows: list[Row], n: int) -> list[Told]:
    """The rows up to row n that make up the position after it."""
    return effective((r.n, r.seat, r.text, r.mark) for r in rows if r.n <= n)


def played(rows: list[Row], n: int) -> int:
    """The turn number at row n. Redoing an undone turn keeps its number."""
    return sum(row[1] >= 0 for row in effective_rows(rows, n))


def takes_back(row: Row) -> bool:
    """Whether a row takes back earlier ones."""
    return word_of(row).verb == "undo"


def unprompted(rows: Sequence[Row]) -> dict[int, str]:
    """How turns were made that nobody typed at that moment, by row: the table's word before them.

    NO_CHOICE: the turn had no alternative, and its row has no key. EXPIRED: the seat was given up
    as its time had run out.
    """
    said = [(row.n, row.seat, row.text) for row in rows]
    words = announced(said)
    turns = (row for row in rows if row.seat >= 0)
    how = {row.n: words.get(row.n, NO_CHOICE) for row in turns if row.n in words or row.key is None}
    return how | dict.fromkeys(expired(said), EXPIRED)


def expired_seats(rows: Iterable[Row]) -> frozenset[Seat]:
    """The seats that were given up because their time ran out."""
    said = ((row.n, row.seat, row.text) for row in rows)
    return frozenset(expired(said).values())


def without_choice(rows: Sequence[Row]) -> set[int]:
    """The rows of turns that had no alternative."""
    return {n for n, how in unprompted(rows).items() if how == NO_CHOICE}


def taken_back(change: Change) -> int | None:
    """The row to which a change takes the game back, or None."""
    words = map(word_of, change.lines)
    return next((word.row for word in words if word.verb == "undo"), None)


OFFERED_AFTER: Final = 2  # missed turns in a row


@coded("played")
class ClockPlayed(OutboxRow):
    """Posts the line of a turn that the clock played, with a button."""

    row: int


@coded("came")
class CameBack(EditRow):
    """Edits that line: the player is back."""

    row: int
    posted = ClockPlayed


def missed(rows: Sequence[Row], seat: Seat) -> int:
    """How many of a seat's last turns in a row the clock played."""
    how, times = unprompted(rows), 0
    for row in reversed(rows):
        word = word_of(row)
        if word.seat == seat and word.verb in (HERE, "takeover", "back"):
            break
        if row.seat == seat and how.get(row.n, "") not in (TIMEOUT, NO_CHOICE):
            break
        times += row.seat == seat and how[row.n] == TIMEOUT
    return times


def last_answer(rows: Sequence[Row], seat: Seat) -> int:
    """The last row of a seat's own player: a turn, or a word to the table. 0 if there is none."""
    how = unprompted(rows)
    there = ("takeover", "back", "ask", "accept", "decline", "withdraw")
    for row in reversed(rows):
        if row.seat == seat and how.get(row.n, "") not in (TIMEOUT, NO_CHOICE):
            return row.n
        word = word_of(row)
        if word.seat == seat and (word.remark or word.verb in there):
            return row.n
    return 0
