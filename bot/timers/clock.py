"""The one task that sleeps until the nearest timer of the store, and has done what it is for.

What that is, each kind says itself; the clock knows its name, its longest wait and its handler.

A machine's own clock may be set back, by a day or a year. A wait therefore ends after its seconds
at the latest, as the processor counts them; and one that began in a process before this one takes
no longer from now than the longest of its kind. So each timer is noted once, when it is new to
this process; after that the store is asked for nothing but newer ones and the nearest. What a
commit of this process sets is noted as it is made, and nobody is woken for what is due later.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from heapq import heapify, heappop, heappush

from bot.boundary import Broken, guarded
from bot.core.timers import TimerKind
from storage import Conflict, GameRow, Store, Timer

AFTER_A_BUG = 60.0  # seconds
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
        self._noted = 0  # the id of the newest timer that was
        self._most = FEW  # of these, until those that ended otherwise are looked for
        self._ends: list[tuple[float, int, Timer]] = []  # a heap: in `passed` seconds, the id
        self._early: set[int] = set()  # the ids of those that were noted before the store was asked
        self._wakes = math.inf  # until when we sleep, in `passed` seconds; not finite: we do not
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Something may be due earlier than before."""
        self._news.set()

    def hear(self, game: GameRow) -> None:
        """A commit has set timers of this game: look again if one of them ends before we would."""
        for timer in game.timers:
            kind = self._kinds.get(timer.kind)
            if kind and timer.id > self._noted and timer.id not in self._early:
                self._early.add(timer.id)
                longest = kind.longest(game) if callable(kind.longest) else kind.longest
                if self._keep(timer, longest) < self._wakes or len(self._ends) > self._most:
                    self.wake()

    def _keep(self, timer: Timer, longest: float) -> float:
        """Note when a wait ends; and that is told."""
        end = self._passed() + min(timer.due - self._now(), longest)
        heappush(self._ends, (end, timer.id, timer))
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
            nearest, new = await self._store.next_timer(tuple(self._kinds), self._noted)
            await self._note(new)
            waits = [wait for wait in (self._by_date(nearest), await self._by_seconds()) if wait]
            seconds, timer = min(waits, key=lambda wait: wait[0], default=(LONGEST_NAP, None))
            if timer is None or seconds > 0:
                return seconds
            await self._end(timer)

    async def _note(self, new: Iterable[Timer]) -> None:
        """Settle when the waits end that are new to us."""
        for timer in new:
            kind = self._kinds.get(timer.kind)
            if kind and timer.id not in self._early:
                longest = kind.longest
                if callable(longest):
                    longest = longest(await self._game(timer))
                if timer.id not in self._early:  # nor has a commit noted it meanwhile
                    self._keep(timer, longest)
            self._noted = timer.id
        self._early = {early for early in self._early if early > self._noted}
        if len(self._ends) > self._most:
            await self._forget()

    async def _forget(self) -> None:
        """What the store has no more: a clock is set anew with each turn, and ends days later."""
        there = {timer.id for timer in await self._store.new_timers(0)}
        there |= self._early  # what a commit has set while the store was asked
        self._ends = [each for each in self._ends if each[1] in there]
        heapify(self._ends)
        self._most = FEW + 2 * len(self._ends)

    def _by_date(self, nearest: Timer | None) -> tuple[float, Timer] | None:
        """The nearest timer by its date, and the seconds until then."""
        return (nearest.due - self._now(), nearest) if nearest else None

    async def _by_seconds(self) -> tuple[float, Timer] | None:
        """The wait of which the fewest seconds are left. What has ended otherwise is forgotten
        when its time has come."""
        while self._ends:
            end, _, timer = nearest = self._ends[0]
            left = end - self._passed()
            if left > 0 or timer in (await self._game(timer)).timers:
                return left, timer
            if self._ends[0] is nearest:  # a commit may have set a nearer one meanwhile
                heappop(self._ends)
        return None

    async def _end(self, timer: Timer) -> None:
        """Have done what the timer is for. One that we cannot deal with is due again later, or
        all others would wait for it."""
        game = await self._game(timer)
        if timer not in game.timers:
            return
        try:
            await guarded(self._handle(game, timer))
        except Broken:
            await self._postpone(timer, self._now() + AFTER_A_BUG)

    async def _handle(self, game: GameRow, timer: Timer) -> None:
        with suppress(Conflict):  # the game has moved on; it is looked at again
            await self._kinds[timer.kind].handler(game, timer)
            if timer in (await self._game(timer)).timers:
                raise RuntimeError(f"the handler of {timer.kind} has left its timer as it was")

    async def _game(self, timer: Timer) -> GameRow:
        game = await self._store.game(timer.game)
        assert game is not None  # games are never deleted
        return game

    async def _nap(self, seconds: float) -> None:
        # Not wait_for: before Python 3.12 it swallows a cancellation that meets a wake-up.
        seconds = min(seconds, LONGEST_NAP)
        self._wakes = self._passed() + seconds
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._wakes = math.inf
