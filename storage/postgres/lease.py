"""The lease on a server: one row, with an epoch and when it expires, by the server's clock. The
first process to ask takes a free or expired lease, with the next epoch. A thread of its own renews
it, as the event loop may be busy for seconds. A frozen process finds the next epoch when it wakes,
and each of its writes looks at that row first (connection.py). If it was frozen in a write, which
locks the row, the server or the standby ends its connection. An expired lease that nobody has taken
is renewed like any other; until then its holder says nothing."""

import asyncio
import math
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

import psycopg

from storage import migrating
from storage.errors import StoreError
from storage.postgres.connection import Raw
from storage.postgres.dialect import failure, why
from storage.postgres.opening import connect, rejoin

SLIGHT: Final = 0.1  # seconds by which it may be wrong without being set, so it doesn't jump


class ServerClock:
    """Seconds since 1970: the server's last answer, plus the seconds that the processor counted
    since. The clock of this machine, which may be wrong by an hour, doesn't matter. Each new
    connection and each renewal of the lease sets it, as the machine may have slept, or the server's
    clock may have been set."""

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed, self._begin = passed, -math.inf

    def __call__(self) -> float:
        return self._begin + self._passed()

    @property
    def passed(self) -> float:
        """The processor's seconds; note them before asking the server."""
        return self._passed()

    def hear(self, said: float, asked: float) -> None:
        """Set the clock: the server said this between the moment `asked` and now."""
        answered = self._passed()
        if not said - answered - SLIGHT <= self._begin <= said - asked + SLIGHT:
            self._begin = said - asked


LASTS: Final = 9.0  # seconds
RENEWED: Final = 1.5  # seconds between two renewals
LOOKS: Final = 0.5  # seconds between two looks whether it is free
ANSWERS: Final = 3.0  # seconds in which the server answers a renewal
TAKE: Final = b"""update lease
set epoch = epoch + 1, holder = %s, expires = clock_timestamp() + %s * interval '1 second'
where expires <= clock_timestamp()
returning epoch, extract(epoch from clock_timestamp())::double precision"""
_RENEW: Final = b"""update lease set expires = clock_timestamp() + %s * interval '1 second'
where epoch = %s returning epoch, extract(epoch from clock_timestamp())::double precision"""
# Connections whose transactions have looked at the lease, which has expired.
_END_BLOCKERS: Final = b"""select pg_terminate_backend(pid) from pg_locks
where relation = 'lease'::regclass and granted and pid != pg_backend_pid()
and database = (select oid from pg_database where datname = current_database())"""


def holder(address: str) -> str | None:
    """The machine whose process has the lease. Raises Unwritable."""
    try:
        with connect(address) as raw:
            sql = b"select holder from lease where expires > clock_timestamp()"
            found = raw.execute(sql).fetchone()
            return None if found is None else str(found[0])
    except psycopg.Error as error:
        raise failure(error) from None


def monotonic_seconds() -> float:
    """Seconds that only ever grow, also while the machine sleeps where the system counts that."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class ServerLease:
    """clock: set by each answer of the server. epoch: None as long as we never had the lease."""

    def __init__(
        self,
        address: str,
        clock: ServerClock | None = None,
        counted: Callable[[], float] = monotonic_seconds,
    ) -> None:
        self.epoch: int | None = None
        self._address, self._clock = address, clock or ServerClock()
        self._passed, self._until = counted, float("-inf")
        self._raw: Raw | None = None
        self._thread = ThreadPoolExecutor(1, "lease")
        self._ending = threading.Event()
        self._keeping: asyncio.Future[bool] | None = None

    async def take(self, waits: Callable[[], None]) -> None:
        loop, waited = asyncio.get_running_loop(), False
        while not await loop.run_in_executor(self._thread, self.try_to_take, not waited):
            if not waited:
                waits()
            waited = True
            await asyncio.sleep(LOOKS)
        self._keeping = loop.run_in_executor(self._thread, self._keep)

    def lasts(self) -> float:
        return self._until - self._passed()

    async def wait_until_lost(self) -> None:
        assert self._keeping is not None
        if not await asyncio.shield(self._keeping):
            await asyncio.Event().wait()  # it ends in order

    async def close(self) -> None:
        """Let go of the lease, so another process needn't wait for its end."""
        self._ending.set()
        with suppress(RuntimeError):  # twice is once
            await asyncio.wrap_future(self._thread.submit(self._leave))
        self._thread.shutdown(wait=False)

    # The methods below are used on the thread.

    def try_to_take(self, first: bool = False) -> bool:
        """Whether the lease was free, and is taken. first: raise Unwritable without a server."""
        try:
            found = self._asked(TAKE, socket.gethostname(), LASTS)
        except psycopg.errors.LockNotAvailable:
            assert self._raw is not None
            with suppress(psycopg.Error):  # without the right to, wait until the server does it
                self._raw.execute(_END_BLOCKERS)
            return False
        except psycopg.Error as error:
            self._let_go(error)
            if why(error) is None or (first and self._raw is None):
                raise failure(error) from None
            return False
        if found is not None:
            self.epoch = int(found)
        return found is not None

    def renew(self) -> bool:
        """Renew the lease. Whether it is ours, as far as the server can be asked."""
        try:
            return self._asked(_RENEW, LASTS, self.epoch) is not None
        except (psycopg.Error, StoreError) as error:
            self._let_go(error)
            return True

    def _keep(self) -> bool:
        """Renew the lease until another process has it (True), or this one ends."""
        while not self._ending.wait(RENEWED):
            if not self.renew():
                self._until = float("-inf")
                return True
        return False

    def _asked(self, sql: bytes, *values: object) -> Any:
        """The epoch of a lease that is ours from now on."""
        if self._raw is None:
            self._raw = connect(self._address)
            self._raw.longest = ANSWERS
            rejoin(self._raw, migrating.migrations())
        counted, asked = self._passed(), self._clock.passed
        found = self._raw.execute(sql, values).fetchone()
        if found is None:
            return None
        self._until = counted + LASTS
        self._clock.hear(float(found[1]), asked)
        return found[0]

    def _leave(self) -> None:
        """End the lease, so another process can have it at once."""
        self._until = float("-inf")
        for _ in range(2 if self.epoch is not None else 0):
            with suppress(psycopg.Error):
                self._raw = self._raw or connect(self._address)
                release = b"update lease set expires = '-infinity' where epoch = %s"
                self._raw.execute(release, (self.epoch,))
                break
            self._let_go()  # it may have been cut off a moment ago
        self._let_go()

    def _let_go(self, error: Exception | None = None) -> None:
        """Close the connection. One that only waited too long for a lock stays."""
        if isinstance(error, psycopg.errors.LockNotAvailable) or self._raw is None:
            return
        self._raw.close()
        self._raw = None
