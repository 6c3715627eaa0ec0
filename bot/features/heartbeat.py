"""When the bot was there. While it was not, and for an hour after, everybody's clock stands still.

    ──●──●──●──────────────────────●──●──►   ● a beat, which is written down
            └─ nobody could play ──┴─ an hour in which nothing ends ─┘

The bot is there while it can hear and speak: a process that runs without a connection to Discord,
or whose posts all fail, is away like one that was stopped.

A machine that slept, and a clock on its wall that was set forward, look the same from here, and are
taken for the same. One that is set back is noticed by a beat that lies ahead.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.core.calendar import DAY, HOUR, Span
from bot.features.credits import Credits
from storage import Store

BEAT_PAUSE: Final = 300.0  # seconds between two beats
SOON: Final = 30.0  # seconds until the bot looks again whether it is there
GAP: Final = 600.0  # seconds without one after which the bot was away
AFTERWARDS: Final = HOUR
REMEMBERED: Final = 400 * DAY  # no clock has been running for longer than that
LAST, AWAY = "heartbeat", "away"  # in the store; the second is from/until;from/until;…


class Heartbeat:
    """Notices that the bot was away. now: seconds since 1970; there: whether the bot can hear and
    speak at this moment."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        credits: Credits | None = None,
        there: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store, self._now, self.there = store, now, there
        self._credits = credits or Credits(store)
        self._last: float | None = None  # the last beat, or the end of the last outage
        self._known = False
        self._heard: tuple[Span, ...] = ()  # when the bot was away, as of the last beat
        self.away: tuple[Span, ...] = ()  # when the clocks of all tables stand still

    async def look(self) -> tuple[Span, ...]:
        """When all clocks stand still, as far as is known by now. Whoever writes asks first: the
        machine may have slept until this moment."""
        await self._recall()
        now = self._now()
        if (since := self._silent_since(now)) is not None:
            await self._listen(since)
        if (since := self._silent_since(now)) is not None:
            there, until = self.there(), now + AFTERWARDS
            if there or dict(self.away).get(since, 0.0) < until - BEAT_PAUSE:
                await self._lasts(since, now, over=there)
            if there:
                self._last = now
        return self.away

    def _silent_since(self, now: float) -> float | None:
        """The last beat, where it is so long ago that the bot was away."""
        last = self._last
        return last if last is not None and now - last > GAP else None

    async def _listen(self, since: float) -> None:
        """Another process on this database may have been there meanwhile, as a spare is: it has
        written down its beats, and when nobody was there."""
        beat = float(await self._store.setting(LAST) or 0.0)
        if beat > since:
            self._last, self.away = beat, await self._spans()

    async def _lasts(self, since: float, now: float, *, over: bool) -> None:
        """The bot was away until now, and is there again where that is over; an outage that goes on
        stays one span."""
        recent = (span for span in self.away if span[1] > now - REMEMBERED and span[0] != since)
        self.away = (*recent, (since, now + AFTERWARDS))
        await self._credits.outage(since, now, now + AFTERWARDS, self._kept(), over=over)

    async def beat(self, turned_back: Callable[[float], Awaitable[None]]) -> bool:
        """Note that the bot is there, if it is. True if due times changed. turned_back: told of
        the last beat when the machine's clock shows a time long before it, so that what lies ahead
        can be put right."""
        await self.look()
        if not self.there():
            return False
        now, last = self._now(), self._last
        if last is not None and last - now > GAP:
            ahead = await self._credits.ahead(last)
            await turned_back(last)
            self.away = tuple((a, min(b, now)) for a, b in self.away if a < now)
            await self._credits.turned_back(ahead, last - now, now, self._kept())
        await self._store.set(LAST, repr(now))
        before, self._heard, self._last = self._heard, self.away, now
        return self.away != before

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
            last = await self._store.setting(LAST)
            self._last = None if last is None else float(last)
            self.away = await self._spans()
            self._heard, self._known = self.away, True

    async def _spans(self) -> tuple[Span, ...]:
        written = await self._store.setting(AWAY) or ""
        return tuple(_span(said) for said in written.split(";") if said)

    def _kept(self) -> dict[str, str]:
        """When the bot was away, as the store keeps it."""
        return {AWAY: ";".join(f"{a!r}/{b!r}" for a, b in self.away)}


class Overheard(Heartbeat):
    """What a process knows of it that does not speak to Discord: when the bots were there, they
    have written down."""

    async def look(self) -> tuple[Span, ...]:
        self._known = False
        await self._recall()
        return self.away


def _span(said: str) -> Span:
    begin, _, end = said.partition("/")
    return float(begin), float(end)
