"""Links to a board, and the browsers in which people have opened one, in SQLite."""

import sqlite3
from collections.abc import Collection

from storage.rows import Browser, Link, Version

MOST = 10  # browsers of a person: the one that was used longest ago makes room
OFTEN = 3600.0  # seconds after which it is noted again that a browser is used

_LINK = 'delete from links where hash = ? and until > ? returning "user", game'
_BROWSER = 'select id, "user", called, made, used, until from browsers where'


def add_link(db: sqlite3.Connection, at: float, hash_: str, link: Link, seconds: float) -> None:
    db.execute("delete from links where until <= ?", (at,))
    db.execute(
        'insert into links (hash, "user", game, until) values (?, ?, ?, ?) on conflict (hash)'
        ' do update set "user" = excluded."user", game = excluded.game, until = excluded.until',
        (hash_, link.user, link.game, at + seconds),
    )


def link(db: sqlite3.Connection, at: float, hash_: str) -> Link | None:
    sql = 'select "user", game from links where hash = ? and until > ?'
    found = db.execute(sql, (hash_, at)).fetchone()
    return found and Link(*found)


def void(db: sqlite3.Connection, user: int, guild: int) -> None:
    """Void a person's links to the games of a server."""
    here = "game in (select id from games where guild = ?)"
    db.execute(f'delete from links where "user" = ? and {here}', (user, guild))


def enter(
    db: sqlite3.Connection,
    at: float,
    by: str,
    hash_: str,
    called: str,
    seconds: float,
    instead: int = 0,
) -> Link | None:
    found = db.execute(_LINK, (by, at)).fetchone()
    if found is None:
        return None
    link = Link(*found)
    _leave(db, link.user, instead)
    add_browser(db, at, hash_, link.user, called, seconds)
    return link


def add_browser(
    db: sqlite3.Connection, at: float, hash_: str, user: int, called: str, seconds: float
) -> None:
    db.execute("delete from browsers where until <= ?", (at,))
    db.execute(
        'delete from browsers where "user" = ? and id not in'
        ' (select id from browsers where "user" = ? order by used desc, id desc limit ?)',
        (user, user, MOST - 1),
    )
    sql = 'insert into browsers (hash, "user", called, made, used, until) values (?, ?, ?, ?, ?, ?)'
    db.execute(sql, (hash_, user, called, at, at, at + seconds))


def browser(db: sqlite3.Connection, at: float, hash_: str) -> Browser | None:
    found = db.execute(f"{_BROWSER} hash = ? and until > ?", (hash_, at)).fetchone()
    return found and Browser(*found)


def used(db: sqlite3.Connection, at: float, browser: int) -> None:
    sql = "update browsers set used = ? where id = ? and used < ?"
    db.execute(sql, (at, browser, at - OFTEN))


def of(db: sqlite3.Connection, at: float, user: int) -> list[Browser]:
    sql = f'{_BROWSER} "user" = ? and until > ? order by used desc, id desc'
    return [Browser(*row) for row in db.execute(sql, (user, at))]


def end(db: sqlite3.Connection, user: int, browser: int) -> None:
    _leave(db, user, browser)
    db.execute('delete from links where "user" = ?', (user,))


def _leave(db: sqlite3.Connection, user: int, browser: int) -> None:
    db.execute('delete from browsers where "user" = ? and id = ?', (user, browser))


def admitted(
    db: sqlite3.Connection, at: float, browsers: Collection[int], games: Collection[int]
) -> dict[int, dict[int, float | None]]:
    sql = f"""
        select browsers.id, seats.game, since from browsers
        left join seats on seats."user" = browsers."user"
            and seats.game in ({", ".join("?" * len(games))})
        left join games on games.id = seats.game
        left join absences on absences.guild = games.guild
            and absences."user" = browsers."user"
        where browsers.id in ({", ".join("?" * len(browsers))}) and browsers.until > ?
    """
    found = dict[int, dict[int, float | None]]()
    for browser, game, since in db.execute(sql, (*games, *browsers, at)):
        tables = found.setdefault(browser, {})
        if game is not None:
            tables[game] = since
    return found


def places_with(
    db: sqlite3.Connection, games: Collection[int], name: str, value: str
) -> dict[int, tuple[int, int]]:
    wanted = ", ".join("?" * len(games))
    sql = f"""
        select games.id, games.guild, coalesce(channel, home) from games
        join server_settings on server_settings.guild = games.guild
        where name = ? and value = ? and games.id in ({wanted})
    """
    found = db.execute(sql, (name, value, *games))
    return {game: (guild, place) for game, guild, place in found}


def versions(db: sqlite3.Connection, games: Collection[int]) -> dict[int, Version]:
    wanted = ", ".join("?" * len(games))
    sql = f"""
        select id, n, version, on_turn, seats."user" from games
        left join seats on seats.game = games.id and seats.seat = games.on_turn
        where id in ({wanted})
    """
    return {game: Version(*found) for game, *found in db.execute(sql, (*games,))}
