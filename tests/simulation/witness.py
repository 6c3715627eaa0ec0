"""Discord, as far as the outbox knows it: it takes its time, is out of order now and then, and
shows every post to those who listen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random

from bot.messages.courier import TransientError
from bot.messages.layout import Message
from rules.text import Text
from tests.bot.transport import PaperTransport, Posted

ON_THE_WAY = 0.4  # seconds that a request takes at most, to and fro each
LETTERS = 1_000_000  # channels from here on are direct messages with the user of the rest
REMEMBERED = 300.0  # seconds for which Discord knows a nonce


def reader(post: Posted) -> int | None:
    return post.channel - LETTERS if post.channel >= LETTERS else None


class Witness(PaperTransport):
    """down: Discord is out of order; fatal: asked in the middle of each request whether the bot
    dies here."""

    def __init__(self, now: Callable[[], float], chance: Random) -> None:
        super().__init__()
        self.now, self._chance, self.ids = now, chance, count(10_000)
        self.listeners: list[Callable[[Posted], None]] = []
        self.down = False
        self.fatal: Callable[[], bool] = lambda: False
        self._shown = 0

    async def _enter(self, verb: str, where: int) -> None:
        await asyncio.sleep(self._chance.uniform(0, ON_THE_WAY))
        if self.fatal():
            await asyncio.Event().wait()  # its process is ended now
        if self.down:
            raise TransientError(Text("Discord is out of order"))

    async def post(self, channel: int, panel: Message, nonce: str, reply: int | None = None) -> int:
        for message in self.in_channel(channel):
            if message.at < self.now() - REMEMBERED:
                message.nonce = ""
        number = await super().post(channel, panel, nonce, reply)
        if number > self._shown:
            self._shown = number
            self.shows(self.messages[-1])
        await self._enter("post", channel)
        return number

    def shows(self, post: Posted) -> None:
        for hear in self.listeners:
            hear(post)

    async def direct(self, user: int) -> int:
        await self._enter("direct", user)
        return LETTERS + user


@dataclass(frozen=True, slots=True)
class Meaning:
    """A row of the outbox: its kind, its game, and the row of its log."""

    game: int
    n: int
    kind: str
    row: int
