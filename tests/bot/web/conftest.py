"""The pages of a table of Ann and Ben."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.conftest import _patient_health, _seeds, _sprites, core, two
from tests.bot.core import Core
from tests.bot.web.house import House, opened

__all__ = ["_patient_health", "_seeds", "_sprites", "core", "house", "two"]


@pytest.fixture
async def house(two: Core) -> AsyncIterator[House]:
    """A game of Logger, before its first turn."""
    async with opened(two) as it:
        yield it
