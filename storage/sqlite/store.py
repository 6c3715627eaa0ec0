"""The store over SQLite: one file, or memory, and one thread."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

from storage import forgetting, migrating
from storage.cache import LogCache
from storage.engine import Db
from storage.rows import Forgotten
from storage.sqlite import opening, reading
from storage.sqlite.thread import Thread
from storage.store import Store


class SqliteStore(Store):
    """A store in one file."""

    _thread: Thread

    @classmethod
    async def open(
        cls,
        path: Path | str,
        now: Callable[[], float] = time.time,
    ) -> Self:
        """The store in the file at `path`, made with its folder if missing, or ":memory:".

        A file that lacks migrations is copied first, to a name with the first missing number.

        Raises NotOurs, Lost, TooNew, Busy, Unwritable, NotUpgraded or Damaged; the file is then as
        it was.
        """
        connect = partial(opening.connect, path, migrating.shipped(), now(), reading.copy_before)
        thread = Thread(connect, path)
        await thread.start()
        return cls(thread, now)

    @classmethod
    async def snapshot(cls, path: Path | str, now: Callable[[], float] = time.time) -> Self:
        """A passing store with the file's content of now, also while a bot has it open. It has
        been through our migrations; the file stays as it is.

        Raises Missing, NotOurs, Lost, TooNew, Unreadable or Damaged.
        """
        thread = Thread(partial(reading.snapshot, path, migrating.shipped(), now()), path)
        await thread.start()
        return cls(thread, now)

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        """Do what Store.forget promises. Deleted text is overwritten in the file
        (storage/sqlite/opening.py), and the log beside it is emptied."""
        self._cache.invalidate()
        self._cache.forget_person(user)
        self._logs = LogCache()

        def work(db: Db) -> Forgotten:
            done = self._thread.transaction(db, lambda db: forgetting.forget(db, user, guild))
            db.execute("pragma wal_checkpoint(truncate)")
            return done

        return await self._thread.run_transaction(work)
