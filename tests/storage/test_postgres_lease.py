"""One process at a time speaks and writes, and one that was frozen changes nothing when it wakes.
Each goes by the server's clock, whatever its machine says."""

import asyncio
import time
from collections.abc import AsyncIterator
from unittest.mock import Mock

import pytest

from storage import NewTimer, Superseded, Unwritable, engine
from storage.engine import Db
from tests import postgres
from tests.patience import PATIENCE, until
from tests.storage.samples import lobby, turn, waiting

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import lease, opening  # noqa: E402
from storage.postgres.lease import LASTS, SLIGHT, ServerClock, ServerLease, holder  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402

EXPIRE = "update lease set expires = clock_timestamp() - interval '1 second'"


def expires() -> None:
    """Push the server's clock until the lease is over."""
    postgres.server().execute(EXPIRE, database="kept")


async def take_when_over(standby: PostgresStore) -> None:
    """The standby has the database, as nothing renews the other one's lease in time."""
    expires()
    assert standby.lease is not None
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(standby.lease.try_to_take):
            expires()
    standby._thread.epoch = standby.lease.epoch


@pytest.fixture
async def stores(address: str) -> AsyncIterator[list[PostgresStore]]:
    made = [await PostgresStore.open(address, alone=False) for _ in range(2)]
    await made[0].take_over(lambda: None)
    yield made
    for store in made:
        await store.close()


class Pushed:
    """A lease whose seconds pass when a test wants it."""

    def __init__(self, address: str) -> None:
        self.time = 100.0
        self.lease = ServerLease(address, counted=lambda: self.time)


async def test_one_has_it_at_a_time(address: str) -> None:
    one, other = Pushed(address), Pushed(address)
    assert one.lease.try_to_take()
    assert one.lease.lasts() == LASTS
    assert not other.lease.try_to_take()
    assert other.lease.lasts() < 0
    one.time += 5.0
    assert one.lease.lasts() == LASTS - 5.0
    assert one.lease.renew()
    assert one.lease.lasts() == LASTS
    await one.lease.close()
    assert other.lease.try_to_take(), "an end in order frees it at once"
    await other.lease.close()


async def test_a_standby_says_once_it_waits(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And if it ends in order it has lost nothing."""
    monkeypatch.setattr(lease, "LOOKS", 0.0)
    one, other, said = ServerLease(address), ServerLease(address), list[str]()
    looks = Mock(wraps=other.try_to_take)
    monkeypatch.setattr(other, "try_to_take", looks)
    await one.take(lambda: None)
    taking = asyncio.create_task(other.take(lambda: said.append("waits")))
    await until(lambda: looks.call_count > 2)
    await one.close()
    await asyncio.wait_for(taking, PATIENCE)
    assert said == ["waits"]
    lost = asyncio.create_task(other.wait_until_lost())
    await asyncio.sleep(0)
    await other.close()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await lost


async def test_a_server_that_is_not_there_is_told_of_at_the_first_look() -> None:
    nowhere = ServerLease("postgresql://127.0.0.1:1/none")
    with pytest.raises(Unwritable):
        nowhere.try_to_take(first=True)
    assert not nowhere.try_to_take()
    await nowhere.close()


async def test_a_read_that_fails_leaves_no_transaction_open(address: str) -> None:
    store = await PostgresStore.open(address, alone=False)

    with pytest.raises(LookupError):
        await store._thread.read(Mock(side_effect=LookupError))
    assert await store.setting("x") is None
    await store.close()


async def test_what_has_expired_is_anothers_and_is_not_renewed(address: str) -> None:
    frozen, next_one = Pushed(address), Pushed(address)
    assert frozen.lease.try_to_take()
    expires()
    assert next_one.lease.try_to_take()
    assert next_one.lease.epoch == (frozen.lease.epoch or 0) + 1
    frozen.time += LASTS
    assert frozen.lease.lasts() <= 0
    assert not frozen.lease.renew()
    await frozen.lease.close()
    assert holder(address) is not None, "what it lets go of is not its own"
    await next_one.lease.close()
    assert holder(address) is None


async def test_what_has_expired_and_nobody_took_is_renewed(address: str) -> None:
    """A server that was away isn't a death. One that is cut off frees it when it ends."""
    one = Pushed(address)
    assert one.lease.try_to_take()
    one.time += 3 * LASTS
    expires()
    assert one.lease.lasts() < 0
    assert one.lease.renew()
    assert one.lease.lasts() == LASTS
    cut = f"select {postgres.ENDED} where datname = 'kept' and pid != pg_backend_pid()"
    postgres.server().execute(cut)
    assert one.lease.renew(), "who cannot ask has not heard that another one has it"
    assert one.lease.renew()
    postgres.server().execute(cut)
    await one.lease.close()
    assert holder(address) is None


async def test_a_standby_takes_over_when_the_first_one_ends(stores: list[PostgresStore]) -> None:
    """The first one may have sent the waiting posts."""
    first, standby = stores
    waits = asyncio.Event()
    game = await first.create(lobby())
    await first.commit(game.id, 1, turn("a", posts=("turn",)))
    taking = asyncio.create_task(standby.take_over(waits.set))
    await waits.wait()
    await first.close()
    await asyncio.wait_for(taking, PATIENCE)
    (post,) = await waiting(standby)
    assert not post.fresh
    assert (await standby.commit(game.id, 2, turn("b"))).n == 3


async def test_a_frozen_one_writes_nothing_once_another_has_the_database(
    stores: list[PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "RENEWED", 0.01)
    monkeypatch.setattr(engine, "SOON", PATIENCE)  # a busy machine takes long to take over
    frozen, standby = stores
    game = await frozen.create(lobby())
    row = await frozen.commit(game.id, 1, turn("a", posts=("turn",)))
    await frozen.note_sent(row.posts[0], 777)
    await take_when_over(standby)
    with pytest.raises(Superseded, match="Another bot has taken over"):
        await frozen.commit(game.id, 2, turn("b"))
    with pytest.raises(Superseded):
        await frozen.set("key", "late")
    assert await standby.setting("key") is None
    assert await standby.post_by_message(777) is None
    assert (await standby.commit(game.id, 2, turn("c"))).n == 3
    assert frozen.lease is not None
    await asyncio.wait_for(frozen.lease.wait_until_lost(), PATIENCE)
    assert frozen.lease.lasts() < 0


async def test_a_takeover_waits_for_a_write_but_not_for_ever(stores: list[PostgresStore]) -> None:
    """Frozen in the middle of a write, it loses its connection; when it wakes, it does that once
    more, and has lost."""
    frozen, standby = stores
    game = await frozen.create(lobby())
    bound, begun = asyncio.Event(), asyncio.Event()
    loop, raw = asyncio.get_running_loop(), frozen._thread._raw
    assert raw is not None
    raw.execute("set idle_in_transaction_session_timeout = '100ms'")

    def stops(db: Db) -> None:
        db.execute("update games set held = 9 where id = ?", (game.id,))
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(bound.wait(), loop).result()
        db.execute("select 1").fetchone()

    writing = asyncio.create_task(frozen._thread.write(stops))
    await begun.wait()
    await take_when_over(standby)
    bound.set()
    with pytest.raises(Superseded):
        await writing
    assert (await standby.games_by_ids([game.id]))[0].held == 0


async def test_a_takeover_ends_a_write_that_the_server_never_ends(
    stores: list[PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is frozen before the end of a pipeline isn't idle in the server's eyes."""
    monkeypatch.setattr(opening, "_BOUNDS", b"set lock_timeout = '50ms'")
    frozen, standby = stores
    raw = frozen._thread._raw
    assert raw is not None
    frozen._thread._begin(raw)
    pipeline = raw.pipeline()
    pipeline.__enter__()
    for _ in range(2):
        raw.execute("select 1", prepare=True)
        raw.pgconn.send_flush_request()
        raw.pgconn.flush()
    await take_when_over(standby)
    with pytest.raises(psycopg.OperationalError):
        pipeline.__exit__(None, None, None)


H = 3600.0
NEAR = 2.0  # seconds: two clocks differ by at most the time that a server takes to answer


@pytest.mark.parametrize("wrong", [H, -H], ids=["ahead", "behind"])
async def test_a_machine_whose_clock_is_wrong_does_nothing_early_or_late(
    wrong: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, real = postgres.emptied(), time.time
    store = await PostgresStore.open(address, alone=False)
    await store.take_over(lambda: None)
    bell, gong = NewTimer("bell", store.now() - NEAR), NewTimer("gong", store.now() + H / 2)
    await store.create(lobby(timers=(bell, gong)))
    await store.close()
    monkeypatch.setattr(time, "time", lambda: real() + wrong)
    odd = await PostgresStore.open(address, alone=False)
    due = await odd.due_timers(["bell", "gong"])
    await odd.close()
    assert [timer.kind for timer in due] == ["bell"]


def test_the_server_is_believed_where_it_was_wrong_by_more_than_the_way() -> None:
    """A slow answer doesn't correct a right clock."""
    passed = [100.0]
    here = ServerClock(lambda: passed[0])
    here.hear(5_000.0, here.passed)
    assert here() == 5_000.0
    passed[0] += 2.0
    here.hear(5_000.0 + SLIGHT / 2, 100.0)
    assert here() == 5_002.0
    here.hear(5_002.0 + H, here.passed)
    assert here() == 5_002.0 + H
