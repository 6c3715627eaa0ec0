"""The worker that has computers play: each timer "think" of the store becomes one turn.

    timer ──> the view of the seat ──mind──> a turn ──> committed (bot/features/computers.py)
                                      └── lost twice: the turn that changes least

A timer stands until its turn is committed, so that whoever starts again finds it. No more are
claimed than there is room to think of, the first ones first: where several processes share a
database, the others are left to whoever is free. How long they have waited is what each process
has seen of it, and by that each turn is thought of for as long as there is time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from bot.boundary import Broken, guarded
from bot.core.game import THINK
from bot.core.waiting import heard
from bot.domain.computers import Problem, Think
from bot.domain.minds import Lost, Mind, Waits
from storage import Duties, InDoubt, Store, Timer, Unreachable

log = logging.getLogger(__name__)

TRIES: Final = 2  # thoughts about one position
AFTER_A_BUG: Final = 60.0  # seconds
UNANSWERED: Final = 2.0  # seconds after which a server is asked again that did not answer
# Where several processes share a database, what is to be thought of belongs to whoever is free, and
# not to who has committed it: of bots, and of what does nothing but think.
BESIDE_OTHERS: Final = Duties(timers=lambda kind: kind != THINK)
THINKS_ALONE: Final = Duties(posts=False, timers=lambda kind: False)


class Thinking:
    """Has thought of what is due. play: commits what was thought of for a timer; sleep: waits after
    something of ours broke; looks: seconds between two looks, where they are not the store's; now:
    seconds that only ever grow."""

    def __init__(
        self,
        store: Store,
        play: Callable[[Timer, Think], Awaitable[None]],
        mind: Mind,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        looks: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._play, self._mind, self._sleep = store, play, mind, sleep
        self._looks, self._now = looks, now
        self._news = asyncio.Event()
        self._busy: dict[int, asyncio.Task[None]] = {}  # by the timer
        self._resting: set[int] = set()  # of these: nothing is thought of them for a while
        self._since: dict[int, float] = {}  # when each was first seen, in the order of asking
        self._elsewhere = 0  # turns that others think of

    def wake(self) -> None:
        """It may be a computer's turn."""
        self._news.set()

    async def run(self) -> None:
        """Think for ever, beginning with what another process has left."""
        while True:
            self._news.clear()
            try:
                await guarded(self.collect())
            except Broken as broken:
                await self._sleep(_pause_after(broken))
            else:
                await heard(self._news, self._looks or self._store.looks)

    async def collect(self) -> None:
        """Begin with what nobody else thinks of, as far as there is room; what is being thought of
        stays ours by that."""
        room = max(0, self._mind.room - len(self._busy) + len(self._resting))
        if most := len(self._busy) + room:
            there = await self._store.claim_timers((THINK,), most=most)
            await self._note(there, more=len(there) >= most)
            for timer in [each for each in there if each.id not in self._busy][:room]:
                self._busy[timer.id] = asyncio.create_task(self._work(timer))

    async def _note(self, there: Sequence[Timer], *, more: bool) -> None:
        """Track how long each turn has been waiting. more: whether there may be unclaimed turns."""
        self._elsewhere = 0
        if more:
            there, self._elsewhere = await self._store.due_timers((THINK,))
        now = self._now()
        self._since = {timer.id: self._since.get(timer.id, now) for timer in there}

    def _waits(self, timer: Timer) -> Waits:
        """How long a turn has waited, and those for which there was no room yet."""
        now, since = self._now(), self._since
        behind = (now - at for waiting, at in since.items() if waiting not in self._busy)
        return Waits(now - since.get(timer.id, now), tuple(behind), self._elsewhere)

    async def idle(self) -> None:
        """Wait until nothing is thought of, also no reply to what was played."""
        await self.collect()
        while self._busy:
            await asyncio.gather(*self._busy.values())
            await self.collect()

    async def close(self) -> None:
        """What is being thought of is left; its timer stands."""
        thoughts = [*self._busy.values()]
        for task in thoughts:
            task.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)
        await self._mind.close()

    async def _work(self, timer: Timer) -> None:
        """One turn, however long it takes to get it written down."""
        try:
            while rest := await self._played(timer):
                await self._rest(timer, rest)
        finally:
            del self._busy[timer.id]
            self.wake()  # there is room for another one

    async def _rest(self, timer: Timer, seconds: float) -> None:
        """Something broke; others are thought of meanwhile."""
        self._resting.add(timer.id)
        self.wake()
        try:
            await self._sleep(seconds)
        finally:
            self._resting.discard(timer.id)

    async def _played(self, timer: Timer) -> float | None:
        """None, or after how many seconds it is tried again."""
        try:
            await guarded(self._play(timer, partial(self._thought, timer)))
        except Broken as broken:
            return _pause_after(broken)
        return None

    async def _thought(self, timer: Timer, position: Problem) -> str | None:
        for _ in range(TRIES):
            try:
                return await self._mind.turn(position, self._waits(timer))
            except Lost as lost:
                log.warning("thought lost", extra={"kind": position.kind, "why": str(lost)})
        return None


def _pause_after(broken: Broken) -> float:
    return UNANSWERED if isinstance(broken.__cause__, Unreachable | InDoubt) else AFTER_A_BUG
