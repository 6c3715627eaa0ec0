"""aiosqlite's connection, with one more verb that runs a whole piece of work in one hop.

    event loop     await write(work)  ┄┄ other coroutines ┄┄┄  result
                        │ hop                                     │ hop
    its thread          └─ begin ─ select ─ insert ─ … ─ commit ──┘

A hop costs more than a statement, so a hop per statement would be most of the cost of a turn. One
hop also keeps transactions apart: the thread does one piece of work after the other, and a
cancelled caller leaves no transaction open, since nothing is awaited inside.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Concatenate, ParamSpec, TypeVar, cast

import aiosqlite

from storage.engine import Engine
from storage.errors import InDoubt, committing, translated

P = ParamSpec("P")
T = TypeVar("T")


class Thread(Engine, aiosqlite.Connection):
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
        return await self._hop(work)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self._hop(self.transaction, work)

    async def run_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of a piece of work that makes its transaction itself."""
        return await self._counted(self._hop(work))

    def transaction(self, db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of a piece of work: durable when this returns, undone when it raises.
        If the disk fails in the middle of the commit, do it all once more: SQLite replaces a commit
        that it has not confirmed by the next one. Raises InDoubt if that fails too, as the first
        one may be found after a crash. Used on the thread."""
        try:
            return self._transaction(db, work)
        except InDoubt as failed:
            doubt = failed
        with suppress(sqlite3.Error, InDoubt):
            return self._transaction(db, work)
        raise doubt

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

    async def _hop(
        self,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **kw: P.kwargs,
    ) -> T:
        # Every public verb of aiosqlite is this line with a method of sqlite3 as the work.
        with translated(self.path):
            return cast(T, await self._execute(work, self._conn, *args, **kw))  # type: ignore[no-untyped-call]
