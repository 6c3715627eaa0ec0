"""Outages. While the bot was away, and for an hour after, clocks stand still and waits are longer.
A machine that slept or whose clock was set forward looks like a process that was stopped.

An outage is credited once, even if the process dies in the middle. One transaction stores the
outage and a shift. Each of the next ones moves a page of timers and stores how far the shift got.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from bot.table.game import ABANDONED, DAY, HOUR, LOBBY_CLOSES, OFFER, OPEN_SEAT, REMIND, Game, Span
from bot.table.reminders import is_stage
from bot.table.rows import LobbyEdit, OutboxRow, PlayBy, coded, row_class
from bot.table.seats import Offer, Opened, SeatReopened
from storage import PAGE, GameRow, Post, Store, Timer

BEAT_PAUSE: Final = 300.0  # seconds between two heartbeats
SOON: Final = 30.0  # seconds until the next look while the bot is away
OUTAGE_AFTER: Final = 600.0  # seconds without a heartbeat that make an outage
AFTERWARDS: Final = HOUR
REMEMBERED: Final = 400 * DAY  # no clock runs longer than that

LAST, AWAY, SHIFT = "heartbeat", "away", "moves"  # settings in the store

# Timers that give people time. A clock isn't among them, as its calendar knows outages. A night
# ends when it ends, and so does a season's week. Some timers only the bot waits for.
SHIFTED_KINDS: Final = {LOBBY_CLOSES, OPEN_SEAT, OFFER, ABANDONED, REMIND}


class TimerShift(NamedTuple):
    """A move of all timers by some time, with how far it got."""

    after: float  # timers that are due later move
    by: float  # seconds
    not_before: float  # nothing is due before this moment
    newest: int  # the id of the last timer
    correct_messages: bool  # whether messages show the new times, since the bot can speak
    done: int = 0  # the id of the last timer checked


class Uptime:
    """Knows when the bot was away, and credits outages."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],  # seconds since 1970
        there: Callable[[], bool],  # whether the bot can hear and speak now
        wake: Callable[[GameRow | None, Collection[str]], None],
    ) -> None:
        self.there, self.away = there, tuple[Span, ...]()  # away: when clocks stand still
        self._store, self._now, self._wake = store, now, wake
        self._last: float | None = None  # the last heartbeat, or the end of the last outage
        self._shift: TimerShift | None = None
        self._known = self._moved = False
        self._looking = asyncio.Lock()  # two looks at once would write two ends of one outage

    async def look(self) -> tuple[Span, ...]:
        """Credit an outage that ended or continues, and return when clocks stand still. Look before
        each write: the machine may have slept until this moment."""
        async with self._looking:
            await self._recall()
            while await self._credit():
                await self._recall()
        return self.away

    async def beat(self) -> bool:
        """Store a heartbeat if the bot is there. Return whether clocks end at other times now."""
        await self.look()
        if not self.there():
            return False
        now = self._now()
        await self._store.set(LAST, repr(now))
        moved, self._moved, self._last = self._moved, False, now
        return moved

    @property
    def present(self) -> float:
        """The last moment in which the bot was there: now, or the last heartbeat."""
        now = self._now()
        return now if self.there() or self._last is None else min(now, self._last)

    async def quiet_until(self) -> float | None:
        """Until when nothing ends and nobody is reminded, because the bot was or is away."""
        now = self._now()
        ends = [end for begin, end in await self.look() if begin <= now < end]
        if not self.there():
            ends.append(now + OUTAGE_AFTER)  # by then it shows whether this is an outage
        return max(ends, default=None)

    def outage(self) -> Span | None:
        """The start and end of an outage, as long as nothing ends because of it."""
        now = self._now()
        lately = [(a, b - AFTERWARDS) for a, b in self.away if a <= now < b]
        return lately[-1] if lately else None

    def news(self, since: float) -> tuple[str, ...]:
        """The rows about a clock's new end. since: when the clock started."""
        if not self.there():
            return ()
        outage = self.outage()
        if outage is None or outage[1] - outage[0] <= HOUR or since >= outage[1]:
            return (PlayBy().encode(),)
        return PlayBy().encode(), AfterOutage(int(outage[0]), int(outage[1])).encode()

    async def _recall(self) -> None:
        if not self._known:
            last, away, shift = [await self._store.setting(key) for key in (LAST, AWAY, SHIFT)]
            self._last = None if last is None else float(last)
            self.away = tuple((begin, end) for begin, end in json.loads(away or "[]"))
            self._shift = TimerShift(*json.loads(shift)) if shift else None
            self._known = True

    async def _credit(self) -> bool:
        """Take the next step, if there is one; then the changes are read again."""
        now, there = self._now(), self.there()
        if self._shift is not None:
            await self._page(self._shift)
            return True
        if self._last is None:
            return False
        if self._last - now > OUTAGE_AFTER and there:
            # The machine's clock was set back: end waits in the future earlier.
            away = [(begin, min(end, now)) for begin, end in self.away if begin < now]
            begin, not_before = self._last, 0.0
        elif now - self._last > OUTAGE_AFTER:
            # An outage that continues begins at the last heartbeat: its span is replaced.
            spans = dict(self.away)
            until = spans.pop(self._last, self._last + AFTERWARDS)
            if not there and until >= now + AFTERWARDS - BEAT_PAUSE:
                return False  # the outage continues, and was credited up to a moment ago
            spans = {a: b for a, b in spans.items() if b > now - REMEMBERED}
            away = [*spans.items(), (self._last, now + AFTERWARDS)]
            begin, not_before = until - AFTERWARDS, now + AFTERWARDS
        else:
            return False
        last = now if there else self._last
        newest = await self._store.newest_timer()
        shift = TimerShift(begin, now - begin, not_before, newest, correct_messages=there)
        values = {LAST: repr(last), AWAY: json.dumps(away), SHIFT: json.dumps(shift)}
        self._known, self._moved = False, True  # a write that fails may have been done
        await self._store.credit({}, (), values)
        return True

    async def _page(self, shift: TimerShift) -> None:
        page = await self._store.timers_after(shift.done, most=PAGE)
        old = [timer for timer in page if timer.id <= shift.newest]
        timers = [timer for timer in old if timer.due > shift.after and is_shifted(timer)]
        dues = {timer.id: max(timer.due + shift.by, shift.not_before) for timer in timers}
        wrong = ((each.game, _correction(each)) for each in timers if shift.correct_messages)
        posts = dict.fromkeys((game, kind) for game, kind in wrong if kind is not None)
        left = json.dumps(shift._replace(done=old[-1].id)) if len(old) == PAGE else ""
        self._known, self._moved = False, True
        await self._store.credit(dues, posts, {SHIFT: left})
        if posts:
            self._wake(None, ())


def is_shifted(timer: Timer) -> bool:
    """Whether an outage moves a timer."""
    return timer.kind in SHIFTED_KINDS and (timer.kind != REMIND or is_stage(timer.payload))


def _correction(timer: Timer) -> str | None:
    """The row of the outbox that corrects the time in the message about a timer, if any."""
    if timer.kind == LOBBY_CLOSES:
        return LobbyEdit().encode()
    if timer.kind == OPEN_SEAT:
        return SeatReopened(Opened.decode(timer.payload).seat).encode()
    return Offer.decode(timer.payload).news if timer.kind == OFFER else None


@coded("outage")
class AfterOutage(OutboxRow):
    """Lists the waiting games for the player to move, and the outage. Each game has a row: the
    first one to arrive lists all games, and the others find that the player knows."""

    begin: int
    end: int
    loud = True
    matters = False


def waits_for_news(game: Game, posts: Iterable[Post]) -> bool:
    """Whether the player to move still has to hear of an outage. posts: unsent rows."""
    rows = (post for post in posts if post.game == game.id and not game.past(post.n))
    kinds = (*(row.kind for row in rows), *(t.payload for t in game.timers if t.kind == REMIND))
    return any(row_class(kind) is AfterOutage for kind in kinds)
