"""The pages of a table of Ann and Ben. All tests and async fixtures here share a browser's loop."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.acting import ANN, BEN
from tests.bot.conftest import _patient_health, _seeds, _sprites
from tests.bot.core import Core
from tests.bot.web.house import House, opened
from tests.chromium import SHARED

__all__ = ["_patient_health", "_seeds", "_sprites"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent and pytest_asyncio.is_async_test(item):
            item.add_marker(SHARED, append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def core() -> AsyncIterator[Core]:
    it = await Core.build()
    yield it
    await it.store.close()


@pytest_asyncio.fixture(loop_scope="session")
async def two(core: Core) -> Core:
    await core.begin(ANN, BEN)
    return core


@pytest_asyncio.fixture(loop_scope="session")
async def house(two: Core) -> AsyncIterator[House]:
    async with opened(two) as it:
        yield it
