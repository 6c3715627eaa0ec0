"""The one task that sleeps until the nearest due row of the store."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from bot.door import Broken, guarded
from bot.grace import Grace
from bot.lobby import Lobby
from storage import Change, Conflict, Game, Store

AFTER_A_BUG = 60.0  # seconds
LONGEST_NAP = 3600.0  # seconds; a computer's own clock may be moved while we sleep


class Clock:
    """Closes lobbies whose time is over, and lets chance speak when a turn stands."""

    def __init__(
        self, store: Store, lobby: Lobby, grace: Grace, now: Callable[[], float] = time.time
    ) -> None:
        self._store, self._lobby, self._grace, self._now = store, lobby, grace, now
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Something may be due earlier than before."""
        self._news.set()

    async def run(self) -> None:
        """Do what is due, for ever."""
        while True:
            self._news.clear()
            try:
                await self._nap(await guarded(self.tick()))
            except Broken:
                await self._nap(AFTER_A_BUG)

    async def tick(self) -> float:
        """Do all that is due now; the seconds until the next thing is."""
        while (due := await self._store.next_due()) is not None:
            when, game = due
            if when > self._now():
                return when - self._now()
            there = await self._store.game(game)
            assert there is not None  # games are never deleted
            try:
                await guarded(self._expire(there))
            except Broken:
                await self._postpone(there)
        return LONGEST_NAP

    async def _expire(self, game: Game) -> None:
        if game.status == "lobby":
            await self._lobby.expire(game)
        else:
            await self._grace.expire(game)

    async def _postpone(self, game: Game) -> None:
        """A game that we cannot deal with is due again later, or all others would wait for it."""
        later = Change((), f"later:{game.id}", due=self._now() + AFTER_A_BUG)
        with suppress(Conflict):
            await self._store.commit(game.id, game.n, later)

    async def _nap(self, seconds: float) -> None:
        # Not wait_for: before Python 3.12 it swallows a cancellation that meets a wake-up.
        with suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, LONGEST_NAP)):
                await self._news.wait()
