"""A game by the keyboard only, in a real browser: nothing is ever clicked.

Source: experience 3.14.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.bot.discord.process import playing
from tests.browser.test_first_game import tab
from tests.chromium import chromium
from tests.sandbox.test_page import messages

pytestmark = pytest.mark.slow

FAR = 150  # presses of Tab after which something counts as out of reach
HEARD = {"LUMBERCAMP_MESSAGE_CONTENT": "1"}  # plain lines count


async def reach(page: Page, what: Locator, key: str = "Tab") -> None:
    """Move the focus until it is there."""
    await expect(what).to_be_visible()
    for _ in range(FAR):
        if await what.evaluate("it => it === document.activeElement"):
            return
        await page.keyboard.press(key)
    raise AssertionError(f"{what} is out of reach of the keyboard")


async def press(page: Page, name: str) -> None:
    """The newest button of that name; buttons stand right before the line where one types."""
    await reach(page, page.get_by_role("button", name=name).last, "Shift+Tab")
    await page.keyboard.press("Enter")


async def type_in(page: Page, line: str) -> None:
    await reach(page, page.get_by_test_id("composer"))
    await page.keyboard.type(line)


async def become(page: Page, who: str) -> None:
    """Be another person, by the arrow keys."""
    switch = page.get_by_test_id("person-switch")
    wanted = switch.get_by_label(who)
    await reach(page, switch.locator("input:checked"), "Shift+Tab")
    for _ in range(4):
        if await wanted.is_checked():
            break
        await page.keyboard.press("ArrowDown")
    await expect(wanted).to_be_checked()
    await expect(page.locator("#log")).to_have_attribute("aria-busy", "false")


async def called(page: Page, turn: int) -> str:
    """The name of the player called by the post for a turn."""
    post = messages(page, f"turn {turn}).")
    await expect(post).to_be_visible()
    content = await post.locator(".content").inner_text()
    return "Ann" if content.startswith("@Ann") else "Ben"


async def types_a_corner(page: Page) -> None:
    await type_in(page, "a1")
    await page.keyboard.press("Enter")


async def builds_a_corner(page: Page) -> None:
    """Take Turn, the menu, and Confirm Turn."""
    await press(page, "Take Turn")
    await press(page, "Take corner")
    await page.keyboard.press("e")
    await page.keyboard.press("Enter")
    await press(page, "Confirm Turn")


async def completes_a_turn(page: Page) -> None:
    """The option of the command, with the bot's suggestion for it."""
    await type_in(page, "/logger tu")
    await page.keyboard.press("Tab")
    line, add = (
        page.get_by_test_id("option-move"),
        page.get_by_role("button", name="Add option move"),
    )
    await expect(line.or_(add)).to_be_visible()
    if not await line.count():
        await reach(page, add)
        await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("option-move")).to_be_focused()
    await page.keyboard.type("stay")
    await expect(page.get_by_role("option", name="stay on").first).to_be_visible()
    chosen = page.locator('[data-testid="completion"] [aria-selected="true"]')
    await page.keyboard.press("ArrowDown")
    await expect(chosen).to_contain_text("stay on")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


async def test_three_turns_without_a_mouse(tmp_path: Path) -> None:
    """Start, join as another person, a turn typed, one built, one completed."""
    troubles: list[str] = []
    async with chromium() as browser, playing(tmp_path, 0, **HEARD) as (_, address):
        page = await tab(browser, address, "Ann", troubles)
        await type_in(page, "/logger start players:2")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name="Join")).to_be_visible()
        await become(page, "Ben")
        await press(page, "Join")
        for turn, play in enumerate((types_a_corner, builds_a_corner, completes_a_turn), 1):
            await become(page, await called(page, turn))
            await play(page)
        await called(page, 4)
        await expect(messages(page, "planted").first).to_be_visible()
    assert troubles == []
