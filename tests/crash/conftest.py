"""Bots that can be born quickly, and assertions that show what they saw."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

pytest.register_assert_rewrite("tests.crash.scenes", "tests.crash.jams", "tests.crash.stage")

from tests.crash.nursery import Nursery, nursery  # noqa: E402


@pytest.fixture
async def bots() -> AsyncIterator[Nursery]:
    async with nursery() as it:
        yield it
