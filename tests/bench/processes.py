"""A sandbox and a bot, each a process of its own, and people who are programs.

people (this process) ──HTTP, stream──> sandbox <──REST, gateway── bot, watched
          └──────────────────── stdin, stdout: "how are you?" ──────┘
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import aiohttp

from sandbox.interactions import PATIENCE_VARIABLE
from sandbox.model import BOT_ID
from tests.guest import Guest, guests
from tests.patience import PATIENCE
from tests.rules.games import Turn

Json = dict[str, Any]
PEOPLE = ("Ann", "Ben")


@dataclass(frozen=True, slots=True)
class Sandbox:
    """Where a stand-in for Discord is, and the token that it has for its bot."""

    address: str
    token: str

    @property
    def api(self) -> str:
        return f"{self.address}/api/v10"


@asynccontextmanager
async def sandbox(folder: Path, *, modest: bool = False) -> AsyncIterator[Sandbox]:
    """A sandbox while the block runs. modest: it steps back for the bot where both want to
    work at once, for the real Discord is on other machines."""
    where = ("--port", "0", "--folder", str(folder), "--while-stdin-open")
    async with _process("sandbox", *where, modest=modest) as process:
        assert process.stdout is not None
        said = json.loads(await process.stdout.readline())
        yield Sandbox(said["address"], said["token"])


class Bot:
    """A bot that can be asked how it has been; see tests.bench.served."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout

    async def health(self) -> Json:
        self._in.write(b"\n")
        said: Json = json.loads(await self._out.readline())
        return said

    async def quiet(self, lasting: float) -> float:
        """The 99th percentile of its delay while nobody plays."""
        await asyncio.sleep(lasting / 4)  # posts about earlier turns go out
        await self.health()
        await asyncio.sleep(lasting)
        return float((await self.health())["p99"])

    async def ready(self) -> None:
        async with asyncio.timeout(PATIENCE):
            assert await self._out.readline(), "the bot ended before it was ready"


@asynccontextmanager
async def bot(kind: str, there: Sandbox, file: Path) -> AsyncIterator[Bot]:
    """A bot, ready: "lumbercamp" with its database, or "static" with its picture."""
    async with _process("tests.bench.served", kind, there.api, there.token, str(file)) as process:
        it = Bot(process)
        await it.ready()
        yield it


@asynccontextmanager
async def _process(*module: str, modest: bool = False) -> AsyncIterator[Process]:
    command = (*(("nice", "-n", "15") if modest else ()), sys.executable, "-m", *module)
    patient = os.environ | {PATIENCE_VARIABLE: str(PATIENCE)}
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=patient)
    assert process.stdin is not None
    try:
        yield process
    finally:
        process.stdin.close()
        await process.wait()


class People:
    """Ann and Ben, and the channels they play in. Stream events are awaited by key: (event,
    channel) for a message of the bot with a picture, (event, message) for an edit, (state,
    interaction)."""

    def __init__(self, by_name: dict[str, Guest]) -> None:
        self.by_seat = [by_name[name] for name in PEOPLE]
        self._waiting: dict[tuple[str, str], asyncio.Future[Json]] = {}
        self.heard: dict[tuple[str, str], float] = {}

    async def channels(self, count: int) -> list[int]:
        ann = self.by_seat[0]
        made = [await ann.act("channel", name=f"table-{n}") for n in range(count)]
        return [int(each["channel"]["id"]) for each in made]

    def next(self, event: str, about: str) -> asyncio.Future[Json]:
        """The next event of a kind about a channel, message or interaction."""
        return self._waiting.setdefault((event, about), asyncio.Future())

    async def patiently(self, event: asyncio.Future[Json]) -> Json:
        async with asyncio.timeout(PATIENCE):
            return await event

    async def turn(self, channel: str, turn: Turn) -> Json:
        """Say a turn, and wait for its board."""
        posted = self.next("message", channel)
        await self.by_seat[turn.seat].say(channel, turn.line)
        return await self.patiently(posted)

    async def until(self, state: str, interaction: str) -> None:
        """Wait for an interaction to reach a state; it may have done so already."""
        if (state, interaction) not in self.heard:
            await self.patiently(self.next(state, interaction))

    def hear(self, event: Json, guest: Guest) -> None:
        """Both hear of every message, so only Ann's word is taken for those."""
        key = _key(event)
        if event["t"] != "interaction" and guest is not self.by_seat[0]:
            return
        self.heard.setdefault(key, perf_counter())
        if waiting := self._waiting.pop(key, None):
            waiting.set_result(event)


def _key(event: Json) -> tuple[str, str]:
    """The key of an event; nobody awaits most of them."""
    if event["t"] == "interaction":
        return event["state"], event["id"]
    message = event.get("message")
    if not isinstance(message, dict) or message["author"]["id"] != BOT_ID:
        return "", ""
    if event["t"] == "message":
        return ("message" if message["attachments"] else "words"), message["channel_id"]
    return event["t"], message["id"]


@asynccontextmanager
async def people(there: Sandbox) -> AsyncIterator[People]:
    async with guests(there.address) as by_name, aiohttp.ClientSession(there.address) as session:
        it = People(by_name)
        ears = [asyncio.create_task(_listen(session, guest, it)) for guest in it.by_seat]
        try:
            yield it
        finally:
            for ear in ears:
                ear.cancel()
            await asyncio.gather(*ears, return_exceptions=True)


async def _listen(session: aiohttp.ClientSession, guest: Guest, people: People) -> None:
    async with session.ws_connect("/people/stream", params={"as": guest.id}) as socket:
        async for frame in socket:
            people.hear(frame.json(), guest)
