"""Copy everything stored from one database to another, between any two engines, counted and summed.
Ids stay, and new ids begin after the last one ever given. Claims of processes are not copied."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import cache
from graphlib import TopologicalSorter
from hashlib import blake2b
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from storage.engine import Db
from storage.errors import StoreError
from storage.migrating import migrate, migrations
from storage.terminal import progress

Row: TypeAlias = tuple[Any, ...]
Failed: TypeAlias = Callable[[object, str], StoreError]  # from a database and a short reason
BATCH: Final = 500  # rows that are in memory at a time
# An empty database has no rows in these: what people played and what they set.
THEIRS: Final = ("games", "personal_settings", "server_settings", "blocks", "bars", "puzzle_tries")


class CopiedTable(NamedTuple):
    name: str
    columns: str  # as in a statement
    counted: bool  # the engine gives each row an id


@cache
def tables() -> tuple[CopiedTable, ...]:
    """The tables to copy, each after those to which its rows refer. They are read from an empty
    database in memory, so a copy includes every table and column of later migrations."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, migrations(), 0.0)
        found = db.execute("select name from sqlite_master where type = 'table' order by name")
        own = ("migrations", "sqlite_sequence", "thoughts")
        names = [name for (name,) in found if name not in own]
        asked = 'select "table" from pragma_foreign_key_list(?)'
        behind = {name: {to for (to,) in db.execute(asked, (name,))} for name in names}
        tables = []
        for name in TopologicalSorter(behind).static_order():
            asked = "select name, type, pk from pragma_table_info(?)"
            columns = db.execute(asked, (name,)).fetchall()
            ids = [column for column, kind, key in columns if key and kind.lower() == "integer"]
            named = ", ".join(f'"{column}"' for column, *_ in columns)
            tables.append(CopiedTable(name, named, counted=ids == ["id"]))
        return tuple(tables)


class CopyEnd(Protocol):
    """Either end of a copy: a database as it is in one moment, or one that is written in one
    transaction, which has not ended yet."""

    db: Db  # for statements that read it

    def rows(self, table: CopiedTable) -> Iterator[Row]:
        """All rows of a table, in any order."""

    def last(self, table: CopiedTable) -> int:
        """The last id given in a table, even if its row is gone; 0: none."""

    def storable(self, row: Row) -> Row:
        """A row as this engine returns it: without characters that it can't store."""

    def fill(self, table: CopiedTable, rows: Iterable[Row]) -> None:
        """Write rows."""

    def continue_ids(self, table: CopiedTable, last: int) -> None:
        """Give ids after this one from now on."""

    def failure(self, reason: str) -> StoreError:
        """The error to raise if it can't be filled."""


def copy(source: CopyEnd, target: CopyEnd) -> int:
    """Let the target hold what the source does, and nothing else; returns how many rows. Raises the
    target's failure if it holds people's data, or if a row arrives changed."""
    for name in THEIRS:
        if target.db.execute(f"select 1 from {name} limit 1").fetchone():
            raise target.failure("it already holds data, so choose an empty one")
    for table in reversed(tables()):
        target.db.execute(f"delete from {table.name}")
    copied = 0
    for table in tables():
        read, there = Sum(), Sum()
        (count,) = source.db.execute(f"select count(*) from {table.name}").fetchone()
        rows = progress(f"Copying {table.name}", source.rows(table), count)
        target.fill(table, read.count_rows(map(target.storable, rows)))
        for _ in there.count_rows(progress(f"Comparing {table.name}", target.rows(table), count)):
            copied += 1
        if not count == read.rows == there.rows or read.total != there.total:
            raise target.failure(f"some rows of {table.name} arrived changed")
        if table.counted:
            target.continue_ids(table, source.last(table))
    return copied


def contents(db: Db) -> tuple[int, float]:
    """How many games are live in a database, and when its last row was recorded (0: never)."""
    (games,) = db.execute(
        "select count(*) from games where status in ('lobby', 'playing')"
    ).fetchone()
    (last,) = db.execute("select coalesce(max(at), 0) from log").fetchone()
    return games, last


class Sum:
    """A count of rows, and a number that differs if any row differs."""

    def __init__(self) -> None:
        self.rows, self.total = 0, 0

    def count_rows(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield the rows, and count each."""
        for row in rows:
            self.rows += 1
            # The rows come in no order, so their sums are added.
            self.total += int.from_bytes(blake2b(repr(row).encode(), digest_size=16).digest())
            yield row
