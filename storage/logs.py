"""The logs of games in SQLite, as they are read; their rows are written with the games'."""

import sqlite3

from storage.rows import Row

KEYS_LAST = 30 * 86_400.0  # seconds


def known(db: sqlite3.Connection, key: str) -> tuple[int, int] | None:
    rows, others = "select game, n, 1 from log where", "select game, n, 0 from keys where"
    row = db.execute(f"{rows} key = ? union all {others} key = ?", (key, key)).fetchone()
    if row is None:
        return None
    found = row[0], row[1]
    if not row[2]:
        return found
    # That commit went on to the row before the next one with a key, or to the end of the log.
    next_key = "select min(n) - 1 from log where game = ? and n > ? and key is not null"
    last = "select max(n) from log where game = ?"
    (n,) = db.execute(f"select coalesce(({next_key}), ({last}))", (*found, found[0])).fetchone()
    return found[0], n


def keep_key(db: sqlite3.Connection, game: int, n: int, key: str, at: float) -> None:
    """Note the key of a commit without rows. A wish isn't repeated after so long."""
    db.execute("delete from keys where at < ?", (at - KEYS_LAST,))
    db.execute("insert into keys (key, game, n, at) values (?, ?, ?, ?)", (key, game, n, at))


def log(db: sqlite3.Connection, game: int, after: int = 0) -> list[Row]:
    sql = "select n, seat, text, mark, key, at, post from log where game = ? and n > ? order by n"
    return [*map(Row._make, db.execute(sql, (game, after)))]
