"""A store within a transaction that somebody else has begun and will end."""

from __future__ import annotations

import time
from collections.abc import Callable

from storage.engine import Db, Engine, Note, T
from storage.store import SqlStore


class Within(Engine):
    """An engine whose pieces of work are done at once, as a part of that transaction."""

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
        """The connection is somebody else's."""


def within(db: Db) -> SqlStore:
    """What is stored, as a transaction sees it. Nothing that is asked of it waits."""
    return SqlStore(Within(db), time.time)
