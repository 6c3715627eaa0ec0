"""A database on a server: where it is, and the stores that can be had of it.

Nothing of PostgreSQL is imported before somebody names such a database.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from storage.copying import Failed, Source, Target, contents, copy
from storage.errors import NoDriver, NotCopied, NotRestored
from storage.migrating import Upgrade
from storage.outbox import repost
from storage.sqlite.copying import copied_from, copied_to
from storage.sqlite.restoring import Restored
from storage.store import Store

SCHEMES = ("postgresql://", "postgres://")
NO_FILE = "A database is a file, or an address that starts with postgresql:// in lower case."
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]+:/", re.IGNORECASE)  # more than a drive of Windows


def located(text: str) -> Address | Path:
    """A database on a server, or a file. Raises ValueError: an address of another kind."""
    if text.startswith(SCHEMES):
        return Address(text)
    if _ELSEWHERE.match(text):
        raise ValueError(NO_FILE)
    return Path(text)


@contextmanager
def driven() -> Iterator[None]:
    """Where PostgreSQL's driver is imported. Raises NoDriver."""
    try:
        yield
    except ImportError:
        raise NoDriver from None


@dataclass(frozen=True, slots=True)
class Address:
    """It holds a password, so nothing that is printed of it tells what it is."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        return "the database on the server"

    async def open(self) -> Store:
        """The store, for this process alone, as whoever mends something needs it. Raises NoDriver,
        NotOurs, TooNew, Busy, Unwritable."""
        with driven():
            from storage.postgres.store import PostgresStore
        return await PostgresStore.open(self.url)

    async def share(self) -> Store:
        """The store, with all others that share it: bots, and what thinks for them. Raises what
        `open` does."""
        with driven():
            from storage.postgres.store import PostgresStore
        return await PostgresStore.share(self.url)

    def holder(self) -> str | None:
        """The machine whose bot has the database at this moment. Raises Unwritable."""
        from storage.postgres.lease import holder

        return holder(self.url)

    def others(self) -> list[str]:
        """The roles besides ours that may connect. Raises Unwritable."""
        from storage.postgres.access import others

        return others(self.url)

    async def look(self) -> Store:
        """The store to be read, also while a bot has it open. Raises NoDriver, NotOurs, TooNew,
        Unreadable, Unwritable."""
        with driven():
            from storage.postgres.store import PostgresStore
        return await PostgresStore.look(self.url)

    def copied_from(self, *, alone: bool) -> AbstractContextManager[Source]:
        """All that is stored in this moment. Raises NoDriver, and what is said in
        storage.postgres.copying."""
        with driven():
            from storage.postgres.copying import copied_from
        return copied_from(self.url, alone=alone)

    def copied_to(self, failed: Failed) -> AbstractContextManager[Target]:
        """An empty database to be filled in one transaction. Raises NoDriver, and what is said in
        storage.postgres.copying."""
        with driven():
            from storage.postgres.copying import copied_to
        return copied_to(self.url, failed)

    def upgrade(self) -> Upgrade:
        """What sharing it would do to its shape. Raises NoDriver, NotOurs, TooNew, Outdating or
        Unwritable."""
        with driven():
            from storage.postgres.copying import upgrade
        return upgrade(self.url)

    def backup(self, file: Path) -> None:
        """A new file with all that is stored in this moment, also while bots use it. Raises
        NotCopied, and what `copied_from` does."""
        with self.copied_from(alone=False) as source, copied_to(file, NotCopied) as target:
            copy(source, target)

    def restore(self, file: Path) -> Restored:
        """Let an empty database be what a backup holds. Raises NotRestored, and what opening one
        or the other raises; both are then as they were."""
        with copied_from(file, alone=False) as source, self.copied_to(NotRestored) as target:
            copy(source, target)
            games, last = contents(target.db)
            repost(target.db, time.time())
        return Restored(games, last, 0, None)
