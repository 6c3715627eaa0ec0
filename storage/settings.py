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


def note(people: dict[int, dict[str, str]], user: int, name: str | None, value: str | None) -> None:
    """What somebody has set, to what is known of people; no name: they have set nothing."""
    own = people.setdefault(user, {})
    if name is not None and value is not None:
        own[name] = value


def of_people(db: sqlite3.Connection, users: Iterable[int]) -> dict[int, dict[str, str]]:
    """What each of these people has set; computers and who was forgotten, below zero, nothing."""
    found = {user: dict[str, str]() for user in users}
    if people := [user for user in found if user > 0]:
        marks = ", ".join("?" * len(people))
        sql = f'select "user", name, value from personal_settings where "user" in ({marks})'
        for user, name, value in db.execute(sql, people):
            found[user][name] = value
    return found


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
