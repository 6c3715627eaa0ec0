"""The bot's real process is killed while somebody plays in a real browser.

No turn is lost, none doubled, and the draft is the same in both.
"""

from __future__ import annotations

import re
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

import sandbox
from tests.bot.discord.process import begin, board, boards, free_port, mover, running, told
from tests.chromium import chromium
from tests.guest import Guest, guests
from tests.web.fingers import Fingers

pytestmark = pytest.mark.slow


async def link(guest: Guest, post: Any) -> str:
    """The link from Open Board."""
    every = [each for row in post["components"] for each in row["components"]]
    (button,) = [each for each in every if each.get("label") == "Open Board"]
    found = re.search(
        r"<(http\S+)>", await told(guest, await guest.press(post, button["custom_id"]))
    )
    assert found is not None
    return found[1]


async def come_in(page: Page, address: str) -> Fingers:
    await page.goto(address)
    await page.click("button")
    hands = Fingers(page)
    await hands.due()
    return hands


async def test_a_browser_goes_on_by_itself_when_the_bot_was_killed(tmp_path: Path) -> None:
    """Killed with a draft begun, and again while a turn is under way whose answer never comes: the
    page says that it waits, and continues; the draft stays, and the turn is made once."""
    port = free_port()
    async with (
        AsyncExitStack() as lives,
        sandbox.running(tmp_path / "discord") as world,
        guests(world.address) as people,
        chromium() as browser,
        await browser.new_context(viewport={"width": 360, "height": 740}) as context,
    ):
        settings = {
            "LUMBERCAMP_DISCORD_API": world.api,
            "DISCORD_TOKEN": world.token,
            "LUMBERCAMP_DATABASE": "games.db",
            "LUMBERCAMP_WEB": f"http://127.0.0.1:{port}",
            "LUMBERCAMP_WEB_PORT": str(port),
        }

        async def start() -> Any:
            bot = await lives.enter_async_context(running(tmp_path / "bot", **settings))
            await bot.until_it_says("(on Discord)")
            return bot

        async def kill(bot: Any) -> None:
            bot.signal(signal.SIGKILL)
            await bot.end()

        bot = await start()
        post = await begin(people)
        page = await context.new_page()
        hands = await come_in(page, await link(mover(people, post), post))
        waits = page.locator("#waits")
        await hands.tap(await hands.at("a1"))
        await expect(hands.confirm).to_be_visible()

        await kill(bot)
        await expect(waits).to_be_visible()
        await expect(hands.confirm).to_be_visible()
        bot = await start()
        await expect(waits).to_be_hidden()
        await expect(page.locator('#turn[data-said="1"]')).to_be_attached()

        async def lost(route: Route) -> None:
            """The turn reaches the bot, which is killed before its answer has arrived."""
            await route.fetch()
            await kill(bot)
            await route.abort()

        await page.route("**/t/*", lost, times=1)
        await hands.confirm.click()
        await expect(waits).to_be_visible()
        await start()
        await expect(waits).to_be_hidden()
        await expect(page.locator("#turn")).to_have_count(0)
        await board(people, 2)
        assert len(await boards(people)) == 2
