"""Several processes of one bot, which Discord counts together: what they do one after the other.

    identifying   one connection each 5 s (in each of as many rows as Discord grants)
    requests      50 a second, of which each process has its share; answers to interactions, which
                  the library sends another way, do not count
    commands      told by the first one, when they are others than those told last

Source: Discord's documentation, Gateway (Rate Limiting, Session Start Limit), Rate Limits (Global).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.discord.base import Base
from bot.discord.tree import Tree
from storage import Store, StoreError

BETWEEN: Final = 5.0  # seconds between two connections that identify
GRANTED: Final = 50  # requests a second, of all processes together
TELLING: Final = 10.0  # seconds in which commands are told
Sleep = Callable[[float], Awaitable[None]]


class Share:
    """Lets no more than so many begin in any second, one after the other."""

    def __init__(
        self,
        most: int,
        passed: Callable[[], float] = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._passed, self._sleep = passed, sleep
        self._begun = deque[float](maxlen=most)

    async def turn(self) -> None:
        now = self._passed()
        full = len(self._begun) == self._begun.maxlen
        begin = max(now, self._begun[0] + 1.0) if full else now
        self._begun.append(begin)
        if begin > now:
            await self._sleep(begin - now)


def share_requests(client: Base, of: int) -> None:
    """Keep to the share of one of so many processes."""
    share, request = Share(max(1, GRANTED // of)), client.http.request

    async def paced(*what: Any, **more: Any) -> Any:
        await share.turn()
        return await request(*what, **more)

    client.http.request = paced  # type: ignore[method-assign]


async def identify(store: Store, row: int, sleep: Sleep = asyncio.sleep) -> None:
    """Wait until a connection may identify."""
    try:
        seconds = await store.queue(f"identify {row}", BETWEEN)
    except StoreError:  # Discord refuses what comes too soon, and it is tried again
        seconds = BETWEEN
    await sleep(seconds)


async def tell_commands(store: Store, tree: Tree, sleep: Sleep = asyncio.sleep) -> None:
    """Tell Discord the commands, unless these were told last."""
    key, said = f"commands {tree.client.application_id}", _checksum(await tree.payload())
    if await store.setting(key) != said:
        await sleep(await store.queue(key, TELLING))
    if await store.setting(key) != said:
        await tree.tell()
        await store.set(key, said)


def _checksum(commands: list[dict[str, Any]]) -> str:
    return hashlib.blake2s(json.dumps(commands, sort_keys=True).encode()).hexdigest()
