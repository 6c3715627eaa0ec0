"""The store over PostgreSQL: a database on a server."""

import time
from collections.abc import Callable, Collection
from typing import Self

from storage import migrating
from storage.engine import Db
from storage.postgres import opening
from storage.postgres.connection import Connection, Raw, closed_on_failure
from storage.postgres.lease import ServerClock, ServerLease
from storage.rows import Timer
from storage.store import Store
from storage.timers import THOUGHTS
from storage.verbs import writes


class PostgresStore(Store):
    """A store on a server. Its clock is the server's, unless it gets another."""

    lease: ServerLease | None = None
    _thread: Connection

    @classmethod
    async def open(
        cls, address: str, now: Callable[[], float] | None = None, *, alone: bool = True
    ) -> Self:
        """The store in the database at `address`, whose tables are made if there are none. alone:
        nobody else may use it meanwhile; among others, a process that writes to games calls
        `take_over` first. Raises NotOurs, TooNew, Outdating, Busy or Unwritable; the database is
        then as it was."""
        clock, prepared = ServerClock(), False

        def connect() -> Raw:
            nonlocal prepared
            raw = opening.connect(address)
            with closed_on_failure(raw):
                opening.hold(raw, alone=alone)
                asked = clock.passed
                now_there = "select extract(epoch from clock_timestamp())::double precision"
                clock.hear(opening.one(raw, now_there), asked)
                if not prepared:
                    opening.prepare(raw, migrating.migrations(), (now or clock)(), alone=alone)
                    prepared = True
                elif not alone:
                    opening.rejoin(raw, migrating.migrations())
            return raw

        connection = Connection(connect)
        connection.alone = alone
        await connection.start()
        store = cls(connection, now or clock)
        if not alone:
            store.lease = ServerLease(address, clock)
            return store
        return await store._started()

    @classmethod
    async def look(cls, address: str) -> Self:
        """The store for reading, beside a bot. Raises NotOurs, TooNew, Unreadable or Unwritable."""

        def connect() -> Raw:
            raw = opening.connect(address)
            with closed_on_failure(raw):
                opening.look(raw, migrating.migrations())
            return raw

        connection = Connection(connect, writing=False)
        await connection.start()
        return cls(connection, time.time)

    @writes
    def claim_thoughts(
        self, db: Db, kind: str, seconds: float, most: int, but: Collection[int] = ()
    ) -> list[Timer]:
        """Do what Store.claim_thoughts promises among several processes."""
        at = self.now()
        db.execute("delete from thoughts where not exists (select 1 from timers where id = timer)")
        free = "(until is null or (until <= ? and line = ''))"
        marks = f" and timers.id not in ({', '.join('?' * len(but))})" if but else ""
        sql = (
            f"{THOUGHTS} where kind = ? and due <= ? and {free}{marks}"
            " order by due, timers.id limit ? for update of timers skip locked"
        )
        rows = db.execute(sql, (kind, at, at, *but, most)).fetchall()
        # Unless another process was first.
        sql = (
            "insert into thoughts (timer, until, seed, line) values (?, ?, '', '')"
            " on conflict (timer) do update set until = excluded.until"
            " where thoughts.until <= ? and thoughts.line = ''"
        )
        due = [Timer(*row[:5]) for row in rows]
        return [one for one in due if db.execute(sql, (one.id, at + seconds, at)).rowcount == 1]

    async def take_over(self, waits: Callable[[], None]) -> None:
        """Do what Store.take_over promises."""
        assert self.lease is not None
        await self.lease.take(waits)
        self._thread.epoch, self._thread.alone = self.lease.epoch, True
        self._cache.invalidate()
        await self._begin()

    async def close(self) -> None:
        """Flush deferred writes, and let another process have the database. Twice is fine."""
        await super().close()
        if self.lease is not None:
            await self.lease.close()
