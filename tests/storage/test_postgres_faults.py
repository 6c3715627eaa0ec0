"""Accidents of a server, tried on a real one: each verb is done once or refused.

Faults of one connection: test_postgres_connection.py.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from storage import GameRow, Unwritable
from storage.migrating import Migration, migrations
from tests import postgres
from tests.patience import PATIENCE
from tests.storage.samples import Clock, lobby, turn
from tests.storage.test_sqlite_in_doubt import WRITES, game_in
from tests.storage.wire import BACK, FORTH, Wire
from tests.stores import OF_SERVERS

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import opening  # noqa: E402
from storage.postgres.connection import Raw  # noqa: E402
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
    """With a key or without one: the answer and all tables are the same as without the fault."""
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
    """In the middle of a turn; when it can again, the same turn counts."""
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
