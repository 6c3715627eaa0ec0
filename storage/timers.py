"""Timers in SQLite: when something is to happen to a game, and what kind of thing.

A commit sets them and is done with them; beside that, what waits is credited an outage. Whoever
does what a timer is for has claimed it (storage.contract.Store).
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from storage.beside import beside
from storage.claims import LEASE, SOON, Claimant
from storage.engine import Asked
from storage.rows import PAGE, WHOLE, NewTimer, Shards, Timer
from storage.shards import of_game

_ROWS = "id, game, kind, due, payload from timers"
_READ = f"select {_ROWS} "


def of(db: sqlite3.Connection, games: Collection[int]) -> Asked[dict[int, tuple[Timer, ...]]]:
    return beside(db, _ROWS, "due, id", Timer, games)


def page(
    db: sqlite3.Connection, after: int = 0, shards: Shards = WHOLE, most: int = PAGE
) -> list[Timer]:
    theirs, numbers = of_game(shards)
    return _timers(db, f"where id > ? and {theirs} order by id limit ?", after, *numbers, most)


def newest(db: sqlite3.Connection) -> int:
    ((id_,),) = db.execute("select coalesce(max(id), 0) from timers")
    return int(id_)


def nearest(db: sqlite3.Connection, kinds: Collection[str], shards: Shards = WHOLE) -> Timer | None:
    if not kinds:
        return None
    marks, (theirs, numbers) = ", ".join("?" * len(kinds)), of_game(shards)
    # In the order of the index, so that it ends at the first row of these kinds.
    where = f"where kind in ({marks}) and {theirs} order by due, id limit 1"
    return next(iter(_timers(db, where, *kinds, *numbers)), None)


def over(
    db: sqlite3.Connection,
    by: Claimant,
    at: float,
    kinds: Collection[str],
    ended: Collection[int],
    most: int,
    shards: Shards = WHOLE,
) -> list[tuple[Timer, str | None]]:
    """What is due, or has ended otherwise, and nobody else holds; and whose claim on it is over, ""
    for nobody's. None: it is the claimant's for a while."""
    found, mine = list[tuple[Any, ...]](), "(until <= ? or owner = ?)"
    columns = "id, game, kind, due, payload, owner, until"
    if kinds:
        theirs, numbers = of_game(shards)
        due = f"due <= ? and kind in ({', '.join('?' * len(kinds))}) and {mine} and {theirs}"
        sql = f"select {columns} from timers where {due} order by due, id limit ?"
        found += db.execute(sql, (at, *kinds, by.now, by.name, *numbers, most)).fetchall()
    if ended:
        sql = f"select {columns} from timers where id in ({', '.join('?' * len(ended))}) and {mine}"
        found += db.execute(sql, (*ended, by.now, by.name)).fetchall()
    rows, near = sorted({*found}, key=lambda row: (row[3], row[0])), by.now + LEASE / 2
    lasts = [row[5] == by.name and row[6] >= near for row in rows]
    return [
        (Timer(*row[:5]), None if ours else row[5]) for row, ours in zip(rows, lasts, strict=True)
    ]


def due(
    db: sqlite3.Connection, by: Claimant, at: float, kinds: Collection[str], most: int
) -> tuple[list[Timer], int]:
    """What is due of these kinds and nobody else holds; and how many others hold."""
    marks = ", ".join("?" * len(kinds))
    sql = f"select count(*) from timers where due <= ? and kind in ({marks})"
    ((elsewhere,),) = db.execute(
        f"{sql} and until > ? and owner <> ?", (at, *kinds, by.now, by.name)
    )
    return [timer for timer, _ in over(db, by, at, kinds, (), most)], elsewhere


def claim(
    db: sqlite3.Connection,
    by: Claimant,
    at: float,
    kinds: Collection[str],
    ended: Collection[int],
    most: int,
    shards: Shards = WHOLE,
) -> list[Timer]:
    found = over(db, by, at, kinds, ended, most, shards)
    mine = "(until <= ? or owner = ?)"
    sql = f"update timers set owner = ?, until = ? where id = ? and {mine}"

    def ours(timer: Timer) -> bool:
        """Unless another process was first."""
        values = (by.name, by.until, timer.id, by.now, by.name)
        return db.execute(sql, values).rowcount == 1

    return [timer for timer, before in found if before is None or ours(timer)]


def end_claims(db: sqlite3.Connection, owner: str | None = None) -> None:
    """Whoever had claimed something is gone, or that one."""
    whose, values = ("", ()) if owner is None else (" and owner = ?", (owner,))
    db.execute(f"update timers set owner = '', until = 0 where until > 0{whose}", values)


def write(
    db: sqlite3.Connection, game: int, timers: Iterable[NewTimer], at: float, by: Claimant
) -> None:
    # Not an update: a timer that is set anew is another one, with another id. Of several that a
    # change sets anew, the last one stands.
    named = {(timer.kind, timer.payload): timer.due for timer in timers}
    same = "delete from timers where game = ? and kind = ? and payload = ?"
    db.executemany(same, [(game, kind, payload) for kind, payload in named])
    columns = "game, kind, payload, due, owner, until"
    sql = f"insert into timers ({columns}) values (?, ?, ?, ?, ?, ?)"
    rows = [(game, *name, due, *_born(name[0], due, at, by)) for name, due in named.items()]
    db.executemany(sql, rows)


def _born(kind: str, due: float, at: float, by: Claimant) -> tuple[str, float]:
    """Who holds a timer that is set now, and until when."""
    wait = max(0.0, due - at)
    ours = wait <= SOON and by.duties.timers(kind)
    return (by.name, by.until + wait) if ours else ("", 0.0)


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
