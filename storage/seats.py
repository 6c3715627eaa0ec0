"""Who sits in a game, and who sat there before, in SQLite."""

import sqlite3
from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from storage import settings
from storage.beside import beside
from storage.rows import Change, Former, GameRow, Handover, Sitter

Settings = dict[int, dict[str, str]]
Named = TypeVar("Named", Sitter, Former)


def of(db: sqlite3.Connection, games: Collection[int]) -> dict[int, tuple[Sitter, ...]]:
    """Who sits in each of these games."""
    # A row for each thing that a sitter has set, and one for whoever has set nothing.
    sql = (
        'select game, seat, seats."user", seats.name, "left", computer, excused,'
        " personal_settings.name, value from seats"
        ' left join personal_settings on personal_settings."user" = seats."user"'
        f" where game in ({', '.join('?' * len(games))}) order by game, seat"
    )
    people, own = dict[tuple[int, int], tuple[int, str, bool, str, bool]](), Settings()
    for game, seat, user, name, left, computer, excused, key, value in db.execute(
        sql, tuple(games)
    ):
        people[game, seat] = user, name, bool(left), computer, bool(excused)
        settings.note(own, user, key, value)
    found = dict[int, tuple[Sitter, ...]]()
    for (game, _), (user, name, left, computer, excused) in people.items():
        one = Sitter(user, name, left, own[user], computer, excused)
        found[game] = (*found.get(game, ()), one)
    return found


def write(db: sqlite3.Connection, game: int, sitters: Collection[Sitter]) -> None:
    db.execute("delete from seats where game = ?", (game,))
    rows = [
        (game, seat, s.user, s.name, s.left, s.computer, s.excused)
        for seat, s in enumerate(legible(sitters))
    ]
    columns = 'game, seat, "user", name, "left", computer, excused'
    sql = f"insert into seats ({columns}) values (?, ?, ?, ?, ?, ?, ?)"
    db.executemany(sql, rows)


def former(db: sqlite3.Connection, games: Collection[int]) -> dict[int, tuple[Former, ...]]:
    rows = 'seat, until, "user", name, computer, excused from former_sitters'
    return beside(db, rows, "until, seat", _former, games)


def _former(seat: int, until: int, user: int, name: str, computer: str, excused: int) -> Former:
    return Former(seat, until, user, name, computer, bool(excused))


def hand_over(db: sqlite3.Connection, game: GameRow, _: Change, gave: Handover) -> None:
    rows = [
        (game.id, f.seat, f.until, f.user, f.name, f.computer, f.excused)
        for f in legible(gave.former)
    ]
    columns = 'game, seat, until, "user", name, computer, excused'
    sql = f"insert into former_sitters ({columns}) values (?, ?, ?, ?, ?, ?, ?)"
    db.executemany(sql, rows)


def legible(sitters: Collection[Named]) -> tuple[Named, ...]:
    # A name may hold half a character (a lone surrogate) or a NUL, which not every database takes.
    legible = [s.name.encode("utf-8", "replace").decode().replace("\0", "") for s in sitters]
    return tuple(replace(s, name=name) for s, name in zip(sitters, legible, strict=True))
