"""The hub that tells pages of a table's changes, over a connection that stays open. An event only
has the table's version; the page then fetches its content. It looks after each commit and twice a
second, with one query for all watched tables, which also ends streams without access."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from bot.features.servers import Servers
from bot.messages.boundary import Broken, guard
from storage import Store, StoreError, Version

MOST_OF_ONE: Final = 6  # per person, or per address if nobody is signed in


@dataclass(eq=False)
class Watch:
    """A viewer's stream. who: the key for its limit; user: 0 if not signed in; browser: its
    browser, 0 if not signed in; since: its start; spectates: by a public link, while that is
    allowed."""

    game: int
    who: str
    user: int
    browser: int = 0
    since: float = 0.0
    spectates: bool = False
    _news: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(1))
    _told: str = ""

    def tell(self, version: Version) -> None:
        """Queue the current version, replacing an unsent one. Only the mover's includes the draft:
        the others would learn about it and its number of words. The mover is checked each time, as
        seats change while a stream is open: by the draw at the start, or by a substitute."""
        said = f"{version.n}"
        if self.user and self.user == version.mover:
            said = f"{version.n}.{version.version}"
        if said != self._told:
            self._told = said
            self.send(said)

    def may_continue(
        self, admitted: Mapping[int, Mapping[int, float | None]], watchable: Collection[int]
    ) -> bool:
        """Whether this stream may continue. admitted: browsers and their seats; watchable: the
        games open to spectators."""
        if not self.browser:
            return not self.spectates or self.game in watchable
        if (seats := admitted.get(self.browser)) is None:
            return False
        if self.game not in seats:
            return self.spectates and self.game in watchable
        absent = seats[self.game]
        return absent is None or absent < self.since

    def send(self, said: str | None) -> None:
        """Send a version, or end the stream."""
        with suppress(asyncio.QueueEmpty):
            self._news.get_nowait()
        self._news.put_nowait(said)

    async def news(self) -> AsyncIterator[str]:
        """Yield the table's versions; empty after a silence."""
        while True:
            try:
                said = await asyncio.wait_for(self._news.get(), 20.0)
            except TimeoutError:  # the silence: show that the stream is alive
                said = ""
            if said is None:
                return
            yield said


class Hub:
    """All streams of this process."""

    def __init__(self, store: Store, servers: Servers, most: int = 2_000) -> None:
        self._store, self._servers, self.most = store, servers, most
        self._watches: dict[Watch, None] = {}  # oldest first
        self._woken = asyncio.Event()

    def __len__(self) -> int:
        return len(self._watches)

    def wake(self) -> None:
        """Announce a commit."""
        self._woken.set()

    @asynccontextmanager
    async def watching(
        self, game: int, who: str, user: int, *, browser: int = 0, spectates: bool = False
    ) -> AsyncIterator[Watch]:
        """A stream during the block. The same person's oldest makes room; above the total limit,
        the oldest of all, spectators first."""
        mine = [watch for watch in self._watches if watch.who == who]
        for old in mine[: max(0, len(mine) - MOST_OF_ONE + 1)]:
            self._drop(old)
        while len(self._watches) >= self.most:
            self._drop(min(self._watches, key=lambda each: not each.spectates))
        now = self._store.now()
        watch = Watch(game, who, user, browser=browser, since=now, spectates=spectates)
        self._watches[watch] = None
        self.wake()
        try:
            yield watch
        finally:
            self._watches.pop(watch, None)

    def _drop(self, watch: Watch) -> None:
        self._watches.pop(watch, None)
        watch.send(None)

    async def run(self) -> None:
        """Look while there are streams."""
        while True:
            with suppress(TimeoutError):  # twice a second, so a stream ends within one
                await asyncio.wait_for(self._woken.wait(), 0.5 if self._watches else None)
            self._woken.clear()
            if self._watches:
                with suppress(Broken):  # the next look may work
                    await guard(self._look())

    async def _look(self) -> None:
        watches = list(self._watches)
        games = {watch.game for watch in watches}
        spectated = {watch.game for watch in watches if watch.spectates}
        browsers = {watch.browser for watch in watches if watch.browser}
        try:
            found = await self._store.versions(games)
            # Check access after the query, so a stream sends nothing after its end.
            admitted = await self._store.admitted_browsers(browsers, games) if browsers else {}
            watchable = await self._servers.watchable(spectated) if spectated else set[int]()
        except StoreError:  # the database is lost, which others report
            return
        for watch in watches:
            if not watch.may_continue(admitted, watchable):
                self._drop(watch)
            elif watch.game in found:
                watch.tell(found[watch.game])

    def close(self) -> None:
        """End all streams."""
        for watch in list(self._watches):
            self._drop(watch)
