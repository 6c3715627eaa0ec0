"""The store over a database: each verb of the contract is one hop to a connection's thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from storage import (
    absences,
    blocks,
    browsers,
    clocks,
    disclosing,
    drafts,
    forgetting,
    games,
    logs,
    orders,
    outbox,
    problems,
    puzzles,
    ratings,
    settings,
    thoughts,
    timers,
)
from storage.cache import GameCache, LogCache
from storage.engine import Db, Engine
from storage.lease import Lease
from storage.rows import (
    BOARD,
    Census,
    Change,
    DraftRow,
    Forgotten,
    GameRow,
    OrderRow,
    Post,
    Telling,
    Timer,
)

P = ParamSpec("P")
T = TypeVar("T")
Verb = Callable[Concatenate["SqlStore", P], Coroutine[Any, Any, T]]
RECENTLY = 10.0  # seconds in which a write proves that the next one would succeed too
LARGE_TURN = 65_536  # bytes; what is smaller may find room where a turn does not


def reads(work: Callable[Concatenate[Db, P], T]) -> Verb[P, T]:
    async def verb(self: SqlStore, /, *args: P.args, **kw: P.kwargs) -> T:
        return await self._thread.read(work, *args, **kw)

    return verb


def writes(work: Callable[Concatenate[Db, P], T]) -> Verb[P, T]:
    async def verb(self: SqlStore, /, *args: P.args, **kw: P.kwargs) -> T:
        self._cache.count_write()
        return await self._thread.write(work, *args, **kw)

    return verb


def writes_now(work: Callable[Concatenate[Db, float, P], T]) -> Verb[P, T]:
    async def verb(self: SqlStore, /, *args: P.args, **kw: P.kwargs) -> T:
        self._cache.count_write()
        return await self._thread.write(work, self.now(), *args, **kw)

    return verb


def reads_now(work: Callable[Concatenate[Db, float, P], T]) -> Verb[P, T]:
    async def verb(self: SqlStore, /, *args: P.args, **kw: P.kwargs) -> T:
        return await self._thread.read(work, self.now(), *args, **kw)

    return verb


class SqlStore:
    """A Store in a database. The verbs' promises are written in storage.contract.Store."""

    lease: Lease | None = None

    def __init__(self, thread: Engine, now: Callable[[], float]) -> None:
        self._thread, self.now = thread, now
        self._cache, self._logs = GameCache(), LogCache()

    @property
    def reconnects(self) -> int:
        """How often the connection to a server was made again."""
        return self._thread.reconnects

    async def take_over(self, waits: Callable[[], None]) -> None:
        """Whoever has the file has it alone."""

    async def close(self) -> None:
        await self._thread.close()

    # What is read in one hop.

    games_by_ids = reads(games.by_ids)
    named = reads(games.named)
    reach = reads(games.reach)
    open_games = reads(games.page_of_open)
    games_of = reads(games.of)
    games_of_both = reads(games.of_both)
    lost_seats = reads(games.lost_seats)
    begun = reads(games.begun)
    beaten = reads(games.beaten)
    newest = reads(games.newest)
    games_on = reads(games.on)
    played = reads(games.finished)
    log = reads(logs.log)
    known = reads(logs.known)
    spent = reads(clocks.spent)
    next_timer = reads(timers.nearest)
    timers_after = reads(timers.page)
    newest_timer = reads(timers.newest)
    waiting = reads(outbox.page)
    under_way = reads(outbox.under_way)
    calls = reads(outbox.calls)
    told = reads(outbox.told)
    called_by = reads(outbox.called_by)
    called = reads(outbox.called)
    called_as = reads(outbox.called_as)
    posted = reads(outbox.posted)
    latest = reads(outbox.latest)
    arrived = reads(outbox.arrived)
    sent_lately = reads(outbox.sent_lately)
    standings = reads(ratings.table)
    standing = reads(ratings.standing)
    table_of = reads(ratings.table_of)
    moved = reads(ratings.moved)
    course = reads(ratings.course)
    setting = reads(settings.read)
    server = reads(settings.read_server)
    about = reads(disclosing.about)
    people = reads(absences.people)
    people_on = reads(absences.people_on)
    servers = reads(absences.servers)
    reports = reads(problems.every)
    apart = reads(blocks.apart)
    blocked = reads(blocks.blocked)
    barred = reads(blocks.barred)
    versions = reads(browsers.versions)
    places_with = reads(browsers.places_with)
    link = reads_now(browsers.link)
    browser = reads_now(browsers.browser)
    browsers_of = reads_now(browsers.of)
    admitted = reads_now(browsers.admitted)
    claim_thoughts = reads_now(thoughts.free)
    leave_thought = writes(thoughts.leave)
    thoughts = reads_now(thoughts.due)
    puzzle_tries = reads(puzzles.tried)
    puzzle_days = reads(puzzles.days)

    # What is written and changes no game that is cached; with the time first where it needs that.

    set = writes(settings.write)
    block = writes(blocks.block)
    end_browser = writes(browsers.end)
    add_link = writes_now(browsers.add_link)
    enter = writes_now(browsers.enter)
    add_browser = writes_now(browsers.add_browser)
    used = writes_now(browsers.used)
    tried = writes_now(outbox.tried)
    try_puzzle = writes_now(puzzles.attempt)
    park = writes_now(outbox.park)
    retry = writes_now(outbox.retry)
    create = writes_now(games.create)
    tell_once = writes_now(outbox.write_once)
    set_server = writes_now(settings.write_server)
    bar = writes_now(blocks.bar)
    report = writes_now(problems.add)
    absent = writes(absences.note)
    forget_server = writes(absences.leave)

    async def rebuild_ratings(self) -> int:
        games = 0
        for guild in await self._thread.read(ratings.servers):
            self._cache.count_write()
            games += await self._thread.write(ratings.rebuild, guild)
        return games

    async def commit(self, game: int, n: int, change: Change) -> GameRow:
        now, cached = self.now(), self._cache.without_settings(game)
        write = self._cache.invalidate(game)

        def work(db: Db) -> tuple[GameRow, Telling | None]:
            row = games.commit(db, now, cached, game, n, change)
            return row, self._tell(db, row) if change.posts else None

        try:
            row, telling = await self._thread.write(work)
        except BaseException:
            self._logs.doubt(game)
            raise
        self._cache.put(write, row, telling)
        return row

    async def game(self, game: int) -> GameRow | None:
        found = self._cache.of(game)
        return found or await self._read(self._thread.read(games.by_id, game))

    async def here(self, channel: int) -> GameRow | None:
        found = self._cache.here(channel)
        return found or await self._read(self._thread.read(games.here, channel))

    async def _read(self, reading: Awaitable[GameRow | None]) -> GameRow | None:
        """A game that is read, and known from then on."""
        since = self._cache.writes
        if (row := await reading) is not None:
            self._cache.keep(since, row)
        return row

    async def census(self) -> Census:
        return await self._thread.read(_census)

    async def probe(self) -> None:
        if not self._thread.wrote_within(RECENTLY):
            size = LARGE_TURN if self._thread.refused else 0
            await self.set("probe", " " * size)
            self._thread.refused = False

    async def credit(
        self,
        dues: Mapping[int, float],
        posts: Iterable[tuple[int, str]],
        values: Mapping[str, str],
    ) -> None:
        await self._change(None, _credit, dues, tuple(posts), values, self.now())

    async def keep(self, game: int, draft: DraftRow) -> None:
        await self._change(game, drafts.keep, game, draft)

    async def drop(self, game: int, seat: int) -> None:
        await self._change(game, drafts.drop, game, seat)

    async def give(self, game: int, n: int, order: OrderRow) -> None:
        await self._change(game, orders.give, game, n, order)

    async def withdraw(self, game: int, seat: int, order: int) -> None:
        await self._change(game, orders.drop, game, seat, order)

    async def personal(self, user: int) -> Mapping[str, str]:
        found, since = self._cache.person(user), self._cache.writes
        if found is None:
            found = await self._thread.read(settings.read_personal, user)
            self._cache.keep_person(since, user, found)
        return found

    async def set_personal(self, user: int, name: str, value: str | None) -> None:
        self._cache.forget_person(user)
        await self._thread.write(settings.write_personal, user, name, value)

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        self._cache.invalidate()
        self._cache.forget_person(user)
        self._logs = LogCache()
        return await self._thread.write(forgetting.forget, user, guild)

    async def sent(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        called: int | None = None,
    ) -> None:
        note = partial(outbox.sent, post, message, channel, called, self.now())
        self._cache.posted(post, message)
        self._thread.defer(note)

    async def due_timers(
        self, kinds: Collection[str], ended: Collection[int] = (), most: int = 100
    ) -> list[Timer]:
        return await self._thread.read(timers.due, self.now(), kinds, ended, most)

    async def telling(self, game: int) -> Telling:
        if telling := self._cache.take_telling(game):
            return telling
        return await self._thread.read(self._telling, game)

    async def _change(
        self,
        game: int | None,
        work: Callable[Concatenate[Db, P], T],
        *args: P.args,
        **kw: P.kwargs,
    ) -> T:
        """Write what changes this game, or any of them (None)."""
        self._cache.invalidate(game)
        return await self._thread.write(work, *args, **kw)

    def _telling(self, db: Db, game: int) -> Telling:
        row = games.by_id(db, game)
        assert row is not None
        return self._tell(db, row)

    def _tell(self, db: Db, row: GameRow) -> Telling:
        """What a post tells about a game."""
        begun = 0
        if row.on_turn is not None:
            begun = games.begun(db, row.sitters[row.on_turn].user, row.kind, row.id)
        return Telling(row, self._logs.of(db, row.id), outbox.last_two(db, row.id, BOARD), begun)


def _credit(
    db: Db,
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


def _census(db: Db) -> Census:
    return Census(games.counted(db), outbox.waiting(db), outbox.parked(db))
