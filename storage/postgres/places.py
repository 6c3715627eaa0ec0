"""A place among several processes, held by a lock of a session of its own.

all are had ──> asked again each second: a spare; after a restart of the server whoever had a place
                comes first
had         ──> said each 5 s that we are there; after 15 s of silence the server ends the
                session, and the lock with it (who is frozen would keep it otherwise, as its
                system still answers for it)
cut off     ──> taken again, unless another was faster; lost when the server may have given us up
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Final, TypeVar

import psycopg

from storage import migrating
from storage.errors import StoreError
from storage.postgres.failures import failure
from storage.postgres.link import Raw
from storage.postgres.opening import connect, hold, rejoin

T = TypeVar("T")
FAMILY: Final = int.from_bytes(b"LUMB", "big")
LOOKS: Final = 1.0  # seconds between two looks for a free one
SPEAKS: Final = 5.0  # seconds between two signs of life
RETURNS: Final = 5.0  # seconds that a spare leaves to who had a place when the server was lost
SILENCE: Final = 15.0  # seconds after which the server takes us for dead
TRY: Final = b"select pg_try_advisory_lock(%s, %s)"

HAD: Final = b"""select objid::bigint %% 10000 from pg_locks
where locktype = 'advisory' and granted and objsubid = 2 and classid = %s
and objid::bigint / 10000 = %s
and database = (select oid from pg_database where datname = current_database()) order by 1"""


def had(address: str, of: int) -> list[int]:
    """Which of so many places somebody has. Raises Unwritable."""
    try:
        with closing(connect(address)) as raw:
            return [number for (number,) in raw.execute(HAD, (FAMILY, of))]
    except psycopg.Error as error:
        raise failure(error) from None


class HeldPlace:
    """A Place on a server. of: among how many, at most 9,999."""

    def __init__(self, address: str, of: int) -> None:
        self._address, self.number, self.of = address, 0, of
        self._thread = ThreadPoolExecutor(1, "place")
        self._raw: Raw | None = None
        self._known = False  # the server has let us in once
        self._patient = 0.0  # until when others may come back to what they had
        self._anothers = False
        self._heard = 0.0  # when we asked last what the server has answered

    async def take(self, waits: Callable[[], None]) -> None:
        """Wait for the first one that is free. waits: told once where none was. Raises Unwritable
        where no connection can be had for it."""
        told = False
        while not await self._done(self._first_free):
            if not told:
                waits()
            told = True
            await asyncio.sleep(LOOKS)

    @property
    def held(self) -> bool:
        return not self._anothers and self._left > 0

    @property
    def _left(self) -> float:
        """Seconds until the server may give us up."""
        return self._heard + SILENCE - time.monotonic()

    async def lost(self) -> None:
        while self.held:
            left = self._left
            saying = asyncio.ensure_future(self._done(self._say))
            await asyncio.wait((saying,), timeout=left)
            await asyncio.sleep(min(left, LOOKS if self._raw is None else SPEAKS))

    async def close(self) -> None:
        await self._done(self._leave)
        self._thread.shutdown(wait=False)

    async def _done(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # All that follows is used on the thread.

    def _first_free(self) -> bool:
        """Whether a place was free, which is ours now."""
        try:
            self._connect()
            if time.monotonic() < self._patient:
                return False
            self.number = next((n for n in range(1, self.of + 1) if self._locks(n)), 0)
        except psycopg.Error as error:
            self._let_go()
            if not self._known:
                raise failure(error) from None
        return self.number > 0

    def _say(self) -> None:
        """Say that we are there. Where the session was lost, another begins."""
        asked = time.monotonic()
        try:
            if self._raw is None:
                self._connect()
                self._anothers = not self._locks(self.number)
            else:
                self._raw.execute(b"select 1")
            self._heard = asked
        except (psycopg.Error, StoreError):
            self._let_go()

    def _locks(self, number: int) -> bool:
        assert self._raw is not None
        self._heard = time.monotonic()
        found = self._raw.execute(TRY, (FAMILY, self.of * 10_000 + number)).fetchone()
        return found is not None and bool(found[0])

    def _connect(self) -> None:
        if self._raw is None:
            self._raw = connect(self._address)
            hold(self._raw, alone=False)
            rejoin(self._raw, migrating.shipped())
            self._raw.execute(f"set idle_session_timeout = '{1000 * SILENCE:.0f}ms'".encode())
            # Whoever had a place has given it up when the server was away for so long.
            until = min(time.monotonic() + RETURNS, self._heard + SILENCE)
            self._patient, self._known = until if self._known else 0.0, True

    def _leave(self) -> None:
        """Free the place at once: a server may take a moment to see that a session is over."""
        with suppress(psycopg.Error):
            if self._raw is not None:
                self._raw.execute(b"select pg_advisory_unlock_all()")
        self._let_go()

    def _let_go(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None
