"""What people have set for themselves, in SQLite: named values of each."""

import sqlite3


def read(db: sqlite3.Connection, user: int) -> dict[str, str]:
    sql = "select name, value from personal_settings where user = ?"
    return dict(db.execute(sql, (user,)).fetchall())


def write(db: sqlite3.Connection, user: int, name: str, value: str | None) -> None:
    if value is None:
        db.execute("delete from personal_settings where user = ? and name = ?", (user, name))
    else:
        sql = "insert or replace into personal_settings (user, name, value) values (?, ?, ?)"
        db.execute(sql, (user, name, value))
