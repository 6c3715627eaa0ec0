"""Where the tests of the bot have their games: on the engine that LUMBERCAMP_TEST_STORE names.

A test names a place by a path. With sqlite (the default) that is a file, or memory; with postgres,
which is far from any folder, it is a database of its own. Tests of SQLite itself are marked
`sqlite` (pyproject.toml), and not chosen with another engine.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from storage import Address, SqliteStore, Store, backup
from storage.sqlite import opening
from storage.sqlite.store import WorkerThread
from tests import postgres

MEMORY: Final = ":memory:"
NAMED: Final = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
OF_SERVERS: Final = ("writers", "lease")  # the writer, and its number of writes
Where: TypeAlias = Path | str
Tables: TypeAlias = dict[str, list[dict[str, Any]]]
_empty, _file = list[bytes](), list[bytes]()  # what `memory_store` and `make_file` copy


class Files:
    """Games in SQLite."""

    waits = "_execute"  # where a store's thread is waited for

    def place(self, path: Where) -> Path | Address:
        """A command's argument for a place."""
        return Path(path)

    def named(self, path: Where) -> str:
        """A place as LUMBERCAMP_DATABASE names it."""
        return str(path)

    async def open(self, path: Where = MEMORY, now: Callable[[], float] = time.time) -> Store:
        """The store of a place, for this process alone. MEMORY is another place each time."""
        if path == MEMORY:
            return await memory_store(now)
        await make_file(Path(path))
        return await SqliteStore.open(path, now)

    def execute(self, path: Where, sql: str, *values: object) -> None:
        """Change something there, behind the bot's back."""
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(sql, values)

    def rows(self, path: Where) -> Tables:
        """All rows of each table there, by columns."""
        with closing(sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)) as db:
            return _rows(db, [name for (name,) in db.execute(NAMED)])

    def reader(self, path: Where) -> Any:
        """A connection for repeated reads there: `execute`, `close`."""
        return sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)

    def held(self, path: Where) -> bytes:
        """Everything stored there as it lies on the disk, also text that no row has any more."""
        return b"".join(file.read_bytes() for file in sorted(Path(path).parent.glob("*.db*")))

    def copy(self, path: Where, to: Where) -> None:
        """Copy this place into another one, also while a bot uses this one."""
        for file in (Path(to), Path(f"{to}-wal"), Path(f"{to}-shm")):
            file.unlink(missing_ok=True)
        backup(Path(path), Path(to))

    def release(self, *paths: Where) -> None:
        """Give up the contents of these places; without any: a test is over, and all are free."""


class Server(Files):
    """Games in PostgreSQL."""

    waits = "_hop"

    def __init__(self) -> None:
        self._names, self._memories = dict[str, str](), count(1)

    def place(self, path: Where) -> Path | Address:
        return Address(self.named(path))

    def named(self, path: Where) -> str:
        return postgres.server().url(self._name(path))

    async def open(self, path: Where = MEMORY, now: Callable[[], float] = time.time) -> Store:
        from storage.postgres.store import PostgresStore  # its driver may not be there

        path = f"{MEMORY}{next(self._memories)}" if path == MEMORY else path
        return await PostgresStore.open(self.named(path), now)

    def execute(self, path: Where, sql: str, *values: object) -> None:
        sql, name = sql.replace("?", "%s"), self._name(path)
        postgres.server().execute(sql, database=name, values=values)

    def rows(self, path: Where) -> Tables:
        import psycopg

        with psycopg.connect(self.named(path)) as db:
            names = [name for (name,) in db.execute(postgres.TABLES) if name not in OF_SERVERS]
            return _rows(db, names)

    def reader(self, path: Where) -> Any:
        return Reader(self.named(path))

    def held(self, path: Where) -> bytes:
        """The server's own remains of deleted rows are not looked at."""
        return repr(self.rows(path)).encode()

    def copy(self, path: Where, to: Where) -> None:
        postgres.copy(self._name(path), self._name(to))

    def release(self, *paths: Where) -> None:
        for path in {*map(str, paths)} & {*self._names} if paths else {*self._names}:
            postgres.free(self._names.pop(path))

    def _name(self, path: Where) -> str:
        if str(path) not in self._names:
            self._names[str(path)] = postgres.taken()
        return self._names[str(path)]


class Reader:
    """A server's database, asked in the words of a file's."""

    def __init__(self, address: str) -> None:
        import psycopg

        self._raw = psycopg.connect(address, autocommit=True, cursor_factory=psycopg.RawCursor)
        self.close = self._raw.close

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> Any:
        from storage.postgres.dialect import migration_to_postgres, to_postgres

        return self._raw.execute(to_postgres(migration_to_postgres(sql)), values)


def _rows(db: Any, tables: list[str]) -> Tables:
    found = {table: db.execute(f"select * from {table} order by 1, 2") for table in tables}
    return {
        table: [dict(zip((c[0] for c in rows.description), row, strict=True)) for row in rows]
        for table, rows in found.items()
    }


async def memory_store(now: Callable[[], float] = time.time) -> SqliteStore:
    """An empty store in memory: a copy of one that was made once, as the tables take longer."""
    if not _empty:
        made = await SqliteStore.open(MEMORY)
        _empty.append(await made._thread.read(lambda db: db.serialize()))
        await made.close()

    def connect() -> sqlite3.Connection:
        db = sqlite3.connect(MEMORY, isolation_level=None)
        db.deserialize(_empty[0])
        return opening.prepare(db, (), 0.0)

    thread = WorkerThread(connect, MEMORY)
    await thread.start()
    return SqliteStore(thread, now)


async def make_file(path: Path) -> None:
    """Copy an empty database there, unless there is something."""
    if not _file:
        with TemporaryDirectory() as folder:
            made = Path(folder) / "games.db"
            await (await SqliteStore.open(made)).close()
            _file.append(made.read_bytes())
    if not (os.path.lexists(path) or opening.has_log(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_file[0])
        path.chmod(opening.OWNER_ONLY)


ENGINES: Final = {"sqlite": Files, "postgres": Server}
ENGINE: Final = os.environ.get("LUMBERCAMP_TEST_STORE") or "sqlite"
STORES: Final[Files] = ENGINES[ENGINE]()
