"""The pages for whoever watches the bot: what /healthz promises, and what /metrics tells."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.boundary import Broken, guarded
from bot.ops.health import HOST, Health, PortTaken, served
from bot.ops.settings import Settings, SettingsError
from storage import Census, SqliteStore, Unwritable
from tests.storage.samples import ANN, BEN, lobby, turn


class Line:
    """A connection to Discord as the pages see it."""

    def __init__(self, *, connected: bool = True) -> None:
        self.connected, self.latency, self.guilds = connected, 0.25, ["one", "two"]


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(":memory:")
    yield opened
    await opened.close()


async def page(port: int | None, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{HOST}:{port}{path}") as response,
    ):
        return response.status, await response.text()


async def health_of(health: Health) -> tuple[int, str]:
    async with served(health, 0) as port:
        return await page(port, "/healthz")


# /healthz


async def test_healthy_is_connected_and_the_store_answers(store: SqliteStore) -> None:
    """docs/hosting.md, Health."""
    health = Health(store)
    health.client = Line()
    assert await health_of(health) == (200, '{"healthy": true}')


@pytest.mark.parametrize("client", [None, Line(connected=False)])
async def test_without_a_connection_it_is_not_healthy(
    store: SqliteStore, client: Line | None
) -> None:
    """docs/hosting.md, Health: while it starts, and while the gateway is away."""
    health = Health(store)
    health.client = client
    assert await health_of(health) == (503, '{"healthy": false, "why": "not connected to Discord"}')


async def test_with_a_store_that_does_not_answer_it_is_not_healthy(store: SqliteStore) -> None:
    """docs/hosting.md, Health."""
    health = Health(store)
    health.client = Line()
    await store.close()
    why = '{"healthy": false, "why": "the database does not answer"}'
    assert await health_of(health) == (503, why)


async def _room(store: SqliteStore, pages: int) -> None:
    """Let the database have so many pages more than it has."""
    await store._thread.execute_fetchall("pragma max_page_count = 1")  # SQLite keeps what it has
    ((now,),) = await store._thread.execute_fetchall("pragma page_count")
    await store._thread.execute_fetchall(f"pragma max_page_count = {now + pages}")


FULL = (503, '{"healthy": false, "why": "the database cannot be written: the disk is full"}')


async def test_with_a_full_disk_it_is_not_healthy(store: SqliteStore) -> None:
    """docs/hosting.md, Health: a turn that failed is remembered until as much can be written."""
    health = Health(store)
    health.client = Line()
    await _room(store, 1)
    with pytest.raises(Unwritable):
        await store.create(lobby(options={"long": "x" * 50_000}))
    assert await health_of(health) == FULL
    await store.set("small", "finds room all the same")
    assert await health_of(health) == FULL
    await _room(store, 100)
    assert await health_of(health) == (200, '{"healthy": true}')


async def test_a_disk_that_filled_while_nobody_played_is_noticed(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Not only the first turn that is lost tells the host."""
    health = Health(store)
    health.client = Line()
    await store._thread.execute_fetchall("pragma query_only = on")
    assert "the database cannot be written: it is read-only" in (await health_of(health))[1]
    assert [
        (r.message, getattr(r, "why", "")) for r in caplog.records if r.name == "bot.ops.health"
    ] == [("cannot write", "it is read-only (SQLITE_READONLY)")]


async def test_what_was_just_written_is_not_tried_again(store: SqliteStore) -> None:
    """However often somebody asks, it costs the disk nothing while turns are played."""
    health = Health(store)
    health.client = Line()
    await store.create(lobby())
    assert (await health_of(health))[0] == 200
    assert await store.setting("probe") is None


async def test_a_store_that_hangs_does_not_hang_the_page(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A health check that waits is no health check."""

    async def never() -> Census:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr("bot.ops.health.PATIENCE", 0.01)
    monkeypatch.setattr(store, "census", never)
    health = Health(store)
    health.client = Line()
    assert (await health_of(health))[0] == 503


# /metrics


async def numbers(health: Health) -> dict[str, float]:
    async with served(health, 0) as port:
        status, text = await page(port, "/metrics")
    assert status == 200
    rows = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in rows}


async def test_open_games_are_counted_by_kind_and_status_and_posts_by_number(
    store: SqliteStore,
) -> None:
    """docs/hosting.md, Health: what is told."""
    first = await store.create(lobby("a", channel=1))
    await store.create(lobby("b", channel=2))
    await store.commit(first.id, 1, turn("c", sitters=(ANN, BEN), status="playing", posts=("x",)))
    health = Health(store)
    health.client = Line()
    told = await numbers(health)
    assert told['lumbercamp_open_games{kind="logger",status="lobby"}'] == 1
    assert told['lumbercamp_open_games{kind="logger",status="playing"}'] == 1
    assert told["lumbercamp_outbox_waiting"] == 1
    assert told["lumbercamp_outbox_parked"] == 0
    (post,) = await store.pending()
    await store.park(post.id, "50013")
    told |= await numbers(health)
    assert (told["lumbercamp_outbox_waiting"], told["lumbercamp_outbox_parked"]) == (0, 1)
    assert told["lumbercamp_servers"] == 2
    assert told["lumbercamp_gateway_latency_seconds"] == 0.25
    assert told["lumbercamp_connected"] == 1


async def test_what_breaks_is_counted_by_its_type(store: SqliteStore) -> None:
    """docs/hosting.md, Health; a write that the disk refused is counted as such too."""
    health = Health(store)
    before = await numbers(health)

    async def bug() -> None:
        raise ZeroDivisionError

    await _room(store, 0)
    for work in (bug(), store.create(lobby(options={"long": "x" * 50_000}))):
        with pytest.raises(Broken):
            await guarded(work)
    after = await numbers(health)
    for name, more in {
        'lumbercamp_errors_total{type="ZeroDivisionError"}': 1,
        'lumbercamp_errors_total{type="Unwritable"}': 1,
        "lumbercamp_failed_writes_total": 1,
    }.items():
        assert after[name] - before.get(name, 0) == more


async def test_a_game_that_ended_is_no_longer_told(store: SqliteStore) -> None:
    game = await store.create(lobby("a"))
    health = Health(store)
    assert 'lumbercamp_open_games{kind="logger",status="lobby"}' in await numbers(health)
    await store.commit(game.id, 1, turn("b", status="cancelled"))
    assert not [name for name in await numbers(health) if "open_games" in name]


async def test_numbers_are_told_also_when_nothing_works(store: SqliteStore) -> None:
    """NaN is Prometheus' word for a number that is not known."""
    await store.close()
    told = await numbers(Health(store))
    assert told["lumbercamp_connected"] == 0
    assert str(told["lumbercamp_outbox_waiting"]) == str(told["lumbercamp_servers"]) == "nan"


# the port


async def test_without_a_port_nothing_is_served(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """README.md, Settings: off unless LUMBERCAMP_HEALTH_PORT is set."""
    monkeypatch.delattr("aiohttp.web.TCPSite.start")
    async with served(Health(store), None) as port:
        assert port is None


async def test_the_pages_are_on_loopback_only(store: SqliteStore) -> None:
    """docs/hosting.md, Health: nobody outside the machine can ask."""
    bound: list[Any] = []
    loop = asyncio.get_running_loop()
    create = loop.create_server

    async def watched(*args: Any, **more: Any) -> asyncio.Server:
        server = await create(*args, **more)
        bound.extend(each.getsockname()[0] for each in server.sockets)
        return server

    loop.create_server = watched  # type: ignore[method-assign]
    async with served(Health(store), 0):
        assert bound == ["127.0.0.1"]


async def test_a_port_in_use_is_told_in_one_sentence(store: SqliteStore) -> None:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken) as refused:
            async with served(Health(store), port):
                pass
    sentence = str(refused.value)
    assert f"port {port}" in sentence
    assert "LUMBERCAMP_HEALTH_PORT" in sentence
    assert "address already in use" in sentence


def test_the_port_is_a_setting_that_is_off_by_default() -> None:
    """README.md, Settings."""
    assert Settings.read({}).health_port is None
    assert Settings.read({"LUMBERCAMP_HEALTH_PORT": " "}).health_port is None
    assert Settings.read({"LUMBERCAMP_HEALTH_PORT": "8124"}).health_port == 8124
    with pytest.raises(SettingsError, match="LUMBERCAMP_HEALTH_PORT must be a port number"):
        Settings.read({"LUMBERCAMP_HEALTH_PORT": "eight"})
