"""Which rows of a log count, how the turns in it came about, and who missed theirs.

row "timeout 1" ── the turn that the clock played ──> … a second time in a row: the seat is offered
                     └── row "here 1", or a turn of their own: the count starts again
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from bot.table.rows import OutboxRow, coded
from rules.game import TABLE, Seat
from rules.history import (
    EXPIRED,
    HERE,
    MODERATOR,
    TIMEOUT,
    Told,
    Word,
    announced,
    effective,
    expired,
    keep,
    table_word,
)
from storage import Change, Line, Row

NO_CHOICE = "alone"
RETAKEN = 2  # take-backs of a turn, from which on nobody is called for it again


def word_of(row: Row | Line) -> Word:
    """What the table says by a row, if it does."""
    return table_word(row.seat, row.text)


def line_of(word: Word, mark: str = "", post: int = 0) -> Line:
    """A row by which the table says this."""
    return Line(TABLE, str(word), mark, post)


def effective_rows(rows: list[Row], n: int) -> list[Told]:
    """The rows up to row n that the position after it is made of."""
    return effective((r.n, r.seat, r.text, r.mark) for r in rows if r.n <= n)


def played(rows: list[Row], n: int) -> int:
    """How many turns count at row n: what is the same turn has the same number, also when it was
    taken back and made again."""
    return sum(row[1] >= 0 for row in effective_rows(rows, n))


def often_retaken(rows: Sequence[Row]) -> int | None:
    """The row from which the present turn has been taken back twice or more often, as it begins
    there; None: it was not. rows: the whole log."""
    if sum(map(takes_back, rows)) < RETAKEN:
        return None
    kept, bases = list[Told](), list[int]()
    for row in rows:
        keep(kept, (row.n, row.seat, row.text, row.mark))
        if takes_back(row):
            bases.append(kept[-1][0] if kept else 0)
    if bases.count(base := bases[-1]) < RETAKEN:
        return None
    alone = without_choice(rows)
    since = [row for row in kept if row[0] > base and row[1] >= 0 and row[0] not in alone]
    return base if len(since) <= 1 else None


def takes_back(row: Row) -> bool:
    """Whether a row says that earlier ones count no more."""
    return word_of(row).verb == "undo"


def unprompted(rows: Sequence[Row]) -> dict[int, str]:
    """How the turns came about that nobody said at that moment, by their rows: the word with
    which the table announced them, or NO_CHOICE: such a turn had no alternative, and stands in the
    log without a key, behind what it followed from. EXPIRED: a seat that was given up because its
    time had run out."""
    said = [(row.n, row.seat, row.text) for row in rows]
    words = announced(said)
    turns = (row for row in rows if row.seat >= 0)
    how = {row.n: words.get(row.n, NO_CHOICE) for row in turns if row.n in words or row.key is None}
    return how | dict.fromkeys(expired(said), EXPIRED)


def out_of_time(rows: Iterable[Row]) -> frozenset[Seat]:
    """The seats that were given up because their time had run out."""
    said = ((row.n, row.seat, row.text) for row in rows)
    return frozenset(expired(said).values())


def without_choice(rows: Sequence[Row]) -> set[int]:
    """The rows of turns that had no alternative."""
    return {n for n, how in unprompted(rows).items() if how == NO_CHOICE}


def answerable(rows: list[Row], n: int, computed: Collection[int] = ()) -> list[Told]:
    """The rows that count, up to the last one that somebody has to answer for. computed: the rows
    that computers have said, for which nobody has."""
    kept, without = effective_rows(rows, n), {*without_choice(rows), *computed}
    while kept and kept[-1][0] in without:
        kept.pop()
    return kept


def taken_back(change: Change) -> int | None:
    """The row to which a change takes the game back, if it does."""
    words = map(word_of, change.lines)
    return next((word.row for word in words if word.verb == "undo"), None)


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
