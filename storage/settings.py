"""Named values in SQLite: those of the bot, of people for themselves, of servers for tables."""

import sqlite3
from collections.abc import Iterable, Mapping

from storage import outbox
from storage.rows import NewPost, Post


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


def read_server(db: sqlite3.Connection, guild: int) -> dict[str, str]:
    sql = "select name, value from server_settings where guild = ?"
    return dict(db.execute(sql, (guild,)).fetchall())


def write_server(
    db: sqlite3.Connection,
    at: float,
    guild: int,
    values: Mapping[str, str | None],
    kinds: Iterable[str] = (),
) -> tuple[Post, ...] | None:
    now = read_server(db, guild)
    other = {name: value for name, value in values.items() if now.get(name) != value}
    if values and not other:
        return None
    for name, value in other.items():
        _write_for_server(db, guild, name, value)
    return outbox.write(db, -guild, [NewPost(kind, int(at)) for kind in kinds], at)


def _write_for_server(db: sqlite3.Connection, guild: int, name: str, value: str | None) -> None:
    if value is None:
        db.execute("delete from server_settings where guild = ? and name = ?", (guild, name))
    else:
        sql = (
            "insert into server_settings (guild, name, value) values (?, ?, ?)"
            " on conflict (guild, name) do update set value = excluded.value"
        )
        db.execute(sql, (guild, name, value))
