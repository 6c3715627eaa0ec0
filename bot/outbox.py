"""The worker that tells the world: rows of the outbox are delivered, each exactly once.

Order is kept within a game, and games do not wait for each other. What cannot be delivered
now is tried again; what cannot be delivered at all is parked, and the host hears of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from itertools import chain, repeat

from bot.delivery import Delivery, matters
from bot.door import Broken, guarded
from bot.office import Closed, Later
from storage import Post, Store, Unwritable

log = logging.getLogger(__name__)

PAUSES = (1, 2, 5, 15, 60)  # seconds before it is tried again; the last one repeats
Sleep = Callable[[float], Awaitable[None]]


class Outbox:
    """Delivers what the store holds. `sleep` waits between tries."""

    def __init__(self, store: Store, delivery: Delivery, sleep: Sleep = asyncio.sleep) -> None:
        self._store, self._delivery, self._sleep = store, delivery, sleep
        self._news = asyncio.Event()
        self._queues: dict[int, deque[Post]] = {}
        self._busy: set[asyncio.Task[None]] = set()
        self._seen = 0

    def wake(self) -> None:
        """There is something new."""
        self._news.set()

    async def run(self) -> None:
        """Deliver for ever, beginning with what another outbox may have left half done."""
        left = True
        while True:
            self._news.clear()
            try:
                await guarded(self.collect(left=left))
            except Broken:
                await self._sleep(PAUSES[-1])
            else:
                left = False
                await self._news.wait()

    async def collect(self, *, left: bool = False) -> None:
        """Hand every new row to its game's queue. left: they may have been sent already."""
        while posts := await self._store.pending(after=self._seen):
            for post in posts:
                self._enqueue(replace(post, fresh=post.fresh and not left))
            self._seen = posts[-1].id

    async def drained(self) -> None:
        """Wait until nothing is being delivered."""
        while self._busy:
            await asyncio.gather(*self._busy)

    async def close(self, seconds: float = 5) -> None:
        """Let deliveries under way finish, but not for ever; the rest stays in the store."""
        self._queues.clear()
        if self._busy:
            _, late = await asyncio.wait(self._busy, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _enqueue(self, post: Post) -> None:
        queue = self._queues.setdefault(post.game, deque())
        queue.append(post)
        if len(queue) == 1:
            task = asyncio.create_task(self._work(post.game))
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def _work(self, game: int) -> None:
        while queue := self._queues.get(game):
            await self._deliver(queue[0])
            queue.popleft()
        self._queues.pop(game, None)

    async def _deliver(self, post: Post) -> None:
        """One row, until it is sent or given up."""
        again, bugs = not post.fresh, list[str]()
        pauses = chain(PAUSES, repeat(PAUSES[-1]))
        while True:
            try:
                if await guarded(self._try(post, again, bugs)):
                    return
            except Broken as broken:
                if not isinstance(broken.__cause__, Unwritable):  # the disk may have room later
                    bugs.append(str(broken))
            again = True
            await self._sleep(next(pauses))

    async def _try(self, post: Post, again: bool, bugs: list[str]) -> bool:
        """Whether the row is done with. bugs: the references of those met so far."""
        try:
            if len(bugs) == len(PAUSES):
                raise Closed(f"something broke (reference {bugs[-1]})")
            sent = await self._delivery.deliver(post, again=again)
            await self._store.sent(post.id, sent and sent.message, sent and sent.channel)
        except Later as later:
            await self._store.tried(post.id, str(later))
            return False
        except Closed as closed:
            await self._give_up(post, str(closed))
        return True

    async def _give_up(self, post: Post, why: str) -> None:
        log.warning("parked", extra={"post": post.id, "game": post.game, "why": why})
        await self._store.park(post.id, why)
        if matters(post):
            with suppress(Broken):
                await guarded(self._delivery.explain(post, why))
