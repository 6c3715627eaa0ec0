"""How a store asks its database: pieces of work, done one after the other on a thread. A piece of
work is a function of a connection, written once for every engine."""

import asyncio
import math
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from storage.errors import StoreError, Unwritable

T = TypeVar("T")
Db: TypeAlias = sqlite3.Connection
Note: TypeAlias = Callable[[Db], None]  # a deferred write
SOON = 0.2  # seconds until a deferred write is flushed at the latest
LATER = 10.0  # seconds until it is tried again after the database refused it


class Engine(ABC):
    """One connection, on a thread of its own."""

    def __init__(self) -> None:
        self.reconnects = 0
        self.refused = False  # a write found no room or no permission, and none succeeded since
        self._written = -math.inf
        self._deferred = list[Note]()
        self._due: asyncio.TimerHandle | None = None
        self._flushing: asyncio.Future[None] | None = None

    @property
    @abstractmethod
    def closed(self) -> bool:
        """Whether the database was let go of."""

    @abstractmethod
    async def _read(self, work: Callable[[Db], T]) -> T:
        """Return the result of a piece of work on the thread."""

    @abstractmethod
    async def _write(self, work: Callable[[Db], T]) -> T:
        """Return the result of a piece of work on the thread, in a transaction with all deferred
        writes. They are removed from the list once they are durable."""

    async def read(self, work: Callable[[Db], T]) -> T:
        """Return the result of `work(connection)`. Raises what it raises, or a StoreError."""
        if self._deferred:
            await self._flush()
        return await self._read(work)

    async def write(self, work: Callable[[Db], T]) -> T:
        """Return the result of `work(connection)`: durable if this returns, undone if it raises."""
        try:
            done = await self._write(work)
        except Unwritable:
            self.refused = True
            raise
        self._written = time.monotonic()
        return done

    def defer(self, work: Note) -> None:
        """Write with the next write, before any read, or after 0.2 s. It saves a wait for the disk.
        The work may be done twice; a death before it is durable undoes it."""
        self._deferred.append(work)
        self._flush_in(SOON)

    def wrote_within(self, seconds: float) -> bool:
        """Whether a write succeeded in the last `seconds`, and none failed since."""
        return not self.refused and time.monotonic() - self._written < seconds

    async def close(self) -> None:
        """Flush deferred writes, and let go of the database. Closing twice is fine."""
        if self._deferred and not self.closed:
            await self._flush()
        if self._due is not None:
            self._due.cancel()

    def _flush_in(self, seconds: float) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(seconds, self._flush_now)

    def _flush_now(self) -> None:
        self._due = None
        if self._deferred:
            self._flushing = asyncio.ensure_future(self._flush())

    async def _flush(self) -> None:
        """Flush deferred writes. If the database refuses them, try again later."""
        try:
            await self.write(lambda _: None)
        except StoreError:
            self._flush_in(LATER)


class Within(Engine):
    """An engine that works at once, within a transaction of the caller."""

    closed = False

    def __init__(self, db: Db) -> None:
        super().__init__()
        self._db = db

    async def _read(self, work: Callable[[Db], T]) -> T:
        return work(self._db)

    async def _write(self, work: Callable[[Db], T]) -> T:
        return work(self._db)

    def defer(self, work: Note) -> None:
        work(self._db)

    def wrote_within(self, seconds: float) -> bool:
        return True

    async def close(self) -> None:
        """Leave the connection to the caller."""


class Lease(Protocol):
    """The right to speak and to write, which one of several processes has at a time. The process
    that opened a file has it. On a server it is a row (storage/postgres/lease.py)."""

    async def take(self, waits: Callable[[], None]) -> None:
        """Take it as soon as no other process has it. waits: called once if one has it at first.
        Raises Unwritable if the server cannot be reached at first."""

    def lasts(self) -> float:
        """For how many seconds no other process can have it."""
        ...

    async def wait_until_lost(self) -> None:
        """Return when another process has it."""
