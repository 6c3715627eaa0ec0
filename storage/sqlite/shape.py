"""Check that a database has the schema its migrations make, and nothing else.

A trigger can restore a deleted name, and a foreign table can store it, so both are refused.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from storage.errors import Altered
from storage.migrating import Migration, level, migrate

Shape: TypeAlias = dict[tuple[str, str], str]  # normalised SQL, by (type, name)

# SQLite's own tables, such as statistics, hold no people; those of its full text search would.
_OURS: Final = (
    "select type, name, coalesce(sql, '') from sqlite_schema"
    " where name not like 'sqlite!_%' escape '!'"
)
_COMMENT: Final = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
_BETWEEN: Final = re.compile(r"\s*([(),=<>])\s*")


def must_be_ours(file: Path, db: sqlite3.Connection, steps: Sequence[Migration]) -> None:
    """Raise Altered, naming the first difference, unless the schema is that of the steps the
    database has been through."""
    if found := level(db):
        there, ours = _shape(db), _made(tuple(step for step in steps if step.number <= found))
        if differing := next(_differences(there, ours), ""):
            raise Altered(file, differing)
    elif there := _shape(db):
        raise Altered(file, _added(*next(iter(there))))


def _differences(there: Shape, ours: Shape) -> Iterator[str]:
    for kind, name in sorted(there.keys() - ours.keys()):
        yield _added(kind, name)
    for kind, name in sorted(ours.keys() - there.keys()):
        yield f"the {kind} {name} is missing"
    for (kind, name), sql in ours.items():
        if there[kind, name] != sql:
            yield f"the {kind} {name} isn't as Lumbercamp makes it"


def _added(kind: str, name: str) -> str:
    return f"the {kind} {name[:60]!r} isn't part of Lumbercamp"


@cache
def _made(steps: tuple[Migration, ...]) -> Shape:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, steps, 0.0)
        return _shape(db)


def _shape(db: sqlite3.Connection) -> Shape:
    return {(kind, name): _normal(sql) for kind, name, sql in db.execute(_OURS)}


def _normal(sql: str) -> str:
    """A statement without comments, quotes and blanks, which differ between versions."""
    plain = " ".join(_COMMENT.sub(" ", sql).replace('"', "").split())
    return _BETWEEN.sub(r"\1", plain).lower()
