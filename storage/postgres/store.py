"""The store over PostgreSQL: a database on a server, and several connections to it."""

import time
from collections.abc import Callable
from typing import Final, Self

from storage.postgres import opening
from storage.postgres.connections import Connections
from storage.postgres.link import Raw
from storage.store import SqlStore

LOOKS: Final = 60.0  # seconds: one bot has the database for itself


class PostgresStore(SqlStore):
    """A Store on a server. Its clock for claims need not outlive the process, as opening the
    database ends all claims."""

    looks = LOOKS
    _thread: Connections

    @classmethod
    async def open(
        cls,
        address: str,
        now: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> Self:
        """The store in the database of that address, whose tables are made when there are none.

        Raises NotOurs, TooNew, Busy or Unwritable; the database is then as it was.
        """
        prepared = False

        def connect(first: bool) -> Raw:
            nonlocal prepared
            raw = opening.connect(address)
            try:
                if first:
                    opening.hold(raw)
                if not prepared:
                    opening.prepare(raw, opening.steps(), now())
                    prepared = True
            except BaseException:
                raw.close()
                raise
            return raw

        connections = Connections(connect)
        await connections.start()
        return cls(connections, now, passed)

    @classmethod
    async def look(cls, address: str) -> Self:
        """The store to be read, also while a bot has it open.

        Raises NotOurs, TooNew, Unreadable or Unwritable.
        """

        def connect(_: bool) -> Raw:
            raw = opening.connect(address)
            try:
                opening.look(raw, opening.steps())
            except BaseException:
                raw.close()
                raise
            return raw

        connections = Connections(connect, 1, writing=False)
        await connections.start()
        return cls(connections, time.time, time.monotonic)
