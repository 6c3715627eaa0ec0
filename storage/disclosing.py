"""Reads all that is stored about one person, for their eyes: their own rows, and nobody else's id.

It walks through whole tables where an id stands within a text, so it is not for every day.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any, Final

from storage.forgetting import standing_alone
from storage.people import PEOPLE, Holds, columns

_GAME = "games.kind, games.number, games.guild as server"
_SEAT = '(game, seat) in (select game, seat from seats where "user" = :user)'

# By what the rows are. Each statement is given the person as :user; :like finds what holds their id
# within a text: `said`, or `within`, which may hold other people's and is not told.
OF_A_PERSON: Final = {
    "seats": (
        f"select {_GAME}, coalesce(games.channel, games.home) as channel, games.status,"
        ' games.created, games.host = :user as host, seat, seats.name, "left"'
        ' from seats join games on games.id = game where "user" = :user order by game'
    ),
    "seats before": (
        f"select {_GAME}, seat, name, until from former_sitters"
        ' join games on games.id = game where "user" = :user order by game, until'
    ),
    "turns": (
        f"select {_GAME}, log.n, log.text, log.at from log join games on games.id = game"
        f" where {_SEAT} and not exists (select 1 from former_sitters as former"
        " where former.game = log.game and former.seat = log.seat and former.until > log.n)"
        " order by game, log.n"
    ),
    "turns before": (
        f"select {_GAME}, log.n, log.text, log.at from log join games on games.id = log.game"
        " join former_sitters as former on former.game = log.game and former.seat = log.seat"
        ' where former."user" = :user and log.n < former.until and not exists'
        " (select 1 from former_sitters as earlier where earlier.game = log.game"
        " and earlier.seat = log.seat and earlier.until > log.n and earlier.until < former.until)"
        " order by log.game, log.n"
    ),
    "presses": (
        f"select {_GAME}, log.n, log.key as said, log.at from log"
        " join games on games.id = game where key like :like order by game, log.n"
    ),
    "drafts": (
        f"select {_GAME}, drafts.line from drafts join games on games.id = game where {_SEAT}"
    ),
    "orders": (
        f"select {_GAME}, condition, line from orders join games on games.id = game where {_SEAT}"
    ),
    "results": (
        f"select {_GAME}, points, won, place from results"
        f" join games on games.id = game where {_SEAT} order by game"
    ),
    "ratings": (
        f"select {_GAME}, mu, sigma, ratings.games from ratings"
        " join endings on endings.id = ending join games on games.id = game"
        ' where "user" = :user order by ending'
    ),
    "tables": (
        "select guild as server, kind, month, games, won, streak from tallies"
        ' where "user" = :user order by guild, kind, month'
    ),
    "calls": (
        f"select {_GAME}, outbox.kind as post, outbox.channel, outbox.at from outbox"
        " join games on games.id = game where called = :user order by outbox.id"
    ),
    "posts asked for": (
        "select games.kind, games.number, coalesce(games.guild, -outbox.game) as server,"
        " outbox.kind as said, outbox.at from outbox left join games on games.id = game"
        " where outbox.kind like :like order by outbox.id"
    ),
    "reports": (
        f"select {_GAME}, reference, reports.n, reports.at, reports.said as typed, state, record"
        ' from reports join games on games.id = game where "user" = :user order by reports.id'
    ),
    "absences": 'select guild as server, since as at from absences where "user" = :user',
    "puzzles": (
        'select kind, did, solved, at from puzzle_tries where "user" = :user order by at, did'
    ),
    "refused people": 'select other as id from blocks where "user" = :user order by other',
    "barred on": 'select guild as server from bars where "user" = :user order by guild',
    "links": (
        f'select {_GAME}, until as at from links join games on games.id = game where "user" = :user'
    ),
    "browsers": (
        'select called, made as created, used as at from browsers where "user" = :user order by id'
    ),
    "settings": 'select name, value from personal_settings where "user" = :user order by name',
}


NAMED_IN: Final = "named in"  # what else holds their id
_HOSTED: Final = (
    f"select {_GAME} from games where host = :user"
    ' and id not in (select game from seats where "user" = :user)'
)
_TOLD: Final = {("log", "key"), ("outbox", "kind")}  # above


def about(db: sqlite3.Connection, user: int) -> Mapping[str, list[dict[str, Any]]]:
    found = {what: _rows(db, sql, user) for what, sql in OF_A_PERSON.items()}
    found[NAMED_IN] = _rows(db, _HOSTED, user)
    for table, column in columns(Holds.IDS, Holds.TYPED):
        if (table, column) not in _TOLD:
            found[NAMED_IN] += _rows(db, _naming(table, column), user)
    return {what: rows for what, rows in found.items() if rows}


def _rows(db: sqlite3.Connection, sql: str, user: int) -> list[dict[str, Any]]:
    alone = standing_alone(user)
    rows = db.execute(sql, {"user": user, "like": f"%{user}%"})
    names = [column[0] for column in rows.description]
    named = [dict(zip(names, row, strict=True)) for row in rows]
    texts = [row.get("said", "") + row.pop("within", "") for row in named]
    return [row for row, text in zip(named, texts, strict=True) if not text or alone.search(text)]


def _naming(table: str, column: str) -> str:
    """Finds the rows of a table in which their id stands within a text."""
    about = f'\'{table}\' as "table", {table}."{column}" as within'
    named = f'{table}."{column}" like :like'
    match PEOPLE[table].belongs:
        case "game":
            return (
                f"select {_GAME}, {about} from {table} join games on games.id = game where {named}"
            )
        case "guild":
            return f"select {table}.guild as server, {about} from {table} where {named}"
        case _:
            return f"select {about} from {table} where {named}"
