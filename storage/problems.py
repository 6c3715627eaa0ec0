"""Problems in SQLite that people have reported, for the host."""

import sqlite3

from storage.rows import NewReport, Report

KEPT = 90 * 24 * 3600.0  # seconds
A_DAY = 24 * 3600.0  # seconds in which so many of one person are taken

_READ = (
    'select reference, reports."user", reports.at, kind, number, guild, reports.n, said, state,'
    " record from reports join games on games.id = game"
)


def add(db: sqlite3.Connection, at: float, key: str, new: NewReport, most: int) -> str | None:
    db.execute("delete from reports where at < ?", (at - KEPT,))
    known = db.execute("select reference from reports where key = ?", (key,)).fetchone()
    if known:
        return str(known[0])
    lately = 'select count(*) from reports where "user" = ? and at > ?'
    (several,) = db.execute(lately, (new.user, at - A_DAY)).fetchone()
    if several >= most:
        return None
    sql = (
        'insert into reports (reference, key, "user", game, n, at, said, state, record)'
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    what = (new.game, new.n, at, new.said, new.state, new.record)
    db.execute(sql, (new.reference, key, new.user, *what))
    return new.reference


def every(db: sqlite3.Connection) -> list[Report]:
    return [Report(*row) for row in db.execute(f"{_READ} order by reports.id desc")]
