"""The clocks of a game in SQLite: what each seat has left, and what its turns have cost.

A commit writes them, and nothing else.
"""

import sqlite3
from collections.abc import Collection, Iterable

from storage.beside import beside
from storage.rows import Change, ClockChange, ClockRow, GameRow, Spent


def of(db: sqlite3.Connection, games: Collection[int]) -> dict[int, tuple[ClockRow, ...]]:
    return beside(db, 'seat, "left", since from clocks', "seat", ClockRow, games)


def unchanged(before: GameRow, added: ClockChange) -> bool:
    """The clocks stand from which the change was worked out."""
    return added.seen in (None, before.clocks)


def apply(db: sqlite3.Connection, before: GameRow, _: Change, added: ClockChange) -> None:
    _spend(db, before.id, added.spent)
    _write(db, before.id, added.clocks)


def spent(db: sqlite3.Connection, game: int, n: int) -> list[Spent]:
    sql = "select n, seat, seconds, gain from spent where game = ? and n >= ? order by n, seat"
    return [Spent(*row) for row in db.execute(sql, (game, n))]


def _write(db: sqlite3.Connection, game: int, clocks: Iterable[ClockRow]) -> None:
    rows = [(game, clock.seat, clock.left, clock.since) for clock in clocks]
    sql = (
        'insert into clocks (game, seat, "left", since) values (?, ?, ?, ?)'
        ' on conflict (game, seat) do update set "left" = excluded."left", since = excluded.since'
    )
    db.executemany(sql, rows)


def _spend(db: sqlite3.Connection, game: int, spent: Iterable[Spent]) -> None:
    rows = [(game, each.n, each.seat, each.seconds, each.gain) for each in spent]
    sql = (
        "insert into spent (game, n, seat, seconds, gain) values (?, ?, ?, ?, ?)"
        " on conflict (game, n, seat) do update"
        " set seconds = spent.seconds + excluded.seconds, gain = spent.gain + excluded.gain"
    )
    db.executemany(sql, rows)
