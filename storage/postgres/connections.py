"""Several connections to one server, and which of them a verb goes to.

    event loop      game 7 ──> link 3     all verbs of a game go to one link, in their order
                    game 8 ──> link 0
                    others ──> the link with the least to do

As over one thread, whoever asks sees what they have asked for before: verbs wait for what nobody
waits for any more (its caller was cancelled), and for deferred writes.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from functools import partial
from typing import Concatenate, Final, ParamSpec, TypeVar

from storage.counts import Counts
from storage.engine import Asked, Db
from storage.errors import StoreError, Unwritable
from storage.postgres.link import PATIENCE, Along, Link, Locks, Raw

P = ParamSpec("P")
T = TypeVar("T")
Note = Callable[[Db], Asked[None]]
LINKS: Final = 4
SOON: Final = 0.2  # seconds until a deferred write is flushed at the latest
LATER: Final = 10.0  # where the server refused it


class Connections:
    def __init__(
        self,
        connect: Callable[[bool], Raw],
        links: int = LINKS,
        *,
        writing: bool = True,
        counts: Counts | None = None,
        along: Along | None = None,
    ) -> None:
        """connect: makes a connection; the first one (True) holds the database for this process;
        along: as with a Link."""
        self.refused, counts = False, counts or Counts()
        makes = (partial(connect, n == 0) for n in range(links))
        self._links = [Link(make, counts, writing=writing, along=along) for make in makes]
        self._written = -math.inf
        self._notes = list[Note]()
        self._due: asyncio.TimerHandle | None = None
        self._flushing: asyncio.Future[None] | None = None
        self._awaited = set[asyncio.Future[object]]()

    async def start(self) -> None:
        """Connect with every link. When that fails, none is left behind."""
        try:
            for link in self._links:
                await self._hop(link, link.connected)
        except BaseException:
            await self.close()
            raise

    def at(self, game: int | None, *, guild: int | None = None, ends: bool = False) -> Lane:
        """The link of a game, and what a write there takes first."""
        link = self._idle() if game is None else self._links[game % len(self._links)]
        return Lane(self, link, Locks(game, guild, ends))

    async def read(self, work: Callable[Concatenate[Db, P], T], *args: P.args, **kw: P.kwargs) -> T:
        return await self.at(None).read(work, *args, **kw)

    async def write(
        self, work: Callable[Concatenate[Db, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        return await self.at(None).write(work, *args, **kw)

    def defer(self, work: Note) -> None:
        """Deferred write: flushed by the next write, before any read, or after 0.2 s."""
        self._notes.append(work)
        self._flush_in(SOON)

    @property
    def closed(self) -> bool:
        return not self._links

    def wrote_within(self, seconds: float) -> bool:
        """True if something was written in the last `seconds`, and no write has failed since."""
        return not self.refused and time.monotonic() - self._written < seconds

    async def close(self) -> None:
        """Flush deferred writes, and let go of the server. Twice is once."""
        if self._notes and not self.closed:
            await self._flush()
        if self._due is not None:
            self._due.cancel()
        links, self._links = self._links, []
        for link in links:
            await asyncio.wrap_future(link.thread.submit(link.close))
            link.thread.shutdown()

    async def run(self, link: Link, work: Callable[[Db], T]) -> T:
        """Read on a link."""
        if self._notes:
            await self._flush()
        await self._settled()
        return await self._hop(link, lambda until: link.read(work, until))

    async def run_write(self, link: Link, locks: Locks, work: Callable[[Db], T]) -> T:
        """Write on a link, with all that was deferred."""
        await self._settled()
        notes, self._notes = self._notes, []

        def all_of_it(db: Db) -> tuple[T, list[Asked[None]]]:
            looks = [note(db) for note in notes]
            return work(db), looks

        def written(until: float) -> T:
            done, looks = link.write(all_of_it, locks, until)
            for look in looks:
                look()
            return done

        doing = self._start(link, written)
        if notes:
            self._await(doing)
        doing.add_done_callback(lambda done: self._written_or_not(done, notes))
        return await self._finish(doing)

    def _written_or_not(self, done: asyncio.Future[T], notes: list[Note]) -> None:
        error = done.exception()
        self.refused |= isinstance(error, Unwritable)
        if error is None:
            self._written = time.monotonic()
        elif notes:
            self._notes[:0] = notes
            self._flush_in(SOON)

    async def _flush(self) -> None:
        """Write what was deferred. Where the server refuses it, it is tried again, and others may
        read meanwhile."""
        try:
            await self.write(_nothing)
        except StoreError:
            self._flush_in(LATER)

    def _flush_in(self, seconds: float) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(seconds, self._flush_now)

    def _flush_now(self) -> None:
        self._due = None
        if self._notes:
            self._flushing = asyncio.ensure_future(self._flush())

    async def _settled(self) -> None:
        """Wait for what later verbs must know of."""
        while self._awaited:
            await asyncio.wait(self._awaited)

    def _idle(self) -> Link:
        return min(self._links, key=lambda link: link.asked)

    async def _hop(self, link: Link, work: Callable[[float], T]) -> T:
        return await self._finish(self._start(link, work))

    def _start(self, link: Link, work: Callable[[float], T]) -> asyncio.Future[T]:
        until = time.monotonic() + PATIENCE
        link.asked += 1
        doing = asyncio.get_running_loop().run_in_executor(link.thread, work, until)

        def done(_: object) -> None:
            link.asked -= 1

        doing.add_done_callback(done)
        return doing

    async def _finish(self, doing: asyncio.Future[T]) -> T:
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            self._await(doing)
            raise

    def _await(self, doing: asyncio.Future[T]) -> None:
        """Let every later verb wait for this, whatever becomes of it."""
        waited: asyncio.Future[object] = doing  # type: ignore[assignment]
        self._awaited.add(waited)
        waited.add_done_callback(self._over)

    def _over(self, done: asyncio.Future[object]) -> None:
        self._awaited.discard(done)
        done.exception()  # is somebody else's, or nobody's


class Lane:
    """The way to one link."""

    def __init__(self, connections: Connections, link: Link, locks: Locks) -> None:
        self._all, self._link, self._locks = connections, link, locks

    async def read(self, work: Callable[Concatenate[Db, P], T], *args: P.args, **kw: P.kwargs) -> T:
        """The result of `work(connection, ...)`. Raises what it raises, or a StoreError."""
        return await self._all.run(self._link, lambda db: work(db, *args, **kw))

    async def write(
        self, work: Callable[Concatenate[Db, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The result of `work(connection, ...)` in a transaction: durable when this returns, undone
        when it raises."""
        return await self._all.run_write(self._link, self._locks, lambda db: work(db, *args, **kw))


def _nothing(_: Db) -> None:
    """The work of a transaction that only flushes deferred writes."""
