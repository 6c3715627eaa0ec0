"""Named values in SQLite, for what is known once per bot."""

import sqlite3


def read(db: sqlite3.Connection, key: str) -> str | None:
    found = db.execute("select value from settings where key = ?", (key,)).fetchone()
    return found and str(found[0])


def write(db: sqlite3.Connection, key: str, value: str) -> None:
    db.execute("insert or replace into settings (key, value) values (?, ?)", (key, value))
