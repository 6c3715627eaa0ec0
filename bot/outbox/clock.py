"""The one task that sleeps until the nearest timer of the store, and has done what it is for.

What that is, each kind says itself; the clock knows its name, its longest wait and its handler.

A machine's own clock may be set back, by a day or a year. A wait therefore ends after its seconds
at the latest, as the processor counts them; and one that began in a process before this one takes
no longer from now than the longest of its kind. So each timer is noted once: those that there are
when we begin, and what a commit of this process sets as it is made, so that nobody is woken for
what is due later. After that the store is asked for nothing but the nearest.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from heapq import heapify, heappop, heappush, heapreplace

from bot.messages.boundary import Broken, guarded
from bot.table.computers import heard
from bot.table.rows import TimerKind
from storage import Conflict, GameRow, Store, Timer, timers_in_pages

AFTER_A_BUG = 60.0  # seconds
A_MOMENT = 1.0  # seconds by which the store's clock may be behind ours
FEW = 1000  # waits that may be kept in memory though they are over
LONGEST_NAP = 3600.0  # seconds; a computer's own clock may be set forward while we sleep


class Clock:
    """Has done what is due. postpone: has a timer end at another time; now: what the machine's
    clock shows; passed: seconds that only ever grow, from any beginning; look: whether the bot was
    away, by which what is due may come later. Timers of kinds that are not among these are left
    alone."""

    def __init__(
        self,
        store: Store,
        kinds: Iterable[TimerKind],
        postpone: Callable[[Timer, float], Awaitable[None]],
        now: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
        look: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self._store, self._postpone, self._look = store, postpone, look
        self._now, self._passed = now, passed
        self._kinds = {kind.name: kind for kind in kinds}
        self._began = False  # what was set before us is noted
        self._ended = 0  # the id of the timer of which the handler has done its work last
        self._most = FEW  # of these, until those that ended otherwise are looked for
        self._ends: list[tuple[float, int]] = []  # a heap: in `passed` seconds, the timer's id
        self._noted: dict[int, float] = {}  # the ids of those, and when they were due by date
        self._wakes = math.inf  # until when we sleep, in `passed` seconds; not finite: we do not
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Something may be due earlier than before."""
        self._news.set()

    def hear(self, game: GameRow) -> None:
        """A commit has set timers of this game: look again if one of them ends before we would."""
        for timer in game.timers:
            kind = self._kinds.get(timer.kind)
            if kind and timer.id not in self._noted:
                longest = kind.longest(game) if callable(kind.longest) else kind.longest
                if self._keep(timer, longest) < self._wakes or len(self._ends) > self._most:
                    self.wake()

    def _keep(self, timer: Timer, longest: float) -> float:
        """Record when a timer ends, and return that time."""
        end = self._passed() + min(timer.due - self._now(), longest)
        heappush(self._ends, (end, timer.id))
        self._noted[timer.id] = timer.due
        return end

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
            if self._look is not None:
                await self._look()
            await self._note()
            if (seconds := await self._end_first()) is not None:
                return seconds

    async def _end_first(self) -> float | None:
        """Do what is over first, if anything is: then there is None, and the store is asked again;
        else the seconds until something is."""
        nearest = await self._store.next_timer(tuple(self._kinds))
        waits = [nearest.due - self._now()] if nearest else []
        waits += [self._ends[0][0] - self._passed()] if self._ends else []
        seconds = min(waits, default=LONGEST_NAP)
        if seconds > 0:
            return seconds
        ended = [id_ for end, id_ in self._ends[:1] if end <= self._passed()]
        due = await self._store.due_timers(tuple(self._kinds), ended, 1)
        if gone := {*ended} - {timer.id for timer in due}:
            self._forget(gone)
        for timer in due[:1]:
            if self._put_off(timer):
                continue
            game = await self._store.game(timer.game)
            assert game is not None  # games are never deleted
            if timer in game.timers:
                await self._end(game, timer)
        return None if due or ended else A_MOMENT

    def _put_off(self, timer: Timer) -> bool:
        """The wait for it is over, but it was given more time since that was noted, as after an
        outage: then it ends as much later."""
        end, first = self._ends[0] if self._ends else (math.inf, 0)
        more = timer.due - self._noted.get(timer.id, timer.due)
        if timer.id != first or more <= 0 or timer.due <= self._now():
            return False
        heapreplace(self._ends, (end + more, timer.id))
        self._noted[timer.id] = timer.due
        return True

    def _forget(self, gone: Collection[int]) -> None:
        """These are done with."""
        for each in gone:
            self._noted.pop(each, None)
        while self._ends and self._ends[0][1] not in self._noted:
            heappop(self._ends)

    async def _note(self) -> None:
        """Settle when the waits end that began before us; where many are noted, what the store has
        no more is forgotten: a clock is set anew with each turn, and ends days later."""
        if self._began and len(self._ends) <= self._most:
            return
        gone = {*self._noted}  # what a commit sets while the store is asked stays
        async for page in timers_in_pages(self._store):
            gone -= {timer.id for timer in page}
            if not self._began:
                await self._note_page(page)
        for each in gone:
            del self._noted[each]
        self._ends = [each for each in self._ends if each[1] in self._noted]
        heapify(self._ends)
        self._most = FEW + 2 * len(self._ends)
        self._began = True

    async def _note_page(self, page: list[Timer]) -> None:
        kinds = [(timer, self._kinds[timer.kind]) for timer in page if timer.kind in self._kinds]
        asked = {timer.game for timer, kind in kinds if callable(kind.longest)}
        games = {game.id: game for game in await self._store.games_by_ids(asked)} if asked else {}
        for timer, kind in kinds:
            longest = kind.longest
            if callable(longest):
                longest = longest(games[timer.game])
            if timer.id not in self._noted:  # nor has a commit noted it meanwhile
                self._keep(timer, longest)

    async def _end(self, game: GameRow, timer: Timer) -> None:
        """Have done what the timer is for. One that we cannot deal with is due again later, or
        all others would wait for it."""
        try:
            if not await guarded(self._handle(game, timer)):
                return  # the game has moved on; it is looked at again
        except Broken:
            await self._postpone(timer, self._now() + AFTER_A_BUG)
        self._forget({timer.id})

    async def _handle(self, game: GameRow, timer: Timer) -> bool:
        """False where somebody else was first."""
        if timer.id == self._ended:
            raise RuntimeError(f"the handler of {timer.kind} has left its timer as it was")
        try:
            await self._kinds[timer.kind].handler(game, timer)
        except Conflict:
            return False
        self._ended = timer.id
        return True

    async def _nap(self, seconds: float) -> None:
        seconds = min(seconds, LONGEST_NAP)
        self._wakes = self._passed() + seconds
        await heard(self._news, seconds)
        self._wakes = math.inf
