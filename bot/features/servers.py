"""What a server has set, for all features: read where it is needed, changed with a line of its log.

    await at.servers.set(guild, {"log": "500"}, LogChannelSet(user))    both, or neither
    await at.servers.log(guild, Barred(user, by))                       the line alone

What changes a game has its line with the change: `Change(…, posts=(Ended(by).encode(),))`.
Nothing of it is read in a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.domain.servers import Settings
from bot.messages.courier import Logged
from storage import Store


class Servers:
    """wake: called when there is something to tell."""

    def __init__(self, store: Store, wake: Callable[..., Any]) -> None:
        self._store, self._wake = store, wake

    async def settings(self, guild: int) -> Settings:
        """What a server has set, by name."""
        return await self._store.server(guild)

    async def set(self, guild: int, values: Mapping[str, str | None], *lines: Logged) -> bool:
        """Set values (None: as if it had never been set), and say so in the server's log. False:
        all was so already, and nothing is said."""
        written = await self._store.set_server(guild, values, [line.encode() for line in lines])
        if written:
            self._wake(None, ())
        return written is not None

    async def log(self, guild: int, *lines: Logged) -> None:
        """Say something in the server's log."""
        await self.set(guild, {}, *lines)
