"""Named values in SQLite: those of the bot, and those that people have set for themselves."""

import sqlite3


def read(db: sqlite3.Connection, key: str) -> str | None:
    found = db.execute("select value from settings where key = ?", (key,)).fetchone()
    return found and str(found[0])


def write(db: sqlite3.Connection, key: str, value: str) -> None:
    sql = (
        "insert into settings (key, value) values (?, ?)"
        " on conflict (key) do update set value = excluded.value"
    )
    db.execute(sql, (key, value))


def read_personal(db: sqlite3.Connection, user: int) -> dict[str, str]:
    sql = 'select name, value from personal_settings where "user" = ?'
    return dict(db.execute(sql, (user,)).fetchall())


def write_personal(db: sqlite3.Connection, user: int, name: str, value: str | None) -> None:
    if value is None:
        db.execute('delete from personal_settings where "user" = ? and name = ?', (user, name))
    else:
        sql = (
            'insert into personal_settings ("user", name, value) values (?, ?, ?)'
            ' on conflict ("user", name) do update set value = excluded.value'
        )
        db.execute(sql, (user, name, value))
