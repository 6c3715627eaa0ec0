"""Accidents of a server and of a connection to it, tried on a real one: each verb is done once or
refused, and nothing stays silent."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from unittest.mock import Mock

import pytest

from storage import Conflict, GameRow, InDoubt, StoreError, Unwritable
from storage.migrating import Migration, migrations
from tests import postgres
from tests.patience import PATIENCE
from tests.storage.samples import Clock, lobby, turn
from tests.storage.test_sqlite_in_doubt import WRITES, game_in
from tests.storage.wire import BACK, FORTH, Wire
from tests.stores import OF_SERVERS

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import connection, opening  # noqa: E402
from storage.postgres.connection import Connection, Raw  # noqa: E402
from storage.postgres.dialect import BadStatement  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402

QUIET = 0.4  # seconds
VERBS = WRITES | {"claim": lambda store, _: store.claim_thoughts("gong", 30.0, 2)}


@asynccontextmanager
async def shared(address: str, *clocks: Any) -> AsyncIterator[PostgresStore]:
    """A store as the bot that speaks has it."""
    store = await PostgresStore.open(address, *clocks, alone=False)
    try:
        await store.take_over(lambda: None)
        yield store
    finally:
        await store.close()


def tables() -> dict[str, list[Any]]:
    """Everything in the store but random values, and numbers: one that was undone is not given
    again."""
    rows = "select to_jsonb(t) - '{{nonce,id,game}}'::text[] from {} t order by 1"
    with psycopg.connect(postgres.kept()) as db:
        names = [name for (name,) in db.execute(postgres.TABLES) if name not in OF_SERVERS]
        return {name: db.execute(rows.format(name)).fetchall() for name in names}


@pytest.mark.slow
@pytest.mark.parametrize(("what", "cut"), [("turn", FORTH), ("turn", BACK), ("claim", BACK)])
async def test_a_cut_write_is_done_once(address: str, cable: Wire, what: str, cut: str) -> None:
    known = list[Any]()
    for host in (None, cable.folder):
        postgres.emptied()
        at = postgres.server().url("kept", host=host)
        async with shared(at, Clock()) as store:
            game = await game_in(store)
            cable.cut = cut if host else ""
            known.append((_heard(await VERBS[what](store, game)), tables()))
    assert cable.cuts == 1
    assert known[0] == known[1]


@pytest.mark.slow
async def test_who_ends_while_the_server_is_gone_just_ends(address: str) -> None:
    """Its claims expire."""
    store = await PostgresStore.open(address, alone=False)
    postgres.server().stop(dead=True)
    try:
        async with asyncio.timeout(PATIENCE):
            await store.close()
            await store.close()
    finally:
        postgres.server().start()


def _heard(answer: Any) -> str:
    if isinstance(answer, list):
        return f"{len(answer)}"
    return f"row {answer.n}" if isinstance(answer, GameRow) else str(answer)


PLANTED = """create or replace function planted() returns trigger language plpgsql as $$
begin raise exception 'a row with a seed' using errcode = '53100'; end $$;
create trigger planted before insert on outbox execute function planted()"""


async def test_a_server_that_cannot_write_refuses_a_turn(address: str) -> None:
    server = postgres.server()
    async with shared(address) as store:
        game = await store.create(lobby())
        server.execute(PLANTED, database="kept")
        before = tables()
        try:
            with pytest.raises(Unwritable) as refused:
                await store.commit(game.id, 1, turn("a", posts=("turn",)))
        finally:
            server.execute("drop function planted cascade", database="kept")
        assert refused.value.reason == "the disk is full (53100)"
        assert tables() == before
        assert store._thread.refused
        assert (await store.commit(game.id, 1, turn("a", posts=("turn",)))).n == 2


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch, address: str) -> str:
    """An address whose store soon takes the server for dead if it is silent."""
    monkeypatch.setattr(Raw, "longest", QUIET)
    monkeypatch.setitem(opening._REACHING, "connect_timeout", 2)
    return address


@pytest.mark.slow
async def test_a_server_that_is_frozen_is_not_waited_for(quiet: str) -> None:
    """No wait is endless. The frozen server's system takes all messages and keeps the connections,
    so nobody else would ever notice."""
    async with shared(quiet) as store:
        game = await store.create(lobby(channel=5))
        with postgres.server().frozen():
            reads = (store.log(game.id), store.game_in_channel(5))
            wishes = (store.commit(game.id, 1, turn("a")), *reads)
            async with asyncio.timeout(PATIENCE):
                answers = await asyncio.gather(*wishes, return_exceptions=True)
            assert [type(each).__name__ for each in answers] == 3 * ["Unreachable"]
        async with asyncio.timeout(PATIENCE):
            while (await store.log(game.id))[-1].key != "b":
                with suppress(Unwritable):
                    await store.commit(game.id, 1, turn("b"))


async def test_a_step_of_the_tables_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Raw, "longest", QUIET)
    slow = Migration(9_000, "slow", f"select pg_sleep({1.2 * QUIET});")
    with (
        postgres.database_with_tables() as name,
        opening.connect(postgres.server().url(name)) as raw,
    ):
        opening.prepare(raw, (*migrations(), slow), 1.0)
        assert opening.upgrade(raw, (*migrations(), slow)).missing == ()


@asynccontextmanager
async def store_at(address: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(address, Clock())
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    async with store_at(address) as opened:
        yield opened


@pytest.fixture
async def wired(cable: Wire) -> AsyncIterator[PostgresStore]:
    async with store_at(postgres.server().url("kept", host=cable.folder)) as opened:
        yield opened


async def test_a_sent_post_is_noted_though_nobody_answered(
    wired: PostgresStore, cable: Wire
) -> None:
    game = await wired.create(lobby(posts=("lobby",)))
    cable.cut = BACK
    await wired.note_sent(game.posts[0], 777)
    assert await wired.post_by_message(777) is not None
    assert cable.cuts == 1


async def test_what_is_not_known_is_said(
    wired: PostgresStore, cable: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While there is nobody to ask, a turn may have been recorded; its player reads that."""
    monkeypatch.setattr(connection, "PATIENCE", 0.2)
    game = await wired.create(lobby())
    cable.cut, cable.shut = BACK, True
    with pytest.raises(InDoubt, match="database on the server may or may not be saved"):
        await wired.commit(game.id, 1, turn("a"))
    assert wired._thread.refused


async def test_what_is_cut_before_its_end_is_done_again(wired: PostgresStore, cable: Wire) -> None:
    game = await wired.create(lobby())
    cable.word, cable.cut = b"from log", FORTH
    assert len(await wired.log(game.id)) == 1
    cable.word, cable.cut = b"update games set", FORTH
    assert (await wired.commit(game.id, 1, turn("a"))).n == 2
    assert cable.cuts == wired.reconnects == 2


@pytest.mark.slow
async def test_a_server_that_dies_and_comes_back(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request gets an answer, acknowledged rows are there, and the store recovers."""
    monkeypatch.setattr(connection, "PATIENCE", 0.2)
    assert store._thread._raw
    store._thread._raw.execute("set synchronous_commit = on")  # as on any server but the tests' own
    game = await store.create(lobby())
    await store.commit(game.id, 1, turn("a"))
    postgres.server().stop(dead=True)
    try:
        answers = [store.commit(game.id, 2, turn(f"b{n}")) for n in range(2)]
        for answer in await asyncio.gather(*answers, return_exceptions=True):
            assert isinstance(answer, Unwritable)
            assert "isn't responding" in answer.reason
        with pytest.raises(Unwritable):
            await store.log(game.id)
    finally:
        postgres.server().start()
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(Unwritable):
                assert (await store.commit(game.id, 2, turn("c"))).n == 3
                break
            await asyncio.sleep(0.05)
    await store.probe()


async def test_it_is_not_asked_hundreds_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 30.0)
    gone = Mock(side_effect=psycopg.OperationalError("nobody is there"))
    one = Connection(gone)
    try:
        for _ in range(100):
            with pytest.raises(Unwritable):
                one.reconnect(time.monotonic() + 1)
    finally:
        await one.close()
    assert gone.call_count == 1


async def test_an_uncounted_connection_is_let_go_of(store: PostgresStore, address: str) -> None:
    """It held the database for its process, which then found its own lock and ended."""
    made = list[Raw]()

    def connect() -> Raw:
        made.append(psycopg.connect(address, autocommit=True))
        made[-1].execute("set lock_timeout = '50ms'")
        return made[-1]

    one = Connection(connect)
    try:
        with psycopg.connect(address) as other:
            other.execute("lock table writers")
            with pytest.raises(Unwritable):
                one.reconnect(time.monotonic() + 0.2)
        assert made
        assert all(raw.closed for raw in made)
        assert not one.reconnect(time.monotonic() + PATIENCE).closed
    finally:
        await one.close()


async def test_who_waits_too_long_for_another_is_told(address: str, store: PostgresStore) -> None:
    game = await store.create(lobby())
    assert store._thread._raw
    store._thread._raw.execute("set lock_timeout = '10ms'")
    with psycopg.connect(address) as other:
        other.execute("select 1 from games for update")
        with pytest.raises(Unwritable, match=r"others are writing to it at the same time \(55P03"):
            await store.commit(game.id, 1, turn("a"))
    assert (await store.commit(game.id, 1, turn("a"))).n == 2


async def test_a_mistake_of_ours_tells_no_row(store: PostgresStore) -> None:
    """PostgreSQL's words hold the whole row that was refused: a seed, or a hand."""
    bad = "insert into drafts (game, seat, n, line, key) values (0, 0, 0, 'a hidden hand', '')"
    with pytest.raises(BadStatement) as bug:
        await store._thread.write(lambda db: db.execute(bad))
    assert str(bug.value) == "ForeignKeyViolation 23503 drafts_game_fkey"
    assert bug.value.__cause__ is None
    assert bug.value.__suppress_context__
    with pytest.raises(BadStatement):
        await store._thread.read(lambda db: db.execute("select * from nowhere").fetchone())


async def test_what_was_undone_was_never_there(store: PostgresStore) -> None:
    game = await store.create(lobby(posts=("turn",)))
    await store.note_sent(game.posts[0], 777)
    with pytest.raises(Conflict):
        await store.commit(game.id, 7, turn("a"))
    assert await store.post_by_message(777) is not None, "it was deferred, and is not undone"
    assert len(await store.log(game.id)) == 1


async def test_a_store_that_cannot_be_opened_leaves_nothing_behind() -> None:
    one = Connection(Mock(side_effect=StoreError("no")))
    with pytest.raises(StoreError):
        await one.start()
    assert one.closed
