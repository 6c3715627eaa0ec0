"""The store: one class for both engines. Its verbs stand in a file for each subject."""

import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Self

from storage import outbox, people, settings, timers
from storage.browsers import BrowserVerbs
from storage.engine import Db, Lease, Within
from storage.games import LIVE, GameVerbs
from storage.outbox import OutboxVerbs
from storage.own_tables import OwnVerbs
from storage.people import PeopleVerbs
from storage.rating import RULE
from storage.ratings import RatingVerbs
from storage.rows import PAGE, Census, Forgotten, GameRow, Timer
from storage.seats import SeatVerbs
from storage.settings import SettingVerbs
from storage.timers import TimerVerbs
from storage.tokens import TokenVerbs
from storage.verbs import LogCache, reads

RECENTLY = 10.0  # seconds in which a write proves that the next one would succeed
LARGE_TURN = 65_536  # bytes; a smaller write may find room when a turn doesn't


class Store(
    GameVerbs,
    SeatVerbs,
    TimerVerbs,
    OutboxVerbs,
    RatingVerbs,
    SettingVerbs,
    PeopleVerbs,
    BrowserVerbs,
    OwnVerbs,
    TokenVerbs,
):
    """The verbs by which the bot uses its database, on either engine. One process has the database,
    and its commits return what they wrote: posts to be sent and timers.

    Every verb but `note_sent` is one transaction: complete and durable when it returns, or not done
    at all, even if the caller is cancelled while it waits. A caller who doesn't know calls it again
    with the same key: it raises Already, or succeeds.

    Any verb can raise Unwritable, if the disk is full or gone: nothing is done then. Its subclass
    InDoubt means that the change may be done: the commit failed, and nobody can be asked."""

    lease: Lease | None = None  # of a database on a server, which several processes may take over

    @property
    def reconnects(self) -> int:
        """How often the connection to a server was made again."""
        return self._thread.reconnects

    async def take_over(self, waits: Callable[[], None]) -> None:
        """Have the database as soon as no other process has it. Before that, write to no game.
        waits: called once if another process has it at first."""

    async def _begin(self) -> None:
        """Take the database over from the process before: rebuild ratings that were worked out by
        another rule, count a try of waiting posts, and let timers be thought about again."""
        if await self.setting("ratings rule") != RULE:
            await self.rebuild_ratings()
            await self.set("ratings rule", RULE)

        def inherit(db: Db) -> None:
            # An earlier process may have sent the waiting posts.
            waiting = "indexed by outbox_queue set tries = tries + 1 where state = 'waiting'"
            db.execute(f"update outbox {waiting}")
            db.execute("delete from thoughts")

        await self._thread.write(inherit)

    async def _started(self) -> Self:
        """This store once it has the database; it is closed if that fails."""
        try:
            await self._begin()
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Finish the verbs that were called, and let go of the database. Closing twice is fine."""
        await self._thread.close()

    @reads
    def census(self, db: Db) -> Census:
        """How many games are live, and how many posts wait or are parked."""
        rows = f"from games indexed by games_live where {LIVE} group by kind, status"
        live = db.execute(f"select kind, status, count(*) {rows}").fetchall()
        return Census({(kind, status): n for kind, status, n in live}, *outbox.count(db))

    async def probe(self) -> None:
        """Raise Unwritable if a turn could not be recorded now. Unless a write succeeded a moment
        ago, it writes a value without meaning; after a failed write, one as large as a turn."""
        if not self._thread.wrote_within(RECENTLY):
            size = LARGE_TURN if self._thread.refused else 0
            await self.set("probe", " " * size)
            self._thread.refused = False

    async def credit(
        self, dues: Mapping[int, float], posts: Iterable[tuple[int, str]], values: Mapping[str, str]
    ) -> None:
        """Set other ends for timers, by their ids, write posts of these kinds about games as they
        are, and set values of the bot, in one transaction. A deleted timer stays deleted."""
        self._cache.invalidate()
        at, posts = self.now(), tuple(posts)

        def work(db: Db) -> None:
            timers.move(db, dues)
            for game, kind in posts:
                outbox.write_now(db, game, kind, at)
            for key, value in values.items():
                settings.write(db, key, value)

        await self._thread.write(work)

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        """Put a number below zero in every place of a person's id, and no name; nothing of the
        person is left in the file. Nothing is changed while they sit in a live game that they have
        not left. guild: only in the games of this server, if they played on others too."""
        self._cache.invalidate()
        self._cache.forget_person(user)
        self._logs = LogCache()
        return await self._thread.write(lambda db: people.forget(db, user, guild))


def store_within(db: Db) -> Store:
    """The store within a transaction that the caller began and will end. No verb waits."""
    return Store(Within(db), time.time)


async def timers_in_pages(store: Store) -> AsyncIterator[list[Timer]]:
    """All timers, page by page, each page as it was when it was read."""
    page = await store.timers_after()
    while page:
        yield page
        page = await store.timers_after(page[-1].id) if len(page) == PAGE else []


async def every_open_game(store: Store) -> AsyncIterator[GameRow]:
    """The live games, each as it was when its page was read. Only one page is in memory."""
    page = await store.open_games()
    while page:
        for row in page:
            yield row
        page = await store.open_games(page[-1]) if len(page) == PAGE else []
