"""Stores to run the contract on; a second one joins by a line in STORES."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from storage import SqliteStore, Store
from storage.store import SqlStore
from tests.storage.samples import Clock

Opener: TypeAlias = Callable[[], Awaitable[Store]]


def _sqlite(folder: Path, clock: Clock) -> Opener:
    return lambda: SqliteStore.open(folder / "games.db", clock, clock.steady)


def _memory(folder: Path, clock: Clock) -> Opener:
    return lambda: SqliteStore.open(":memory:", clock, clock.steady)


STORES = {"sqlite": _sqlite, "memory": _memory}
LASTING = ("sqlite",)  # what they hold is there when they are opened again


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=LASTING)
async def opener(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Clock
) -> AsyncIterator[Opener]:
    """Opens the same database each time it is called.

    All are closed at the end: one left open by a failing test would keep the process alive.
    """
    opened = STORES[request.param](tmp_path, clock)

    async def closed_at_the_end() -> Store:
        store = await opened()
        at_end.push_async_callback(store.close)
        return store

    async with AsyncExitStack() as at_end:
        yield closed_at_the_end


@pytest.fixture(params=STORES)
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Clock
) -> AsyncIterator[Store]:
    opened = await STORES[request.param](tmp_path, clock)()
    yield opened
    await opened.close()


@pytest.fixture
def other(store: Store, clock: Clock) -> Store:
    """The same database, as another process sees it."""
    assert isinstance(store, SqlStore)
    return SqlStore(store._thread, clock, clock.steady)
