"""Who does not play with whom, and whom a server has barred from its tables, in SQLite."""

import sqlite3
from collections.abc import Iterable

from storage import browsers, outbox
from storage.rows import Apart, NewPost, Post, Somebody

# What each was called where they sat down last; empty: they never have.
_NAMED = (
    'select who, coalesce((select name from seats where seats."user" = who'
    " order by game desc limit 1), '') from"
)
_BLOCKED = f'{_NAMED} (select other as who from blocks where "user" = ?) as found order by who'
_BARRED = f'{_NAMED} (select "user" as who from bars where guild = ?) as found order by who'


def apart(db: sqlite3.Connection, user: int, guild: int) -> Apart:
    sql = (
        'select other, 1 from blocks where "user" = ?'
        ' union all select "user", 0 from blocks where other = ?'
    )
    found = db.execute(sql, (user, user)).fetchall()
    barred = 'select 1 from bars where guild = ? and "user" = ?'
    return Apart(
        frozenset(other for other, _ in found),
        db.execute(barred, (guild, user)).fetchone() is not None,
        frozenset(other for other, own in found if own),
    )


def blocked(db: sqlite3.Connection, user: int) -> list[Somebody]:
    return [Somebody(*row) for row in db.execute(_BLOCKED, (user,))]


def block(db: sqlite3.Connection, user: int, other: int, on: bool, most: int) -> bool:
    if not on:
        db.execute('delete from blocks where "user" = ? and other = ?', (user, other))
        return True
    sql = (
        'insert into blocks ("user", other) select ?, ? where'
        ' (select count(*) from blocks where "user" = ? and other <> ?) < ?'
        ' on conflict ("user", other) do update set other = excluded.other'
    )
    return db.execute(sql, (user, other, user, other, most)).rowcount > 0


def barred(db: sqlite3.Connection, guild: int) -> list[Somebody]:
    return [Somebody(*row) for row in db.execute(_BARRED, (guild,))]


def bar(
    db: sqlite3.Connection, at: float, guild: int, user: int, on: bool, kinds: Iterable[str] = ()
) -> tuple[Post, ...] | None:
    sql = (
        'insert into bars (guild, "user") values (?, ?) on conflict (guild, "user") do nothing'
        if on
        else 'delete from bars where guild = ? and "user" = ?'
    )
    if not db.execute(sql, (guild, user)).rowcount:
        return None
    if on:
        browsers.void(db, user, guild)
    return outbox.write(db, -guild, [NewPost(kind, int(at)) for kind in kinds], at)
