"""The store as it is, without its thread: each verb is done as soon as it is asked for, so that
time passes only where somebody waits; and whoever looks on is told of every change.

The file is one on a disk, which a bot closes and the next one opens; it need not survive a loss of
power, as nothing here loses any.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from storage import SqliteStore
from storage.migrating import shipped
from storage.sqlite.opening import connect
from storage.sqlite.thread import Thread

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


async def opened(path: Path, now: Callable[[], float], look: Look) -> SqliteStore:
    """The store in a file, for the next process."""
    thread = AtOnce(path, now(), look)
    await thread.start()
    return SqliteStore(thread, now)
