"""The bot on Discord: one client that hands wishes to the use cases and keeps the outbox going."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import discord
from discord import app_commands

from bot.delivery.outbox import Outbox
from bot.delivery.posts import Delivery
from bot.discord.buttons import BUTTONS
from bot.discord.changes import listen
from bot.discord.commands import add_commands
from bot.discord.lines import Messages
from bot.discord.missed import Missed
from bot.discord.transport import DiscordTransport
from bot.discord.why import WhyButton
from bot.games.table import Tables
from bot.messages.layouts import PAINTER
from bot.tables.move import Moving
from bot.tables.queries import Queries
from bot.tables.turn_builder import Builder
from bot.tables.turns import Turns
from bot.tables.undo import Retreat
from bot.timers.clock import Clock
from renderer import prepare
from storage import NO_LIMITS, Limits, Store


class Lumbercamp(discord.AutoShardedClient):
    """discord.py's client with everything wired to it. It owns no state of any game. now: what
    time it is, in seconds, for all that is due some day; limits: of open games."""

    last_wishes = 5.0  # seconds that wishes under way may still take when it is stopped

    def __init__(
        self,
        store: Store,
        *,
        message_content: bool = False,
        now: Callable[[], float] = time.time,
        limits: Limits = NO_LIMITS,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=_intents(message_content),
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        tables = Tables(store)
        self.store = store
        self.outbox = Outbox(store, Delivery(store, tables, DiscordTransport(self)))
        self.turns = Turns(store, tables, now, self.wake, limits)
        self.builder = Builder(store, self.turns)
        self.retreat = Retreat(store, self.turns, self.wake)
        self.moving = Moving(store, self.turns, self.wake)
        self.queries = Queries(store, self.turns)
        self.clock = Clock(store, self.turns.lobby, self.turns.undo_window, now)
        self.tree = app_commands.CommandTree(self)
        self.messages = Messages(self, plain=message_content)
        self.missed = Missed(self)
        self.heard = deque[int](maxlen=1000)  # the interactions that came last
        self._running: list[asyncio.Task[None]] = []
        self._serving: set[asyncio.Task[Any] | None] = set()
        add_commands(self.tree)
        listen(self)

    def wake(self) -> None:
        """Something was committed: there may be something to tell, or something new is due."""
        self.outbox.wake()
        self.clock.wake()

    async def setup_hook(self) -> None:
        """Before the first event: buttons and commands, then what was left unsaid."""
        self.add_dynamic_items(*BUTTONS, WhyButton)
        PAINTER.submit(prepare)  # beside the start; the first board waits for no more than that
        await self.tree.sync()
        await self._name_gateway()
        for work in (self.outbox.run(), self.outbox.watch(), self.clock.run()):
            self._run(work)

    async def _name_gateway(self) -> None:
        """A lost session is opened anew at the library's default gateway, which is Discord's
        own; ours is the one that the API names."""
        _, address, _ = await self.http.get_bot_gateway()
        gateway = discord.gateway.DiscordWebSocket
        gateway.DEFAULT_GATEWAY = type(gateway.DEFAULT_GATEWAY)(address)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._running = [task for task in self._running if not task.done()]
        self._running.append(asyncio.create_task(work))

    def look_back(self, shard: int) -> None:
        """Hear what was said to the games of this shard while nobody listened."""
        self._run(self.missed.look(shard))

    async def on_message(self, message: discord.Message) -> None:
        with self.serving():
            await self.messages.hear(message)

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Somebody's wish is being served; the client does not leave in the middle of it."""
        task = asyncio.current_task()
        self._serving.add(task)
        try:
            yield
        finally:
            self._serving.discard(task)

    async def close(self) -> None:
        """Finish the wishes under way and what is being told, then leave."""
        if under_way := [task for task in self._serving if task is not None]:
            await asyncio.wait(under_way, timeout=self.last_wishes)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self.outbox.close()
        await super().close()


def _intents(message_content: bool) -> discord.Intents:
    """The fewest: servers, messages and direct messages; their content only when asked for."""
    return discord.Intents(
        guilds=True, guild_messages=True, dm_messages=True, message_content=message_content
    )
