"""Trouble at Discord, moderators and bugs: people read the reason, and nothing is lost."""

import asyncio
import inspect
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord as discord_module
import discord.state
import orjson
import pytest
from aiohttp import web
from discord import utils

from bot.discord.client import EVENTS, listen, log
from bot.discord.transport import (
    NO_CHOICE,
    REASONS,
    THREAD_EXISTS,
    DiscordGuilds,
    DiscordTransport,
    components,
)
from bot.messages.courier import Direct, TransportError
from bot.messages.languages import VOICE
from bot.messages.layout import Message, SaidMenu
from bot.metrics import REGISTRY
from bot.ops import service
from bot.ops.service import REQUEST, Fenced
from bot.table.browsers import Member
from bot.table.servers import NoThreads
from sandbox.world import PlannedFault
from storage import Lease
from tests.bot.core import Patch
from tests.bot.discord.system import System, replied_to
from tests.patience import PATIENCE

# -- The news of Discord after which the outbox tries parked posts again, and for which server.


class Listening:
    """As much of a client as is needed here."""

    def __init__(self) -> None:
        self.background, self.serving = self, nullcontext
        self.tried: list[int] = []
        self.hurried = 0
        self.looked: list[int] = []

    def look_back(self, shard: int) -> None:
        self.looked.append(shard)

    async def retry(self, guild: int) -> None:
        self.tried.append(guild)

    def hurry(self) -> None:
        self.hurried += 1


OTHERS = ("Voice", "Stage", "Forum")


class Refusing:
    """A client whose every request is refused so."""

    def __init__(self, status: int, code: int) -> None:
        self._answer: Any = SimpleNamespace(status=status, reason="no", headers={})
        self._said = {"code": code, "message": "secret words"}
        self.http = self

    async def start_thread_with_message(self, *_: Any, **__: Any) -> None:
        raise discord_module.HTTPException(self._answer, self._said)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        *((403, code) for code in sorted(REASONS.keys() - {THREAD_EXISTS})),
        *((status, code) for status in (400, 404, 429, 503) for code in (0, 99_999)),
    ],
)
async def test_a_refusal_of_discord_is_said_in_words_and_its_code_logged(
    status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Without numbers, and without Discord's own words, which may hold what people typed."""
    caplog.set_level(logging.INFO)
    transport = DiscordTransport()
    transport.client = Refusing(status, code)  # type: ignore[assignment]
    with pytest.raises(TransportError) as refused:
        await transport.thread(1, 2, "L1")
    said = VOICE.say(refused.value.why)
    assert not re.search(r"\d|secret|code", said), said
    assert [(vars(r)["status"], vars(r)["code"]) for r in caplog.records] == [(status, code)]


def test_a_channel_says_why_it_can_hold_no_threads() -> None:
    """Text and announcement channels can, where the bot has the rights."""
    rights = {"create_public_threads": True, "send_messages_in_threads": True}

    class Text(discord_module.TextChannel):
        def permissions_for(self, _: Any) -> Any:
            return discord_module.Permissions(**rights)

    kinds = (Text, *(getattr(discord_module, f"{kind}Channel") for kind in OTHERS))
    found = {n: kind.__new__(kind) for n, kind in enumerate((*kinds, discord_module.Thread))}
    server = SimpleNamespace(me=None, get_channel_or_thread=found.get)
    guilds: Any = DiscordGuilds(None, None)  # type: ignore[arg-type]
    guilds.client = SimpleNamespace(get_guild={9: server}.get)
    why = [guilds.no_threads(9, n) for n in range(len(found) + 1)]
    assert why == [None, *[NoThreads.KIND] * len(OTHERS), NoThreads.THREAD, None]
    assert guilds.no_threads(8, 0) is None
    rights["create_public_threads"] = False
    assert guilds.no_threads(9, 0) is NoThreads.RIGHT


def test_the_library_tells_of_such_events() -> None:
    told = inspect.getsource(discord.state) + inspect.getsource(discord.shard)
    for event in (*EVENTS, "resumed", "shard_ready"):
        assert f"dispatch('{event}'" in told


@pytest.mark.parametrize("event", EVENTS)
async def test_a_change_of_a_server_tries_what_is_parked_there(event: str) -> None:
    """Of a part of it, by raw news, or of the server."""
    client: Any = Listening()
    listen(client, client.look_back)
    part, raw = {"id": 3, "guild": SimpleNamespace(id=7)}, {"thread_id": 3, "guild_id": 7}
    for about in (part, raw, {"id": 7}):
        await getattr(client, f"on_{event}")("as it was before", SimpleNamespace(**about))
    assert client.tried == [7, 7, 7]


@pytest.mark.parametrize("event", ["resumed", "shard_ready"])
async def test_a_connection_that_is_there_again_ends_the_pauses(event: str) -> None:
    client: Any = Listening()
    listen(client, client.look_back)
    await getattr(client, f"on_{event}")(*([3] if event == "shard_ready" else []))
    assert client.hurried == 1
    assert client.looked == ([3] if event == "shard_ready" else []), (
        "a resumed session has lost nothing"
    )


# -- The bot drops a frame of the gateway that it can't read, and continues.


HALF = '{"op":0,"t":"SAID","s":%d,"d":{"user":{"id":"7","username":"secret \\ud83d"}}}'
BROKEN = '{"op":0,"t":"SAID","s":%d,"d":{"user":{"id":"7","username":"secret'


def dropped() -> float:
    return REGISTRY.get_sample_value("lumbercamp_dropped_frames_total") or 0.0


def tell(system: System, frame: str) -> None:
    """Send an event to each session, as Discord does."""
    for session in system.world.gateway.sessions.values():
        session.seq += 1
        assert session.line is not None
        session.line.send(frame % session.seq)


FRAMES = ((orjson.loads, HALF, 1), (orjson.loads, BROKEN, 1), (json.loads, HALF, 0))


async def test_a_frame_that_nobody_can_read_is_dropped_and_the_bot_goes_on(
    system: System, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    """Either library reads frames; json takes half a character."""
    for reader, frame, drops in (*FRAMES, (json.loads, BROKEN, 1)):
        monkeypatch.setattr(utils, "_from_json", reader)
        before = dropped()
        caplog.clear()
        with caplog.at_level(logging.WARNING, log.name):
            tell(system, frame)
            await system.slash("Ann", "games", "help")
        assert dropped() - before == drops
        told = [record for record in caplog.records if record.name == log.name]
        assert len(told) == drops
        assert "secret" not in "".join(map(str, (record.__dict__ for record in told)))
        assert system.bot.is_ready()
        assert not system.bot.is_closed()


def test_a_menu_without_choices_is_grey_and_has_one() -> None:
    """Discord takes none without."""
    (row,) = components(Message("", menus=(SaidMenu("m", "None", ()),)))
    (menu,) = row["components"]
    assert menu["disabled"]
    assert menu["options"] == [{"label": NO_CHOICE, "value": NO_CHOICE}]


async def test_a_picture_is_sent_whole_when_it_is_sent_again(started: System) -> None:
    """The library tries once more if Discord stumbles."""
    started.world.faults.append(
        PlannedFault("POST", r"/channels/\d+/messages$", 502, {"message": "", "code": 0})
    )
    board = await started.play("games", "a1")
    (picture,) = board["attachments"]
    assert picture["size"] > 1000
    assert "took corner a1" in board["content"]
    assert len(started.boards("games")) == 2


# -- A channel reads as a printed game: two messages for a typed turn, one for any other.


async def test_where_a_line_cannot_be_replied_to_the_board_stands_alone(started: System) -> None:
    """It was deleted, Discord refuses, or the bot may not read history."""
    path, errors = r"/channels/\d+/messages$", {"deleted": (503, 0), "refused": (400, 50035)}
    turns = {"deleted": "a1", "refused": "e5", "history": "stay; +a2"}
    for n, (trouble, line) in enumerate(turns.items(), 2):
        who = await started.mover("games")
        if trouble == "history":
            await started.lacking("READ_MESSAGE_HISTORY", channel="games")
        else:
            status, code = errors[trouble]
            started.world.faults.append(
                PlannedFault("POST", path, status, {"message": "no", "code": code})
            )
        said = await started.people[who].say("games", f"<@{started.world.bot_id}> {line}")
        if trouble == "deleted":
            await started.people[who].act("delete", channel=started.id("games"), message=said["id"])
        await started.under(said["id"], "games")
        board = await started.post("games")
        assert f"(turn {n})" in board["content"]
        assert replied_to(board) is None
        assert started.pinged(board) == [await started.mover("games")]
        assert len(started.boards("games")) == n


async def test_discord_says_who_is_on_a_server(system: System) -> None:
    """Without the privileged intent for members (bot/features/absences.py)."""
    transport = DiscordTransport()
    transport.client = system.bot
    known, guild = Direct(transport), int(system.world.guild_id)
    ann = system.people["Ann"].id
    assert (await known.serves(guild), await known.is_member(guild, int(ann))) == (True, True)
    person = system.world.people[ann]
    given, there = tuple(map(int, person.roles)), system.bot.get_guild(guild)
    assert given
    assert there is not None
    assert await known.member(guild, int(ann)) == Member(given, manages=True)  # she owns it
    there.owner_id = None
    assert await known.member(guild, int(ann)) == Member(given)
    person.roles.clear()
    there.default_role._permissions |= discord_module.Permissions(manage_guild=True).value
    assert await known.member(guild, int(ann)) == Member(manages=True)
    person.gone = True
    assert await known.is_member(guild, int(ann)) is False
    assert await known.member(guild, int(ann)) == Member()
    assert await known.serves(7) is False
    system.bot._connection._guilds.clear()  # as before the first event
    assert await known.serves(guild) is True


class Lasting:
    """A lease that lasts for this number of seconds."""

    seconds = REQUEST

    def lasts(self) -> float:
        return self.seconds


@asynccontextmanager
async def listener() -> AsyncIterator[tuple[str, list[str]]]:
    """An address, and the requests there; one page never answers."""
    asked, over = list[str](), asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        if request.path == "/slow":
            await over.wait()
        return web.Response(text="yes")

    app = web.Application()
    app.router.add_get("/{what}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked
    finally:
        over.set()
        await runner.cleanup()


@pytest.mark.parametrize("connected", [True, False], ids=["a connection of before", "a new one"])
async def test_a_bot_whose_lease_is_too_short_asks_nothing(
    connected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "RENEWAL", 0.001)
    connector = Fenced(cast(Lease, lease := Lasting()))
    async with listener() as (address, asked), aiohttp.ClientSession(connector=connector) as http:
        if connected:
            async with http.get(f"{address}/before") as answer:
                assert await answer.text() == "yes"
        lease.seconds = REQUEST - 0.01
        with pytest.raises(aiohttp.ClientOSError, match="another bot"):
            await http.get(f"{address}/after")
        assert asked == ["/before"] * connected


async def test_a_renewal_that_is_a_moment_late_is_waited_for() -> None:
    connector = Fenced(cast(Lease, lease := Lasting()))
    async with listener() as (address, _), aiohttp.ClientSession(connector=connector) as http:
        lease.seconds = 0.0
        asking = asyncio.create_task(http.get(f"{address}/page"))
        await asyncio.sleep(0)
        lease.seconds = REQUEST
        async with await asking as answer:
            assert answer.status == 200


async def test_what_takes_longer_than_the_lease_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether it has arrived shows later."""
    monkeypatch.setattr(service, "REQUEST", 0.01)
    connector = Fenced(cast(Lease, Lasting()))
    async with listener() as (address, _), aiohttp.ClientSession(connector=connector) as http:
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(aiohttp.ClientError):
                await http.get(f"{address}/slow")
