"""The store over SQLite: each verb of the contract is one hop to the connection's thread."""

import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from storage import (
    clocks,
    drafts,
    games,
    opening,
    orders,
    outbox,
    personal,
    ratings,
    reading,
    settings,
    standings,
    timers,
)
from storage.cache import GameCache, LogCache
from storage.migrating import shipped
from storage.rows import (
    ALL,
    BOARD,
    EVER,
    Call,
    Census,
    Change,
    DraftRow,
    Finished,
    GameRow,
    LostSeat,
    Moved,
    NewGame,
    OrderRow,
    Post,
    Rated,
    Row,
    Spent,
    Standing,
    Telling,
    Timer,
)
from storage.thread import Thread

P = ParamSpec("P")
T = TypeVar("T")
RECENTLY = 10.0  # seconds in which a write proves that the next one would succeed too
LARGE_TURN = 65_536  # bytes; what is smaller may find room where a turn does not


class SqliteStore:
    """A Store in one file. The verbs' promises are written in storage.contract.Store."""

    def __init__(self, thread: Thread, now: Callable[[], float]) -> None:
        self._thread = thread
        self._now = now
        self._cache, self._logs = GameCache(), LogCache()

    @classmethod
    async def open(cls, path: Path | str, now: Callable[[], float] = time.time) -> Self:
        """The store in the file at `path`, made with its folder when missing, or ":memory:".

        A file that lacks migrations is copied before, to a name that says which is the first.

        Raises NotOurs, Lost, TooNew, Busy, Unwritable, NotUpgraded or Damaged; the file is then as
        it was.
        """
        connect = partial(opening.connect, path, shipped(), now(), reading.kept)
        thread = Thread(connect, path)
        await thread.start()
        return cls(thread, now)

    @classmethod
    async def snapshot(cls, path: Path | str, now: Callable[[], float] = time.time) -> Self:
        """A store in memory with what the file holds now, also while another has it open. It has
        been through our migrations; the file is left as it is.

        Raises Missing, NotOurs, Lost, TooNew, Unreadable or Damaged.
        """
        thread = Thread(partial(reading.snapshot, path, shipped(), now()), path)
        await thread.start()
        return cls(thread, now)

    async def close(self) -> None:
        await self._thread.close()

    async def create(self, new: NewGame) -> GameRow:
        return await self._beside(games.create, new, self._now())

    async def commit(self, game: int, n: int, change: Change) -> GameRow:
        known, write = self._cache.of(game), self._cache.invalidate(game)
        work = partial(_commit, known, game, n, change, self._now())
        row, told = await self._thread.written(self._committed, work, change)
        if change.sitters is None:  # whose settings are not known to a change
            self._cache.put(write, row, told)
        return row

    async def game(self, game: int) -> GameRow | None:
        return self._cache.of(game) or await self._thread.read(games.by_id, game)

    async def named(self, guild: int, kind: str, number: int) -> GameRow | None:
        return await self._thread.read(games.named, guild, kind, number)

    async def here(self, channel: int) -> GameRow | None:
        return self._cache.here(channel) or await self._thread.read(games.here, channel)

    async def reach(self, channel: int) -> list[GameRow]:
        return await self._thread.read(games.reach, channel)

    async def open_games(self) -> list[GameRow]:
        return await self._thread.read(games.all_open)

    async def census(self) -> Census:
        return await self._thread.read(_census)

    async def probe(self) -> None:
        if not self._thread.written_within(RECENTLY):
            size = LARGE_TURN if self._thread.refused else 0
            await self._beside(settings.write, "probe", " " * size)
            self._thread.refused = False

    async def games_of(self, user: int) -> list[GameRow]:
        return await self._thread.read(games.of, user)

    async def lost_seats(self, user: int, since: float) -> list[LostSeat]:
        return await self._thread.read(games.lost_seats, user, since)

    async def begun(self, user: int, kind: str, before: int) -> int:
        return await self._thread.read(games.begun, user, kind, before)

    async def newest(self, guild: int, kind: str, most: int) -> list[GameRow]:
        return await self._thread.read(games.newest, guild, kind, most)

    async def games_on(self, guild: int) -> list[GameRow]:
        return await self._thread.read(games.on, guild)

    async def next_timer(
        self, kinds: Collection[str], after: int = 0
    ) -> tuple[Timer | None, list[Timer]]:
        return await self._thread.read(timers.nearest, kinds, after)

    async def new_timers(self, after: int = 0) -> list[Timer]:
        return await self._thread.read(timers.since, after)

    async def credit(
        self,
        dues: Mapping[int, float],
        posts: Iterable[tuple[int, str]],
        values: Mapping[str, str],
    ) -> None:
        await self._change(None, _credit, dues, tuple(posts), values, self._now())

    async def log(self, game: int, after: int = 0) -> list[Row]:
        return await self._thread.read(games.log, game, after)

    async def spent(self, game: int, n: int) -> list[Spent]:
        return await self._thread.read(clocks.spent, game, n)

    async def known(self, key: str) -> tuple[int, int] | None:
        return await self._thread.read(games.known, key)

    async def keep(self, game: int, draft: DraftRow) -> None:
        await self._change(game, drafts.keep, game, draft)

    async def drop(self, game: int, seat: int) -> None:
        await self._change(game, drafts.drop, game, seat)

    async def give(self, game: int, n: int, order: OrderRow) -> None:
        await self._change(game, orders.give, game, n, order)

    async def withdraw(self, game: int, seat: int, order: int) -> None:
        await self._change(game, orders.drop, game, seat, order)

    async def pending(self, after: int = 0, limit: int = 100) -> list[Post]:
        return await self._thread.read(outbox.pending, after, limit)

    async def sent(
        self,
        post: int,
        message: int | None,
        channel: int | None = None,
        called: int | None = None,
    ) -> None:
        self._cache.posted(post, message)
        self._thread.note(partial(outbox.sent, post, message, channel, called, self._now()))

    async def under_way(self, games: Collection[int]) -> list[Post]:
        return await self._thread.read(outbox.under_way, games)

    async def calls(self, game: int, since: int) -> list[Call]:
        return await self._thread.read(outbox.calls, game, since)

    async def told(self, user: int, kind: str) -> list[int]:
        return await self._thread.read(outbox.told, user, kind)

    async def called_by(self, game: int, since: int, before: int) -> list[Post]:
        return await self._thread.read(outbox.called_by, game, since, before)

    async def called(self, user: int) -> float | None:
        return await self._thread.read(outbox.called, user)

    async def tried(self, post: int, why: str) -> None:
        await self._beside(outbox.tried, post, why, self._now())

    async def park(self, post: int, why: str) -> list[Post]:
        return await self._beside(outbox.park, post, why, self._now())

    async def retry(self, seconds: float = 0, guild: int | None = None) -> list[Post]:
        return await self._beside(outbox.retry, seconds, guild, self._now())

    async def posted(self, message: int) -> Post | None:
        return await self._thread.read(outbox.posted, message)

    async def latest(self, game: int, kind: str, before: int | None = None) -> Post | None:
        return await self._thread.read(outbox.latest, game, kind, before)

    async def arrived(self, before: int) -> list[tuple[int, float]]:
        return await self._thread.read(outbox.arrived, before)

    async def telling(self, game: int) -> Telling:
        if telling := self._cache.take_telling(game):
            return telling
        return await self._thread.read(self._telling, game)

    async def tell_once(self, game: int, kind: str, alike: str = "") -> bool:
        return await self._beside(outbox.write_once, game, kind, alike, self._now())

    async def standings(
        self, guild: int, kind: str = ALL, month: str = EVER, most: int = 10
    ) -> list[Standing]:
        return await self._thread.read(standings.standings, guild, kind, month, most)

    async def standing(
        self, user: int, guild: int, kind: str = ALL, month: str = EVER
    ) -> Standing | None:
        return await self._thread.read(standings.standing, guild, kind, month, user)

    async def moved(self, game: int) -> Moved | None:
        return await self._thread.read(ratings.moved, game)

    async def course(self, user: int, guild: int, kind: str, most: int = 50) -> list[Rated]:
        return await self._thread.read(ratings.course, guild, kind, user, most)

    async def played(self, user: int, guild: int, kind: str, most: int = 30) -> list[Finished]:
        return await self._thread.read(games.finished, user, guild, kind, most)

    async def rebuild_ratings(self) -> int:
        return await self._beside(ratings.rebuild)

    async def setting(self, key: str) -> str | None:
        return await self._thread.read(settings.read, key)

    async def set(self, key: str, value: str) -> None:
        await self._beside(settings.write, key, value)

    async def personal(self, user: int) -> Mapping[str, str]:
        return await self._thread.read(personal.read, user)

    async def set_personal(self, user: int, name: str, value: str | None) -> None:
        await self._change(None, personal.write, user, name, value)

    async def _change(
        self,
        game: int | None,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **kw: P.kwargs,
    ) -> T:
        """Write something of a game, or of who knows which."""
        self._cache.invalidate(game)
        return await self._thread.write(work, *args, **kw)

    async def _beside(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kw: P.kwargs
    ) -> T:
        """Write something that is in no GameRow that is known."""
        self._cache.count_write()
        return await self._thread.write(work, *args, **kw)

    def _committed(
        self, db: sqlite3.Connection, work: Callable[[sqlite3.Connection], GameRow], change: Change
    ) -> tuple[GameRow, Telling | None]:
        """A game after a commit, with what its posts will tell: that is read at once, as it costs
        less than to ask for it."""
        row, told = self._thread.transaction(db, work), None
        if change.posts and change.sitters is None:
            with suppress(sqlite3.Error):  # it is committed, whatever comes now
                told = self._tell(db, row)
        return row, told

    def _telling(self, db: sqlite3.Connection, game: int) -> Telling:
        row = games.by_id(db, game)
        assert row is not None
        return self._tell(db, row)

    def _tell(self, db: sqlite3.Connection, row: GameRow) -> Telling:
        begun = 0
        if row.on_turn is not None:
            begun = games.begun(db, row.sitters[row.on_turn].user, row.kind, row.id)
        return Telling(row, self._logs.of(db, row.id), outbox.last_two(db, row.id, BOARD), begun)


def _commit(
    known: GameRow | None, game: int, n: int, change: Change, at: float, db: sqlite3.Connection
) -> GameRow:
    """known: the game as it is, where that need not be read."""
    return games.commit(db, known or games.by_id(db, game), game, n, change, at)


def _credit(
    db: sqlite3.Connection,
    dues: Mapping[int, float],
    posts: Iterable[tuple[int, str]],
    values: Mapping[str, str],
    at: float,
) -> None:
    timers.move(db, dues)
    for game, kind in posts:
        outbox.write_now(db, game, kind, at)
    for key, value in values.items():
        settings.write(db, key, value)


def _census(db: sqlite3.Connection) -> Census:
    return Census(games.counted(db), outbox.waiting(db), outbox.parked(db))
