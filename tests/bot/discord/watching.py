"""How a test waits and watches, without luck or unnoticed faults."""

import asyncio
import inspect
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import discord

from bot.discord.base import Background
from bot.discord.client import Lumbercamp
from bot.features.services import Services
from bot.features.verbs import Verbs
from tests.patience import PATIENCE


async def until(what: Callable[[], object]) -> None:
    """Wait for something to be true, plain or awaited, by looking again and again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = what()
        if await found if inspect.isawaitable(found) else found:
            return
        assert time.monotonic() < deadline, f"waited in vain for {inspect.getsource(what).strip()}"
        await asyncio.sleep(0.005)


def is_there(client: discord.Client) -> bool:
    """Wait until the bot is ready and knows its server, which takes longer on a busy machine."""
    return client.is_ready() and not any(guild.unavailable for guild in client.guilds)


class Witness(Lumbercamp):
    """The client as it is, which counts the messages that it is done with, and its looks."""

    last_wishes = PATIENCE

    def __init__(
        self, services: Services, verbs: Verbs, background: Background, **options: Any
    ) -> None:
        super().__init__(services, verbs, background, guild_ready_timeout=0.01, **options)
        self.done_with: Counter[str] = Counter()
        self.looks = 0
        look = self.lines.look

        async def looked(shard: int) -> None:
            await look(shard)
            self.looks += 1

        self.lines.look = looked  # type: ignore[method-assign]

    async def has_looked(self) -> None:
        await until(lambda: self.looks)

    async def on_message(self, message: discord.Message) -> None:
        try:
            await super().on_message(message)
        finally:
            self.done_with[str(message.id)] += 1


class Faults(logging.Handler):
    """Whatever is logged as an error: a bug, unless a test has asked for it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(record)
