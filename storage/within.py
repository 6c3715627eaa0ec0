"""A store within a transaction that somebody else has begun and will end."""

from __future__ import annotations

import time
from collections.abc import Callable

from storage.engine import Asked, Db, P, T, Work
from storage.store import SqlStore


class Within:
    """An engine whose pieces of work are done at once, as a part of that transaction."""

    refused = False

    def __init__(self, db: Db) -> None:
        self._db = db

    def at(self, game: int | None, *, guild: int | None = None, ends: bool = False) -> Within:
        return self

    async def read(self, work: Work[P, T], *args: P.args, **kw: P.kwargs) -> T:
        return work(self._db, *args, **kw)

    async def write(self, work: Work[P, T], *args: P.args, **kw: P.kwargs) -> T:
        return work(self._db, *args, **kw)

    def defer(self, work: Callable[[Db], Asked[None]]) -> None:
        work(self._db)()

    def wrote_within(self, seconds: float) -> bool:
        return True

    async def close(self) -> None:
        """The connection is somebody else's."""


def within(db: Db) -> SqlStore:
    """What is stored, as a transaction sees it. Nothing that is asked of it waits."""
    return SqlStore(Within(db), time.time, time.monotonic)
