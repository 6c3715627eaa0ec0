"""A system of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.discord.system import System, running_system


@pytest.fixture
async def system(tmp_path: Path) -> AsyncIterator[System]:
    """Message content is delivered, as in the sandbox that `make run` starts."""
    async with running_system(tmp_path) as it:
        yield it


@pytest.fixture
async def discreet(tmp_path: Path) -> AsyncIterator[System]:
    """Message content is not delivered, as on Discord unless the host switches it on."""
    async with running_system(tmp_path, message_content=False) as it:
        yield it


@pytest.fixture
async def started(system: System) -> System:
    """Ann and Ben at their first turn in #games."""
    await system.begin("Ann", "Ben")
    return system


@pytest.fixture
async def midway(started: System) -> System:
    """A game in which both stand on their corners."""
    await started.play("games", "a1", "e5")
    return started
