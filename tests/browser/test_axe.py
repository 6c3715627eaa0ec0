"""axe-core finds nothing on the sandbox's page and on the page of a game, wide and on a phone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.bot.discord.process import playing
from tests.browser.axe import wrong
from tests.browser.test_first_game import tab
from tests.browser.test_replay_page import pages_of
from tests.chromium import chromium
from tests.sandbox.test_page import messages, send

pytestmark = pytest.mark.slow

SCREENS: list[dict[str, Any]] = [
    {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
    {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
]


async def judged(where: str, pages: Sequence[Page]) -> None:
    found = [
        f"{where}, {screen}: {fault}"
        for screen, page in zip(SCREENS, pages, strict=True)
        for fault in await wrong(page)
    ]
    assert found == []


async def test_the_page_of_the_sandbox(tmp_path: Path) -> None:
    """Empty, with a board, with a turn half built and its menu open, with completions of a line,
    and with a picture on the whole window."""
    async with chromium() as browser, playing(tmp_path, 0) as (_, address):
        pages = [await tab(browser, address, "Ann", [], **screen) for screen in SCREENS]
        await judged("empty", pages)
        await send(pages[-1], "/logger practice thread:no")
        # Once: a panel is in all windows of its reader, and a second one would make it old.
        await pages[-1].get_by_role("button", name="Take Turn").last.click()
        for page in pages:
            await page.get_by_role("button", name="Take corner").last.click()
            await expect(page.get_by_role("option").first).to_be_visible()
        await judged("a menu", pages)
        for page in pages:
            await page.keyboard.press("Escape")
            await page.get_by_test_id("composer").fill("/logger tu")
            await expect(page.get_by_role("option").first).to_be_visible()
        await judged("a completion", pages)
        for page in pages:
            await page.keyboard.press("Tab")
            await expect(page.get_by_test_id("option-move")).to_be_visible()
        await judged("options", pages)
        for page in pages:
            await page.reload()
            await messages(page, "your turn in").last.locator("summary").click()
            await page.get_by_role("button", name="Enlarge").last.click()
            await expect(page.get_by_role("dialog")).to_be_visible()
        await judged("a picture", pages)


async def test_the_page_of_a_game(tmp_path: Path) -> None:
    """At its first board, at its last with how it ended, and with all boards and one in words."""
    file = pages_of("logger-draw", tmp_path)
    async with chromium() as browser:
        pages = [await (await browser.new_context(**screen)).new_page() for screen in SCREENS]
        for page in pages:
            await page.goto(file.as_uri())
        await judged("the first board", pages)
        for page in pages:
            await page.keyboard.press("End")
        await judged("the last board", pages)
        for page in pages:
            await page.get_by_role("button", name="All Boards").click()
            await page.locator("summary").first.click()
        await judged("all boards", pages)
