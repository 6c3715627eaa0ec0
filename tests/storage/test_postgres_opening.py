"""Messages about a database on a server that cannot be used, and how one gets its tables."""

import logging
import re
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from storage import Address, Altered, Busy, Damaged, NoDriver, NotMoved
from storage.errors import NotOurs, StoreError, TooNew, Unreachable, Unreadable, Unwritable
from storage.migrating import Migration, migrate, migrations
from storage.server import locate
from tests import postgres
from tests.storage.samples import lobby

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import connection, dialect, opening  # noqa: E402
from storage.postgres.dialect import BadStatement, failure, refusal  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402

TABLES = "select tablename from pg_tables where schemaname = 'public' order by 1"
SECRET = "hunter2"
HASTY = b"set lock_timeout = '10ms'"


@pytest.fixture
def name(address: str) -> str:
    return "kept"


@pytest.fixture
def empty() -> Iterator[str]:
    with postgres.database() as made:
        yield made


def at(name: str, user: str = postgres.OURS) -> str:
    return postgres.server().url(name, user=user)


async def refused(address: str, kind: type[StoreError]) -> str:
    with pytest.raises(kind) as refusal:
        await (await PostgresStore.open(address)).close()
    assert type(refusal.value) is kind
    said = "".join(traceback.format_exception(refusal.value))
    assert all(word not in said for word in (SECRET, str(postgres.server().folder), "lumber@"))
    return str(refusal.value)


async def test_somebody_elses_tables_are_left_alone(empty: str) -> None:
    for foreign in ("create table theirs (x integer)", "create table migrations (number integer)"):
        postgres.server().execute(foreign, database=empty)
        before = postgres.server().execute(TABLES, database=empty)
        assert "aren't Lumbercamp's" in await refused(at(empty), NotOurs)
        assert postgres.server().execute(TABLES, database=empty) == before


KEEPERS = {
    "materialized view kept": "create materialized view kept as select name from seats",
    "rule kept on browsers": "create rule kept as on delete to browsers do instead nothing",
    "function f cascade": "create function f() returns trigger language plpgsql as"
    " 'begin return old; end'; create trigger kept before update on seats"
    " for each row execute function f()",
}


async def test_what_could_keep_a_deleted_name_is_refused_by_name(name: str) -> None:
    await (await PostgresStore.open(at(name))).close()
    for kind, added in KEEPERS.items():
        postgres.server().execute(added, database=name)
        assert "kept isn't part of Lumbercamp" in await refused(at(name), Altered)
        with pytest.raises(Altered):
            await Address(at(name)).look()
        postgres.server().execute(f"drop {kind}", database=name)


async def test_bots_alone_share_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    address = Address(at(name))
    one, other = await address.share(), await address.share()
    await one.close()
    with monkeypatch.context() as hasty:
        hasty.setattr(opening, "_BOUNDS", HASTY)
        assert "Bots can share it" in await refused(at(name), Busy)
    assert isinstance(other, PostgresStore)
    await other.create(lobby())
    await other.close()
    alone = await address.open()
    monkeypatch.setattr(opening, "_BOUNDS", HASTY)
    with pytest.raises(Busy):
        await address.share()
    await alone.close()


async def test_what_is_there_can_be_read_while_a_bot_has_it(name: str) -> None:
    address = Address(at(name))
    store = await address.open()
    game = await store.create(lobby())
    looked = await address.look()
    assert await looked.log(game.id) == await store.log(game.id)
    with pytest.raises(Unwritable):
        await looked.set("key", "value")
    await looked.close()
    await store.close()


async def test_what_cannot_be_read_is_said(empty: str) -> None:
    address = Address(at(empty))
    with pytest.raises(Unreadable, match="hasn't been started on it yet"):
        await address.look()
    await (await address.open()).close()
    later = "insert into migrations values (9000, 'later', 0, 9000)"
    postgres.server().execute(later, database=empty)
    with pytest.raises(TooNew):
        await address.look()


async def test_without_its_driver_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    address = Address("postgresql:///x")
    monkeypatch.setitem(sys.modules, "storage.postgres.store", None)
    for way in (address.open, address.share, address.look):
        with pytest.raises(NoDriver, match=re.escape("pip install 'lumbercamp[postgres]'")):
            await way()
    monkeypatch.setitem(sys.modules, "storage.postgres.copying", None)
    with pytest.raises(NoDriver):
        address.copied_from(alone=True)
    with pytest.raises(NoDriver):
        address.copied_to(NotMoved)


def test_an_address_tells_nobody_what_it_is() -> None:
    address = Address(f"postgresql://lumber:{SECRET}@/games")
    assert SECRET not in f"{address} {address!r} {[address]}"


MALFORMED = (
    *("@h:port/db", "@h:99999999/db", "@h:0/db", "@h/%zz", "@h/db?dbname=%FF", "@h/db?nope=1"),
    *(" y@h/db", "@127.0.0.1:1/db?sslmode=maybe", "@h/db?a=b&c=%"),
)


async def test_a_malformed_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is used: in one sentence, and without the password."""
    monkeypatch.setattr(connection, "PATIENCE", 0.0)
    for address in (Address(f"postgresql://u:{SECRET}{behind}") for behind in MALFORMED):
        for way in (address.open, address.share, address.look):
            with pytest.raises(Unwritable, match="isn't valid") as refused:
                await way()
            assert SECRET not in "".join(traceback.format_exception(refused.value))
        for held in (address.holder, address.upgrade, address.others):
            with pytest.raises(Unwritable, match="isn't valid"):
                held()
        with pytest.raises(Unwritable, match="isn't valid"), address.copied_from(alone=True):
            pass


def test_a_path_is_a_file_and_an_address_a_server() -> None:
    """A file with the name of another address would be made, with all games in it."""
    assert locate("data/games.db") == Path("data/games.db")
    assert locate("postgresql://h/db") == Address("postgresql://h/db")
    for other in ("POSTGRESQL://h/db", "postgres:/h/db", "postgres+asyncpg://h/db", "mysql://h/db"):
        with pytest.raises(ValueError, match="starts with postgresql://"):
            locate(other)


async def test_a_failed_step_has_not_happened(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await PostgresStore.open(at(name))).close()
    before = postgres.server().execute(TABLES, database=name)
    good = Migration(9001, "good", "create table good (\n    id integer primary key\n);")
    bad = Migration(9002, "bad", "create table bad (x integer); select nothing;")
    monkeypatch.setattr("storage.migrating.migrations", lambda: (*migrations(), good, bad))
    with pytest.raises(BadStatement):
        await PostgresStore.open(at(name))
    assert postgres.server().execute(TABLES, database=name) == before


async def test_a_failed_start_lets_go(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next start applies another rule to the past."""
    with monkeypatch.context() as broken:
        broken.setattr(PostgresStore, "rebuild_ratings", lambda store: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            await PostgresStore.open(at(name))
    await (await PostgresStore.open(at(name))).close()


def test_two_that_start_at_once_make_the_tables_that_a_file_has(empty: str) -> None:
    def prepare(_: int) -> None:
        with opening.connect(at(empty)) as raw:
            opening.prepare(raw, migrations(), 1.0)

    with ThreadPoolExecutor() as threads:
        list(threads.map(prepare, range(2)))
    done = postgres.server().execute("select number from migrations order by 1", database=empty)
    assert done == [(step.number,) for step in migrations()]
    columns = (
        "select table_name, column_name, is_nullable = 'NO' from information_schema.columns"
        " where table_schema = 'public' and table_name not in ('writers', 'lease')"
    )
    there = set(postgres.server().execute(columns, database=empty))
    sql = (
        'select t.name, c.name, c."notnull" or c.pk > 0 from sqlite_master t,'
        " pragma_table_info(t.name) c where t.type = 'table' and t.name != 'sqlite_sequence'"
    )
    with closing(sqlite3.connect(":memory:")) as db:
        migrate(db, migrations(), 1.0)
        here = {(table, column, bool(must)) for table, column, must in db.execute(sql)}
    assert there == here


async def test_why_it_cannot_be_used_is_said(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.0)
    server = postgres.server()
    nobody = f"postgresql://lumber:{SECRET}@/postgres?host=/nowhere"
    assert "isn't responding" in await refused(nobody, Unreachable)
    assert "no database with that name" in await refused(at("missing"), Unwritable)
    assert "the user or the password is wrong" in await refused(at(empty, user="x"), Unwritable)
    server.execute("drop role if exists few", "create role few login connection limit 0")
    server.execute("grant all on schema public to few", database=empty)
    assert "too many connections" in await refused(at(empty, user="few"), Unreachable)
    server.execute("drop role if exists guest", "create role guest login")
    assert "permission denied" in await refused(at(empty, user="guest"), Unwritable)
    server.execute(f"alter database {empty} set default_transaction_read_only = on")
    assert "read-only" in await refused(at(empty), Unwritable)
    with postgres.database("encoding 'SQL_ASCII' template template0") as plain:
        assert "encoding" in await refused(at(plain), Unwritable)
    monkeypatch.setattr(opening, "OLDEST", 999_999)
    assert "15 or newer" in await refused(at(empty), Unwritable)
    monkeypatch.setattr(opening, "_BOUNDS", b"set statement_timeout = 'never'")
    with pytest.raises(BadStatement):
        await PostgresStore.open(at(empty))


async def test_the_password_stands_in_no_log(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Neither at a start, nor after a lost connection, nor in a store's own description."""
    caplog.set_level(logging.DEBUG)
    server = postgres.server()
    store = await PostgresStore.open(f"postgresql://lumber:{SECRET}@/{name}?host={server.folder}")
    said = [repr(store), repr(store._thread), repr(store.lease)]
    server.execute(f"alter database {name} allow_connections false")
    try:
        server.execute(f"select {postgres.ENDED} where datname = '{name}'")
        with pytest.raises(Unwritable) as lost:
            await store.log(1)
    finally:
        server.execute(f"alter database {name} allow_connections true")
    logging.getLogger("x").error("lost", exc_info=lost.value)
    await store.close()
    assert SECRET not in "".join(said) + caplog.text


REFUSALS = [
    ('FATAL:  password authentication failed for user "x"', "the user or the password"),
    ('FATAL:  database "x" does not exist', "no database with that name"),
    ("FATAL:  sorry, too many clients already", "too many connections"),
    ("FATAL:  the database system is starting up", "starting or shutting down"),
    ('FATAL:  no pg_hba.conf entry for host "1.2.3.4"', "doesn't accept connections from here"),
    ("FATAL:  Passwort-Authentifizierung fehlgeschlagen", "the server refused the connection"),
    ("could not translate host name", "isn't responding"),
]


def test_a_refusal_is_told_in_our_words() -> None:
    for words, reason in REFUSALS:
        assert reason in refusal(psycopg.OperationalError(f"connection to 1.2.3.4 failed: {words}"))


COMPLAINTS = [
    (psycopg.errors.DiskFull, Unwritable, "the disk is full (53100)"),
    (psycopg.errors.TooManyConnections, Unreachable, "too many connections (53300)"),
    (psycopg.errors.ReadOnlySqlTransaction, Unwritable, "it's read-only (25006)"),
    (psycopg.errors.QueryCanceled, Unwritable, "took too long (57014)"),
    (psycopg.errors.DeadlockDetected, Unwritable, "at the same time (40P01)"),
    (psycopg.errors.DataCorrupted, Damaged, "damaged"),
    (psycopg.errors.UndefinedTable, BadStatement, "UndefinedTable 42P01"),
]


def test_what_a_server_complains_of_is_told_in_our_words() -> None:
    for error, kind, said in COMPLAINTS:
        told = failure(cast(Any, error("a row with a seed")))
        assert type(told) is kind
        assert said in str(told)
        assert "seed" not in str(told)
        if isinstance(told, Unwritable):
            assert told.why == told.reason


def test_a_statement_for_both_is_said_as_postgresql_says_it() -> None:
    sql = "select max(coalesce((select 1), 0)) from log indexed by x where a = ? or '%?' = :me"
    said = "select greatest(coalesce((select 1), 0)) from log  where a = $1 or '%?' = $2"
    assert dialect.to_postgres(sql).decode() == said
    names = dialect.names("select ':not' where a = :me or b::text = :you or c = :me")
    assert names == ("me", "you", "me")


async def test_a_lost_database_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await PostgresStore.open(at(name))
    monkeypatch.setattr(opening, "_BOUNDS", HASTY)
    with psycopg.connect(at(name), autocommit=True) as other:
        end = f"select {postgres.ENDED} where pid != pg_backend_pid() and datname = '{name}'"
        other.execute(end)
        other.execute("select pg_advisory_lock(%s)", (opening.HOLDS,))
        with pytest.raises(Unwritable) as held:
            await store.log(4)
        assert held.value.reason == "others use it, who share it with nobody"
    await store.close()


def test_roles_that_may_connect_are_found(name: str) -> None:
    """docs/many-machines.md: any of them could take the locks of the bot."""
    server = postgres.server()
    server.execute("create role passerby login")
    try:
        assert {"PUBLIC", "passerby"} <= {*Address(at(name)).others()}
        server.execute(f"revoke connect on database {name} from public")
        assert {"PUBLIC", "passerby"}.isdisjoint(Address(at(name)).others())
    finally:
        server.execute(f"grant connect on database {name} to public", "drop role passerby")
