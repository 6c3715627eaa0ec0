"""aiosqlite's connection with two verbs more, which run a whole piece of work in one hop.

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
from typing import Concatenate, ParamSpec, TypeVar, cast

import aiosqlite

from storage.errors import Unwritable
from storage.trouble import told

P = ParamSpec("P")
T = TypeVar("T")


class Thread(aiosqlite.Connection):
    def __init__(self, connector: Callable[[], sqlite3.Connection], path: object) -> None:
        """A connection made by `connector` on the thread; `path` is for the sentences."""
        super().__init__(connector, iter_chunk_size=64)
        self.path = path
        self.refused = False  # a write found no room or no right, and none was proved since
        self._written = -math.inf
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

    async def read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The result of `work(connection, ...)`. Raises what it raises, or a StoreError."""
        # Every public verb of aiosqlite is this line with a method of sqlite3 as the work.
        with told(self.path):
            return cast(T, await self._execute(work, self._conn, *args, **kw))  # type: ignore[no-untyped-call]

    async def write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The same in a transaction: durable when it returns, undone when it raises."""
        return await self.written(transaction, lambda db: work(db, *args, **kw))

    async def written(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The result of a work that makes a transaction itself."""
        try:
            done = await self.read(work, *args, **kw)
        except Unwritable:
            self.refused = True
            raise
        self._written = time.monotonic()
        return done

    def written_within(self, seconds: float) -> bool:
        """Whether something was written so lately, and nothing has failed to be."""
        return not self.refused and time.monotonic() - self._written < seconds


def transaction(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """The result of a piece of work that is durable when this returns, and undone when it
    raises."""
    try:
        db.execute("begin immediate")
        done = work(db)
        db.execute("commit")
        return done
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
