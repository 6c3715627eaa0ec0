"""The store over a database: each verb of the contract is one hop to a connection's thread."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

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
    places,
    problems,
    puzzles,
    ratings,
    settings,
    timers,
)
from storage.cache import GameCache, LogCache
from storage.claims import EVERYTHING, Claimant, Duties
from storage.counts import Counts
from storage.engine import Asked, Db, Engine, Lane
from storage.rows import (
    BOARD,
    WHOLE,
    Census,
    Change,
    DraftRow,
    Forgotten,
    GameRow,
    NewGame,
    OrderRow,
    Post,
    Shards,
    StaysRated,
    Telling,
    Timer,
)

P = ParamSpec("P")
T = TypeVar("T")
Verb = Callable[Concatenate["SqlStore", P], Coroutine[Any, Any, T]]
Writes: TypeAlias = Callable[[Db], tuple[GameRow, Asked[GameRow]]]
RECENTLY = 10.0  # seconds in which a write proves that the next one would succeed too
LARGE_TURN = 65_536  # bytes; what is smaller may find room where a turn does not


def reads(work: Callable[Concatenate[Db, P], T]) -> Verb[P, T]:
    async def verb(self: SqlStore, /, *args: P.args, **kw: P.kwargs) -> T:
        return await self._thread.read(work, *args, **kw)

    return verb


def reads_game(work: Callable[Concatenate[Db, int, P], T]) -> Verb[Concatenate[int, P], T]:
    async def verb(self: SqlStore, game: int, /, *args: P.args, **kw: P.kwargs) -> T:
        return await self._thread.at(game).read(work, game, *args, **kw)

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


def claims(work: Callable[Concatenate[Db, Claimant, float, P], T]) -> Verb[P, T]:
    async def verb(self: SqlStore, /, *args: P.args, **kw: P.kwargs) -> T:
        self._cache.count_write()
        return await self._thread.write(work, self._me(), self.now(), *args, **kw)

    return verb


class SqlStore:
    """A Store in a database. The verbs' promises are written in storage.contract.Store. passed:
    counts claims."""

    looks: float
    duties: Duties

    def __init__(
        self,
        thread: Engine,
        now: Callable[[], float],
        passed: Callable[[], float],
        counts: Counts | None = None,
        name: str | None = None,
    ) -> None:
        """name: of this process, by which it claims what is to be done."""
        self._thread, self.counts = thread, counts or Counts()
        self.now, self.passed = now, passed
        self._name, self.duties = name or secrets.token_hex(8), EVERYTHING
        self._cache, self._logs = GameCache(), LogCache()

    async def close(self) -> None:
        await self._thread.close()

    def shared(self, looks: float) -> None:
        """Others write to the database as well, and may die: what they leave is looked for each so
        many seconds."""
        self.looks, self._cache.shared = looks, True

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
    log = reads_game(logs.log)
    known = reads(logs.known)
    spent = reads_game(clocks.spent)
    next_timer = reads(timers.nearest)
    timers_after = reads(timers.page)
    newest_timer = reads(timers.newest)
    under_way = reads(outbox.under_way)
    calls = reads_game(outbox.calls)
    told = reads(outbox.told)
    called_by = reads_game(outbox.called_by)
    called = reads(outbox.called)
    called_as = reads(outbox.called_as)
    posted = reads(outbox.posted)
    latest = reads_game(outbox.latest)
    arrived = reads(outbox.arrived)
    sent_lately = reads(outbox.sent_lately)
    standings = reads(ratings.table)
    standing = reads(ratings.standing)
    table_of = reads(ratings.table_of)
    moved = reads_game(ratings.moved)
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
    retry = claims(outbox.retry)
    report = writes_now(problems.add)
    absent = writes(absences.note)
    forget_server = writes(absences.leave)

    async def rebuild_ratings(self) -> int:
        games = 0
        for guild in await self._thread.read(ratings.servers):
            self._cache.count_write()
            games += await self._thread.at(None, guild=guild).write(ratings.rebuild, guild)
        return games

    async def succeed(self, place: str) -> None:
        self._cache.count_write()
        await self._thread.write(places.succeed, self._name, place)

    async def queue(self, what: str, seconds: float) -> float:
        self._cache.count_write()
        alone = self._thread.at(None, guild=0)  # which is no server
        return await alone.write(places.queue, self.passed(), what, seconds)

    async def create(self, new: NewGame) -> GameRow:
        self._cache.count_write()
        lane = self._thread.at(None, guild=new.guild)
        return await lane.write(games.create, self._me(), self.now(), new)

    async def tell_once(self, game: int, kind: str, alike: str = "") -> bool:
        self._cache.count_write()
        lane = self._thread.at(game)
        return await lane.write(outbox.write_once, self.now(), game, kind, alike)

    async def set_server(
        self, guild: int, values: Mapping[str, str | None], kinds: Iterable[str] = ()
    ) -> tuple[Post, ...] | None:
        self._cache.count_write()
        lane = self._thread.at(None, guild=guild)
        return await lane.write(settings.write_server, self.now(), guild, values, kinds)

    async def bar(
        self, guild: int, user: int, on: bool, kinds: Iterable[str] = ()
    ) -> tuple[Post, ...] | None:
        self._cache.count_write()
        lane = self._thread.at(None, guild=guild)
        return await lane.write(blocks.bar, self.now(), guild, user, on, kinds)

    async def commit(self, game: int, n: int, change: Change) -> GameRow:
        by, now, cached = self._me(), self.now(), self._cache.without_settings(game)
        write = self._cache.invalidate(game)

        def work(db: Db) -> tuple[GameRow, Asked[GameRow]]:
            return games.commit(db, by, now, cached, game, n, change)

        lane = self._thread.at(game, ends=_ends(change))
        try:
            row, telling = await self._commit(lane, game, work, change)
        except BaseException:
            self._cache.end(game)
            raise
        self._cache.put(write, row, telling)
        return row

    async def game(self, game: int) -> GameRow | None:
        found = self._cache.of(game)
        return found or await self._read(self._thread.at(game).read(games.by_id, game))

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
        once: tuple[str, str | None] | None = None,
    ) -> bool:
        at = self.now()
        return await self._change(None, _credit, dues, tuple(posts), values, once, at)

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
        try:
            await self._thread.write(settings.write_personal, user, name, value)
        finally:
            self._cache.forget_person(user)  # a commit on another way may have read it meanwhile

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        self._forget_games(user)
        try:
            return await self._thread.write(forgetting.forget, user, guild)
        finally:
            self._forget_games(user)  # as in set_personal

    def _forget_games(self, user: int) -> None:
        self._cache.invalidate()
        self._cache.forget_person(user)
        self._logs = LogCache()

    async def claim_posts(self, most: int = 100) -> list[Post]:
        by = self._me()
        if not await self._thread.read(outbox.free, by, 1):
            return []
        self._cache.count_write()
        claimed = await self._thread.write(outbox.claim, by, most)
        self.counts.taken_over += sum(post.claims > 1 for post in claimed)
        return claimed

    async def renew(self, posts: Collection[Post]) -> list[Post]:
        self._cache.count_write()
        renewed = await self._thread.write(outbox.renew, self._me(), posts)
        self.counts.lost += len(posts) - len(renewed)
        return renewed

    async def claim_timers(
        self,
        kinds: Collection[str],
        ended: Collection[int] = (),
        most: int = 100,
        shards: Shards = WHOLE,
    ) -> list[Timer]:
        asked = self._me(), self.now(), kinds, ended, most, shards
        found = await self._thread.read(timers.over, *asked)
        if all(before is None for _, before in found):
            return [timer for timer, _ in found]
        self._cache.count_write()
        claimed = await self._thread.write(timers.claim, *asked)
        others = {t.id for t, before in found if before not in (None, "", self._name)}
        self.counts.taken_over += len(others & {timer.id for timer in claimed})
        return claimed

    async def due_timers(self, kinds: Collection[str], most: int = 100) -> tuple[list[Timer], int]:
        return await self._thread.read(timers.due, self._me(), self.now(), kinds, most)

    def _me(self) -> Claimant:
        """This process, at this moment."""
        return Claimant(self._name, self.passed(), self.duties)

    async def sent(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        called: int | None = None,
    ) -> None:
        now, loop = self.now(), asyncio.get_running_loop()

        def note(db: Db) -> Asked[None]:
            kept = outbox.sent(post, message, channel, called, now, db)
            return lambda: None if kept() else lost()

        def lost() -> None:
            loop.call_soon_threadsafe(self._lost, post)

        self._cache.posted(post, message)
        self._thread.defer(note)

    def _lost(self, post: Post) -> None:
        """Another process has taken a post over that we have sent."""
        self.counts.lost += 1
        self._cache.invalidate(post.game)

    async def telling(self, game: int) -> Telling:
        if telling := self._cache.take_telling(game):
            return telling
        return await self._thread.at(game).read(self._telling, game)

    async def _change(
        self,
        game: int | None,
        work: Callable[Concatenate[Db, P], T],
        *args: P.args,
        **kw: P.kwargs,
    ) -> T:
        """Write what changes this game, or any of them (None)."""
        self._cache.invalidate(game)
        try:
            return await self._thread.at(game).write(work, *args, **kw)
        finally:
            if game is None:
                self._cache.invalidate()  # one may have been read on another way meanwhile
            else:
                self._cache.end(game)

    async def _commit(
        self, lane: Lane, game: int, work: Writes, change: Change
    ) -> tuple[GameRow, Telling | None]:
        """A game after a commit, with its Telling: to read that in the same hop costs less."""

        def both(db: Db) -> tuple[GameRow, Telling | None]:
            row, whole = work(db)
            telling = self._tell(db, row) if change.posts else None
            row = whole()
            return row, telling and telling(row)

        try:
            return await lane.write(both)
        except BaseException:
            self._logs.doubt(game)
            raise

    def _telling(self, db: Db, game: int) -> Telling:
        row = games.by_id(db, game)
        assert row is not None
        return self._tell(db, row)(row)

    def _tell(self, db: Db, row: GameRow) -> Callable[[GameRow], Telling]:
        """What a post tells about a game, once it is known as a whole."""
        begun: Asked[int] = int
        if row.on_turn is not None:
            begun = games.asked_begun(db, row.sitters[row.on_turn].user, row.kind, row.id)
        boards, rows = outbox.last_two(db, row.id, BOARD), self._logs.of(db, row.id)
        return lambda whole: Telling(whole, rows(), boards(), begun())


def _ends(change: Change) -> bool:
    """Whether a change may end a game, or let one go on after all, or rate it."""
    return bool(change.status or change.results or change.get(StaysRated))


def _credit(
    db: Db,
    dues: Mapping[int, float],
    posts: Iterable[tuple[int, str]],
    values: Mapping[str, str],
    once: tuple[str, str | None] | None,
    at: float,
) -> bool:
    # First, so that whoever writes the same waits here, and holds nothing.
    if once and not settings.swap(db, *once, values[once[0]]):
        return False
    timers.move(db, dues)
    for game, kind in posts:
        outbox.write_now(db, game, kind, at)
    for key, value in values.items():
        settings.write(db, key, value)
    return True


def _census(db: Db) -> Census:
    return Census(games.counted(db), outbox.waiting(db), outbox.parked(db))
