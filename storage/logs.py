"""The logs of games in SQLite, as they are read; their rows are written with the games'."""

import sqlite3

from storage.engine import Asked
from storage.rows import Row


def known(db: sqlite3.Connection, key: str) -> tuple[int, int] | None:
    return asked_known(db, key)()


def asked_known(db: sqlite3.Connection, key: str) -> Asked[tuple[int, int] | None]:
    asked = db.execute("select game, n from log where key = ?", (key,))

    def look() -> tuple[int, int] | None:
        if (found := asked.fetchone()) is None:
            return None
        # That commit went on to the row before the next one with a key, or to the end of the log.
        next_key = "select min(n) - 1 from log where game = ? and n > ? and key is not null"
        last = "select max(n) from log where game = ?"
        (n,) = db.execute(f"select coalesce(({next_key}), ({last}))", (*found, found[0])).fetchone()
        return found[0], n

    return look


def log(db: sqlite3.Connection, game: int, after: int = 0) -> list[Row]:
    return asked_log(db, game, after)()


def asked_log(db: sqlite3.Connection, game: int, after: int = 0) -> Asked[list[Row]]:
    sql = (
        "select n, seat, text, mark, key, at, coalesce(post, 0) from log"
        " where game = ? and n > ? order by n"
    )
    asked = db.execute(sql, (game, after))
    return lambda: [*map(Row._make, asked)]
