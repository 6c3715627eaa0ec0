"""Which rows of a log count, and how the turns in it came about."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.game import TABLE
from rules.history import Told, announced, effective
from storage import Row

ALONE = "alone"


def told(rows: list[Row], n: int) -> list[Told]:
    """The rows up to row n that the position after it is made of."""
    return effective((r.n, r.seat, r.text, r.mark) for r in rows if r.n <= n)


def takes_back(row: Row) -> bool:
    """Whether a row says that earlier ones count no more."""
    return row.seat == TABLE and row.text.startswith("undo")


def unsaid(rows: Sequence[Row]) -> dict[int, str]:
    """How the turns came about that nobody said at that moment, by their rows: the word with
    which the table announced them, or ALONE: such a turn had no alternative, and stands in the log
    without a key, behind what it followed from."""
    words = announced((row.n, row.seat, row.text) for row in rows)
    turns = (row for row in rows if row.seat >= 0)
    return {row.n: words.get(row.n, ALONE) for row in turns if row.n in words or row.key is None}


def without_choice(rows: Sequence[Row]) -> set[int]:
    """The rows of turns that had no alternative."""
    return {n for n, how in unsaid(rows).items() if how == ALONE}


def answerable(rows: list[Row], n: int, computed: Collection[int] = ()) -> list[Told]:
    """The same as `told`, up to the last row that somebody has to answer for. computed: the rows
    that computers have said, for which nobody has."""
    kept, without = told(rows, n), {*without_choice(rows), *computed}
    while kept and kept[-1][0] in without:
        kept.pop()
    return kept
