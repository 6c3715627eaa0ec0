"""Timers in SQLite: when something is to happen to a game, and what kind of thing.

A commit sets them and is done with them; beside that, what waits is credited an outage.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping

from storage.rows import NewTimer, Timer

_READ = "select id, game, kind, due, payload from timers "


def of(db: sqlite3.Connection, game: int) -> tuple[Timer, ...]:
    return tuple(_timers(db, "where game = ? order by due, id", game))


def nearest(
    db: sqlite3.Connection, kinds: Collection[str], after: int = 0
) -> tuple[Timer | None, list[Timer]]:
    if not kinds:
        return None, since(db, after)
    marks = ", ".join("?" * len(kinds))
    # In the order of the index, so that it ends at the first row of these kinds.
    found = _timers(db, f"where kind in ({marks}) order by due, id limit 1", *kinds)
    return next(iter(found), None), since(db, after)


def since(db: sqlite3.Connection, after: int = 0) -> list[Timer]:
    return _timers(db, "where id > ? order by id", after)


def write(db: sqlite3.Connection, game: int, timers: Iterable[NewTimer]) -> None:
    # Not an update: a timer that is set anew is another one, with another id. Of several that a
    # change sets anew, the last one stands.
    named = {(timer.kind, timer.payload): timer.due for timer in timers}
    rows = [(game, kind, payload, due) for (kind, payload), due in named.items()]
    same = "delete from timers where game = ? and kind = ? and payload = ?"
    db.executemany(same, [row[:3] for row in rows])
    sql = "insert into timers (game, kind, payload, due) values (?, ?, ?, ?)"
    db.executemany(sql, rows)


def move(db: sqlite3.Connection, dues: Mapping[int, float]) -> None:
    """Have timers end at other times; they are the same timers, so that who is done with one is."""
    game = "id = (select game from timers where timers.id = ?)"
    sql = f"update games set version = version + 1 where {game}"
    db.executemany(sql, [(timer,) for timer in dues])
    rows = [(due, timer) for timer, due in dues.items()]
    db.executemany("update timers set due = ? where id = ?", rows)


def drop(db: sqlite3.Connection, game: int, done: Iterable[Timer | str]) -> None:
    for timer in done:
        if isinstance(timer, Timer):
            db.execute("delete from timers where id = ? and game = ?", (timer.id, game))
        else:
            db.execute("delete from timers where game = ? and kind = ?", (game, timer))


def _timers(db: sqlite3.Connection, where: str, *values: object) -> list[Timer]:
    return [Timer(*row) for row in db.execute(_READ + where, values)]
