"""Forgets a person: wherever their id or their name stood, a number of their own stands then.

It is below zero and says nothing of who they were. The games of the others stay whole, two people
who were forgotten stay apart in the standings, and what was pressed once is not done again. The
turns themselves name nobody.
"""

import re
import sqlite3
from typing import Final

from storage import settings
from storage.rows import Forgotten

# Columns in which an id may stand within a text, such as `press:1:6:77` or the seats of a rematch.
TEXTS: Final = (
    ("games", "options"),
    ("log", "key"),
    ("drafts", "key"),
    ("outbox", "kind"),
    ("outbox", "why"),
    ("timers", "payload"),
    ("settings", "key"),
    ("settings", "value"),
    ("server_settings", "value"),
    ("reports", "said"),
)
_LAST = "forgotten"  # the setting that holds the last number
_NAMED = ("seats", "former_sitters")
_LIVE = "status in ('lobby', 'playing')"


def forget(db: sqlite3.Connection, user: int) -> Forgotten:
    """Where they still play nothing is changed, so that nobody becomes two."""
    mine = 'select game from seats where "user" = ? and "left" = 0'
    open_ = db.execute(f"select id from games where id in ({mine}) and {_LIVE}", (user,))
    if running := [game for (game,) in open_]:
        return Forgotten(0, 0, tuple(running))
    former = -_next(db)
    settings.write(db, _LAST, str(-former))
    games = _count_changed(db, former, user)
    _drop_reports(db, user)
    _replace_columns(db, former, user)
    for table, column in TEXTS:
        _replace_within(db, table, column, str(former), str(user))
    _sort_people(db, former)
    return Forgotten(-former, games, ())


def standing_alone(user: int | str) -> re.Pattern[str]:
    """An id within a text, and not a part of a longer number."""
    return re.compile(rf"(?<![0-9]){user}(?![0-9])")


def _next(db: sqlite3.Connection) -> int:
    everybody = 'select "user" from seats union select "user" from former_sitters'
    (lowest,) = db.execute(f'select min("user") from ({everybody}) as everybody').fetchone()
    # Who only watched has no seat, and has a number all the same.
    return 1 + max(int(settings.read(db, _LAST) or 0), -(lowest or 0))


def _count_changed(db: sqlite3.Connection, former: int, user: int) -> int:
    """How many games change, each of which is read anew from now on."""
    theirs = " union ".join(f'select game from {table} where "user" = ?' for table in _NAMED)
    sql = f"update games set version = version + 1 where id in ({theirs}) or host = ?"
    return db.execute(sql, (user, user, user)).rowcount


def _drop_reports(db: sqlite3.Connection, user: int) -> None:
    """What they have reported, and what was typed about games where they sat, which may name
    them."""
    db.execute('delete from reports where "user" = ?', (user,))
    theirs = " union ".join(f'select game from {table} where "user" = ?' for table in _NAMED)
    sql = f"update reports set said = '' where game in ({theirs})"
    db.execute(sql, (user, user))


def _replace_columns(db: sqlite3.Connection, former: int, user: int) -> None:
    name = f"former player {-former}"
    for table in _NAMED:
        sql = f'update {table} set "user" = ?, name = ? where "user" = ?'
        db.execute(sql, (former, name, user))
    for table in ("ratings", "tallies"):  # which come of who is the same person, not of the id
        db.execute(f'update {table} set "user" = ? where "user" = ?', (former, user))
    db.execute("update games set host = ? where host = ?", (former, user))
    db.execute('delete from personal_settings where "user" = ?', (user,))
    db.execute("update outbox set called = null where called = ?", (user,))


def _replace_within(
    db: sqlite3.Connection, table: str, column: str, former: str, user: str
) -> None:
    alone = standing_alone(user)
    holding = f"select distinct {column} from {table} where {column} like ?"
    texts = [text for (text,) in db.execute(holding, (f"%{user}%",))]
    rows = [(alone.sub(former, text), text) for text in texts]
    db.executemany(f"update {table} set {column} = ? where {column} = ?", rows)


def _sort_people(db: sqlite3.Connection, former: int) -> None:
    """Who sat there at the end of each of their games, in the order of the ids."""
    rows = db.execute('select game from seats where "user" = ?', (former,)).fetchall()
    for (game,) in rows:
        seats = db.execute('select "user" from seats where game = ? order by "user"', (game,))
        people = " ".join(str(user) for (user,) in seats.fetchall())
        db.execute("update endings set people = ? where game = ?", (people, game))
