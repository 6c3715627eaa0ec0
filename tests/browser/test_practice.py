"""Practice on the page of `lumbercamp run`, with processes that really think: somebody who is new
plays a whole game, alone; and the bot is killed while the computer thinks.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Page, expect

from tests.bot.discord.process import Bot, free_port, playing
from tests.browser.test_first_game import tab
from tests.chromium import chromium
from tests.guest import Guest, guests
from tests.patience import PATIENCE
from tests.sandbox.test_page import messages, send

pytestmark = pytest.mark.slow

Json = dict[str, Any]
MOST = 200  # turns of a person in a game


async def newcomer(ann: Guest, address: str, name: str) -> Guest:
    """Somebody who has never been here."""
    person = (await ann.act("add", name=name))["person"]
    channels = [{"name": "games", "id": ann.place("games")}]
    return Guest(aiohttp.ClientSession(address), person, channels)


async def called(nia: Guest, before: Json | None = None) -> Json | None:
    """The next board that calls them; None: the game is over."""
    async with asyncio.timeout(PATIENCE):
        while True:
            seen = await nia.history("games")
            if any("is over" in m["content"] for m in seen):
                return None
            boards = [m for m in seen if f"<@{nia.id}>, your turn" in m["content"]]
            if boards and boards[-1]["id"] != (before or {}).get("id"):
                return boards[-1]
            await asyncio.sleep(0.05)


async def plays(page: Page, nia: Guest, kind: str) -> None:
    """Types the best turn that is offered."""
    found = await nia.complete("games", f"{kind} turn", "move", move="")
    await send(page, f"/{kind} turn move:{found[0]['value']}")


@pytest.mark.parametrize("kind", ["fellers"])
async def test_somebody_new_plays_a_whole_game_alone(tmp_path: Path, kind: str) -> None:
    """From one command to the result, with every post in between for them."""
    troubles: list[str] = []
    async with (
        playing(tmp_path, 0) as (_, address),
        guests(address) as people,
        chromium() as browser,
    ):
        nia = await newcomer(people["Ann"], address, "Nia")
        page = await tab(browser, address, "Nia", troubles)
        await send(page, f"/{kind} practice level:easy thread:no")
        board = await called(nia)
        for _ in range(MOST):
            if board is None:
                break
            await plays(page, nia, kind)
            board = await called(nia, board)
        assert board is None
        result = messages(page, "is over").last
        await expect(result).to_contain_text("(computer, easy)")
        await expect(result.get_by_role("button", name="Rematch")).to_be_visible()
        await nia.leave()
        await nia._session.close()
    assert troubles == []


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
