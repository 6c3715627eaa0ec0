"""A database on a server: where it is, and the stores that can be had of it.

Nothing of PostgreSQL is imported before somebody names such a database.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from storage.errors import NoDriver
from storage.store import SqlStore

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """It holds a password, so nothing that is printed of it tells what it is."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        return "the database on the server"

    async def open(self) -> SqlStore:
        """The store, for this process alone, as whoever mends something needs it. Raises NoDriver,
        NotOurs, TooNew, Busy, Unwritable."""
        try:
            from storage.postgres.store import PostgresStore
        except ImportError:
            raise NoDriver from None
        return await PostgresStore.open(self.url)

    async def share(self) -> SqlStore:
        """The store, with all others that share it: bots, and what thinks for them. Raises what
        `open` does."""
        try:
            from storage.postgres.store import PostgresStore
        except ImportError:
            raise NoDriver from None
        return await PostgresStore.share(self.url)

    async def look(self) -> SqlStore:
        """The store to be read, also while a bot has it open. Raises NoDriver, NotOurs, TooNew,
        Unreadable, Unwritable."""
        try:
            from storage.postgres.store import PostgresStore
        except ImportError:
            raise NoDriver from None
        return await PostgresStore.look(self.url)
