"""aiosqlite's connection with three verbs more; two run a whole piece of work in one hop, and the
third defers a small write.

    event loop     await write(work)  ┄┄ other coroutines ┄┄┄  result
                        │ hop                                     │ hop
    its thread          └─ begin ─ select ─ insert ─ … ─ commit ──┘

A hop costs more than a statement, so a hop per statement would be most of the cost of a turn.
It is also what keeps transactions whole: the thread takes one piece of work after the other,
so no two of them can share a transaction, and a caller who is cancelled leaves none open,
because nothing is awaited inside.
"""

import asyncio
import math
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Concatenate, ParamSpec, Self, TypeVar, cast

import aiosqlite

from storage.engine import Asked
from storage.errors import InDoubt, StoreError, Unwritable, committing, translated

P = ParamSpec("P")
T = TypeVar("T")
SOON = 0.2  # seconds until a deferred write is flushed at the latest
LATER = 10.0  # where the disk refused it


class Thread(aiosqlite.Connection):
    def __init__(self, connector: Callable[[], sqlite3.Connection], path: object) -> None:
        """A connection made by `connector` on the thread; `path` is for the sentences."""
        super().__init__(connector, iter_chunk_size=64)
        self.path = path
        self.refused = False  # a write found no room or no right, and none was proved since
        self._written = -math.inf
        self._deferred = list[Callable[[sqlite3.Connection], Asked[None]]]()
        self._due: asyncio.TimerHandle | None = None
        self._flushing: asyncio.Future[None] | None = None
        self._stopped: asyncio.Future[None] | None = None

    async def start(self) -> None:
        """Connect. When that fails, or the caller is cancelled, no thread is left behind."""
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
        # A thread that was stopped still reports to the loop: who ends the loop must wait for it.
        self._stopped = super().stop()
        return self._stopped

    async def close(self) -> None:
        """Flush deferred writes, and let go of the connection. Twice is once."""
        if self._deferred and self._connection:
            await self._flush()
        if self._due is not None:
            self._due.cancel()
        await super().close()

    def at(self, game: int | None, *, guild: int | None = None, ends: bool = False) -> Self:
        """One thread does everything in order, and alone."""
        return self

    async def read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The result of `work(connection, ...)`. Raises what it raises, or a StoreError."""
        if self._deferred:
            await self._flush()
        return await self._hop(work, *args, **kw)

    async def write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The result of `work(connection, ...)` in a transaction: durable when this returns, undone
        when it raises."""
        return await self.run_transaction(self.transaction, lambda db: work(db, *args, **kw))

    async def run_transaction(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The result of a piece of work that makes its transaction itself."""
        try:
            done = await self._hop(work, *args, **kw)
        except Unwritable:
            self.refused = True
            raise
        self._written = time.monotonic()
        return done

    def defer(self, work: Callable[[sqlite3.Connection], Asked[None]]) -> None:
        """Deferred write: flushed by the next write, before any read, or after 0.2 s. It saves a
        wait for the disk. The work may be done twice; until it is durable, a death undoes it."""
        self._deferred.append(work)
        self._flush_in(SOON)

    def transaction(self, db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
        """The result of a piece of work that is durable when this returns, and undone when it
        raises. Where the disk fails in the middle of the commit, all of it is done once more:
        nothing is there of a commit that SQLite has not confirmed, and the next one takes its
        place. Raises InDoubt where that fails too: after a crash the first one may be found. Used
        on the thread."""
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
            looks = [each(db) for each in deferred]
            done = work(db)
            with committing(self.path):
                db.execute("commit")
        except BaseException:
            if db.in_transaction:
                db.execute("rollback")
            raise
        del self._deferred[: len(deferred)]
        for look in looks:
            look()
        return done

    def _flush_in(self, seconds: float) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(seconds, self._flush_now)

    def _flush_now(self) -> None:
        self._due = None
        if self._deferred:
            self._flushing = asyncio.ensure_future(self._flush())

    async def _flush(self) -> None:
        """Write what was deferred. Where the disk refuses it, it is tried again, and others may
        read meanwhile."""
        try:
            await self.write(_nothing)
        except StoreError:
            self._flush_in(LATER)

    async def _hop(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        # Every public verb of aiosqlite is this line with a method of sqlite3 as the work.
        with translated(self.path):
            return cast(T, await self._execute(work, self._conn, *args, **kw))  # type: ignore[no-untyped-call]

    def wrote_within(self, seconds: float) -> bool:
        """True if something was written in the last `seconds`, and no write has failed since."""
        return not self.refused and time.monotonic() - self._written < seconds


def _nothing(_: sqlite3.Connection) -> None:
    """The work of a transaction that only flushes deferred writes."""
