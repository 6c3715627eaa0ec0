"""A database on a server, by its address: the stores it opens, and copies to and from it.
PostgreSQL's driver is imported only when an address is used."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from storage.copying import CopyEnd, Failed, contents, copy
from storage.errors import NoDriver, NotCopied, NotRestored
from storage.migrating import Upgrade
from storage.outbox import repost
from storage.sqlite.copying import copied_from, copied_to
from storage.sqlite.reading import Restored
from storage.store import Store

if TYPE_CHECKING:
    from storage.postgres.store import PostgresStore


def locate(text: str) -> Address | Path:
    """A database on a server, or a file. Raises ValueError for another kind of address."""
    if text.startswith(("postgresql://", "postgres://")):
        return Address(text)
    if re.match(r"[a-z][a-z0-9+.-]+:/", text, re.IGNORECASE):  # longer than a drive of Windows
        raise ValueError(
            "A database is a file, or an address that starts with postgresql:// in lower case."
        )
    return Path(text)


@contextmanager
def driver() -> Iterator[None]:
    """Raise NoDriver if PostgreSQL's driver can't be imported."""
    try:
        yield
    except ImportError:
        raise NoDriver from None


@dataclass(frozen=True, slots=True)
class Address:
    """An address, which holds a password, so it is never printed."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        return "the database on the server"

    async def open(self) -> Store:
        """The store for this process alone, such as a command that changes data. Raises NoDriver,
        NotOurs, TooNew, Busy, Unwritable."""
        return await self._stores().open(self.url)

    async def share(self) -> Store:
        """The store for a bot or a thinker beside others. Raises what `open` raises."""
        return await self._stores().open(self.url, alone=False)

    async def look(self) -> Store:
        """The store for reading, even while a bot has it open. Raises NoDriver, NotOurs, TooNew,
        Unreadable, Unwritable."""
        return await self._stores().look(self.url)

    def holder(self) -> str | None:
        """The machine whose bot has the database. Raises Unwritable."""
        from storage.postgres.lease import holder

        return holder(self.url)

    def others(self) -> list[str]:
        """The other roles that may connect. Raises Unwritable."""
        from storage.postgres.opening import others

        return others(self.url)

    def copied_from(self, *, alone: bool) -> AbstractContextManager[CopyEnd]:
        """Everything stored at this moment. Raises NoDriver, and what copying from it raises."""
        with driver():
            from storage.postgres.copying import copied_from
        return copied_from(self.url, alone=alone)

    def copied_to(self, failed: Failed) -> AbstractContextManager[CopyEnd]:
        """An empty database to fill in one transaction. Raises NoDriver, or what copying raises."""
        with driver():
            from storage.postgres.copying import copied_to
        return copied_to(self.url, failed)

    def upgrade(self) -> Upgrade:
        """What sharing it would do to its schema. Raises NoDriver, and what sharing raises."""
        with driver():
            from storage.postgres.copying import upgrade
        return upgrade(self.url)

    def backup(self, file: Path) -> None:
        """Write everything stored at this moment to a new file, even while bots use the database.
        Raises NotCopied, and what `copied_from` raises."""
        with self.copied_from(alone=False) as source, copied_to(file, NotCopied) as target:
            copy(source, target)

    def restore(self, file: Path) -> Restored:
        """Fill an empty database from a backup. Raises NotRestored, and what opening either of them
        raises; both are then as they were."""
        with copied_from(file, alone=False) as source, self.copied_to(NotRestored) as target:
            copy(source, target)
            games, last = contents(target.db)
            repost(target.db, time.time())
        return Restored(games, last, 0, None)

    @staticmethod
    def _stores() -> type[PostgresStore]:
        with driver():
            from storage.postgres.store import PostgresStore
        return PostgresStore
