"""The task that sleeps until the store's nearest timer and then runs its handler.

A machine's clock may be set back, by a day or a year. So a wait ends at the latest after its
seconds on the processor's clock; a wait from an earlier process takes at most its kind's longest
wait from now. Each timer is noted once, at the start or when a commit sets it, so later timers wake
nobody. After that only the nearest is read from the store.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from heapq import heapify, heappop, heappush, heapreplace

from bot.messages.boundary import Broken, guard
from bot.table.computers import wait_for_news
from bot.table.rows import TimerKind
from storage import Conflict, GameRow, Store, Timer, timers_in_pages

AFTER_A_BUG = 60.0  # seconds
FEW = 1000  # ended waits that may stay in memory
LONGEST_NAP = 3600.0  # seconds; the machine's clock may be set forward while we sleep


class TimerRunner:
    """Runs due timers. postpone: gives a timer another end; now: the machine's clock; passed: a
    monotonic clock in seconds; look: checks whether the bot was away, which may postpone timers.
    Timers of other kinds are ignored."""

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
        self._began = False  # whether the earlier timers are noted
        self._ended = 0  # the id of the timer that was handled last
        self._most = FEW  # number of ends that starts a search for deleted timers
        self._ends: list[tuple[float, int]] = []  # a heap: in `passed` seconds, the timer's id
        self._noted: dict[int, float] = {}  # by timer id: when it was due by date
        self._wakes = math.inf  # end of the sleep, in `passed` seconds; not finite: awake
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Look again: a timer may be due earlier than before."""
        self._news.set()

    def hear(self, game: GameRow) -> None:
        """Note the timers that a commit has set for a game; wake if one ends before our sleep
        does."""
        for timer in game.timers:
            if timer.kind in self._kinds and timer.id not in self._noted:
                end = self._keep(timer, game)
                if end < self._wakes or len(self._ends) > self._most:
                    self.wake()

    def _keep(self, timer: Timer, game: GameRow | None) -> float:
        """Record when a timer ends, and return that time. game: only a computed wait needs it."""
        longest = self._kinds[timer.kind].longest
        if callable(longest):
            assert game is not None
            longest = longest(game)
        end = self._passed() + min(timer.due - self._now(), longest)
        heappush(self._ends, (end, timer.id))
        self._noted[timer.id] = timer.due
        return end

    async def run(self) -> None:
        """Run due timers for ever."""
        while True:
            self._news.clear()
            try:
                await self._nap(await guard(self.tick()))
            except Broken:
                await self._nap(AFTER_A_BUG)

    async def tick(self) -> float:
        """Run all due timers; return the seconds until the next."""
        while True:
            if self._look is not None:
                await self._look()
            await self._note()
            if (seconds := await self._end_first()) is not None:
                return seconds

    async def _end_first(self) -> float | None:
        """Run the first due timer and return None, to ask the store again; or return the seconds
        until the next."""
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
            end, first = self._ends[0] if self._ends else (math.inf, 0)
            more = timer.due - self._noted.get(timer.id, timer.due)
            if timer.id == first and more > 0 and timer.due > self._now():
                # It was postponed after it was noted, for example because of an outage.
                heapreplace(self._ends, (end + more, timer.id))
                self._noted[timer.id] = timer.due
                continue
            game = await self._store.game(timer.game)
            assert game is not None  # games are never deleted
            if timer in game.timers:
                await self._end(game, timer)
        return None if due or ended else 1.0  # the store's clock may be behind ours

    def _forget(self, gone: Collection[int]) -> None:
        """Forget timers."""
        for each in gone:
            self._noted.pop(each, None)
        while self._ends and self._ends[0][1] not in self._noted:
            heappop(self._ends)

    async def _note(self) -> None:
        """Note the timers from before our start. Above a limit, forget those that the store has
        deleted: each turn sets a new clock, which ends days later."""
        if self._began and len(self._ends) <= self._most:
            return
        gone = {*self._noted}  # timers committed during the query stay
        async for page in timers_in_pages(self._store):
            gone -= {timer.id for timer in page}
            new = [timer for timer in page if timer.kind in self._kinds and not self._began]
            computed = {t.game for t in new if callable(self._kinds[t.kind].longest)}
            found = await self._store.games_by_ids(computed) if computed else []
            games = {game.id: game for game in found}
            for timer in new:
                if timer.id not in self._noted:  # unless a commit has noted it meanwhile
                    self._keep(timer, games.get(timer.game))
        for each in gone:
            del self._noted[each]
        self._ends = [each for each in self._ends if each[1] in self._noted]
        heapify(self._ends)
        self._most = FEW + 2 * len(self._ends)
        self._began = True

    async def _end(self, game: GameRow, timer: Timer) -> None:
        """Handle a timer. After a bug it is due again later, or it would block the others. If the
        game has moved on, look again."""

        async def handle() -> bool:
            if timer.id == self._ended:
                raise RuntimeError(f"the handler of {timer.kind} has left its timer as it was")
            try:
                await self._kinds[timer.kind].handler(game, timer)
            except Conflict:
                return False
            self._ended = timer.id
            return True

        try:
            if not await guard(handle()):
                return
        except Broken:
            await self._postpone(timer, self._now() + AFTER_A_BUG)
        self._forget({timer.id})

    async def _nap(self, seconds: float) -> None:
        seconds = min(seconds, LONGEST_NAP)
        self._wakes = self._passed() + seconds
        await wait_for_news(self._news, seconds)
        self._wakes = math.inf
