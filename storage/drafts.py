"""Drafts in SQLite: one line of text for a seat, as long as the game stands where it stood."""

import sqlite3

from storage.errors import Conflict
from storage.rows import DraftRow


def keep(db: sqlite3.Connection, game: int, draft: DraftRow) -> None:
    refuse_past(db, game, draft.n)
    db.execute(
        "insert into drafts (game, seat, n, line, key) values (?, ?, ?, ?, ?)"
        " on conflict (game, seat) do update"
        " set n = excluded.n, line = excluded.line, key = excluded.key",
        (game, draft.seat, draft.n, draft.line, draft.key),
    )


def refuse_past(db: sqlite3.Connection, game: int, n: int) -> None:
    """Raise Conflict when the game has moved on since row n."""
    found = db.execute("select stands, n from games where id = ?", (game,)).fetchone()
    if not found or not found[0] <= n <= found[1]:
        raise Conflict(game, n, found and found[1])


def of(db: sqlite3.Connection, game: int) -> tuple[DraftRow, ...]:
    sql = "select seat, n, line, key from drafts where game = ? order by seat"
    return tuple(DraftRow(*row) for row in db.execute(sql, (game,)))


def drop(db: sqlite3.Connection, game: int, seat: int) -> None:
    db.execute("delete from drafts where game = ? and seat = ?", (game, seat))
