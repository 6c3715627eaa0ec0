"""Programs of two versions on one database: both play on if the newer one has only added; else one
of them has to stop or to wait."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from storage import Address, Outdating, Store, StoreError, TooNew
from storage.copying import tables
from storage.migrating import Migration, migrations
from tests import postgres
from tests.patience import until
from tests.storage.samples import lobby, turn

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")


LEVEL = migrations()[-1].number
# Everything that an additive step may do, to every table that there is.
ADDS = Migration(
    9001,
    "adds",
    f"-- Works with {LEVEL:04}: what older ones write is worth the default.\n"
    + "".join(f"alter table {t.name} add column later integer default 7;" for t in tables())
    + "create table later (id integer primary key, game integer references games (id));"
    + "create index later_games on games (later, id);",
)
CHANGES = Migration(
    9002,
    "changes",
    "alter table log add column said text not null default '';"
    "update log set said = text where seat >= 0;",
)
As = Callable[..., None]


@pytest.fixture
def name() -> Iterator[str]:
    with postgres.database_with_tables() as made:
        yield made


@pytest.fixture
def of(monkeypatch: pytest.MonkeyPatch) -> As:
    """Let programs from now on know these extra steps."""

    def steps(*more: Migration) -> None:
        monkeypatch.setattr("storage.migrating.migrations", lambda: (*migrations(), *more))

    return steps


def at(name: str) -> Address:
    return Address(postgres.server().url(name))


@asynccontextmanager
async def share(name: str) -> AsyncIterator[Store]:
    store = await at(name).share()
    try:
        yield store
    finally:
        await store.close()


async def refused(name: str, kind: type[StoreError]) -> str:
    with pytest.raises(kind) as refusal:
        await at(name).share()
    return str(refusal.value)


async def play(store: Store, game: int, n: int, times: int = 1) -> None:
    for each in range(n, n + times):
        await store.commit(game, each, turn(f"{game}:{each}", posts=("turn",)))


async def test_a_newer_one_starts_beside_an_older_one_that_plays_on(name: str, of: As) -> None:
    async with share(name) as old:
        game = (await old.create(lobby())).id
        await play(old, game, 1, 2)
        of(ADDS)
        async with share(name) as new:
            await play(new, game, 3)
            of()
            await play(old, game, 4, 2)
            postgres.server().execute(f"select {postgres.ENDED} where datname = '{name}'")
            await play(old, game, 6)
            of(ADDS)
            await play(new, game, 7)
            assert [row.n for row in await new.log(game)] == [*range(1, 9)]
            assert await old.log(game) == await new.log(game)
            of()
            async with share(name) as another:
                await play(another, game, 8)
                looked = await at(name).look()
                assert len(await looked.log(game)) == 9
                await looked.close()


async def test_an_older_one_does_nothing_that_needs_to_know_all(name: str, of: As) -> None:
    """A copy would lack the unknown rows, and so would a deletion of somebody's data."""
    of(ADDS)
    await (await at(name).open()).close()
    of()
    with pytest.raises(TooNew):
        await at(name).open()
    for alone in (True, False):
        with pytest.raises(TooNew), at(name).copied_from(alone=alone):
            pass


async def test_an_older_one_does_not_start_where_something_changed(name: str, of: As) -> None:
    """Also if a later step works with it again: every unknown step has to."""
    of(CHANGES, ADDS._replace(number=9003))
    async with share(name):
        of()
        said = await refused(name, TooNew)
        assert f"migration 9003; this version knows {LEVEL}" in said
        with pytest.raises(TooNew):
            await at(name).look()


async def test_a_newer_one_changes_nothing_beside_an_older_one(name: str, of: As) -> None:
    """It starts as soon as the older one has stopped."""
    async with share(name) as old:
        game = (await old.create(lobby())).id
        of(CHANGES)
        assert "Stop them" in await refused(name, Outdating)
        of()
        await play(old, game, 1)
        async with share(name):
            pass
    of(CHANGES)
    await until_nobody_uses(name)  # the server hears of it a moment later
    async with share(name) as new:
        await play(new, game, 2)
        assert [row.key for row in await new.log(game)] == ["open", f"{game}:1", f"{game}:2"]
    said = "select said from log order by n"
    assert postgres.server().execute(said, database=name) == [("",), ("c3",), ("",)]


async def test_an_older_one_that_was_cut_off_meanwhile_is_told_so(name: str, of: As) -> None:
    """Nobody saw it, so the newer one has changed its tables: it writes nothing any more."""
    async with share(name) as old:
        game = (await old.create(lobby())).id
        of(CHANGES)
        postgres.server().execute(f"select {postgres.ENDED} where datname = '{name}'")
        await until_nobody_uses(name)
        async with share(name) as new:
            of()
            with pytest.raises(TooNew):
                await play(old, game, 1)
            assert [row.n for row in await new.log(game)] == [1]


async def until_nobody_uses(name: str) -> None:
    """A server takes a moment to see that a connection is over."""
    used = f"select count(*) from pg_stat_activity where datname = '{name}'"
    await until(lambda: postgres.server().execute(used) == [(0,)])


async def test_what_a_newer_one_would_change_is_said_before_it_does(name: str, of: As) -> None:
    with postgres.database() as empty:
        first = at(empty).upgrade()
    assert (first.found, first.works_with) == (0, LEVEL)
    async with share(name):
        assert at(name).upgrade() == (LEVEL, (), None)
        of(ADDS)
        assert at(name).upgrade() == (LEVEL, (ADDS,), None)
        assert at(name).upgrade().works_with == LEVEL
        of(CHANGES)
        with pytest.raises(Outdating):
            at(name).upgrade()
    await until_nobody_uses(name)
    assert at(name).upgrade().works_with == CHANGES.number
    async with share(name):
        of()
        with pytest.raises(TooNew):
            at(name).upgrade()
