"""Two bots that share a database on a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.postgres.store import PostgresStore
from tests import postgres
from tests.storage.samples import Clock


@asynccontextmanager
async def two_bots(name: str) -> AsyncIterator[list[PostgresStore]]:
    address = postgres.server().url(name)
    bots = [await PostgresStore.share(address, Clock()) for _ in range(2)]
    yield bots
    for bot in bots:
        await bot.close()
