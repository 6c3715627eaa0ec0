"""Computers' turns that other processes think of: who may think of which timer until when, and the
turns that came of it. What the turn is for, the timer says."""

import sqlite3
from collections.abc import Collection

from storage import timers
from storage.rows import Thought, Timer

AT_MOST = 1000  # timers that are looked at

_COLUMNS = "timers.id, timers.game, timers.kind, timers.due, timers.payload"
_BESIDE = (
    f"select {_COLUMNS}, until, seed, line from timers left join thoughts on timer = timers.id"
)


def due(db: sqlite3.Connection, at: float, kind: str) -> list[Thought]:
    sql = f"{_BESIDE} where kind = ? and due <= ? order by due, timers.id limit ?"
    rows = db.execute(sql, (kind, at, AT_MOST)).fetchall()
    return [Thought(Timer(*row[:5]), row[5] or 0.0, row[6] or "", row[7] or "") for row in rows]


def free(
    db: sqlite3.Connection,
    at: float,
    kind: str,
    seconds: float,
    most: int,
    but: Collection[int] = (),
) -> list[Timer]:
    """What nobody thinks of, where nobody else could."""
    return [each for each in timers.due(db, at, (kind,), (), most + len(but)) if each.id not in but]


def claim(
    db: sqlite3.Connection,
    at: float,
    kind: str,
    seconds: float,
    most: int,
    but: Collection[int] = (),
) -> list[Timer]:
    """What nobody thinks of, which is the caller's for so many seconds. On a server."""
    gone = "delete from thoughts where not exists (select 1 from timers where id = timer)"
    db.execute(gone)
    none = "(until is null or (until <= ? and line = ''))"
    marks = f" and timers.id not in ({', '.join('?' * len(but))})" if but else ""
    sql = (
        f"{_BESIDE} where kind = ? and due <= ? and {none}{marks}"
        " order by due, timers.id limit ? for update of timers skip locked"
    )
    rows = db.execute(sql, (kind, at, at, *but, most)).fetchall()
    found = [Timer(*row[:5]) for row in rows]
    return [timer for timer in found if _claimed(db, at, timer, at + seconds)]


def _claimed(db: sqlite3.Connection, at: float, timer: Timer, until: float) -> bool:
    """Unless another process was first."""
    sql = (
        "insert into thoughts (timer, until, seed, line) values (?, ?, '', '')"
        " on conflict (timer) do update set until = excluded.until"
        " where thoughts.until <= ? and thoughts.line = ''"
    )
    return db.execute(sql, (timer.id, until, at)).rowcount == 1


def leave(db: sqlite3.Connection, thought: Thought) -> None:
    if thought.line:
        sql = "update thoughts set seed = ?, line = ? where timer = ?"
        db.execute(sql, (thought.seed, thought.line, thought.timer.id))
    else:
        gone = "delete from thoughts where timer = ? and line = ''"
        db.execute(gone, (thought.timer.id,))


def drop(db: sqlite3.Connection) -> None:
    """Whoever had the database before thinks no longer; others think again."""
    db.execute("delete from thoughts")
