"""What people have tried at the puzzles of a day."""

import sqlite3

from storage.rows import ANSWER, PuzzleTry


def tried(db: sqlite3.Connection, user: int, day: int, kind: str) -> list[PuzzleTry]:
    sql = (
        'select did, solved from puzzle_tries where "user" = ? and day = ? and kind = ?'
        " order by at, did"
    )
    return [PuzzleTry(did, bool(solved)) for did, solved in db.execute(sql, (user, day, kind))]


def attempt(
    db: sqlite3.Connection, at: float, user: int, day: int, kind: str, new: PuzzleTry
) -> None:
    over = f"solved = 1 or did = '{ANSWER}'"
    sql = (
        'insert into puzzle_tries ("user", day, kind, did, solved, at) select ?, ?, ?, ?, ?, ?'
        ' where not exists (select 1 from puzzle_tries where "user" = ? and day = ? and kind = ?'
        f" and ({over})) on conflict do nothing"
    )
    of = (user, day, kind)
    db.execute(sql, (*of, new.did, new.solved, at, *of))


def days(db: sqlite3.Connection, user: int) -> list[int]:
    sql = 'select distinct day from puzzle_tries where "user" = ? and solved = 1 order by day desc'
    return [day for (day,) in db.execute(sql, (user,))]
