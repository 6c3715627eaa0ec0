"""How a test waits and watches, so that nothing is left to luck or goes wrong unnoticed."""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections import Counter
from collections.abc import Callable

import discord

from bot.front.client import Lumbercamp
from storage import SqliteStore

PATIENCE = 10.0  # seconds that a slow machine may need for what must happen


async def until(what: Callable[[], object]) -> None:
    """Wait for something to be true, plain or awaited, by looking again and again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = what()
        if await found if inspect.isawaitable(found) else found:
            return
        assert time.monotonic() < deadline, f"waited in vain for {inspect.getsource(what).strip()}"
        await asyncio.sleep(0.005)


class Witness(Lumbercamp):
    """The client as it is, which also counts the messages that it is done with."""

    def __init__(
        self, store: SqliteStore, *, message_content: bool, now: Callable[[], float]
    ) -> None:
        super().__init__(store, message_content=message_content, now=now, guild_ready_timeout=0.05)
        self.done_with: Counter[str] = Counter()

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
