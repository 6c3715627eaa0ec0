"""A server's table: read from the tallies, so that it costs the same however much was played."""

import sqlite3

from storage import ratings
from storage.rows import ALL, HIDDEN, Standing

# Whoever wants no name in tables is in none.
_SHOWN = (
    "not exists (select 1 from personal_settings hidden where hidden.user = tallies.user"
    f" and hidden.name = '{HIDDEN}' and hidden.value = 'on')"
)
_SCOPE = "guild = ? and kind = ? and month = ?"
_READ = (
    "select user, games, won, streak, latest, (select name from seats"
    " where seats.user = tallies.user and seats.game = tallies.latest) from tallies"
)


def standings(
    db: sqlite3.Connection, guild: int, kind: str, month: str, most: int
) -> list[Standing]:
    """The first ones; the same place for the same number of wins in as many games."""
    sql = f"{_READ} where {_SCOPE} and {_SHOWN} order by won desc, games, user limit ?"
    rows = db.execute(sql, (guild, kind, month, most)).fetchall()
    return [_standing(db, 1 + _first_like(rows, row), guild, kind, row) for row in rows]


def standing(
    db: sqlite3.Connection, guild: int, kind: str, month: str, user: int
) -> Standing | None:
    """Somebody's own line, with the place that it would have among those that are shown."""
    scope = (guild, kind, month)
    row = db.execute(f"{_READ} where {_SCOPE} and user = ?", (*scope, user)).fetchone()
    if row is None:
        return None
    _, games, won, *_ = row
    better = f"select count(*) from tallies where {_SCOPE} and {_SHOWN} and "
    (more,) = db.execute(f"{better} won > ?", (*scope, won)).fetchone()
    (fewer,) = db.execute(f"{better} won = ? and games < ?", (*scope, won, games)).fetchone()
    return _standing(db, 1 + more + fewer, guild, kind, row)


Row = tuple[int, int, int, int, int, str]


def _first_like(rows: list[Row], row: Row) -> int:
    """How many stand before the first one with as many wins and games."""
    _, games, won, *_ = row
    return next(n for n, other in enumerate(rows) if (other[1], other[2]) == (games, won))


def _standing(db: sqlite3.Connection, place: int, guild: int, kind: str, row: Row) -> Standing:
    user, games, won, streak, latest, name = row
    rating = None if kind == ALL else ratings.current(db, guild, kind, user)
    return Standing(place, user, name, games, won, streak, rating, latest)
