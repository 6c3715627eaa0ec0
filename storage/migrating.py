"""Brings a database from the shape it has to the shape this version knows, step by step.

    migrations/0001_first.sql            one file per step, only ever added to
    migrations/0002_….sql
    table migrations (number, name, at)  which of them this file has been through

A step and the record of it share a transaction: it has happened, or nothing of it has.
"""

import re
import sqlite3
from collections.abc import Iterable
from importlib.resources import files
from typing import NamedTuple


class Migration(NamedTuple):
    number: int
    name: str
    sql: str


def shipped() -> tuple[Migration, ...]:
    """The migrations of this version, in order."""
    found = (files("storage") / "migrations").iterdir()
    return tuple(
        sorted(
            Migration(int(name[1]), name[2], file.read_text(encoding="utf-8"))
            for file in found
            if (name := re.fullmatch(r"(\d{4})_(\w+)\.sql", file.name))
        )
    )


def level(db: sqlite3.Connection) -> int:
    """The highest migration the database has been through, 0 for an empty one."""
    if not db.execute("select 1 from sqlite_master where name = 'migrations'").fetchone():
        return 0
    (number,) = db.execute("select coalesce(max(number), 0) from migrations").fetchone()
    return int(number)


def migrate(db: sqlite3.Connection, steps: Iterable[Migration], at: float) -> None:
    """Apply the steps that the database has not been through, whatever came after them.
    Whatever a failing step raises, it undoes."""
    for step in pending(db, steps):
        _apply(db, step, at)


def pending(db: sqlite3.Connection, steps: Iterable[Migration]) -> list[Migration]:
    """The steps that the database has not been through; of an empty one all."""
    numbers = db.execute("select number from migrations") if level(db) else ()
    done = {number for (number,) in numbers}
    return [step for step in steps if step.number not in done]


def _apply(db: sqlite3.Connection, step: Migration, at: float) -> None:
    try:
        # executescript commits what is open before it starts, so `begin` is part of the script.
        db.executescript("begin immediate;" + step.sql)
        db.execute("insert into migrations values (?, ?, ?)", (step.number, step.name, at))
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
