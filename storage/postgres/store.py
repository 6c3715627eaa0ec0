"""The store over PostgreSQL: a database on a server, and several connections to it."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Self

from storage import migrating, places, ratings
from storage.counts import Counts
from storage.errors import StoreError
from storage.postgres import opening, sessions
from storage.postgres.clock import ServerClock
from storage.postgres.connections import Connections
from storage.postgres.link import Raw, statements
from storage.postgres.sessions import Process
from storage.store import SqlStore

ALONE: Final = 60.0  # seconds between two looks: nobody else is there who could die
SHARED: Final = 2.0  # so soon after its lease others do what somebody who has died had claimed


class PostgresStore(SqlStore):
    """A Store on a server. Its clocks are the server's, unless others are handed in."""

    looks = ALONE
    _thread: Connections
    _process: Process  # of one that is opened, not of one that is looked at

    @classmethod
    async def open(
        cls,
        address: str,
        now: Callable[[], float] | None = None,
        passed: Callable[[], float] | None = None,
        *,
        alone: bool = True,
    ) -> Self:
        """The store in the database of that address, whose tables are made when there are none.
        alone: nobody else uses it meanwhile, and all claims are over.

        Raises NotOurs, TooNew, Outdating, Busy or Unwritable; the database is then as it was.
        """
        process, there, prepared = Process(), ServerClock(), False

        def connect(first: bool) -> Raw:
            nonlocal prepared
            raw = opening.connect(address, process.name)
            try:
                process.must_have_its_place(statements(raw))
                if first or not alone:  # those of others on each, so that none goes on without
                    opening.hold(raw, alone=alone)
                there.ask(raw)
                if not prepared:
                    opening.prepare(raw, migrating.shipped(), (now or there)(), alone=alone)
                    prepared = True
                elif not alone:
                    opening.rejoin(raw, migrating.shipped())
            except BaseException:
                raw.close()
                raise
            return raw

        counts = Counts()
        connections = Connections(connect, counts=counts, along=there.ask_along)
        await connections.start()
        store = cls(connections, now or there, passed or there, counts, process.name)
        store._process = process
        try:
            await store._keep_ratings_up()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Let go of the server; others do at once what this one had claimed. Twice is once."""
        if self._cache.shared and not self._thread.closed:
            with suppress(StoreError):  # they wait for its claims to end
                await self._thread.write(places.leave, self._name)
        await super().close()

    async def succeed(self, place: str) -> None:
        """Whoever had the place before may be frozen, and writes nothing when it wakes."""
        before = await self._thread.read(places.holder, place)
        await super().succeed(place)
        self._process.place = place
        if before is not None and before != self._process.name:
            await self._thread.read(sessions.end, before)

    async def _keep_ratings_up(self) -> None:
        """Work them out anew where that was done by another rule, or never. Two that begin at once
        both do so, to the same end."""
        if not await self._thread.read(ratings.is_ours):
            await self.rebuild_ratings()
            await self._thread.write(ratings.note_ours)

    @classmethod
    async def share(
        cls,
        address: str,
        now: Callable[[], float] | None = None,
        passed: Callable[[], float] | None = None,
    ) -> Self:
        """The store in that database beside all others that use it, whose claims stand. Raises
        what `open` raises."""
        store = await cls.open(address, now, passed, alone=False)
        store.shared(SHARED)
        return store

    @classmethod
    async def look(cls, address: str) -> Self:
        """The store to be read, also while a bot has it open.

        Raises NotOurs, TooNew, Unreadable or Unwritable.
        """

        def connect(_: bool) -> Raw:
            raw = opening.connect(address)
            try:
                opening.look(raw, migrating.shipped())
            except BaseException:
                raw.close()
                raise
            return raw

        connections = Connections(connect, 1, writing=False)
        await connections.start()
        return cls(connections, time.time, time.monotonic)
