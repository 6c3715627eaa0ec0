"""Discord, as far as the outbox knows it: it takes its time, is out of order now and then, and
keeps every post, with its time."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Protocol

from bot.messages.courier import PermanentError, TransientError
from bot.messages.fitting import fit
from bot.messages.layout import Message
from bot.table.browsers import Member
from rules.text import Text

ON_THE_WAY = 0.4  # seconds that a request takes at most, to and fro each
LETTERS = 1_000_000  # channels from here on are direct messages with the user of the rest
REMEMBERED = 300.0  # seconds for which Discord knows a nonce


@dataclass(slots=True)
class Posted:
    """A message as people see it."""

    id: int
    channel: int
    at: float
    text: str
    file: str
    buttons: tuple[str, ...]
    pings: tuple[int, ...]
    nonce: str
    gone: float | None = None  # when it was deleted

    @property
    def letter(self) -> int | None:
        """The reader of a direct message, if it is one."""
        return self.channel - LETTERS if self.channel >= LETTERS else None


class Listener(Protocol):
    """Sees each post at its moment."""

    def posted(self, post: Posted) -> None:
        """A message in a channel."""
        ...

    def told(self, user: int, text: str) -> None:
        """A direct message."""
        ...


class Witness:
    """See bot.messages.courier.Transport. down: Discord is out of order; fatal: asked in the
    middle of each post whether the bot dies here."""

    def __init__(self, now: Callable[[], float], chance: Random) -> None:
        self._now, self._chance, self._ids = now, chance, count(10_000)
        self.posts: dict[int, Posted] = {}
        self.listeners: list[Listener] = []
        self.down = False
        self.left: set[int] = set()  # who has left the server
        self.fatal: Callable[[], bool] = lambda: False
        self._nonces: dict[str, Posted] = {}
        self._in_channel: defaultdict[int, list[Posted]] = defaultdict(list)

    async def _way(self) -> None:
        await asyncio.sleep(self._chance.uniform(0, ON_THE_WAY))
        if self.fatal():
            await asyncio.Event().wait()  # its process is ended now
        if self.down:
            raise TransientError(Text("Discord is out of order"))

    async def post(self, channel: int, panel: Message, nonce: str, reply: int | None = None) -> int:
        await self._way()
        there = self._nonces.get(nonce)
        if there is None or there.at < self._now() - REMEMBERED:
            there = self._posted(channel, panel, nonce)
        await self._way()
        return there.id

    def _posted(self, channel: int, panel: Message, nonce: str) -> Posted:
        ids = tuple(button.id for button in panel.buttons)
        look = fit(panel.text), panel.file, ids, panel.pings, nonce
        post = Posted(next(self._ids), channel, self._now(), *look)
        self.posts[post.id] = self._nonces[nonce] = post
        self._in_channel[channel].append(post)
        for listener in self.listeners:
            listener.posted(post)
        return post

    async def found(
        self, channel: int, panel: Message, since: float, but: Collection[int] = ()
    ) -> int | None:
        await self._way()
        there = (
            p
            for p in self._in_channel[channel]
            if p.at >= since and p.gone is None and p.id not in but
        )
        return next((p.id for p in there if _same(p, panel)), None)

    def made(self, message: int) -> float:
        return self.posts[message].at if message in self.posts else self._now()

    async def edit(self, channel: int, message: int, panel: Message) -> None:
        await self._way()
        there = self._there(message)
        there.text, there.file = fit(panel.text), panel.file
        there.buttons = tuple(button.id for button in panel.buttons)

    async def strip(self, channel: int, message: int, line: str = "") -> None:
        await self._way()
        there = self._there(message)
        there.buttons = ()
        if line:
            there.text, there.file = fit(line), ""

    async def delete(self, channel: int, message: int) -> None:
        await self._way()
        self._there(message).gone = self._now()

    async def buried(self, channel: int, message: int, under: int) -> bool:
        await self._way()
        return False

    async def thread(self, channel: int, message: int, name: str) -> int:
        await self._way()
        return message

    async def here(self, guild: int, user: int) -> bool:
        await self._way()
        return user not in self.left

    async def member(self, guild: int, user: int) -> Member:
        await self._way()
        return Member()

    async def serves(self, guild: int) -> bool:
        await self._way()
        return True

    async def direct(self, user: int) -> int:
        """The channel of direct messages with somebody."""
        await self._way()
        return LETTERS + user

    async def tell(self, user: int, text: str) -> None:
        await self._way()
        for listener in self.listeners:
            listener.told(user, text)
        await self._way()

    def _there(self, message: int) -> Posted:
        there = self.posts.get(message)
        if there is None or there.gone is not None:
            raise PermanentError(Text("the message is gone"))
        return there


def _same(post: Posted, panel: Message) -> bool:
    """By the file, by all buttons, or by the text."""
    if panel.file and panel.file == post.file:
        return True
    ids = {button.id for button in panel.buttons}
    return ids <= set(post.buttons) if ids else post.text == fit(panel.text)


@dataclass(frozen=True, slots=True)
class Meaning:
    """A row of the outbox: its kind, its game, and the row of its log."""

    game: int
    n: int
    kind: str
    row: int
