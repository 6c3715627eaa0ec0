"""When the bot was there. While it was not, and for an hour after, everybody's clock stands still.

    ──●──●──●──────────────────────●──●──►   ● a beat, which is written down
            └─ nobody could play ──┴─ an hour in which nothing ends ─┘

A machine that slept, and a clock on its wall that was set forward, look the same from here, and are
taken for the same. One that is set back is noticed by a beat that lies ahead.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.games.calendar import DAY, HOUR, Span
from storage import Store

EVERY: Final = 300.0  # seconds between two beats
GAP: Final = 600.0  # seconds without one after which the bot was away
AFTERWARDS: Final = HOUR
REMEMBERED: Final = 400 * DAY  # no clock has been running for longer than that
LAST, AWAY = "heartbeat", "away"  # in the store; the second is from/until;from/until;…


class Heartbeat:
    """Notices that the bot was away. now: seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._last: float | None = None
        self._known = False
        self.away: tuple[Span, ...] = ()  # when the clocks of all tables stand still

    async def look(self) -> tuple[Span, ...]:
        """When all clocks stand still, as far as is known by now. Whoever writes asks first: the
        machine may have slept until this moment."""
        await self._recall()
        now = self._now()
        if self._last is not None and now - self._last > GAP:
            recent = (span for span in self.away if span[1] > now - REMEMBERED)
            await self._write((*recent, (self._last, now + AFTERWARDS)))
            self._last = now
        return self.away

    async def beat(self, turned_back: Callable[[float], Awaitable[None]]) -> bool:
        """The bot is there; whether what is due is due at other times now. turned_back: told of
        the last beat when the machine's clock shows a time long before it, so that what lies ahead
        can be put right."""
        await self._recall()
        before = self.away
        await self.look()
        now, last = self._now(), self._last
        if last is not None and last - now > GAP:
            await turned_back(last)
            await self._write(tuple((a, min(b, now)) for a, b in self.away if a < now))
        await self._store.set(LAST, repr(now))
        self._last = now
        return self.away != before

    async def calm(self) -> float | None:
        """Until when nothing ends and nobody is reminded, after the bot was away."""
        now = self._now()
        return next((b for a, b in await self.look() if a <= now < b), None)

    async def _recall(self) -> None:
        if not self._known:
            last = await self._store.setting(LAST)
            self._last = None if last is None else float(last)
            self.away = tuple(_span(said) for said in (await self._away()).split(";") if said)
            self._known = True

    async def _away(self) -> str:
        return await self._store.setting(AWAY) or ""

    async def _write(self, away: tuple[Span, ...]) -> None:
        await self._store.set(AWAY, ";".join(f"{a!r}/{b!r}" for a, b in away))
        self.away = away


def _span(said: str) -> Span:
    begin, _, end = said.partition("/")
    return float(begin), float(end)
