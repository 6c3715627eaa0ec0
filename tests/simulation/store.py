"""The store as it is, without its threads: each verb is done as soon as it is asked for, so that
time passes only where somebody waits; and whoever looks on is told of every change.

It is a file on a disk or a database on a server (tests/stores.py), which a bot closes and the next
one opens; it need not survive a loss of power, as nothing here loses any.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from storage import SqliteStore, Store
from storage.migrating import shipped
from storage.sqlite.opening import connect
from storage.sqlite.thread import Thread
from tests.patience import PATIENCE
from tests.stores import ENGINE, STORES

Look = Callable[[], None]


class AtOnce(Thread):
    """A connection that works where it is asked. look: called after whatever has changed the
    database."""

    def __init__(self, path: Path, at: float, look: Look) -> None:
        super().__init__(partial(connect, path, shipped(), at), path)
        self._look, self._changes = look, -1

    async def start(self) -> None:
        self._connection = self._connector()
        self._conn.execute("pragma synchronous = off")

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0)  # others may come between, as they do with a thread
        done = fn(*args, **kwargs)
        if self._conn.total_changes != self._changes:
            self._changes = self._conn.total_changes
            self._look()
        return done

    async def close(self) -> None:
        if self._due is not None:
            self._due.cancel()  # a process that has died writes nothing any more
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Changes:
    """Whether a piece of work has changed any row of a server's. It is false until it is over."""

    def seen(self, db: Any) -> Any:
        """A connection for that work."""
        self._db, self._answers = db, list[Any]()
        return self

    def execute(self, sql: str, values: Any = ()) -> Any:
        answer = self._db.execute(sql, values)
        if not sql.lstrip().startswith("select"):
            self._answers.append(answer)
        return answer

    def executemany(self, sql: str, rows: Any) -> None:
        for row in rows:
            self.execute(sql, row)

    def __bool__(self) -> bool:
        return any(answer.rowcount > 0 for answer in self._answers)


async def opened(path: Path, now: Callable[[], float], look: Look) -> Store:
    """The store of a place, for the next process."""
    if ENGINE == "postgres":
        return await _on_a_server(path, now, look)
    thread = AtOnce(path, now(), look)
    await thread.start()
    return SqliteStore(thread, now)


async def _on_a_server(path: Path, now: Callable[[], float], look: Look) -> Store:
    """A virtual loop does at once what is meant for threads (tests/simulation/loop.py)."""
    from storage.postgres import store as postgres  # its driver may not be there
    from storage.postgres.connection import Connection

    class Links(Connection):
        async def _hop(self, work: Callable[[float], Any]) -> Any:
            await asyncio.sleep(0)  # others may come between, as they do with a thread
            return work(time.monotonic() + PATIENCE)

        async def _write(self, work: Callable[[Any], Any]) -> Any:
            changes = Changes()
            done = await super()._write(lambda db: work(changes.seen(db)))
            if changes:
                look()
            return done

        async def close(self) -> None:
            self._deferred.clear()  # a process that has died writes nothing any more
            await super().close()

    with patch.object(postgres, "Connection", Links):
        return await postgres.PostgresStore.open(STORES.named(path), now)
