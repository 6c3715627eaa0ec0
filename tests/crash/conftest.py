"""Bots that start quickly, and assertions that show a trial's messages."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

pytest.register_assert_rewrite(
    "tests.crash.scenes", "tests.crash.pairs", "tests.crash.tables", "tests.crash.trial"
)

from tests.crash.forking import ForkServer, fork_server  # noqa: E402


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots() -> AsyncIterator[ForkServer]:
    async with fork_server() as it:
        yield it
