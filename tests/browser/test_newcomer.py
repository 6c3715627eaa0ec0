"""What helps somebody who has never been here, and gets out of the way of somebody who has.

Source: issue 11, item 9, at 1280 and at 360 pixels.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from rules import GAMES
from tests.bot.discord.process import playing
from tests.browser.test_first_game import replies, tab
from tests.browser.test_pictures import BOTH
from tests.chromium import chromium
from tests.sandbox.test_page import messages, send

pytestmark = pytest.mark.slow


async def sees_start_before_turn(page: Page) -> None:
    await page.get_by_test_id("composer").fill("/")
    options = page.get_by_test_id("completion").get_by_role("option")
    await expect(options.nth(2 * len(GAMES) - 1)).to_be_attached()
    first = [line.split()[:2] for line in (await options.all_inner_texts())[: 2 * len(GAMES)]]
    assert first == [[f"/{game}", verb] for verb in ("start", "turn") for game in GAMES]


async def tabs_to_the_first_option(page: Page) -> None:
    """From the list, and from a command that is written out with a part of its options."""
    players, box = page.get_by_test_id("option-players"), page.get_by_test_id("composer")
    await page.keyboard.press("Tab")
    await expect(players).to_be_focused()
    await page.keyboard.press("Escape")
    await box.fill("/logger start thread:false ")
    await page.keyboard.press("Tab")
    await expect(players).to_be_focused()
    await expect(page.get_by_test_id("option-thread")).to_have_value("False")
    await page.keyboard.type("2")
    await page.keyboard.press("Enter")


async def sees_the_whole_help(page: Page) -> None:
    """Issue 27, item 12: one screen, with all its buttons."""
    await send(page, "/help")
    told = messages(page, "Play board games with")
    await expect(told.get_by_role("button", name="When Something Is Wrong")).to_be_visible()
    await expect(told).to_be_in_viewport(ratio=1)


async def goes(page: Page, channel: str) -> None:
    """To another channel, by the address as by a bookmark."""
    await page.evaluate("(name) => { location.hash = `channel=${name}`; }", channel)
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"#{channel}")
    await expect(page.locator("#log")).to_have_attribute("aria-busy", "false")


@BOTH
async def test_the_way_into_the_first_game(tmp_path: Path, screen: dict[str, Any]) -> None:
    """`/` begins with start, then the turn; Tab leads into the options; the hint to start a game
    is gone for everybody where one is to be seen, and still there in the other channels; the help
    is one screen."""
    troubles: list[str] = []
    async with chromium() as browser, playing(tmp_path, 0) as (_, address):
        ann = await tab(browser, address, "Ann", troubles, **screen)
        ben = await tab(browser, address, "Ben", troubles, **screen)
        await expect(ben.get_by_test_id("hint")).to_be_visible()
        await sees_start_before_turn(ann)
        await tabs_to_the_first_option(ann)
        await expect(ben.get_by_role("button", name="Join")).to_be_visible()
        await expect(ben.get_by_test_id("hint")).to_be_hidden()
        await goes(ben, "more-games")
        await expect(ben.get_by_test_id("hint")).to_be_visible()
        await goes(ben, "games")
        await expect(ben.get_by_test_id("hint")).to_be_hidden()
        await sees_the_whole_help(ann)
    assert troubles == []


async def test_the_sandbox_hears_what_a_server_hears(tmp_path: Path) -> None:
    """Issue 27, item 1: a plain line is not heard, and its author is told once how to say it."""
    troubles: list[str] = []
    async with chromium() as browser, playing(tmp_path, 0) as (_, address):
        ann = await tab(browser, address, "Ann", troubles)
        await send(ann, "/logger practice level:easy thread:no")
        board = messages(ann, "@Ann, your turn in L1").locator(".content")
        (line,) = re.findall(r"for example ([a-e][15])", await board.inner_text())
        await send(ann, line)
        told = messages(ann, "I can't see ordinary messages here")
        await expect(told).to_contain_text("reply to the board (with the ping on)")
        await expect(told.get_by_role("button", name="Take Turn")).to_be_visible()
        await expect(told.get_by_role("button", name="How to Play")).to_be_visible()
        await replies(ann, "@Ann, your turn in L1", line)
        await expect(messages(ann, f"took corner {line}")).to_be_visible()
        await expect(told).to_have_count(0)
    assert troubles == []
