"""How long somebody takes to answer: from the row that made it their turn to the one they said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.effective import word_of
from rules.game import TABLE, Seat
from storage import Row

# What the table says when it becomes somebody's turn; all else of it lets them wait on.
_TURNS = ("start", "undo", "leave", "taken")


def waits(rows: Sequence[Row], seat: Seat) -> Iterator[float]:
    """The seconds before each turn that a seat has said itself; what the clock, an order or the
    want of a choice has played (a row without a key) is no answer."""
    since: float | None = None
    for row in rows:
        if row.seat == seat and row.key is not None and since is not None:
            yield max(0.0, row.at - since)
        if row.seat != TABLE or word_of(row).verb in _TURNS:
            since = row.at
