"""The tables of this version, as the steps of storage/migrations/ make them.

They are read from an empty database in memory, so a copy forgets no table or column that a later
step adds. PostgreSQL has the same tables.
"""

import sqlite3
from contextlib import closing
from functools import cache
from graphlib import TopologicalSorter
from typing import Final, NamedTuple

from storage.engine import Db
from storage.migrating import migrate, shipped

OWN: Final = ("migrations", "sqlite_sequence", "thoughts")  # of this moment, and of this database


class Table(NamedTuple):
    """columns: as a statement names them; counted: the engine gives each row an id of its own."""

    name: str
    columns: str
    counted: bool


@cache
def tables() -> tuple[Table, ...]:
    """All tables that are filled by those who play, each behind those that its rows refer to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, shipped(), 0.0)
        found = db.execute("select name from sqlite_master where type = 'table' order by name")
        names = [name for (name,) in found if name not in OWN]
        behind = {name: _refers_to(db, name) for name in names}
        return tuple(_table(db, name) for name in TopologicalSorter(behind).static_order())


def _refers_to(db: Db, name: str) -> set[str]:
    return {to for (to,) in db.execute('select "table" from pragma_foreign_key_list(?)', (name,))}


def _table(db: Db, name: str) -> Table:
    columns = db.execute("select name, type, pk from pragma_table_info(?)", (name,)).fetchall()
    ids = [column for column, kind, key in columns if key and kind.lower() == "integer"]
    named = ", ".join(f'"{column}"' for column, *_ in columns)
    return Table(name, named, counted=ids == ["id"])
