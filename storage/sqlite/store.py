"""The store over SQLite: one file, or memory, and one thread."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self

from storage import forgetting, migrating
from storage.engine import Db, Lane
from storage.rows import Change, Forgotten, GameRow, Telling
from storage.sqlite import opening, reading
from storage.sqlite.thread import Thread
from storage.store import SqlStore, Writes

LOOKS = 60.0  # seconds: nobody else is there who could die


class SqliteStore(SqlStore):
    """A Store in one file. Its clock for claims need not outlive the process, as opening the file
    ends all claims."""

    looks = LOOKS
    _thread: Thread

    def __init__(
        self,
        thread: Thread,
        now: Callable[[], float],
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(thread, now, passed)

    @classmethod
    async def open(
        cls,
        path: Path | str,
        now: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> Self:
        """The store in the file at `path`, made with its folder when missing, or ":memory:".

        A file that lacks migrations is copied before, to a name that says which is the first.

        Raises NotOurs, Lost, TooNew, Busy, Unwritable, NotUpgraded or Damaged; the file is then as
        it was.
        """
        connect = partial(opening.connect, path, migrating.shipped(), now(), reading.copy_before)
        thread = Thread(connect, path)
        await thread.start()
        return cls(thread, now, passed)

    @classmethod
    async def snapshot(cls, path: Path | str, now: Callable[[], float] = time.time) -> Self:
        """A passing store with what the file holds now, also while another has it open. It has
        been through our migrations; the file is left as it is.

        Raises Missing, NotOurs, Lost, TooNew, Unreadable or Damaged.
        """
        thread = Thread(partial(reading.snapshot, path, migrating.shipped(), now()), path)
        await thread.start()
        return cls(thread, now)

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        self._forget_games(user)
        return await self._thread.run_transaction(self._forgotten, user, guild)

    def _forgotten(self, db: Db, user: int, guild: int | None) -> Forgotten:
        """What is deleted is overwritten in the file (storage/sqlite/opening.py), and the log
        beside it is emptied."""
        done = self._thread.transaction(db, lambda db: forgetting.forget(db, user, guild))
        db.execute("pragma wal_checkpoint(truncate)")
        return done

    async def _commit(
        self, lane: Lane, game: int, work: Writes, change: Change
    ) -> tuple[GameRow, Telling | None]:
        return await self._thread.run_transaction(self._committed, work, change)

    def _committed(self, db: Db, work: Writes, change: Change) -> tuple[GameRow, Telling | None]:
        row, telling = self._thread.transaction(db, lambda db: work(db)[1]()), None
        if change.posts:
            with suppress(sqlite3.Error):  # it is committed, whatever comes now
                telling = self._tell(db, row)(row)
        return row, telling
