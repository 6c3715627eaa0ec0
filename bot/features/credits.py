"""What waits for people is given the time back for which the bot was away.

    noticed ──> claimed, in one transaction: when the bot was away, up to when that is credited by
                now, and how all that waits is to move
            ──> timers move, a page of them in a transaction, with how far that has come

So an outage is credited once, whenever a process dies, however many notice it, and whichever
version has set the timers: of several, one claims it; whoever finds it unfinished goes on with it
before it does anything that is due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

from bot.domain.outages import said_anew
from bot.domain.shifts import Shift
from bot.features.beats import LAST, last_beat, named, written, written_by_name
from storage import PAGE, GameRow, Shards, Store

# In the store, of each connection's servers:
CREDITED: Final = "credited"  # up to when
MOVES: Final = "moves"  # the shift that is under way
TURNED: Final = "turned back"  # the beat that lay ahead when a clock was set back last
CLAIMS: Final = "credits"  # and of all: how many were claimed

Wake = Callable[[GameRow | None, Collection[str]], None]


class Credits:
    """Moves timers. wake: told when there is something to correct."""

    def __init__(self, store: Store, wake: Wake = lambda game, timers: None) -> None:
        self._store, self._wake = store, wake
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
    ) -> bool:
        """Credit an outage of some servers, as far as that was not done yet; False: a bot was there
        since then. calm: before which nothing ends; values: what is set with it; over: the bot is
        there, so that people can read what is said anew."""

        async def claim(claims: str | None) -> bool | None:
            beat = await last_beat(self._store, shards)
            if beat is not None and beat > since:
                return None
            credited = map(float, await written(self._store, CREDITED, shards))
            begin = max([since, *credited])
            gap = max(0.0, now - begin)
            newest = await self._store.newest_timer()
            shift = Shift(shards, begin, gap, calm, newest, told=over and gap > 0)
            here = {named(LAST, shards): repr(now)} if over else {}
            noted = {named(CREDITED, shards): repr(begin + gap)}
            return await self._claim(claims, shift, {**values, **here, **noted})

        return await self._once(shards, claim)

    async def turned_back(self, shards: Shards, last: float, now: float) -> bool:
        """The clock was set back from that beat: what lay ahead comes as soon as it would have
        come. False: that is done, or under way."""

        async def claim(claims: str | None) -> bool | None:
            if repr(last) in await written(self._store, TURNED, shards):
                return None
            newest = await self._store.newest_timer()
            shift = Shift(shards, last, now - last, 0.0, newest, told=True)
            return await self._claim(claims, shift, {named(TURNED, shards): repr(last)})

        return await self._once(shards, claim)

    async def turned(self, shards: Shards, now: float, values: Mapping[str, str]) -> None:
        """All that lay ahead has moved: nothing that was written of these servers is later than now
        any more."""
        ahead = dict[str, str]()
        for key in (LAST, CREDITED):
            found = await written_by_name(self._store, key, shards)
            ahead |= {name: repr(now) for name, said in found.items() if float(said) > now}
        await self._store.credit({}, (), {**values, **ahead})

    async def finish(self, shards: Shards) -> None:
        """Go on with what a process has claimed for some of these servers and not done."""
        async with self._one:
            await self._finish(shards)

    async def _once(
        self, shards: Shards, claim: Callable[[str | None], Awaitable[bool | None]]
    ) -> bool:
        """Claim something and do it. claim: told how many were claimed before it has looked; False:
        one more was claimed since, None: there is nothing to be done."""
        async with self._one:
            claimed: bool | None = False
            while claimed is False:
                claims = await self._store.setting(CLAIMS)
                await self._finish(shards)
                claimed = await claim(claims)
            await self._finish(shards)
        return claimed is not None

    async def _claim(self, claims: str | None, shift: Shift, values: Mapping[str, str]) -> bool:
        values = {
            **values,
            CLAIMS: str(int(claims or 0) + 1),
            named(MOVES, shift.shards): shift.encode(),
        }
        return await self._store.credit({}, (), values, once=(CLAIMS, claims))

    async def _finish(self, shards: Shards) -> None:
        for name, said in (await written_by_name(self._store, MOVES, shards)).items():
            left: str | None = said
            while left:
                left = await self._page(name, left)

    async def _page(self, name: str, said: str) -> str | None:
        """Move the next timers of a shift; what is left of it by now."""
        shift = Shift.decode(said)
        page = await self._store.timers_after(shift.done, PAGE)
        timers = shift.moved(page)
        dues = {timer.id: shift.due(timer) for timer in timers}
        posts = tuple(said_anew(timers)) if shift.told else ()
        ends = len(page) < PAGE or page[-1].id >= shift.newest
        left = "" if ends else replace(shift, done=page[-1].id).encode()
        if not await self._store.credit(dues, posts, {name: left}, once=(name, said)):
            return await self._store.setting(name)  # another process was first
        if posts:
            self._wake(None, ())
        return left
