"""Of several processes each has a place of its own, and one more waits for one.

Source: issue 28, C 10 and fault 2; docs/many-machines.md, Several bots.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from storage import Address, Place, Unreachable
from tests import postgres
from tests.patience import PATIENCE

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import places  # noqa: E402

END = "select pg_terminate_backend(pid) from pg_stat_activity where datname = '{}'"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "LOOKS", 0.02)
    monkeypatch.setattr(places, "SPEAKS", 0.05)
    monkeypatch.setattr(places, "RETURNS", 0.1)


@pytest.fixture
def name() -> Iterator[str]:
    with postgres.database() as made:
        yield made


@asynccontextmanager
async def taken(
    name: str, of: int, told: Callable[[], None] = lambda: None
) -> AsyncIterator[Place]:
    place = await Address(postgres.server().url(name)).place(of, told)
    try:
        yield place
    finally:
        await place.close()


async def test_the_first_free_place_is_taken(name: str) -> None:
    async with taken(name, 2) as one, taken(name, 2) as other, taken(name, 3) as another:
        assert [(each.number, each.of) for each in (one, other, another)] == [
            (1, 2),
            (2, 2),
            (1, 3),
        ]
    async with taken(name, 2) as again:
        assert again.number == 1


async def test_one_more_waits_as_the_spare(name: str) -> None:
    """It takes the first that becomes free, says once that it waits, and outlives a lost
    connection."""
    waits = list[bool]()

    async def spare() -> int:
        async with taken(name, 2, lambda: waits.append(True)) as place:
            return place.number

    async with taken(name, 2):
        async with taken(name, 2):
            waiting = asyncio.create_task(spare())
            await _until(lambda: bool(waits))
            postgres.server().execute(
                f"{END.format(name)} and query_start = (select max(query_start) from"
                f" pg_stat_activity where datname = '{name}')"
            )
            await asyncio.sleep(0.1)
            assert not waiting.done()
        assert await asyncio.wait_for(waiting, PATIENCE) == 2
    assert waits == [True]


async def test_after_a_restart_of_the_server_everybody_has_the_place_of_before(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 28, a host's day: where the spare was faster, a bot that was well had to leave Discord
    and end. Here whoever serves is as slow to come back as it may be."""
    monkeypatch.setattr(places, "RETURNS", PATIENCE)
    waits = list[bool]()
    async with taken(name, 1) as place:
        spare = asyncio.create_task(
            Address(postgres.server().url(name)).place(1, lambda: waits.append(True))
        )
        await _until(lambda: bool(waits))
        there = f"select count(*) from pg_stat_activity where datname = '{name}'"
        postgres.server().execute(END.format(name))
        await _until(lambda: postgres.server().execute(there) == [(1,)])  # the spare's
        await asyncio.sleep(0.2)  # ten looks
        losing = asyncio.create_task(place.lost())
        await _until(lambda: postgres.server().execute(there) == [(2,)])
        await asyncio.sleep(0.2)
        assert not losing.done()
        assert not spare.done()
        for task in (losing, spare):
            task.cancel()
        await asyncio.gather(losing, spare, return_exceptions=True)


async def test_nobody_is_waited_for_who_must_have_given_up(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 28, a host's day: after a long outage the spare takes over at once."""
    monkeypatch.setattr(places, "RETURNS", 2 * PATIENCE)
    monkeypatch.setattr(places, "SILENCE", 1.0)
    waits = list[bool]()
    address = Address(postgres.server().url(name))
    async with taken(name, 1):
        spare = asyncio.create_task(address.place(1, lambda: waits.append(True)))
        await _until(lambda: bool(waits))
        postgres.server().execute(END.format(name))  # and whoever had it says nothing
        place = await asyncio.wait_for(spare, PATIENCE)
        await place.close()


async def test_who_gives_up_waiting_leaves_nothing(name: str) -> None:
    async with taken(name, 1) as place:
        waiting = asyncio.create_task(Address(postgres.server().url(name)).place(1, lambda: None))
        await asyncio.sleep(0.1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert place.number == 1
    count = f"select count(*) from pg_stat_activity where datname = '{name}'"
    await _until(lambda: postgres.server().execute(count) == [(0,)])


async def test_a_place_that_cannot_be_had_is_not_waited_for() -> None:
    with pytest.raises(Unreachable):
        await Address("postgresql:///x?host=/nowhere").place(1, lambda: None)


async def test_a_lost_connection_is_made_anew_unless_another_was_faster(name: str) -> None:
    async with taken(name, 1) as place:
        losing = asyncio.create_task(place.lost())
        for _ in range(3):
            postgres.server().execute(END.format(name))
            await asyncio.sleep(0.2)
        assert not losing.done()
        with psycopg.connect(postgres.server().url(name), autocommit=True) as other:
            other.execute(f"{END.format(name)} and pid != pg_backend_pid()")
            other.execute("select pg_advisory_lock(%s, %s)", (places.FAMILY, 10_001))
            await asyncio.wait_for(losing, PATIENCE)


async def test_who_says_nothing_for_long_has_lost_its_place(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends the session of a frozen process. A process that cannot reach the server knows
    when its own session has ended."""
    monkeypatch.setattr(places, "SILENCE", 1.0)
    async with taken(name, 1) as place:
        assert place.held
        await asyncio.sleep(1.2)  # the frozen one
        assert not place.held
        async with taken(name, 1) as other:
            assert other.number == 1
            assert other.held
            await asyncio.wait_for(place.lost(), PATIENCE)
            losing = asyncio.create_task(other.lost())
            await asyncio.sleep(1.5)
            assert not losing.done()
            postgres.server().execute(f"alter database {name} allow_connections false")
            postgres.server().execute(END.format(name))
            await asyncio.wait_for(losing, PATIENCE)


async def _until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.01)


async def test_which_places_somebody_has_is_told(name: str) -> None:
    """For `lumbercamp doctor`: of so many, and of this database alone."""
    address = Address(postgres.server().url(name))
    with postgres.database() as elsewhere:
        async with taken(elsewhere, 2), taken(elsewhere, 2), taken(name, 3):
            async with taken(name, 2), taken(name, 2):
                assert (address.places_had(2), address.places_had(3)) == ([1, 2], [1])
            assert address.places_had(2) == []
    with pytest.raises(Unreachable):
        Address("postgresql:///x?host=/nowhere").places_had(1)
