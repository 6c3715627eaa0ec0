"""A Discord of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.acting import ANN, BEN
from tests.bot.discord.people import People, at_discord


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[People]:
    """Message content is delivered, as in the sandbox that `make run` starts."""
    async with at_discord(tmp_path) as it:
        yield it


@pytest.fixture
async def discreet(tmp_path: Path) -> AsyncIterator[People]:
    """Message content is not delivered, as on Discord unless the host switches it on."""
    async with at_discord(tmp_path, message_content=False) as it:
        yield it


@pytest.fixture
async def two(people: People) -> People:
    await people.begin(ANN, BEN)
    return people
