"""A process that is frozen keeps nobody waiting, and changes nothing of what others go on with.

Source: issue 28, Fault 2; docs/many-machines.md, How it is asked.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from storage import Conflict, Unwritable
from storage.engine import Db
from tests import postgres
from tests.patience import PATIENCE
from tests.storage.samples import Clock, lobby, turn

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import link, opening, sessions  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402
from tests.storage.two_bots import two_bots  # noqa: E402


@pytest.fixture
def name() -> str:
    postgres.emptied()
    return "kept"


async def _soon_ended(bot: PostgresStore, bears: str = "200ms") -> None:
    """Whoever says nothing for so long in the middle of a write is let go of."""
    bounds = f"set idle_in_transaction_session_timeout = '{bears}'; set lock_timeout = '100ms'"
    for one in bot._thread._links:
        await asyncio.wrap_future(one.thread.submit(_bound, one, bounds.encode()))


def _bound(one: link.Link, bounds: bytes) -> None:
    one.connected(1e12).execute(bounds)


class Frozen:
    """A piece of work in which a bot is stopped before it has looked at any answer."""

    def __init__(self) -> None:
        self.wakes, self.held, self.times = threading.Event(), threading.Event(), 0

    def __call__(self, db: Any, game: int) -> None:
        self.times += 1
        db.execute("update games set held = held + 1 where id = ?", (game,))
        db._db.flush()  # as when very much is asked at once
        self.held.set()
        self.wakes.wait(PATIENCE)


def _held(name: str) -> object:
    return postgres.server().execute("select held from games", database=name)[0][0]


LOCKED = (
    "select count(*) from pg_stat_activity where datname = current_database()"
    " and wait_event = 'ClientRead' and state = 'active'"
)


@asynccontextmanager
async def freezes(
    bot: PostgresStore, game: int
) -> AsyncIterator[tuple[Frozen, asyncio.Task[None]]]:
    """It has the game's row, and the server waits for what it says next."""
    work = Frozen()
    writing = asyncio.create_task(bot._thread.at(game).write(work, game))
    try:
        await asyncio.to_thread(work.held.wait, PATIENCE)
        while postgres.server().execute(LOCKED, database="kept") != [(1,)]:
            await asyncio.sleep(0.01)
        yield work, writing
    finally:
        work.wakes.set()
        await asyncio.gather(writing, return_exceptions=True)


async def test_who_is_frozen_in_the_middle_of_a_write_keeps_nobody_waiting(name: str) -> None:
    """Issue 28, Fault 2: not even while the frozen one lasts; what it was at is done when it wakes,
    as far as that is still right."""
    wakes, held = threading.Event(), threading.Event()

    def waits(db: Db) -> int:
        """As a bot that is stopped once the server has answered it."""
        found = db.execute("select count(*) from games").fetchone()
        held.set()
        wakes.wait(PATIENCE)
        return int(found[0])

    async with two_bots(name) as (frozen, other):
        game = await other.create(lobby())
        await _soon_ended(frozen)
        writing = asyncio.create_task(frozen._thread.at(game.id).write(waits))
        try:
            await asyncio.to_thread(held.wait, PATIENCE)
            assert (await other.commit(game.id, 1, turn("a"))).n == 2
        finally:
            wakes.set()
        assert await writing == 1
        with pytest.raises(Conflict):
            await frozen.commit(game.id, 1, turn("b"))


async def test_who_is_frozen_before_it_has_looked_at_an_answer_keeps_nobody_waiting(
    name: str,
) -> None:
    """Issue 28, Fault 2: the server would wait for it without a bound. Nobody has its place, as
    with one that thinks for others; so it does what it was at once more when it wakes. A copy of
    the database is not in the middle of a write, and may wait for a slow disk."""
    async with two_bots(name) as (frozen, other):
        game = await other.create(lobby())
        await _soon_ended(other)
        with opening.connect(postgres.server().url(name)) as copies:
            copies.execute(b"set idle_in_transaction_session_timeout = 0; begin")
            copies.execute(b"select count(*) from games")
            async with freezes(frozen, game.id) as (work, writing):
                assert (await other.commit(game.id, 1, turn("a"))).n == 2
            copies.execute(b"select count(*) from games")
        await writing
        assert work.times == 2
        assert _held(name) == 1
        with pytest.raises(Conflict):
            await frozen.commit(game.id, 1, turn("b"))


async def test_who_is_slow_is_not_taken_for_frozen(name: str) -> None:
    """It is waited for as long as the server would bear it outside of a pipeline."""
    async with two_bots(name) as (slow, other):
        game = await other.create(lobby())
        await _soon_ended(other, bears="10s")
        async with freezes(slow, game.id) as (work, writing):
            with pytest.raises(Unwritable, match="others are writing to it at the same time"):
                await other.commit(game.id, 1, turn("a"))
        await writing
        assert work.times == 1


async def test_who_was_frozen_writes_nothing_once_another_has_its_place(name: str) -> None:
    """Issue 28, Fault 2: neither what it was in the middle of, nor what it had not begun. Others
    that have no place, or another one, go on."""
    address = postgres.server().url(name)
    async with two_bots(name) as (frozen, spare):
        beside = await PostgresStore.share(address, Clock())
        await frozen.succeed("1 of 2")
        await beside.succeed("2 of 2")
        game = await beside.create(lobby())
        async with freezes(frozen, game.id) as (_, writing):
            waits = asyncio.create_task(frozen.commit(game.id, 1, turn("a")))  # on the same link
            await spare.succeed("1 of 2")
            assert (await spare.commit(game.id, 1, turn("b"))).n == 2
        for wish in (writing, waits, frozen.set("key", "late")):
            with pytest.raises(Unwritable):  # it is not told any more what became of some of them
                await wish
        with pytest.raises(Unwritable, match=sessions.REPLACED):
            await frozen.setting("key")
        assert (await beside.commit(game.id, 2, turn("c"))).n == 3
        assert _held(name) == 0
        assert await spare.setting("key") is None
        await beside.close()
