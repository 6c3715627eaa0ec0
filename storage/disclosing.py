"""Reads all that is stored about one person, for their eyes: their own rows, and nobody else's id.

It walks through whole tables where an id stands within a text, so it is not for every day.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any, Final

from storage.forgetting import standing_alone

_GAME = "games.kind, games.number, games.guild as server"
_SEAT = '(game, seat) in (select game, seat from seats where "user" = :user)'

# By what the rows are. Each statement is given the person as :user; :like finds what holds their id
# within a text, `said`.
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
        f"select {_GAME}, outbox.kind as post, outbox.at from outbox"
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
    "settings": 'select name, value from personal_settings where "user" = :user order by name',
}


def about(db: sqlite3.Connection, user: int) -> Mapping[str, list[dict[str, Any]]]:
    values, found = {"user": user, "like": f"%{user}%"}, dict[str, list[dict[str, Any]]]()
    alone = standing_alone(user)
    for what, sql in OF_A_PERSON.items():
        rows = db.execute(sql, values)
        names = [column[0] for column in rows.description]
        named = [dict(zip(names, row, strict=True)) for row in rows]
        if theirs := [row for row in named if "said" not in row or alone.search(row["said"])]:
            found[what] = theirs
    return found
