"""The outbox in SQLite: what is to be posted, written with the turn and sent after it.

waiting ──> sent       it became a message, or none was needed
   │ └────> waiting    tried once more
   └──────> parked     laid aside until somebody changes something; looked at every hour
              └─────> sent
"""

import secrets
import sqlite3
from collections.abc import Collection, Iterable
from typing import Any

from storage.rows import LASTING, Call, NewPost, Post

OFTEN = 1000  # tries, more than a month of hours; after so many nobody need look any more

_READ = (
    "select id, game, n, kind, tries, message,"
    " id > (select last from temp.opened) and tries = 0, coalesce(nonce, ''), channel from outbox "
)


def write(
    db: sqlite3.Connection, game: int, posts: Iterable[NewPost], at: float
) -> tuple[Post, ...]:
    return tuple(_written(db, game, post, at) for post in posts)


def _written(db: sqlite3.Connection, game: int, post: NewPost, at: float) -> Post:
    nonce = secrets.token_hex(12)
    sql = "insert into outbox (game, n, kind, at, nonce) values (?, ?, ?, ?, ?) returning id"
    (id_,) = db.execute(sql, (game, post.n, post.kind, at, nonce)).fetchone()
    return Post(id_, game, post.n, post.kind, 0, None, fresh=True, nonce=nonce)


def write_once(db: sqlite3.Connection, at: float, game: int, kind: str, alike: str = "") -> bool:
    there = (
        "select id from outbox indexed by outbox_latest"
        " where game = ? and kind >= ? and kind < ? and message is not null"
        " union select id from outbox indexed by outbox_parked"
        " where state = 'parked' and game = ? and kind >= ? and kind < ?"
        " union select id from outbox indexed by outbox_waiting"
        " where state = 'waiting' and id > 0 and game = ? and kind >= ? and kind < ?"
    )
    # From the first text that begins so to the first one behind them all; or that one alone.
    first, behind = (alike, f"{alike}\U0010ffff") if alike else (kind, f"{kind}\1")
    if db.execute(there, 3 * (game, first, behind)).fetchone():
        return False
    write_now(db, game, kind, at)
    return True


def write_now(db: sqlite3.Connection, game: int, kind: str, at: float) -> None:
    """A post about a game as it is."""
    (n,) = db.execute("select n from games where id = ?", (game,)).fetchone()
    write(db, game, [NewPost(kind, n)], at)


def pending(db: sqlite3.Connection, after: int = 0, limit: int = 100) -> list[Post]:
    where = "where state = 'waiting' and id > ? order by id limit ?"
    return _posts(db, where, after, limit)


def under_way(db: sqlite3.Connection, games: Collection[int]) -> list[Post]:
    if not games:
        return []
    wanted, waits = ", ".join("?" * len(games)), "where state = 'waiting' and id > 0"
    return _posts(db, f"{waits} and game in ({wanted}) order by id", *games)


def waiting(db: sqlite3.Connection) -> int:
    (n,) = db.execute("select count(*) from outbox where state = 'waiting' and id > 0").fetchone()
    return int(n)


def parked(db: sqlite3.Connection) -> int:
    sql = "select count(*) from outbox where state = 'parked' and game > 0"
    (n,) = db.execute(sql).fetchone()
    return int(n)


def sent(
    post: int,
    message: int | None,
    channel: int | None,
    called: int | None,
    at: float,
    db: sqlite3.Connection,
) -> None:
    columns = "state = 'sent', message = ?, channel = ?, called = ?, at = ?"
    db.execute(f"update outbox set {columns} where id = ?", (message, channel, called, at, post))
    if message is not None:
        kinds = ", ".join("?" * len(LASTING))
        game = f"id = (select game from outbox where outbox.id = ? and outbox.kind in ({kinds}))"
        db.execute(f"update games set version = version + 1 where {game}", (post, *LASTING))


def calls(db: sqlite3.Connection, game: int, since: int) -> list[Call]:
    # By the game's messages: a call is one of them.
    where = "game = ? and n >= ? and message is not null and called is not null"
    sql = f"select kind, called, at from outbox where {where} order by id"
    return [Call(*row) for row in db.execute(sql, (game, since))]


def called_by(db: sqlite3.Connection, game: int, since: int, before: int) -> list[Post]:
    where = "where game = ? and n >= ? and n < ? and message is not null and called is not null"
    return _posts(db, f"{where} order by id", game, since, before)


def told(db: sqlite3.Connection, user: int, kind: str) -> list[int]:
    sql = (
        "select distinct guild from outbox join games on games.id = outbox.game"
        " where called = ? and outbox.kind = ? and message is not null"
    )
    return [int(guild) for (guild,) in db.execute(sql, (user, kind))]


def called(db: sqlite3.Connection, user: int) -> float | None:
    (at,) = db.execute("select max(at) from outbox where called = ?", (user,)).fetchone()
    return None if at is None else float(at)


def tried(db: sqlite3.Connection, at: float, post: int, why: str) -> None:
    sql = "update outbox set tries = tries + 1, why = ?, at = ? where id = ?"
    db.execute(sql, (why, at, post))


def park(db: sqlite3.Connection, at: float, post: int, why: str) -> list[Post]:
    game = "game = (select game from outbox where id = ?)"
    before = _posts(db, f"where state = 'parked' and {game} order by id", post)
    tried(db, at, post, why)
    db.execute("update outbox set state = 'parked' where id = ?", (post,))
    return before


def retry(
    db: sqlite3.Connection, at: float, seconds: float = 0, guild: int | None = None
) -> list[Post]:
    # SQLite would rather walk through all posts there ever were, as they are in order. What was
    # tried in the future was tried before the machine's clock was set back.
    where = "indexed by outbox_parked where state = 'parked' and (at <= ? or at > ?)"
    values = [at - seconds, at]
    if seconds:
        where += f" and tries < {OFTEN}"
    if guild is not None:
        where += " and (game = ? or game in (select id from games where guild = ?))"
        values += [-guild, guild]
    posts = _posts(db, f"{where} order by id", *values)
    db.executemany("update outbox set at = ? where id = ?", [(at, post.id) for post in posts])
    return posts


def posted(db: sqlite3.Connection, message: int) -> Post | None:
    return _first(db, "where message = ? order by id desc limit 1", message)


def latest(db: sqlite3.Connection, game: int, kind: str, before: int | None = None) -> Post | None:
    where = "where game = ? and kind = ? and message is not null"
    if before is None:
        return _first(db, f"{where} order by id desc limit 1", game, kind)
    return _first(db, f"{where} and id < ? order by id desc limit 1", game, kind, before)


def arrived(db: sqlite3.Connection, before: int) -> list[tuple[int, float]]:
    where = "where id < ? and message is not null order by id desc limit 3"
    return db.execute(f"select message, at from outbox {where}", (before,)).fetchall()


def last_two(db: sqlite3.Connection, game: int, kind: str) -> list[Post]:
    where = "where game = ? and kind = ? and message is not null order by id desc limit 2"
    return _posts(db, where, game, kind)


def _first(db: sqlite3.Connection, where: str, *values: object) -> Post | None:
    return next(iter(_posts(db, where, *values)), None)


def _posts(db: sqlite3.Connection, where: str, *values: object) -> list[Post]:
    return [_post(row) for row in db.execute(_READ + where, values)]


def _post(row: tuple[Any, ...]) -> Post:
    id_, game, n, kind, tries, message, fresh, nonce, channel = row
    return Post(id_, game, n, kind, tries, message, bool(fresh), nonce, channel)
