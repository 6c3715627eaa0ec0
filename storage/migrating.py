"""Brings a database from the shape it has to the shape this version knows, step by step.

    migrations/0001_first.sql            one file per step, only ever added to
    migrations/0002_….sql
    table migrations (number, name, at)  which of them this file has been through

A step and the record of it share a transaction: it has happened, or nothing of it has.

A program is of the level of its newest step. On a server a step that only adds lets programs of the
level before go on beside those that know it; it says so in its file, with the reason:

    -- Works with 0027: a table of its own, which names nobody.
"""

import re
import sqlite3
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

WORKS_WITH: Final = re.compile(r"^-- Works with (\d{4}): ", re.MULTILINE)


class Migration(NamedTuple):
    number: int
    name: str
    sql: str

    @property
    def works_with(self) -> int:
        """The oldest level whose programs may use a database that has been through the step; where
        its file says nothing, its own."""
        said = WORKS_WITH.search(self.sql)
        return int(said[1]) if said else self.number


class Upgrade(NamedTuple):
    """What this version would do to the shape of a database. found: the level that it is of, 0
    where it has no tables yet; missing: the steps that it lacks; copy: the file that keeps what it
    was before, if any does."""

    found: int
    missing: tuple[Migration, ...]
    copy: Path | None = None

    @property
    def works_with(self) -> int:
        """The oldest level whose programs may use it after that."""
        return max((step.works_with for step in self.missing), default=self.found)


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


def note(db: sqlite3.Connection, step: Migration, at: float) -> None:
    """Note that the database has been through a step."""
    done = (step.number, step.name, at)
    db.execute("insert into migrations (number, name, at) values (?, ?, ?)", done)
    if step.works_with < step.number:
        works_with = (step.works_with, step.number)
        db.execute("update migrations set works_with = ? where number = ?", works_with)


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
        note(db, step, at)
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
