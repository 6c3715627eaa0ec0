"""The one task that sleeps until the nearest due row of the store.

A machine's own clock may be set back, by a day or a year. A wait therefore ends after its seconds
at the latest, as the processor counts them; and one that began in a process before this one takes
no longer from now than the longest of its sort.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from bot.boundary import Broken, guarded
from bot.tables.lobby import WEEK, Lobby
from bot.tables.undo_window import SECONDS, UndoWindow
from storage import Change, Conflict, Game, Status, Store

AFTER_A_BUG = 60.0  # seconds
LONGEST_NAP = 3600.0  # seconds; a computer's own clock may be set forward while we sleep
LONGEST: Mapping[Status, float] = {"lobby": WEEK, "playing": SECONDS}  # seconds of a wait


class Clock:
    """Closes lobbies whose time is over, and lets chance speak when a turn stands. now: what the
    machine's clock shows; passed: seconds that only ever grow, from any beginning."""

    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        undo_window: UndoWindow,
        now: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._lobby, self._undo_window = store, lobby, undo_window
        self._now, self._passed = now, passed
        self._ends: dict[tuple[float, int], float] = {}  # of each wait, in `passed` seconds
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
        while True:
            left = await self._left()
            over = [wait for wait, seconds in left.items() if seconds <= 0]
            if not over:
                return min(left.values(), default=LONGEST_NAP)
            for when, game in over:
                await self._end(when, game)

    async def _left(self) -> dict[tuple[float, int], float]:
        """The seconds that are left of each wait."""
        left, ends = dict[tuple[float, int], float](), dict[tuple[float, int], float]()
        for when, game, status in await self._store.dues():
            by_date, wait = when - self._now(), (when, game)
            first_seen = self._passed() + min(by_date, LONGEST[status])
            ends[wait] = self._ends.get(wait, first_seen)
            left[wait] = min(by_date, ends[wait] - self._passed())
        self._ends = ends
        return left

    async def _end(self, when: float, game: int) -> None:
        there = await self._store.game(game)
        assert there is not None  # games are never deleted
        if there.due != when:
            return
        try:
            await guarded(self._expire(there))
        except Broken:
            await self._postpone(there)

    async def _expire(self, game: Game) -> None:
        if game.status == "lobby":
            await self._lobby.expire(game)
        else:
            await self._undo_window.expire(game)

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
