"""Copies all that is stored from one database to another, whichever engines they have.

    from  one moment of it ── table by table, in batches ──> to  one transaction
              counted and summed            ==            counted and summed

Ids stay, and new ones go on behind the last that was ever given. What a process had claimed is free
afterwards, since it is not at work there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any, Final, Protocol, TypeAlias

from storage.engine import Db
from storage.errors import StoreError
from storage.tables import Table, tables

Row: TypeAlias = tuple[Any, ...]
Failed: TypeAlias = Callable[[object, str], StoreError]  # of a database and a short reason
BATCH: Final = 500  # rows that are in memory at a time
# An empty database has none of these: what people have played, and what they have set.
THEIRS: Final = ("games", "personal_settings", "server_settings", "blocks", "bars", "puzzle_tries")


class Source(Protocol):
    """A database as it is in one moment. db: for pieces of work that read it."""

    db: Db

    def rows(self, table: Table) -> Iterator[Row]:
        """All rows of a table, in any order."""

    def last(self, table: Table) -> int:
        """The last id that was given there, whether its row is still there or not; 0: none."""


class Target(Source, Protocol):
    """A database that is written in one transaction, which is not over yet."""

    def kept(self, row: Row) -> Row:
        """A row as it comes back: what this engine cannot keep is taken from it."""

    def fill(self, table: Table, rows: Iterable[Row]) -> None:
        """Write rows."""

    def go_on(self, table: Table, last: int) -> None:
        """Give ids behind this one from now on."""

    def failure(self, reason: str) -> StoreError:
        """What is raised where it cannot be filled."""


def copy(source: Source, target: Target) -> int:
    """Let the target hold what the source does, and nothing else; how many rows that are. Raises
    the target's failure where people have left something there, or where not all arrives."""
    for name in THEIRS:
        if target.db.execute(f"select 1 from {name} limit 1").fetchone():
            raise target.failure("it already holds data, so choose an empty one")
    for table in reversed(tables()):
        target.db.execute(f"delete from {table.name}")
    rows = sum(_copied(table, source, target) for table in tables())
    return rows


def _copied(table: Table, source: Source, target: Target) -> int:
    read, there = Sum(), Sum()
    target.fill(table, read.over(map(target.kept, source.rows(table))))
    for _ in there.over(target.rows(table)):
        pass
    (count,) = source.db.execute(f"select count(*) from {table.name}").fetchone()
    if not count == read.rows == there.rows or read.total != there.total:
        raise target.failure(f"some rows of {table.name} arrived changed")
    if table.counted:
        target.go_on(table, source.last(table))
    return there.rows


def contents(db: Db) -> tuple[int, float]:
    """How many games are open in a database, and when its last turn was recorded (0: never)."""
    (games,) = db.execute(
        "select count(*) from games where status in ('lobby', 'playing')"
    ).fetchone()
    (last,) = db.execute("select coalesce(max(at), 0) from log").fetchone()
    return games, last


class Sum:
    """How many rows went by, and a number that is another one when any of them is another one."""

    def __init__(self) -> None:
        self.rows, self.total = 0, 0

    def over(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Hand the rows on, and count each as it goes by."""
        for row in rows:
            self.rows += 1
            # The rows come in no order, so their sums are added.
            self.total += int.from_bytes(blake2b(repr(row).encode(), digest_size=16).digest())
            yield row
