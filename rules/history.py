"""Which rows of a log still count: a take-back is a row too, and covers what it takes back.

4 A a1    5 B e5    6 A a3 +a4    7 table undo 5    8 A c1 +c2
                    └── covered by row 7: the position after it is that after row 5
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.game import TABLE, Seat

Told = tuple[int, Seat, str, str]  # row, who, words, checksum


def effective(rows: Iterable[Told]) -> list[Told]:
    """The rows that the position is made of: what players and nature said and what was not
    taken back, and seats that were left. Other words of the table change no position."""
    kept: list[Told] = []
    for row in rows:
        match row[1], row[2].split():
            case seat, ["undo", n] if seat == TABLE:
                kept = [earlier for earlier in kept if earlier[0] <= int(n)]
            case seat, words if seat != TABLE or words[:1] == ["leave"]:
                kept.append(row)
    return kept
