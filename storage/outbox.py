"""The outbox in SQLite: what is to be posted, written with the turn and sent after it.

waiting ──> sent       it became a message, or none was needed
   │ └────> waiting    tried once more
   └──────> parked     laid aside until somebody changes something; looked at every hour
              └─────> sent

A row that waits when a process takes the database over may be out already: that counts as a try,
and whoever sends a row that was tried looks for its message first.
"""

import secrets
import sqlite3
from collections.abc import Collection
from itertools import chain

from storage.rows import LASTING, PAGE, Call, NewPost, Post

OFTEN = 1000  # tries, more than a month of hours; after so many nobody need look any more

_COLUMNS = "id, game, n, kind, tries, message, nonce, channel"
_READ = f"select {_COLUMNS} from outbox "


def write(
    db: sqlite3.Connection,
    game: int,
    posts: Collection[NewPost],
    at: float,
) -> tuple[Post, ...]:
    if not posts:
        return ()
    new = [(game, p.n, p.kind, at, secrets.token_hex(12)) for p in posts]
    marks = ", ".join(["(?, ?, ?, ?, ?)"] * len(new))
    sql = f"insert into outbox (game, n, kind, at, nonce) values {marks} returning nonce, id"
    ids = dict(db.execute(sql, [*chain.from_iterable(new)]).fetchall())
    return tuple(Post(ids[nonce], game, n, kind, 0, None, nonce) for _, n, kind, _, nonce in new)


def write_once(db: sqlite3.Connection, at: float, game: int, kind: str, alike: str = "") -> bool:
    there = (
        "select id from outbox indexed by outbox_latest"
        " where game = ? and kind >= ? and kind < ? and message is not null"
        " union select id from outbox indexed by outbox_parked"
        " where state = 'parked' and game = ? and kind >= ? and kind < ?"
        " union select id from outbox indexed by outbox_queue"
        " where state = 'waiting' and game = ? and kind >= ? and kind < ?"
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


def page(db: sqlite3.Connection, after: int = 0, most: int = PAGE) -> list[Post]:
    where = "indexed by outbox_queue where state = 'waiting' and id > ? order by id limit ?"
    return _posts(db, where, after, most)


def inherit(db: sqlite3.Connection) -> None:
    """Whoever had the database before may have sent what waits."""
    queue = "outbox indexed by outbox_queue"
    db.execute(f"update {queue} set tries = tries + 1 where state = 'waiting'")


def under_way(db: sqlite3.Connection, games: Collection[int]) -> list[Post]:
    if not games:
        return []
    wanted, waits = ", ".join("?" * len(games)), "where state = 'waiting'"
    return _posts(db, f"{waits} and game in ({wanted}) order by id", *games)


def waiting(db: sqlite3.Connection) -> int:
    sql = "select count(*) from outbox indexed by outbox_queue where state = 'waiting'"
    (n,) = db.execute(sql).fetchone()
    return int(n)


def parked(db: sqlite3.Connection) -> int:
    sql = "select count(*) from outbox indexed by outbox_parked where state = 'parked'"
    (n,) = db.execute(sql).fetchone()
    return int(n)


def sent(
    post: Post,
    message: int | None,
    channel: int | None,
    called: int | None,
    at: float,
    db: sqlite3.Connection,
) -> None:
    columns = "state = 'sent', message = ?, channel = ?, called = ?, at = ?"
    values = (message, channel, called, at, post.id)
    db.execute(f"update outbox set {columns} where id = ?", values)
    if message is not None and post.kind in LASTING:
        db.execute("update games set version = version + 1 where id = ?", (post.game,))


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


def called_as(db: sqlite3.Connection, user: int, alike: str, since: float) -> list[str]:
    waits = "where state = '{state}' and game > 0 and kind like ?"  # about games, not servers
    waiting, parked = waits.format(state="waiting"), waits.format(state="parked")
    sql = (
        "select kind from outbox indexed by outbox_called"
        " where called = ? and at > ? and kind like ?"
        f" union all select kind from outbox indexed by outbox_queue {waiting}"
        f" union all select kind from outbox indexed by outbox_parked {parked}"
    )
    begun = f"{alike}%"
    return [kind for (kind,) in db.execute(sql, (user, since, begun, begun, begun))]


def tried(db: sqlite3.Connection, at: float, post: Post, why: str) -> None:
    sql = "update outbox set tries = tries + 1, why = ?, at = ? where id = ?"
    db.execute(sql, (why, at, post.id))


def park(db: sqlite3.Connection, at: float, post: Post, why: str) -> list[Post]:
    before = _posts(db, "where state = 'parked' and game = ? order by id", post.game)
    tried(db, at, post, why)
    db.execute("update outbox set state = 'parked' where id = ?", (post.id,))
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
    found = _posts(db, f"{where} order by id", *values)
    db.executemany("update outbox set at = ? where id = ?", [(at, post.id) for post in found])
    return found


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


def sent_lately(db: sqlite3.Connection, seconds: float) -> list[Post]:
    # By the primary key: there is no index of moments, and the clock may have been set back.
    newest = "id > (select max(id) from outbox) - 1000 and message is not null"
    since = f"at >= (select at from outbox where {newest} order by id desc limit 1) - ?"
    kinds = "kind in ('turn', 'result')"
    return _posts(db, f"where {newest} and {kinds} and {since} order by id", seconds)


def repost(db: sqlite3.Connection, at: float) -> None:
    """Post the newest board of each running game again, and show on each lobby's message how it
    stands: after a restore, what Discord shows may be ahead of the database. Where it is not, the
    board is found and no second one is posted."""
    boards = (
        "select max(outbox.id) from outbox join games on games.id = outbox.game where status ="
        " 'playing' and outbox.kind = 'turn' and message is not null group by outbox.game"
    )
    columns = "state = 'waiting', message = null, channel = null, called = null, tries = tries + 1"
    sql = f"update outbox set {columns}, nonce = ? where id = ?"
    for (post,) in db.execute(boards).fetchall():
        db.execute(sql, (secrets.token_hex(12), post))
    lobbies = db.execute("select id from games where status = 'lobby'").fetchall()
    for (game,) in lobbies:
        write_now(db, game, "card", at)


def last_two(db: sqlite3.Connection, game: int, kind: str) -> list[Post]:
    where = "where game = ? and kind = ? and message is not null order by id desc limit 2"
    return _posts(db, where, game, kind)


def _first(db: sqlite3.Connection, where: str, *values: object) -> Post | None:
    return next(iter(_posts(db, where, *values)), None)


def _posts(db: sqlite3.Connection, where: str, *values: object) -> list[Post]:
    return [Post(*row) for row in db.execute(_READ + where, values)]
