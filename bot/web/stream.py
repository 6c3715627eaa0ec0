"""The hub that tells pages when their table has moved on, over a connection that stays open.

    a commit here ── wake ─┐
    twice a second ────────┴──> one question to the store for all tables that are watched
                                   └── a table is further than before ──> whoever watches it

An event says how far the table is, and nothing else: what that looks like is asked for. Nothing of
a game is kept here; a connection that was lost begins with what is true then. What is asked twice a
second finds what other processes have committed, and ends the streams of those who may watch no
longer: the browser was ended, the seat is lost, its player has left the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.features.servers import Servers
from bot.messages.boundary import Broken, guarded
from storage import Store, StoreError, Version

LOOKS: Final = 0.5  # seconds between two questions: what ends a stream ends it within a second
MOST: Final = 2_000  # streams in all: the eldest makes room
MOST_OF_ONE: Final = 6  # of a person, or of an address that nobody is known at
BEATS: Final = 20.0  # seconds of silence after which a line shows that the stream is alive

Admitted: TypeAlias = Mapping[int, Mapping[int, float | None]]


def far(version: Version, user: int) -> str:
    """How far a table is, for somebody, 0: nobody knows who. What is drafted counts for who is on
    turn alone: the others would learn that somebody is at it, and how many words they say. Seats
    change while a stream is open: they are drawn at the start, and go from one to another."""
    if not user or user != version.mover:
        return f"{version.n}"
    return f"{version.n}.{version.version}"


@dataclass(eq=False)
class Watch:
    """Somebody's stream. who: by which theirs are counted; user: 0 where nobody is known;
    browser: in which it was opened, 0: in one that nobody is known in; since: when; spectates: by a
    link that anybody may hold, as long as that is allowed."""

    game: int
    who: str
    user: int
    browser: int = 0
    since: float = 0.0
    spectates: bool = False
    _news: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(1))
    _told: str = ""

    def tell(self, version: Version) -> None:
        """What is true now; what was not yet sent by then never will be."""
        said = far(version, self.user)
        if said == self._told:
            return
        self._told = said
        self._put(said)

    def allowed(self, admitted: Admitted, watchable: Collection[int]) -> bool:
        """Whether this stream may go on. admitted: browsers and their seats; watchable: the games
        that anybody may watch."""
        if not self.browser:
            return not self.spectates or self.game in watchable
        if (seats := admitted.get(self.browser)) is None:
            return False
        if self.game not in seats:
            return self.spectates and self.game in watchable
        absent = seats[self.game]
        return absent is None or absent < self.since

    def close(self) -> None:
        """Nothing more will come."""
        self._put(None)

    def _put(self, said: str | None) -> None:
        with suppress(asyncio.QueueEmpty):
            self._news.get_nowait()
        self._news.put_nowait(said)

    async def news(self) -> AsyncIterator[str]:
        """How far the table is, as it goes on; empty after a silence."""
        while True:
            try:
                said = await asyncio.wait_for(self._news.get(), BEATS)
            except TimeoutError:
                said = ""
            if said is None:
                return
            yield said


class Hub:
    """All streams of this process."""

    def __init__(
        self, store: Store, servers: Servers, most: int = MOST, looks: float = LOOKS
    ) -> None:
        self._store, self._servers, self.most, self._looks = store, servers, most, looks
        self._watches: dict[Watch, None] = {}  # the eldest first
        self._woken = asyncio.Event()

    def __len__(self) -> int:
        return len(self._watches)

    def wake(self) -> None:
        """Something was committed here."""
        self._woken.set()

    @asynccontextmanager
    async def watching(
        self, game: int, who: str, user: int, *, browser: int = 0, spectates: bool = False
    ) -> AsyncIterator[Watch]:
        """A stream, until it is left. The eldest of the same person makes room, or of all: those
        first who only watch."""
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
        watch.close()

    async def run(self) -> None:
        """Look as long as somebody watches."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._looks if self._watches else None)
            self._woken.clear()
            if self._watches:
                with suppress(Broken):  # the next look may work
                    await guarded(self._look())

    async def _look(self) -> None:
        watches = list(self._watches)
        games = {watch.game for watch in watches}
        spectated = {watch.game for watch in watches if watch.spectates}
        browsers = {watch.browser for watch in watches if watch.browser}
        try:
            found = await self._store.versions(games)
            # Rights are asked for after that: a stream says nothing that came after its end.
            admitted = await self._store.admitted_browsers(browsers, games) if browsers else {}
            watchable = await self._servers.watchable(spectated) if spectated else set[int]()
        except StoreError:  # the database is gone, which others tell
            return
        for watch in watches:
            if not watch.allowed(admitted, watchable):
                self._drop(watch)
            elif watch.game in found:
                watch.tell(found[watch.game])

    def close(self) -> None:
        """All streams end."""
        for watch in list(self._watches):
            self._drop(watch)
