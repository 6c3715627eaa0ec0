"""What else than chance a record must show: who had agreed to what, how the seats of a rematch
moved on, and how it ended. What people said, rows alone cannot prove; the boards can (digests.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules.consent import disagreeing
from rules.game import TABLE, Game
from rules.history import CLOSING, MODERATOR
from rules.play import frames, turns
from rules.record import Entry, Record
from rules.text import NOTHING, Code, Listed, Text

MOST_TOLD = 10  # measures of moderators that a verdict names


def amiss(rules: Game[Any], record: Record) -> Iterator[Text]:
    """What could not have come about as a record says. Raises BrokenLog."""
    befores = dict[int, Any]()

    def forced(n: int) -> bool:
        if not befores:
            befores.update((frame.n, frame.before) for frame in frames(rules, record))
        return len(list(islice(turns(rules, befores[n]), 2))) == 1

    yield from disagreeing(record, forced)
    yield from _moved_on(record)


def _moved_on(record: Record) -> Iterator[Text]:
    """The seats of a rematch, which nobody draws."""
    starts = (row for row in record.entries if row.word.verb == "start")
    start = next((row for row in starts if row.word.what == "rematch"), None)
    seats = len(record.names)
    if start is None:
        if record.before:
            yield Text("The record lists the previous game's seats, but this game isn't a rematch.")
    elif not record.before:
        yield Text("Row {n}: the record doesn't say who sat where in the previous game.", n=start.n)
    elif record.before != tuple((seat - 1) % seats for seat in range(seats)):
        yield Text(
            "Row {n}: the seats should have rotated by one since the previous game, "
            "but they didn't.",
            n=start.n,
        )


def closing(record: Record) -> Entry | None:
    """The row that has ended a game before its end, if one did."""
    rows = (e for e in record.entries if e.seat == TABLE and e.line in CLOSING)
    return next(rows, None)


def cut_short(record: Record) -> bool:
    """A game was closed before its end, and has no result."""
    row = closing(record)
    return row is not None and row.line != "draw"


def measures(record: Record) -> Text:
    """What moderators have done to a game, but for its end; nothing where they did nothing."""
    end = closing(record)
    told = () if end is None else (end.n - 1,)  # with the end itself
    rows = [e for e in record.entries if e.word.verb == MODERATOR and e.n not in told]
    if not rows:
        return NOTHING
    some = [Text("{line} in row {n}", line=Code(e.line), n=e.n) for e in rows[:MOST_TOLD]]
    more = [Text("{n} more", n=len(rows) - MOST_TOLD)] if len(rows) > MOST_TOLD else []
    each = Listed([*some, *more])
    return Text("A moderator stepped in: {measures}.", measures=each)


def ended(record: Record) -> Text:
    """How a game ended that was not played to its end; nothing where it was."""
    row = closing(record)
    if row is None:
        return NOTHING
    if row.line == "draw":
        return Text("Everyone agreed to a draw (row {n}).", n=row.n)
    if row.line == "end":
        return Text(
            "Everyone agreed to end the game early (row {n}).",
            n=row.n,
        )
    if row.line == "expire":
        return Text("The lobby expired (row {n}).", n=row.n)
    if any(e.n == row.n - 1 and e.word.verb == MODERATOR for e in record.entries):
        return Text("A moderator ended the game (row {n}). Nobody won.", n=row.n)
    return Text(
        "The game was closed early, without a winner (row {n}). If a moderator closed it, "
        "the message in the channel says who.",
        n=row.n,
    )
