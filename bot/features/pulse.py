"""When the bot was there, for the servers of one shard. While it was not, and for an hour after,
everybody's clock stands still there.

    ──●──●──●──────────────────────●──●──►   ● a beat, which is written down
            └─ nobody could play ──┴─ an hour in which nothing ends ─┘

The bot is there while it can hear and speak: a process that runs without a connection to Discord,
or whose posts all fail, is away like one that was stopped.

A machine that slept, and a clock on its wall that was set forward, look the same from here, and are
taken for the same. One that is set back is noticed by a beat that lies ahead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.core.calendar import DAY, HOUR, Span
from bot.features.beats import AWAY, LAST, count, exactly, last_beat, named, spans
from bot.features.credits import Credits
from storage import WHOLE, Shards, Store

BEAT_PAUSE: Final = 300.0  # seconds between two beats
GAP: Final = 600.0  # seconds without one after which the bot was away
AFTERWARDS: Final = HOUR
REMEMBERED: Final = 400 * DAY  # no clock has been running for longer than that


class Pulse:
    """Notices that the bot was away. now: seconds since 1970; there: whether the bot can hear and
    speak at this moment; shards: of which servers, also all."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        credits: Credits,
        there: Callable[[], bool],
        shards: Shards = WHOLE,
    ) -> None:
        self._store, self._now, self.there, self.shards = store, now, there, shards
        self._credits = credits
        self._last: float | None = None  # the last beat, or the end of the last outage
        self._known = False
        self._looking = asyncio.Lock()  # two looks at once would write two ends of one outage
        self._heard: tuple[Span, ...] = ()  # when the bot was away, as of the last beat
        self.away: tuple[Span, ...] = ()  # when the clocks of these tables stand still

    async def look(self) -> tuple[Span, ...]:
        """When these clocks stand still, as far as is known by now. Whoever writes asks first: the
        machine may have slept until this moment."""
        async with self._looking:
            return await self._look()

    async def _look(self) -> tuple[Span, ...]:
        await self._recall()
        now = self._now()
        if (since := self._silent_since(now)) is not None:
            await self._listen(since)
        if (since := self._silent_since(now)) is not None:
            there, until = self.there(), now + AFTERWARDS
            if there or dict(self.away).get(since, 0.0) < until - BEAT_PAUSE:
                await self._lasts(since, now, over=there)
        return self.away

    def _silent_since(self, now: float) -> float | None:
        """The last beat, where it is so long ago that the bot was away."""
        last = self._last
        return last if last is not None and now - last > GAP else None

    async def _listen(self, since: float) -> None:
        """Another process on this database may have been there meanwhile, as a spare is: it has
        written down its beats, and when nobody was there; and what waits gets its time back before
        we do anything."""
        beat = await last_beat(self._store, self.shards)
        if beat is not None and beat > since:
            await self._credits.finish(self.shards)
            self._last, self.away = beat, await spans(self._store, self.shards)

    async def _lasts(self, since: float, now: float, *, over: bool) -> None:
        """The bot was away until now, and is there again where that is over; an outage that goes on
        stays one span."""
        recent = (span for span in self.away if span[1] > now - REMEMBERED and span[0] != since)
        self.away = (*recent, (since, now + AFTERWARDS))
        calm, values = now + AFTERWARDS, self._kept()
        if not await self._credits.outage(self.shards, since, now, calm, values, over=over):
            await self._listen(since)
        elif over:
            self._last = now

    async def beat(self, turned_back: Callable[[Shards, float], Awaitable[None]]) -> bool:
        """Note that the bot is there, if it is. True if due times changed. turned_back: told of
        the last beat when the clock shows a time long before it, so that what lies ahead can be put
        right."""
        await self.look()
        if not self.there():
            return False
        now, last = self._now(), self._last
        if last is not None and last - now > GAP:
            await self._turn_back(now, turned_back)
        await self._store.set(named(LAST, self.shards), repr(now))
        before, self._heard, self._last = self._heard, self.away, now
        return self.away != before

    async def _turn_back(
        self, now: float, turned_back: Callable[[Shards, float], Awaitable[None]]
    ) -> None:
        """The clock was set back: all that lies ahead moves with it, unless another process has
        done that. Whoever dies over it leaves the beat that lies ahead to the next one."""
        last = await last_beat(self._store, self.shards)
        if last is None or last - now <= GAP:
            self.away = await spans(self._store, self.shards)
            return
        await self._credits.turned_back(self.shards, last, now)
        await turned_back(self.shards, last)
        self.away = tuple((a, min(b, now)) for a, b in self.away if a < now)
        await self._credits.turned(self.shards, now, self._kept())

    @property
    def present(self) -> float:
        """The last moment in which the bot was there, as far as is known: now, or the last beat."""
        now = self._now()
        return now if self.there() or self._last is None else min(now, self._last)

    async def calm(self) -> float | None:
        """Until when nothing ends and nobody is reminded: the bot was away, or is."""
        now = self._now()
        ends = [end for begin, end in await self.look() if begin <= now < end]
        if not self.there():
            ends.append(now + GAP)  # then it is known whether this is an outage
        return max(ends, default=None)

    def outage(self) -> Span | None:
        """From when until when the bot was away, as long as nothing ends for that reason."""
        now = self._now()
        lately = (span for span in reversed(self.away) if span[0] <= now < span[1])
        return next(((begin, end - AFTERWARDS) for begin, end in lately), None)

    async def _recall(self) -> None:
        if not self._known:
            self._last = await last_beat(self._store, self.shards)
            self.away = await spans(self._store, self.shards)
            await count(self._store, self.shards.of)
            await self._credits.finish(self.shards)  # what a process has begun that is gone
            self._heard, self._known = self.away, True

    def _kept(self) -> dict[str, str]:
        """When the bot was away, as the store keeps it."""
        return {named(AWAY, self.shards): ";".join(f"{a!r}/{b!r}" for a, b in self.away)}


class Elsewhere(Pulse):
    """Reads when the bot was away from a server that another process serves: that process has
    written down its beats."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        credits: Credits,
        there: Callable[[], bool],
        guild: int,
    ) -> None:
        super().__init__(store, now, credits, there)
        self._guild = guild

    async def look(self) -> tuple[Span, ...]:
        """When its clocks stand still."""
        self.shards = await exactly(self._store, self._guild)
        self.away = await spans(self._store, self.shards)
        return self.away
