"""What stands beside games: the rows of another table, by their game."""

import sqlite3
from collections.abc import Callable, Collection
from typing import TypeVar

T = TypeVar("T")


def beside(
    db: sqlite3.Connection,
    rows: str,
    order: str,
    make: Callable[..., T],
    games: Collection[int],
) -> dict[int, tuple[T, ...]]:
    """Of each game that has any, in one statement, however many games. rows: columns and table,
    as in `seat, line from drafts`; make: of a row, in the table's order."""
    marks = ", ".join("?" * len(games))
    sql = f"select game, {rows} where game in ({marks}) order by {order}"
    found = dict[int, tuple[T, ...]]()
    for game, *row in db.execute(sql, tuple(games)):
        found[game] = (*found.get(game, ()), make(*row))
    return found
