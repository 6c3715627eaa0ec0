"""The bot's process: the whole of it but Discord's client, on a store of its own.

start ──> works() run ──> stop: it leaves in order, or kill: it ends where it is
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from bot.app import App
from bot.messages.boundary import answered
from bot.messages.layout import Layout
from bot.messages.message import Message
from bot.outbox.transport import Transport
from bot.table.game import Games
from renderer import Hosted
from rules import GAMES
from storage import Store
from tests.bot.cases import Cases
from tests.simulation.mind import SimulatedMind
from tests.simulation.store import Look, opened

T = TypeVar("T")

UNDRAWN = Games({key: Hosted(kind) for key, kind in GAMES.items()})  # no sprites are made


class Deaf:
    """In place of Discord's client: wishes reach the use cases without it."""

    connected = True

    def __init__(self, *parts: Any) -> None:
        pass

    def get_guild(self, guild: int) -> None:
        """No server has been heard of, so none has said its language."""


class Process:
    """One life of the bot."""

    def __init__(self, path: Path, transport: Transport, now: Callable[[], float]) -> None:
        self._path, self._transport, self._now = path, transport, now
        self._asked: set[asyncio.Task[Any]] = set()

    async def start(self, look: Look) -> None:
        self.store: Store = await opened(self._path, self._now, look)
        self.app: Any = App(
            self.store,
            Deaf,
            transport=self._transport,
            games=UNDRAWN,
            now=self._now,
            passed=asyncio.get_running_loop().time,
            mind=SimulatedMind(),
            reviewer=SimulatedMind(),
        )
        self._works = [asyncio.create_task(work) for work in self.app.works()]

    async def ask(self, use_case: Callable[[Any], Awaitable[Layout]]) -> Message | None:
        """What somebody is answered; None: the bot died over it."""
        task = asyncio.create_task(answered(use_case(Cases(self.app.cases, self.app.verbs))))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        await asyncio.wait((task,))
        return None if task.cancelled() else task.result()

    async def stop(self) -> None:
        """Leave in order."""
        await asyncio.gather(*self._asked)
        await self._end(self._works)
        await self.app.close()
        await self.store.close()

    async def kill(self) -> None:
        """End where it is, in the middle of whatever."""
        await self._end([*self._works, *self._asked])
        await self.app.thinking.close()
        await self.app.outbox.close(0)
        await self.store.close()

    async def _end(self, tasks: list[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
