"""axe-core finds nothing on the sandbox's page."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.bot.discord.people import at_discord
from tests.browser.axe import judge
from tests.browser.test_first_game import tab
from tests.chromium import SHARED
from tests.sandbox.test_page import messages, send

pytestmark = [pytest.mark.slow, SHARED]


async def test_the_page_of_the_sandbox(browser: Browser, tmp_path: Path) -> None:
    """Empty, with a board, with a turn half built and its menu open, with completions of a line,
    and with a picture on the whole window."""
    async with at_discord(tmp_path) as people:
        page = await tab(browser, people.world.address, "Ann", [])
        await judge(page)
        await send(page, "/logger practice thread:no")
        await page.get_by_role("button", name="Take Turn").last.click()
        await page.get_by_role("button", name="Take corner").last.click()
        await expect(page.get_by_role("option").first).to_be_visible()
        await judge(page)
        await page.keyboard.press("Escape")
        await page.get_by_test_id("composer").fill("/logger tu")
        await expect(page.get_by_role("option").first).to_be_visible()
        await judge(page)
        await page.keyboard.press("Tab")
        await expect(page.get_by_test_id("option-move")).to_be_visible()
        await judge(page)
        await page.reload()
        await messages(page, "your turn in").last.locator("summary").click()
        await page.get_by_role("button", name="Enlarge").last.click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await judge(page)
