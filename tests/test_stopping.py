"""Whatever the bot waits for, it ends within ten seconds of being asked to."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

import sandbox
from bot.ops import service, stopping
from bot.ops.stopping import TOO_SLOW
from sandbox.gateway import Gateway
from sandbox.world import PlannedFault
from tests.bot.discord.process import ROOT, running
from tests.patience import PATIENCE, until

WITHIN = 30.0  # three times the promise, as machines are busy

WHILE_LOADING = """
import os, sys
class Interrupts:
    def find_spec(self, name, *_):
        if name == "bot.ops.command_line":
            os.kill(os.getpid(), int(sys.argv[1]))
sys.meta_path.insert(0, Interrupts())
from bot.__main__ import main
sys.exit(main(sys.argv[2:]))
"""


def finish(code: str, *words: str) -> tuple[int, str]:
    """The end of a Python process: its exit code and its complaints."""
    command = (sys.executable, "-c", code, *words)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=WITHIN)
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "number"),
    [("run", signal.SIGHUP), ("think", signal.SIGTERM), ("check", signal.SIGINT)],
)
def test_a_signal_counts_while_the_program_is_loading(command: str, number: int) -> None:
    """Process 1 of a container gets no signal that it has no handler for."""
    code = 128 + number if command == "check" else 0
    assert finish(WHILE_LOADING, str(int(number)), command) == (code, "")


STUCK = """
import asyncio, os, sys, time
from bot.ops import stopping
async def stuck():
    stopping.stop_event()
    os.kill(os.getpid(), int(sys.argv[1]))
    while True:
        time.sleep(0.01)
stopping.bound.__defaults__ = (0.1,)
asyncio.run(stuck())
"""


def test_an_event_loop_that_is_stuck_is_left_too() -> None:
    assert finish(STUCK, str(int(signal.SIGTERM))) == (0, f"{TOO_SLOW}\n")


class Deaf:
    """A client that swallows every cancellation of its connection."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    async def start(self, _: str) -> None:
        while not self.over.is_set():
            with suppress(asyncio.CancelledError):
                await self.over.wait()

    async def close(self) -> None:
        """Its connection stays."""


@pytest.mark.parametrize("bound", [0.0, PATIENCE])
async def test_a_connection_that_never_ends_is_left(
    bound: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wait for a client has a bound, and so has the wait for all work."""
    monkeypatch.setattr(stopping, "BOUND", bound)
    client: Any = Deaf()
    work = service._stay(client, "") if bound else client.start("")
    try:
        async with asyncio.timeout(PATIENCE / 2):
            assert await service.until(asyncio.sleep(0), work)
    finally:
        client.over.set()


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["logging in", "connecting", "serving", "reconnecting"])
async def test_it_ends_whatever_discord_leaves_open(
    tmp_path: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library swallows a cancellation while it reconnects, and waits 30 s for a goodbye."""
    deaf, knocks, connect = moment == "connecting", 0, Gateway.connect

    async def hear(self: Gateway, request: web.Request) -> web.WebSocketResponse:
        nonlocal knocks
        if not deaf:
            return await connect(self, request)
        socket = web.WebSocketResponse(autoclose=False)
        await socket.prepare(request)
        knocks += 1
        await asyncio.sleep(1000)
        return socket

    monkeypatch.setattr(Gateway, "connect", hear)
    async with sandbox.running(tmp_path / "discord") as world:
        if moment == "logging in":
            world.faults.append(PlannedFault("GET", "/users/@me$", 0, None, {}, delay=1000.0))
        env = {"LUMBERCAMP_DISCORD_API": world.api, "DISCORD_TOKEN": world.token}
        async with running(tmp_path / "bot", **env) as bot:
            if moment == "logging in":
                await until(lambda: not world.faults[0].times)
            elif moment == "connecting":
                await until(lambda: knocks > 0)
            else:
                await bot.until_it_says("(is on Discord)")
                if moment == "reconnecting":
                    deaf = True
                    await world.gateway.drop()
                    await until(lambda: knocks > 0)
            asked = time.monotonic()
            bot.signal(signal.SIGTERM)
            assert await bot.end() == 0
            assert time.monotonic() - asked < WITHIN
            assert TOO_SLOW not in bot.complaint
            assert "Traceback" not in bot.complaint
