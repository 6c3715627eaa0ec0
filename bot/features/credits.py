"""What waits for people is given the time back for which the bot was away.

    noticed ──> in one transaction: every timer that moves, what tells its time, and up to when
                outages are credited by now

So an outage is credited once, whenever a process dies, and whichever version has set the timers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Final

from bot.domain.outages import moves, said_anew
from storage import GameRow, Store, Timer

CREDITED: Final = "credited"  # in the store: up to when

Wake = Callable[[GameRow | None, Collection[str]], None]


class Credits:
    """Moves timers. wake: told when there is something to correct."""

    def __init__(self, store: Store, wake: Wake = lambda game, timers: None) -> None:
        self._store, self._wake = store, wake
        self._until: float | None = None
        self._one = asyncio.Lock()

    async def outage(
        self, since: float, now: float, calm: float, values: Mapping[str, str], *, over: bool = True
    ) -> None:
        """Credit an outage, as far as that was not done yet. calm: before which nothing ends;
        values: what is set with it; over: it is, so that people can read what is said anew."""
        async with self._one:
            begin = max(since, await self._credited())
            timers = await self._waiting(begin)
            gap = max(0.0, now - begin)
            dues = {timer.id: max(timer.due + gap, calm) for timer in timers}
            posts = tuple(said_anew(timers)) if over and gap else ()
            await self._store.credit(dues, posts, {**values, CREDITED: repr(now)})
            self._until = now
        if posts:
            self._wake(None, ())

    async def ahead(self, last: float) -> list[Timer]:
        """What still lay ahead when the machine's clock showed that time."""
        return await self._waiting(last)

    async def turned_back(
        self, ahead: list[Timer], seconds: float, now: float, values: Mapping[str, str]
    ) -> None:
        """The machine's clock was set back: what lay ahead comes as soon as it would have come."""
        dues = {timer.id: timer.due - seconds for timer in ahead}
        posts = tuple(said_anew(ahead))
        async with self._one:
            await self._store.credit(dues, posts, {**values, CREDITED: repr(now)})
            self._until = now
        if posts:
            self._wake(None, ())

    async def _waiting(self, after: float) -> list[Timer]:
        return [t for t in await self._store.all_timers() if t.due > after and moves(t)]

    async def _credited(self) -> float:
        if self._until is None:
            self._until = float(await self._store.setting(CREDITED) or 0.0)
        return self._until
