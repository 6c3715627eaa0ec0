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
        self._ended = 0  # the id of the timer of which the handler has done its work last
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
            if (seconds := await self._end_first(nearest)) is not None:
                return seconds

    async def _end_first(self, nearest: Timer | None) -> float | None:
        """Do what is due first, if anything is: then there is None, and the store is asked again;
        else the seconds until something is. What has ended otherwise is forgotten. nearest: the
        timer that is due first by its date."""
        while True:
            waits = [wait for wait in (self._by_date(nearest), self._by_seconds()) if wait]
            seconds, timer = min(waits, key=lambda wait: wait[0], default=(LONGEST_NAP, None))
            if timer is None or seconds > 0:
                return seconds
            game = await self._game(timer)
            if timer in game.timers:
                await self._end(game, timer)
                return None
            self._drop(timer)
            if timer == nearest:
                return None

    def _drop(self, timer: Timer) -> None:
        """Its wait is over; unless a commit has set a nearer one meanwhile."""
        if self._ends and self._ends[0][2] == timer:
            heappop(self._ends)

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

    def _by_seconds(self) -> tuple[float, Timer] | None:
        """The timer with the fewest seconds left of its wait. It may have ended otherwise."""
        return (self._ends[0][0] - self._passed(), self._ends[0][2]) if self._ends else None

    async def _end(self, game: GameRow, timer: Timer) -> None:
        """Have done what the timer is for. One that we cannot deal with is due again later, or
        all others would wait for it."""
        try:
            if not await guarded(self._handle(game, timer)):
                return  # the game has moved on; it is looked at again
        except Broken:
            await self._postpone(timer, self._now() + AFTER_A_BUG)
        self._drop(timer)

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
