"""Bring a database to the schema of this version, step by step: migrations/0001_first.sql and so
on. A file that was released never changes. A program's level is the number of its newest step. On a
server, programs of the level before may continue after a step that only adds, and says so:

    -- Works with 0001: a table of its own, which names nobody.
"""

import re
import sqlite3
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple


class Migration(NamedTuple):
    number: int
    name: str
    sql: str

    @property
    def works_with(self) -> int:
        """The oldest level whose programs may use the database after the step."""
        said = re.search(r"^-- Works with (\d{4}): ", self.sql, re.MULTILINE)
        return int(said[1]) if said else self.number


class Upgrade(NamedTuple):
    """What this version would do to the schema of a database."""

    found: int  # its level now, 0 without tables
    missing: tuple[Migration, ...]
    copy: Path | None = None  # the copy made before the first step

    @property
    def works_with(self) -> int:
        """The oldest level whose programs may use the database afterwards."""
        return max((step.works_with for step in self.missing), default=self.found)


def migrations() -> tuple[Migration, ...]:
    """The migrations of this version, in order."""
    return tuple(
        sorted(
            Migration(int(name[1]), name[2], file.read_text(encoding="utf-8"))
            for file in (files("storage") / "migrations").iterdir()
            if (name := re.fullmatch(r"(\d{4})_(\w+)\.sql", file.name))
        )
    )


def level(db: sqlite3.Connection) -> int:
    """The number of the newest step the database has been through, 0 for an empty one."""
    if not db.execute("select 1 from sqlite_master where name = 'migrations'").fetchone():
        return 0
    (number,) = db.execute("select coalesce(max(number), 0) from migrations").fetchone()
    return int(number)


def note(db: sqlite3.Connection, step: Migration, at: float) -> None:
    """Record that the database has been through a step."""
    sql = "insert into migrations (number, name, at, works_with) values (?, ?, ?, ?)"
    db.execute(sql, (step.number, step.name, at, step.works_with))


def migrate(db: sqlite3.Connection, steps: Iterable[Migration], at: float) -> None:
    """Apply the steps that the database lacks. A step that raises is undone."""
    for step in pending(db, steps):
        try:
            # executescript commits any open transaction first, so `begin` is part of the script.
            db.executescript("begin immediate;" + step.sql)
            note(db, step, at)
            db.execute("commit")
        except BaseException:
            if db.in_transaction:
                db.execute("rollback")
            raise


def pending(db: sqlite3.Connection, steps: Iterable[Migration]) -> list[Migration]:
    """The steps that the database lacks."""
    found = level(db)
    return [step for step in steps if step.number > found]
