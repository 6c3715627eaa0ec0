"""Whom the bot mentions because one person wants to play with them, who hasn't agreed to that.

An invitation and a rematch both count, whatever the lobby, so nobody uses the bot to pester others.
The posts that have mentioned people are the memory of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from bot.table.calendar import HOUR
from bot.table.guests import Invitation
from storage import Store

PAUSE: Final = 6 * HOUR  # seconds until one person can have another mentioned again
AT_ONCE: Final = 5  # people whom one wish mentions
MOST: Final = 6  # mentions of one person in that time, whoever wants them


class Mentions:
    """now: seconds since 1970. Who asks it holds `one` until their posts are written."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self.one = asyncio.Lock()

    async def allowed(self, by: int, users: Iterable[int]) -> list[int]:
        """The people whom somebody may have mentioned now, as far as there is room for them."""
        found = list[int]()
        for user in users:
            if len(found) < AT_ONCE and await self._may(by, user):
                found.append(user)
        return found

    async def _may(self, by: int, user: int) -> bool:
        alike, since = f"{Invitation.prefix}:{user}:", self._now() - PAUSE
        kinds = await self._store.call_kinds(user, alike, since)
        return len(kinds) < MOST and all(Invitation.decode(kind).by != by for kind in kinds)
