"""People who wait for nothing: sleeps of the bot and discord.py are noted, and over."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.outbox.queue import Outbox
from tests import sprites
from tests.bot.discord.people import People, at_discord

PATIENT = ("client", "http", "shard", "webhook.async_")  # modules of discord.py that sleep


class Hurried:
    """The module asyncio as some module sees it, without its sleep."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, result: object = None) -> object:
        self.slept.append(seconds)
        return await asyncio.sleep(0.001, result)


@pytest.fixture(scope="session", autouse=True)
def _sprites() -> None:
    """Draw them once, or a test would wait for them."""
    sprites.ready()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Hurried:
    it = Hurried()
    for name in PATIENT:
        monkeypatch.setattr(f"discord.{name}.asyncio", it)
    monkeypatch.setattr("bot.outbox.queue.PAUSES", (0.01,) * 5)
    monkeypatch.setattr("bot.outbox.queue.CAREFUL", 0.01)
    monkeypatch.setattr(Outbox.close, "__defaults__", (0.05,))  # lets deliveries finish
    return it


@pytest.fixture
async def people(tmp_path: Path, hurried: Hurried) -> AsyncIterator[People]:
    async with at_discord(tmp_path) as it:
        yield it
