"""The pages for operators: the promises of /healthz and of /metrics (docs/hosting.md, Health)."""

import asyncio
import gc
import re
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import discord
import pytest

import sandbox
from bot.app import App
from bot.messages.boundary import Broken, guard
from bot.ops.health import Health, serve_health
from bot.ops.service import Announced, serve
from bot.ops.settings import HOST, Settings, Unstartable
from sandbox import World
from storage import SqliteStore, Unwritable
from tests import acting
from tests.bot.core import Patch
from tests.bot.discord.people import at_discord
from tests.bot.discord.process import free_port
from tests.patience import until
from tests.stops import surviving
from tests.storage.files import store_in
from tests.storage.samples import ANN, BEN, lobby, turn, waiting


class Line:
    """A connection to Discord as the pages see it."""

    def __init__(self, *, connected: bool = True) -> None:
        self.connected, self.latency, self.guilds = connected, 0.25, ["one", "two"]


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    async with store_in(":memory:") as opened:
        yield opened


async def page(port: int | None, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{HOST}:{port}{path}") as response,
    ):
        return response.status, await response.text()


async def health_of(health: Health) -> tuple[int, str]:
    async with serve_health(health, 0) as port:
        return await page(port, "/healthz")


async def test_a_packed_body_is_not_unpacked(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Another program of this machine cannot hold the loop with it, nor write into the log."""
    packed = {"Content-Encoding": "gzip"}
    async with serve_health(Health(store), 0) as port, aiohttp.ClientSession() as session:
        asked = session.get(f"http://{HOST}:{port}/metrics", data=b"not packed", headers=packed)
        async with asked as answer:
            assert answer.status == 200
    assert not caplog.records


AWAY = (503, '{"healthy": false, "why": "not connected to Discord"}')


@pytest.mark.parametrize(
    ("client", "standby", "said"),
    [
        (Line(), False, (200, '{"healthy": true}')),
        (None, False, AWAY),
        (Line(connected=False), False, AWAY),
        (None, True, (200, '{"healthy": true, "standby": true}')),
    ],
)
async def test_healthy_is_connected_or_standing_by(
    store: SqliteStore, client: Line | None, standby: bool, said: tuple[int, str]
) -> None:
    health = Health(store)
    health.client, health.standby = client, standby
    assert await health_of(health) == said
    assert (await numbers(health))["lumbercamp_standby"] == standby
    assert await Health(store, speaks=False).why_not() is None  # it only thinks


async def test_with_a_store_that_does_not_answer_it_is_not_healthy(
    store: SqliteStore, monkeypatch: Patch
) -> None:
    """One that hangs doesn't hang the page; numbers that are not known are NaN."""
    health = Health(store)
    health.client = Line()
    with monkeypatch.context() as hanging:
        hanging.setattr("bot.ops.health.ANSWER_SECONDS", 0.01)
        hanging.setattr(store, "census", asyncio.Event().wait)
        assert (await health_of(health))[0] == 503
    await store.close()
    why = """{"healthy": false, "why": "the database isn't responding"}"""
    assert await health_of(health) == (503, why)
    told = await numbers(Health(store))
    assert told["lumbercamp_connected"] == 0
    assert str(told["lumbercamp_outbox_waiting"]) == str(told["lumbercamp_servers"]) == "nan"


async def _room(store: SqliteStore, pages: int) -> None:
    await store._thread.execute_fetchall("pragma max_page_count = 1")  # SQLite keeps its pages
    ((now,),) = await store._thread.execute_fetchall("pragma page_count")
    await store._thread.execute_fetchall(f"pragma max_page_count = {now + pages}")


FULL = (503, """{"healthy": false, "why": "can't write to the database: the disk is full"}""")


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


async def numbers(health: Health) -> dict[str, float]:
    async with serve_health(health, 0) as port:
        status, text = await page(port, "/metrics")
    assert status == 200
    rows = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in rows}


async def test_open_games_are_counted_by_kind_and_status_and_posts_by_number(
    store: SqliteStore,
) -> None:
    first = await store.create(lobby("a", channel=1))
    await store.create(lobby("b", channel=2))
    await store.commit(first.id, 1, turn("c", sitters=(ANN, BEN), status="playing", posts=("x",)))
    store._thread.reconnects = 2
    health = Health(store)
    health.client = Line()
    told = await numbers(health)
    assert told["lumbercamp_database_reconnects_total"] == 2
    assert told['lumbercamp_open_games{kind="logger",status="lobby"}'] == 1
    assert told['lumbercamp_open_games{kind="logger",status="playing"}'] == 1
    assert told["lumbercamp_outbox_waiting"] == 1
    assert told["lumbercamp_outbox_parked"] == 0
    (post,) = await waiting(store)
    await store.park(post, "50013")
    told |= await numbers(health)
    assert (told["lumbercamp_outbox_waiting"], told["lumbercamp_outbox_parked"]) == (0, 1)
    assert told["lumbercamp_servers"] == 2
    assert told["lumbercamp_gateway_latency_seconds"] == 0.25
    assert told["lumbercamp_connected"] == 1


async def test_what_breaks_is_counted_by_its_type(store: SqliteStore) -> None:
    health = Health(store)
    before = await numbers(health)

    async def bug() -> None:
        raise ZeroDivisionError

    await _room(store, 0)
    for work in (bug(), store.create(lobby(options={"long": "x" * 50_000}))):
        with pytest.raises(Broken):
            await guard(work)
    after = await numbers(health)
    for name, more in {
        'lumbercamp_errors_total{type="ZeroDivisionError"}': 1,
        'lumbercamp_errors_total{type="Unwritable"}': 1,
        "lumbercamp_failed_writes_total": 1,
    }.items():
        assert after[name] - before.get(name, 0) == more


async def test_without_a_port_nothing_is_served(store: SqliteStore, monkeypatch: Patch) -> None:
    """docs/reference.md, Settings: off unless LUMBERCAMP_HEALTH_PORT is set."""
    monkeypatch.delattr("aiohttp.web.TCPSite.start")
    async with serve_health(Health(store), None) as port:
        assert port is None


async def test_the_pages_are_on_loopback_only(store: SqliteStore) -> None:
    bound: list[Any] = []
    loop = asyncio.get_running_loop()
    create = loop.create_server

    async def watched(*args: Any, **more: Any) -> asyncio.Server:
        server = await create(*args, **more)
        bound.extend(each.getsockname()[0] for each in server.sockets)
        return server

    loop.create_server = watched  # type: ignore[method-assign]
    async with serve_health(Health(store), 0):
        assert bound == ["127.0.0.1"]


REQUESTS = 'lumbercamp_discord_requests_total{status="%s"}'
Status: TypeAlias = Callable[[], Awaitable[int | None]]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    before = discord.http.Route.BASE
    async with sandbox.running(tmp_path / "sandbox") as running:
        yield running
    discord.http.Route.BASE = before


def settings_for(world: World, port: int) -> Settings:
    env = {"DISCORD_TOKEN": world.token, "LUMBERCAMP_DISCORD_API": world.api}
    more = {"LUMBERCAMP_BACKUPS_KEPT": "0", "LUMBERCAMP_HEALTH_PORT": str(port)}
    return Settings.read(env | more)


@asynccontextmanager
async def serving(world: World, store: SqliteStore) -> AsyncIterator[Status]:
    """The bot as `lumbercamp run` serves it, until SIGTERM; gives a look at /healthz."""
    port = free_port()

    async def status() -> int | None:
        try:
            return (await page(port, "/healthz"))[0]
        except aiohttp.ClientError:
            return None

    with surviving():
        work = asyncio.create_task(serve(store, settings_for(world, port), "Here."))
        try:
            yield status
        finally:
            signal.raise_signal(signal.SIGTERM)
            await work
            assert await status() is None


async def becomes(wanted: int, status: Status) -> None:
    async def it_is() -> bool:
        return await status() == wanted

    await until(it_is)


@pytest.mark.slow
async def test_health_follows_the_connection(
    world: World, store: SqliteStore, monkeypatch: Patch
) -> None:
    """It counts its requests, and never looks for garbage among its modules (docs/speed.md)."""
    name = REQUESTS % 200
    before, frozen = await numbers(Health(store)), gc.get_freeze_count()
    async with serving(world, store) as status:
        await becomes(200, status)
        assert gc.get_freeze_count() > frozen
        assert (await numbers(Health(store)))[name] > before.get(name, 0)
        with monkeypatch.context() as silent:
            silent.setattr(world.gateway, "_resume", lambda *_: 0)
            await world.gateway.drop()
            await becomes(503, status)
        await world.gateway.drop()
        await becomes(200, status)
        world.gateway.sessions.clear()
        await world.gateway.drop()
        await becomes(503, status)
        await becomes(200, status)


async def test_a_request_without_an_answer_is_counted(
    store: SqliteStore, monkeypatch: Patch
) -> None:
    name = REQUESTS % "none"
    before = await numbers(Health(store))
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{HOST}:{free_port()}/api/v10")
    client = App(store, Announced, ready="", message_content=False).client
    with pytest.raises(aiohttp.ClientError):
        await client.login("a.b.c")
    await client.close()
    assert (await numbers(Health(store)))[name] > before.get(name, 0)


async def test_each_shard_must_be_connected(store: SqliteStore) -> None:
    client = App(store, Announced, ready="", message_content=False).client
    client.is_ready = lambda: True  # type: ignore[method-assign]
    await client.on_shard_connect(0)
    await client.on_shard_connect(1)
    assert client.connected
    await client.on_shard_disconnect(0)
    await client.on_shard_disconnect(1)
    await client.on_shard_resumed(1)
    assert not client.connected
    await client.on_shard_connect(0)
    assert client.connected


async def test_the_bot_does_not_start_on_a_port_in_use(world: World, store: SqliteStore) -> None:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Unstartable) as refused:
            await serve(store, settings_for(world, port), "")
    for part in (f"port {port}", "LUMBERCAMP_HEALTH_PORT", "address already in use"):
        assert part in str(refused.value)
    assert not world.gateway.sessions


async def test_the_numbers_time_boards_and_answers_and_name_nobody(tmp_path: Path) -> None:
    async with at_discord(tmp_path) as people:
        before = await numbers(Health(people.store))
        await people.command(acting.ANN, "logger start", players=2)
        await people.post("lobby")
        await people.command(acting.BEN, "games join")
        await people.post()
        after = await numbers(Health(people.store))
        for timed in ("render", "acknowledge"):  # the lobby's board and the first; start and join
            name = f"lumbercamp_{timed}_seconds_count"
            assert after[name] == before[name] + 2
        health = Health(people.store)
        health.client = Line()
        async with serve_health(health, 0) as port:
            _, text = await page(port, "/metrics")
        names = [word for name, guest in people.guests.items() for word in (name, guest.id)]
        assert [word for word in names if re.search(rf"\b{word}\b", text)] == []
        labels = set(re.findall(r'(\w+)="', text))
        assert labels - {"type"} == {"kind", "status", "le"}  # type: of an exception
