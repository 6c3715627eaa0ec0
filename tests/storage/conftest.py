"""Stores to run the contract on: a test whose store is a `Store` runs on both engines, one that
looks into a `SqliteStore` on SQLite alone. PostgreSQL is there where its programs are, and has to
be with LUMBERCAMP_REQUIRE_ALL.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest

from storage import SqliteStore, Store
from tests import postgres
from tests.storage.samples import Clock
from tests.storage.wire import Wire
from tests.stores import memory_store

Opener: TypeAlias = Callable[[], Awaitable[Store]]
STORES: dict[str, Callable[[Clock], Awaitable[Store]]] = {
    "memory": memory_store,
    "postgres": postgres.shared_store,
}


def _file(folder: Path, clock: Clock) -> Opener:
    return lambda: SqliteStore.open(folder / "games.db", clock)


def _postgres(folder: Path, clock: Clock) -> Opener:
    from storage.postgres.store import PostgresStore  # its driver may not be there

    address = postgres.emptied()
    return lambda: PostgresStore.open(address, clock)


LASTING = {"file": _file, "postgres": _postgres}  # their rows are there when opened again


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked = metafunc._arg2fixturedefs.get("store")
    if asked and Path(asked[-1].baseid) == Path("tests/storage"):  # and no file's own
        wanted = metafunc.function.__annotations__.get("store")
        names = ("memory",) if wanted is SqliteStore else ("memory", "postgres")
        metafunc.parametrize("store", names, indirect=True)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def address() -> str:
    """A server's database with empty tables, which other tests use too: "kept"."""
    return postgres.emptied()


@pytest.fixture
def cable(address: str) -> Iterator[Wire]:
    with (
        TemporaryDirectory(prefix="lumbercamp-wire-") as folder,
        closing(Wire(postgres.server().folder, Path(folder))) as made,
    ):
        yield made


@pytest.fixture(params=LASTING)
async def opener(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Clock
) -> AsyncIterator[Opener]:
    """Opens the same database each time it is called.

    All are closed at the end: one left open by a failing test would keep the process alive.
    """
    opened = LASTING[request.param](tmp_path, clock)

    async def closed_at_the_end() -> Store:
        store = await opened()
        at_end.push_async_callback(store.close)
        return store

    async with AsyncExitStack() as at_end:
        yield closed_at_the_end


@pytest.fixture
async def store(request: pytest.FixtureRequest, clock: Clock) -> AsyncIterator[Store]:
    opened: Store = await STORES[request.param](clock)
    yield opened
    await opened.close()
