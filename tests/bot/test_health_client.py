"""What the health pages tell of the real client on a sandbox."""

import asyncio
import gc
import re
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeAlias

import aiohttp
import discord
import pytest

import sandbox
from bot.app import App
from bot.discord.answers import answer
from bot.messages.layout import Layout
from bot.messages.medium import VOICE
from bot.ops.health import HOST, Health, served
from bot.ops.service import Announced, Counted, Unstartable, serve
from bot.ops.settings import Settings
from rules.text import Text
from rules.voice import Voice
from sandbox import World
from storage import SqliteStore
from tests.bot.discord.process import free_port
from tests.bot.discord.system import running_system
from tests.bot.test_health import Line, numbers, page
from tests.patience import PATIENCE

Status: TypeAlias = Callable[[], Awaitable[int | None]]


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(":memory:")
    yield opened
    await opened.close()


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    before = discord.http.Route.BASE
    async with sandbox.running(tmp_path / "sandbox") as running:
        yield running
    discord.http.Route.BASE = before


def settings_for(world: World, port: int) -> Settings:
    return Settings.read(
        {
            "DISCORD_TOKEN": world.token,
            "LUMBERCAMP_DISCORD_API": world.api,
            "LUMBERCAMP_HEALTH_PORT": str(port),
        }
    )


@asynccontextmanager
async def serving(world: World, store: SqliteStore) -> AsyncIterator[Status]:
    """The bot as `lumbercamp run` serves it, until SIGTERM; gives a look at /healthz."""
    port = free_port()
    work = asyncio.create_task(serve(store, settings_for(world, port), "Here."))

    async def status() -> int | None:
        try:
            return (await page(port, "/healthz"))[0]
        except aiohttp.ClientError:
            return None

    try:
        yield status
    finally:
        signal.raise_signal(signal.SIGTERM)
        await work
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().remove_signal_handler(number)
        assert await status() is None


async def becomes(wanted: int, status: Status) -> None:
    """Look until it is so, as long as a slow machine may need."""
    async with asyncio.timeout(PATIENCE):
        while await status() != wanted:
            await asyncio.sleep(0.01)


@pytest.mark.slow
async def test_health_follows_the_connection(
    world: World, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/hosting.md, Health: unhealthy while the gateway is away, though the client still calls
    itself ready; healthy again once it has resumed. The page outlives the connection."""

    async with serving(world, store) as status:
        await becomes(200, status)
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


async def test_what_is_there_at_the_start_is_not_looked_through_again(
    world: World, store: SqliteStore
) -> None:
    """docs/speed.md: a look for garbage among all modules stops the event loop for long."""
    before = gc.get_freeze_count()
    async with serving(world, store) as status:
        await becomes(200, status)
        assert gc.get_freeze_count() > before


async def test_each_shard_must_be_connected(store: SqliteStore) -> None:
    """One shard that resumes says nothing of another."""
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


async def test_requests_are_counted_by_status(world: World, store: SqliteStore) -> None:
    """docs/hosting.md, Health: also those that get no answer."""
    name = 'lumbercamp_discord_requests_total{status="%s"}'
    before = await numbers(Health(store))
    async with serving(world, store) as status:
        await becomes(200, status)
        after = await numbers(Health(store))
    assert after[name % 200] > before.get(name % 200, 0)
    discord.http.Route.BASE = f"http://{HOST}:{free_port()}/api/v10"
    client = App(store, Announced, ready="", message_content=False).client
    with pytest.raises(aiohttp.ClientError):
        await client.login("a.b.c")
    await client.close()
    lost = await numbers(Health(store))
    assert lost[name % "none"] > before.get(name % "none", 0)


@pytest.mark.parametrize(
    ("answer", "status"), [(b"HTTP/1.1 429 \r\ncontent-length: 0\r\n\r\n", "429"), (b"", "none")]
)
async def test_a_request_is_counted_whatever_becomes_of_it(
    store: SqliteStore, answer: bytes, status: str
) -> None:
    """docs/hosting.md, Health: also one that the library tries again, and one whose answer is lost
    on its way."""

    async def answering(said: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        await said.readuntil(b"\r\n\r\n")
        answers.write(answer)
        answers.close()

    name = f'lumbercamp_discord_requests_total{{status="{status}"}}'
    before = await numbers(Health(store))
    async with (
        await asyncio.start_server(answering, HOST, 0) as server,
        aiohttp.ClientSession(connector=Counted(limit=0)) as session,
    ):
        address = f"http://{HOST}:{server.sockets[0].getsockname()[1]}"
        with suppress(aiohttp.ClientError):
            await (await session.post(address)).read()
    after = await numbers(Health(store))
    assert after[name] == before.get(name, 0) + 1


async def test_the_bot_does_not_start_on_a_port_in_use(world: World, store: SqliteStore) -> None:
    """bot/__main__.py turns Unstartable into one sentence and exit code 78."""
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        with pytest.raises(Unstartable, match="LUMBERCAMP_HEALTH_PORT"):
            await serve(store, settings_for(world, other.getsockname()[1]), "")
    assert not world.gateway.sessions


async def test_the_numbers_name_nobody(tmp_path: Path) -> None:
    """docs/hosting.md, Health: no names, no ids of people, nothing that was said."""
    async with running_system(tmp_path) as system:
        await system.begin("Ann", "Ben")
        await system.play("games", "a1", "e5")
        health = Health(system.store)
        health.client = Line()
        async with served(health, 0) as port:
            _, text = await page(port, "/metrics")
        people = [word for name, guest in system.people.items() for word in (name, guest.id)]
        assert [word for word in people if re.search(rf"\b{word}\b", text)] == []
        labels = set(re.findall(r'(\w+)="', text))
        assert labels - {"type"} == {"kind", "status", "le"}  # type: of an exception


async def test_drawing_and_acknowledging_are_timed(tmp_path: Path) -> None:
    """docs/hosting.md, Health: each board and each interaction is in its histogram."""
    async with running_system(tmp_path) as system:
        before = await numbers(Health(system.store))
        await system.slash("Ann", "games", "logger start", players=2)
        await system.post("games", "lobby")
        await system.slash("Ben", "games", "logger join")
        await system.post("games")
        after = await numbers(Health(system.store))
        drawn, acknowledged = (
            "lumbercamp_render_seconds_count",
            "lumbercamp_acknowledge_seconds_count",
        )
        assert after[drawn] == before[drawn] + 2  # the lobby's board and the first to play on
        assert after[acknowledged] == before[acknowledged] + 2  # start and join


async def test_an_interaction_from_the_future_is_not_older_than_nothing() -> None:
    """Discord's clock and ours may differ; a histogram cannot hold a negative time."""

    class Answering:
        async def defer(self, **_: object) -> None: ...

    class Client:
        serving = nullcontext

        def __init__(self) -> None:
            self.heard: list[int] = []

        def voice_for(self, _: object) -> Voice:
            return VOICE

    class Early:
        response, guild_id, id, client = Answering(), 1, 1, Client()
        locale = discord.Locale.american_english
        created_at = discord.utils.utcnow().replace(year=9000)

        async def edit_original_response(self, **_: object) -> None: ...

    async def work() -> Layout:
        return Layout(Text("done"))

    before = (await numbers(Health(None)))["lumbercamp_acknowledge_seconds_sum"]  # type: ignore[arg-type]
    await answer(Early(), work)  # type: ignore[arg-type]
    after = (await numbers(Health(None)))["lumbercamp_acknowledge_seconds_sum"]  # type: ignore[arg-type]
    assert after == before
