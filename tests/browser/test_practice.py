"""Practice with `lumbercamp run` and processes that really think: the bot is killed meanwhile."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.bot.discord.process import Bot, free_port, playing
from tests.guest import Guest, guests
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

Json = dict[str, Any]


async def called(nia: Guest, before: Json | None = None) -> Json | None:
    """The next board that calls them."""
    async with asyncio.timeout(PATIENCE):
        while True:
            seen = await nia.history("games")
            boards = [m for m in seen if f"<@{nia.id}>, your turn" in m["content"]]
            if boards and boards[-1]["id"] != (before or {}).get("id"):
                return boards[-1]
            await asyncio.sleep(0.05)


def thinkers(bot: Bot) -> list[int]:
    """The processes in which it thinks."""
    there = Path(f"/proc/{bot.process.pid}/task/{bot.process.pid}/children")
    children = [int(pid) for pid in there.read_text().split()]
    return [pid for pid in children if b"thinking" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def runs(pid: int) -> bool:
    """It is there, and has not only not been noticed to be gone."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
async def test_killed_while_the_computer_thinks_it_thinks_on_after_the_restart(
    tmp_path: Path,
) -> None:
    """The turn that was said counts, the reply comes once, and the process that thought is gone."""
    port = free_port()
    async with playing(tmp_path, port) as (bot, address), guests(address) as people:
        ann = people["Ann"]
        await ann.slash("games", "logger practice", thread=False)
        board = await turn_is_said(ann, await called(ann))
        (process,) = thinkers(bot)
        os.kill(process, signal.SIGSTOP)  # it thinks for as long as we like
        await turn_is_said(ann, board, waits=False)
        bot.signal(signal.SIGKILL)
        await bot.end()
        os.kill(process, signal.SIGCONT)
    async with playing(tmp_path, port) as (_, address), guests(address) as people:
        again = await called(people["Ann"], board)
        assert again is not None
        assert "Since your turn" in again["content"]
        await shrunk(people["Ann"], again)
    async with asyncio.timeout(PATIENCE):
        while runs(process):
            await asyncio.sleep(0.05)


async def shrunk(ann: Guest, board: Json) -> None:
    """The boards before it lose their pictures, which comes after the post; it stands once."""
    async with asyncio.timeout(PATIENCE):
        while True:
            pictures = [m for m in await ann.history("games") if m["attachments"]]
            if [m["id"] for m in pictures] == [board["id"]]:
                return
            await asyncio.sleep(0.05)


async def turn_is_said(ann: Guest, board: Json | None, *, waits: bool = True) -> Json | None:
    """The best turn that is offered counts; waits: the next board, after the reply."""
    found = await ann.complete("games", "logger turn", "move", move="")
    await ann.outcome(await ann.slash("games", "logger turn", move=found[0]["value"]))
    return await called(ann, board) if waits else None
