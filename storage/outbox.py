"""The outbox in SQLite: what is to be posted, written with the turn and sent after it.

waiting ──> sent       it became a message, or none was needed
   │ └────> waiting    tried once more
   └──────> parked     given up
"""

import sqlite3
from collections.abc import Iterable
from typing import Any

from storage.rows import Due, Post

_READ = (
    "select id, game, n, kind, tries, message,"
    " id > (select last from temp.opened) and tries = 0 from outbox "
)


def write(db: sqlite3.Connection, game: int, posts: Iterable[Due], at: float) -> None:
    rows = [(game, post.n, post.kind, at) for post in posts]
    db.executemany("insert into outbox (game, n, kind, at) values (?, ?, ?, ?)", rows)


def pending(db: sqlite3.Connection, after: int, limit: int) -> list[Post]:
    where = "where state = 'waiting' and id > ? order by id limit ?"
    return [_post(row) for row in db.execute(_READ + where, (after, limit))]


def waiting(db: sqlite3.Connection) -> int:
    (n,) = db.execute("select count(*) from outbox where state = 'waiting' and id > 0").fetchone()
    return int(n)


def parked(db: sqlite3.Connection) -> int:
    sql = "select count(*) from outbox where state = 'parked' and game > 0"
    (n,) = db.execute(sql).fetchone()
    return int(n)


def sent(db: sqlite3.Connection, post: int, message: int | None, at: float) -> None:
    sql = "update outbox set state = 'sent', message = ?, at = ? where id = ?"
    db.execute(sql, (message, at, post))


def tried(db: sqlite3.Connection, post: int, why: str, at: float) -> None:
    sql = "update outbox set tries = tries + 1, why = ?, at = ? where id = ?"
    db.execute(sql, (why, at, post))


def park(db: sqlite3.Connection, post: int, why: str, at: float) -> None:
    sql = "update outbox set state = 'parked', why = ?, at = ? where id = ?"
    db.execute(sql, (why, at, post))


def posted(db: sqlite3.Connection, message: int) -> Post | None:
    return _first(db, "where message = ? order by id desc limit 1", message)


def latest(db: sqlite3.Connection, game: int, kind: str) -> Post | None:
    where = "where game = ? and kind = ? and message is not null order by id desc limit 1"
    return _first(db, where, game, kind)


def _first(db: sqlite3.Connection, where: str, *values: object) -> Post | None:
    found = db.execute(_READ + where, values).fetchone()
    return found and _post(found)


def _post(row: tuple[Any, ...]) -> Post:
    columns = [*row[:6], bool(row[6])]
    return Post(*columns)
