"""Who sits in a game, and who sat there before, in SQLite."""

import sqlite3
from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from storage import settings
from storage.engine import Asked
from storage.rows import Change, Former, GameRow, Handover, Sitter, StaysRated

Named = TypeVar("Named", Sitter, Former)


def of(db: sqlite3.Connection, game: int) -> Asked[tuple[Sitter, ...]]:
    # A row for each thing that a sitter has set, and one for whoever has set nothing.
    sql = (
        'select seat, seats."user", seats.name, "left", computer, personal_settings.name, value'
        " from seats"
        ' left join personal_settings on personal_settings."user" = seats."user"'
        " where game = ? order by seat"
    )
    asked = db.execute(sql, (game,))

    def look() -> tuple[Sitter, ...]:
        people, own = dict[int, tuple[int, str, bool, str]](), dict[int, dict[str, str]]()
        for seat, user, name, left, computer, key, value in asked:
            people[seat] = user, name, bool(left), computer
            settings.note(own, user, key, value)
        return tuple(
            Sitter(user, name, left, own[user], computer)
            for seat, (user, name, left, computer) in people.items()
        )

    return look


def write(db: sqlite3.Connection, game: int, sitters: Collection[Sitter]) -> None:
    db.execute("delete from seats where game = ?", (game,))
    rows = [
        (game, seat, s.user, s.name, s.left, s.computer) for seat, s in enumerate(legible(sitters))
    ]
    columns = 'game, seat, "user", name, "left", computer'
    sql = f"insert into seats ({columns}) values (?, ?, ?, ?, ?, ?)"
    db.executemany(sql, rows)


def former(db: sqlite3.Connection, game: int) -> Asked[tuple[Former, ...]]:
    columns = 'seat, until, "user", name, computer, agreed, forfeits'
    sql = f"select {columns} from former_sitters where game = ? order by until, seat"
    asked = db.execute(sql, (game,))
    return lambda: tuple(
        Former(seat, until, user, name, computer, bool(agreed), bool(forfeits))
        for seat, until, user, name, computer, agreed, forfeits in asked
    )


def hand_over(db: sqlite3.Connection, game: GameRow, _: Change, gave: Handover) -> None:
    rows = [
        (game.id, f.seat, f.until, f.user, f.name, f.computer, f.forfeits)
        for f in legible(gave.former)
    ]
    columns = 'game, seat, until, "user", name, computer, forfeits'
    sql = f"insert into former_sitters ({columns}) values (?, ?, ?, ?, ?, ?, ?)"
    db.executemany(sql, rows)


def keep_rated(db: sqlite3.Connection, game: GameRow, _: Change, __: StaysRated) -> None:
    db.execute("update former_sitters set agreed = 1 where game = ?", (game.id,))


def legible(sitters: Collection[Named]) -> tuple[Named, ...]:
    # A name may hold half a character (a lone surrogate) or a NUL, which not every database takes.
    legible = [s.name.encode("utf-8", "replace").decode().replace("\0", "") for s in sitters]
    return tuple(replace(s, name=name) for s, name in zip(sitters, legible, strict=True))
