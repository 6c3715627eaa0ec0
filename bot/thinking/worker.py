"""The worker that plays for computers: each timer "think" of the store becomes one turn. A timer
stays until its turn is committed, so the next process finds it. This process takes as many as it
has room for, in order, and leaves the rest to `lumbercamp think`."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.messages.boundary import Broken, guard
from bot.table.computers import (
    ALONE,
    Mind,
    Problem,
    SearchLost,
    Think,
    Waits,
    position,
    wait_for_news,
)
from bot.table.game import THINK
from bot.table.table import Tables
from storage import InDoubt, Store, Thought, Timer, Unreachable

log = logging.getLogger(__name__)

TRIES: Final = 2  # thoughts about one position
CLAIMED: Final = 30.0  # seconds of a claim, in which only its holder thinks
UNANSWERED: Final = 2.0  # seconds before a server that didn't answer is asked again


class Worker:
    """Thinks about several turns at once."""

    def __init__(self, store: Store, mind: Mind, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._store, self._mind, self._sleep = store, mind, sleep
        self._busy: dict[int, asyncio.Task[None]] = {}  # by the timer

    async def close(self) -> None:
        """Abandon thoughts under way: their timers stay."""
        thoughts = [*self._busy.values()]
        for task in thoughts:
            task.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)
        await self._mind.close()


class Thinking(Worker):
    """Plays the computers' turns."""

    def __init__(
        self,
        store: Store,
        play: Callable[[Timer, Think], Awaitable[None]],  # commits the turn for a timer
        mind: Mind,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
        *,
        thinks: bool = True,  # False: only other processes think
    ) -> None:
        super().__init__(store, mind, sleep)
        self._play, self._now, self._thinks = play, now, thinks
        self._news = asyncio.Event()
        self._resting: set[int] = set()  # timers in a pause, without a thought
        self._since: dict[int, float] = {}  # when each was first seen, in the order of asking
        self._elsewhere = 0  # turns claimed by other processes
        self._left = 0  # turns without room here

    def wake(self) -> None:
        """Look again: it may be a computer's turn."""
        self._news.set()

    async def run(self) -> None:
        """Think for ever, beginning with an earlier process's work."""
        while True:
            self._news.clear()
            try:
                await guard(self.collect())
            except Broken as broken:
                await self._sleep(_pause_after(broken))
            else:
                # Look for others' results each second.
                await wait_for_news(self._news, 1.0 if self._elsewhere or self._left else None)

    async def collect(self) -> None:
        """Play the turns that others have found, and begin with unclaimed ones while there is
        room."""
        now, there = self._store.now(), await self._store.thoughts(THINK)
        passed = self._now()
        self._since = {each.timer.id: self._since.get(each.timer.id, passed) for each in there}
        there = [each for each in there if each.timer.id not in self._busy]
        for each in there:
            if each.line:
                self._begin(each.timer, partial(self._said, each))
        free = [each for each in there if not each.line and each.until <= now]
        self._elsewhere = sum(not each.line and each.until > now for each in there)
        room = max(0, self._mind.room - len(self._busy) + len(self._resting)) * self._thinks
        claimed = list[Timer]()
        if free and room:
            claimed = await self._store.claim_thoughts(THINK, CLAIMED, room, tuple(self._busy))
        for timer in claimed:
            self._begin(timer, partial(self._thought, timer))
        self._left = len(free) - len(claimed)

    def _begin(self, timer: Timer, think: Think) -> None:
        self._busy[timer.id] = asyncio.create_task(self._work(timer, think))

    def _waits(self, timer: Timer) -> Waits:
        """How long a turn has waited, and those without room yet."""
        now, since = self._now(), self._since
        behind = (now - at for waiting, at in since.items() if waiting not in self._busy)
        return Waits(now - since.get(timer.id, now), tuple(behind), self._elsewhere)

    async def _work(self, timer: Timer, think: Think) -> None:
        """Play one turn; retry until it's committed."""
        try:
            while True:
                try:
                    return await guard(self._play(timer, think))
                except Broken as broken:
                    self._resting.add(timer.id)
                    self.wake()  # others can be thought about meanwhile
                    await self._sleep(_pause_after(broken))
                self._resting.discard(timer.id)
        finally:
            self._resting.discard(timer.id)
            del self._busy[timer.id]
            self.wake()  # there is room for another one

    async def _thought(self, timer: Timer, problem: Problem) -> str | None:
        return await think_turn(self._mind, problem, self._waits(timer))

    async def _said(self, left: Thought, problem: Problem) -> str | None:
        """The turn from another process, if the position is still the same; else a new thought."""
        same = left.seed == str(problem.seed)
        return left.line if same else await self._thought(left.timer, problem)


class Thinker(Worker):
    """Thinks beside a bot on the same database, and leaves the turns there."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        mind: Mind,
        same: Callable[[], Awaitable[bool]],  # whether the bot plays by the same rules
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(store, mind, sleep)
        self._tables, self._same = tables, same

    async def run(self) -> None:
        """Think for ever."""
        while True:
            try:
                await guard(self.collect())
            except Broken as broken:
                await self._sleep(_pause_after(broken))
            else:
                await self._sleep(0.5)

    async def collect(self) -> None:
        """Begin with unclaimed turns while there is room."""
        room = self._mind.room - len(self._busy)
        if room and await self._same():
            for timer in await self._store.claim_thoughts(THINK, CLAIMED, room, tuple(self._busy)):
                self._busy[timer.id] = asyncio.create_task(self._work(timer))

    async def _work(self, timer: Timer) -> None:
        try:
            await guard(self._think(timer))
        except Broken as broken:
            await self._sleep(_pause_after(broken))
        finally:
            del self._busy[timer.id]

    async def _think(self, timer: Timer) -> None:
        # Not `game`, which caches: another process writes.
        (row,) = await self._store.games_by_ids((timer.game,))
        if timer not in row.timers or row.kind not in self._tables.games:
            return
        problem = position(await self._tables.at(self._tables.games.from_row(row)))
        line = await think_turn(self._mind, problem, ALONE)
        await self._store.leave_thought(Thought(timer, seed=str(problem.seed), line=line or ""))


async def think_turn(mind: Mind, problem: Problem, waits: Waits) -> str | None:
    """A turn; None: every try was lost."""
    for _ in range(TRIES):
        try:
            return await mind.turn(problem, waits)
        except SearchLost as lost:
            log.warning("thought lost", extra={"kind": problem.kind, "why": str(lost)})
    return None


def _pause_after(broken: Broken) -> float:
    """Seconds until the next try."""
    return UNANSWERED if isinstance(broken.__cause__, Unreachable | InDoubt) else 60.0
