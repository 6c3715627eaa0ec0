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
from bot.features.beats import named, written
from storage import GameRow, Shards, Store, Timer

CREDITED: Final = "credited"  # in the store: up to when

Wake = Callable[[GameRow | None, Collection[str]], None]


class Credits:
    """Moves timers. wake: told when there is something to correct."""

    def __init__(self, store: Store, wake: Wake = lambda game, timers: None) -> None:
        self._store, self._wake = store, wake
        self._until = dict[Shards, float]()
        self._one = asyncio.Lock()

    async def outage(
        self,
        shards: Shards,
        since: float,
        now: float,
        calm: float,
        values: Mapping[str, str],
        *,
        over: bool = True,
    ) -> None:
        """Credit an outage of some servers, as far as that was not done yet. calm: before which
        nothing ends; values: what is set with it; over: it is, so that people can read what is
        said anew."""
        async with self._one:
            begin = max(since, await self._credited(shards))
            timers = await self._waiting(shards, begin)
            gap = max(0.0, now - begin)
            dues = {timer.id: max(timer.due + gap, calm) for timer in timers}
            posts = tuple(said_anew(timers)) if over and gap else ()
            await self._credit(shards, dues, posts, values, now)

    async def ahead(self, shards: Shards, last: float) -> list[Timer]:
        """What still lay ahead when the machine's clock showed that time."""
        return await self._waiting(shards, last)

    async def turned_back(
        self,
        shards: Shards,
        ahead: list[Timer],
        seconds: float,
        now: float,
        values: Mapping[str, str],
    ) -> None:
        """The machine's clock was set back: what lay ahead comes as soon as it would have come."""
        dues = {timer.id: timer.due - seconds for timer in ahead}
        posts = tuple(said_anew(ahead))
        async with self._one:
            await self._credit(shards, dues, posts, values, now)

    async def _credit(
        self,
        shards: Shards,
        dues: Mapping[int, float],
        posts: tuple[tuple[int, str], ...],
        values: Mapping[str, str],
        now: float,
    ) -> None:
        values = {**values, named(CREDITED, shards): repr(now)}
        await self._store.credit(dues, posts, values)
        self._until[shards] = now
        if posts:
            self._wake(None, ())

    async def _waiting(self, shards: Shards, after: float) -> list[Timer]:
        there = await self._store.all_timers(shards)
        return [timer for timer in there if timer.due > after and moves(timer)]

    async def _credited(self, shards: Shards) -> float:
        if shards not in self._until:
            said = await written(self._store, CREDITED, shards)
            self._until[shards] = max(map(float, said), default=0.0)
        return self._until[shards]
