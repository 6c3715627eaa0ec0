"""Trouble at Discord, moderators and bugs: people read the reason, and nothing is lost."""

import asyncio
import inspect
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord as discord_module
import discord.state
import orjson
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
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
from tests.acting import ANN
from tests.bot.core import Patch
from tests.bot.discord.people import TO_BOT, People
from tests.patience import PATIENCE


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


HALF = '{"op":0,"t":"SAID","s":%d,"d":{"user":{"id":"7","username":"secret \\ud83d"}}}'
BROKEN = '{"op":0,"t":"SAID","s":%d,"d":{"user":{"id":"7","username":"secret'


def dropped() -> float:
    return REGISTRY.get_sample_value("lumbercamp_dropped_frames_total") or 0.0


def tell(people: People, frame: str) -> None:
    """Send an event to each session, as Discord does."""
    for session in people.world.gateway.sessions.values():
        session.seq += 1
        assert session.line is not None
        session.line.send(frame % session.seq)


FRAMES = ((orjson.loads, HALF, 1), (orjson.loads, BROKEN, 1), (json.loads, HALF, 0))


async def test_a_frame_that_nobody_can_read_is_dropped_and_the_bot_goes_on(
    people: People, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    for reader, frame, drops in (*FRAMES, (json.loads, BROKEN, 1)):
        monkeypatch.setattr(utils, "_from_json", reader)
        before = dropped()
        caplog.clear()
        with caplog.at_level(logging.WARNING, log.name):
            tell(people, frame)
            await people.command(ANN, "help")
        assert dropped() - before == drops
        told = [record for record in caplog.records if record.name == log.name]
        assert len(told) == drops
        assert "secret" not in "".join(map(str, (record.__dict__ for record in told)))
        assert people.bot.is_ready()
        assert not people.bot.is_closed()


def test_a_menu_without_choices_is_grey_and_has_one() -> None:
    """Discord takes none without."""
    (row,) = components(Message("", menus=(SaidMenu("m", "None", ()),)))
    (menu,) = row["components"]
    assert menu["disabled"]
    assert menu["options"] == [{"label": NO_CHOICE, "value": NO_CHOICE}]


@pytest.mark.slow
async def test_where_a_line_cannot_be_replied_to_the_board_stands_alone(two: People) -> None:
    path, errors = r"/channels/\d+/messages$", {"deleted": (502, 0), "refused": (400, 50035)}
    turns = {"deleted": "a1", "refused": "e5", "history": "stay; +a2"}
    for n, (trouble, line) in enumerate(turns.items(), 2):
        who = await two.mover()
        if trouble == "history":
            await two.deny("READ_MESSAGE_HISTORY", at="games")
        else:
            status, code = errors[trouble]
            fault = PlannedFault("POST", path, status, {"message": "no", "code": code})
            two.world.faults.append(fault)
        said = await two.of(who).say("games", f"{TO_BOT}{line}")
        if trouble == "deleted":
            await two.of(who).delete("games", said["id"])
        await two.under(said["id"])
        board = await two.post()
        assert f"(turn {n})" in board.text
        assert not board.under
        assert board["attachments"][0]["size"] > 1000
        assert two.pinged(board) == [(await two.mover()).name]
        assert len(two.boards()) == n


async def test_discord_says_who_is_on_a_server(people: People) -> None:
    """Without the privileged intent for members (bot/features/absences.py)."""
    transport = DiscordTransport()
    transport.client = people.bot
    known, guild = Direct(transport), int(people.world.guild_id)
    ann = people.of(ANN).id
    assert (await known.serves(guild), await known.is_member(guild, int(ann))) == (True, True)
    person = people.world.people[ann]
    given, there = tuple(map(int, person.roles)), people.bot.get_guild(guild)
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
    people.bot._connection._guilds.clear()  # as before the first event
    assert await known.serves(guild) is True


# -- No request leaves a bot whose lease could end before it is answered.


class Lasting:
    """A lease that lasts for this number of seconds."""

    seconds = REQUEST

    def lasts(self) -> float:
        return self.seconds


Fence = tuple[Lasting, aiohttp.ClientSession, list[str]]


@pytest.fixture
async def fence() -> AsyncIterator[Fence]:
    """A lease, a session under it, and its requests; one page never answers."""
    asked, lease, over = list[str](), Lasting(), asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        if request.path == "/slow":
            await over.wait()
        return web.Response(text="yes")

    app = web.Application()
    app.router.add_get("/{what}", answer)
    connector = Fenced(cast(Lease, lease))
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(server.make_url("/"), connector=connector) as http,
    ):
        yield lease, http, asked
        over.set()


@pytest.mark.parametrize("connected", [True, False], ids=["a connection of before", "a new one"])
async def test_a_bot_whose_lease_is_too_short_asks_nothing(
    connected: bool, fence: Fence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "RENEWAL", 0.001)
    lease, http, asked = fence
    if connected:
        async with http.get("/before") as answer:
            assert await answer.text() == "yes"
    lease.seconds = REQUEST - 0.01
    with pytest.raises(aiohttp.ClientOSError, match="another bot"):
        await http.get("/after")
    assert asked == ["/before"] * connected


async def test_a_renewal_that_is_a_moment_late_is_waited_for(fence: Fence) -> None:
    lease, http, _ = fence
    lease.seconds = 0.0
    asking = asyncio.create_task(http.get("/page"))
    await asyncio.sleep(0)
    lease.seconds = REQUEST
    async with await asking as answer:
        assert answer.status == 200


async def test_what_takes_longer_than_the_lease_is_given_up(
    fence: Fence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it has arrived shows later."""
    monkeypatch.setattr(service, "REQUEST", 0.01)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(aiohttp.ClientError):
            await fence[1].get("/slow")
