"""Timers in SQLite: when something is to happen to a game, and what kind of thing.

A commit sets them and is done with them; beside that, what waits is credited an outage.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping

from storage.beside import beside
from storage.rows import PAGE, NewTimer, Timer

_ROWS = "id, game, kind, due, payload from timers"
_READ = f"select {_ROWS} "


def of(db: sqlite3.Connection, games: Collection[int]) -> dict[int, tuple[Timer, ...]]:
    return beside(db, _ROWS, "due, id", Timer, games)


def page(db: sqlite3.Connection, after: int = 0, most: int = PAGE) -> list[Timer]:
    return _timers(db, "where id > ? order by id limit ?", after, most)


def newest(db: sqlite3.Connection) -> int:
    ((id_,),) = db.execute("select coalesce(max(id), 0) from timers")
    return int(id_)


def nearest(db: sqlite3.Connection, kinds: Collection[str]) -> Timer | None:
    if not kinds:
        return None
    # In the order of the index, so that it ends at the first row of these kinds.
    where = f"where kind in ({', '.join('?' * len(kinds))}) order by due, id limit 1"
    return next(iter(_timers(db, where, *kinds)), None)


def due(
    db: sqlite3.Connection,
    at: float,
    kinds: Collection[str],
    ended: Collection[int] = (),
    most: int = 100,
) -> list[Timer]:
    found = list[Timer]()
    if kinds:
        marks = ", ".join("?" * len(kinds))
        where = f"where due <= ? and kind in ({marks}) order by due, id limit ?"
        found += _timers(db, where, at, *kinds, most)
    if ended:
        found += _timers(db, f"where id in ({', '.join('?' * len(ended))})", *ended)
    return sorted({*found}, key=lambda timer: (timer.due, timer.id))


def write(db: sqlite3.Connection, game: int, timers: Iterable[NewTimer]) -> None:
    # Not an update: a timer that is set anew is another one, with another id. Of several that a
    # change sets anew, the last one stands.
    named = {(timer.kind, timer.payload): timer.due for timer in timers}
    same = "delete from timers where game = ? and kind = ? and payload = ?"
    db.executemany(same, [(game, kind, payload) for kind, payload in named])
    sql = "insert into timers (game, kind, payload, due) values (?, ?, ?, ?)"
    db.executemany(sql, [(game, *name, due) for name, due in named.items()])


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
