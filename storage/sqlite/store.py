"""The store over SQLite, on one thread: aiosqlite's connection, which runs a whole piece of work in
one hop. A hop costs more than a statement; and a cancelled caller leaves no transaction open."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self, TypeVar, cast

import aiosqlite

from storage import migrating
from storage.engine import Engine
from storage.errors import InDoubt, committing, translate_errors
from storage.rows import Forgotten
from storage.sqlite import opening, reading
from storage.store import Store

T = TypeVar("T")


class WorkerThread(Engine, aiosqlite.Connection):
    def __init__(self, connector: Callable[[], sqlite3.Connection], path: object) -> None:
        """connector: makes the connection on the thread. path: for sentences of errors."""
        Engine.__init__(self)
        aiosqlite.Connection.__init__(self, connector, iter_chunk_size=64)
        self.path = path
        self._stopped: asyncio.Future[None] | None = None

    async def start(self) -> None:
        """Connect. If that fails, or the caller is cancelled, the thread ends."""
        connecting = asyncio.ensure_future(self.__aenter__())
        try:
            await asyncio.shield(connecting)
        except BaseException:
            await asyncio.wait([connecting])
            await self.close()
            assert self._stopped  # aiosqlite stops when connecting fails, and when it closes
            await self._stopped
            raise

    def stop(self) -> "asyncio.Future[None] | None":
        # A stopped thread still reports to the loop: wait for it before the loop ends.
        self._stopped = aiosqlite.Connection.stop(self)
        return self._stopped

    @property
    def closed(self) -> bool:
        return self._connection is None

    async def close(self) -> None:
        """Flush deferred writes, and let go of the connection. Closing twice is fine."""
        await Engine.close(self)
        await aiosqlite.Connection.close(self)

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        # Every public verb of aiosqlite is this line with a method of sqlite3 as the work.
        try:
            return cast(T, await self._execute(work, self._conn))  # type: ignore[no-untyped-call]
        except (sqlite3.Error, OSError):
            with translate_errors(self.path):
                raise

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """If the disk fails in the middle of the commit, do it all once more: SQLite replaces a
        commit that it has not confirmed by the next one. Raises InDoubt if that fails too, as the
        first one may be found after a crash."""

        def with_retry(db: sqlite3.Connection) -> T:
            try:
                return self._transaction(db, work)
            except InDoubt as failed:
                doubt = failed
            with suppress(sqlite3.Error, InDoubt):
                return self._transaction(db, work)
            raise doubt

        return await self._read(with_retry)

    def _transaction(self, db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
        deferred = self._deferred[:]  # the event loop may defer more meanwhile
        try:
            db.execute("begin immediate")
            for each in deferred:
                each(db)
            done = work(db)
            with committing(self.path):
                db.execute("commit")
        except BaseException:
            if db.in_transaction:
                db.execute("rollback")
            raise
        del self._deferred[: len(deferred)]
        return done


class SqliteStore(Store):
    """A store in one file."""

    _thread: WorkerThread

    @classmethod
    async def open(cls, path: Path | str, now: Callable[[], float] = time.time) -> Self:
        """The store in the file at `path`, made with its folder if missing, or ":memory:". A file
        that lacks migrations is copied first, to a name with the first missing number. Raises
        NotOurs, Lost, TooNew, Busy, Unwritable, NotUpgraded or Damaged; the file is then as it
        was."""
        connect = partial(opening.connect, path, migrating.migrations(), now(), reading.copy_before)
        thread = WorkerThread(connect, path)
        await thread.start()
        return await cls(thread, now)._started()

    @classmethod
    async def snapshot(cls, path: Path | str, now: Callable[[], float] = time.time) -> Self:
        """A passing store with the file's content of now, also while a bot has it open. It has been
        through our migrations; the file stays as it is. Raises Missing, NotOurs, Lost, TooNew,
        Unreadable or Damaged."""
        thread = WorkerThread(partial(reading.snapshot, path, migrating.migrations(), now()), path)
        await thread.start()
        return await cls(thread, now)._started()

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        """Do what Store.forget promises. Deleted text is overwritten in the file
        (storage/sqlite/opening.py), and the log beside it is emptied."""
        done = await super().forget(user, guild)
        await self._thread.read(lambda db: db.execute("pragma wal_checkpoint(truncate)").fetchall())
        return done
