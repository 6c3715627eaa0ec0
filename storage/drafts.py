"""Drafts in SQLite: one line of text for a seat, as long as the game stands where it stood."""

import sqlite3
from collections.abc import Collection

from storage.beside import beside
from storage.errors import Conflict
from storage.rows import DraftRow


def keep(db: sqlite3.Connection, game: int, draft: DraftRow) -> None:
    take(db, game, draft.n)
    db.execute(
        "insert into drafts (game, seat, n, line, key) values (?, ?, ?, ?, ?)"
        " on conflict (game, seat) do update"
        " set n = excluded.n, line = excluded.line, key = excluded.key",
        (game, draft.seat, draft.n, draft.line, draft.key),
    )


def take(db: sqlite3.Connection, game: int, n: int | None = None) -> None:
    """Count a write beside the game. Raise Conflict when it has moved on since row n."""
    sql = "update games set version = version + 1 where id = ? returning stands, n"
    found = db.execute(sql, (game,)).fetchone()
    if n is not None and not (found and found[0] <= n <= found[1]):
        raise Conflict(game, n, found and found[1])


def of(db: sqlite3.Connection, games: Collection[int]) -> dict[int, tuple[DraftRow, ...]]:
    return beside(db, "seat, n, line, key from drafts", "seat", DraftRow, games)


def drop(db: sqlite3.Connection, game: int, seat: int) -> None:
    take(db, game)
    db.execute("delete from drafts where game = ? and seat = ?", (game, seat))
