"""A board inside Discord: the Activity in its frame, with Discord's own SDK, in a real browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, FrameLocator, Page, expect

from tests.bot.discord.process import playing
from tests.browser.test_first_game import on_turn, replies, tab
from tests.chromium import chromium
from tests.sandbox.test_page import messages, send

pytestmark = [pytest.mark.slow, pytest.mark.activity]


def board(page: Page) -> FrameLocator:
    """The frames of an Activity: the shell of the client, the page around the boards, a board."""
    return page.frame_locator(".activity-frame").frame_locator("iframe").frame_locator("iframe")


@asynccontextmanager
async def begun(
    browser: Browser, folder: Path, troubles: list[str]
) -> AsyncIterator[tuple[Page, Page]]:
    """Ann and Ben at their first turn, at a sandbox whose application has an Activity."""
    async with playing(folder, 0, LUMBERCAMP_ACTIVITY="1") as (_, address):
        ann = await tab(browser, address, "Ann", troubles)
        ben = await tab(browser, address, "Ben", troubles)
        await send(ann, "/logger start players:2")
        await ben.get_by_role("button", name="Join").click()
        await expect(messages(ann, "turn 1).")).to_be_visible()
        yield ann, ben


async def opens(page: Page, post: str) -> None:
    """Open Board, by somebody who has not agreed to it yet."""
    await messages(page, post).get_by_role("button", name="Open Board").click()
    await page.get_by_role("button", name="Authorize").click()
    await expect(board(page).locator("#board img")).to_be_visible()


async def test_a_board_is_played_inside_discord_and_in_the_channel(tmp_path: Path) -> None:
    """A turn is made in the frame by pressing; one made in the channel is there at once."""
    troubles: list[str] = []
    async with chromium() as browser, begun(browser, tmp_path, troubles) as (ann, ben):
        first = await on_turn(ann, ben, 1)
        await opens(first, "turn 1).")
        await board(first).locator("[data-word=a1]").click()
        await board(first).get_by_role("button", name="Confirm").click()
        await expect(messages(ann, "turn 2).")).to_be_visible()
        second = await on_turn(ann, ben, 2)
        await replies(second, "turn 2).", "e5")
        await expect(board(first).locator("main").last).to_contain_text("turn 3")
        assert troubles == []


async def test_the_launcher_leads_to_the_tables_of_the_channel(tmp_path: Path) -> None:
    """Where nobody has pressed a button, there is a choice."""
    troubles: list[str] = []
    async with chromium() as browser, begun(browser, tmp_path, troubles) as (ann, _):
        await ann.get_by_role("button", name="Activity").click()
        await ann.get_by_role("button", name="Authorize").click()
        await board(ann).get_by_role("link", name="L1").click()
        await expect(board(ann).locator("#board img")).to_be_visible()
        await expect(messages(ann, "The Activity is open.")).to_be_attached()
        assert troubles == []


async def test_who_does_not_agree_sees_no_board(tmp_path: Path) -> None:
    """OAuth2: access_denied. Nobody is let in, and a sentence says why."""
    troubles: list[str] = []
    async with chromium() as browser, begun(browser, tmp_path, troubles) as (ann, _):
        await messages(ann, "turn 1).").get_by_role("button", name="Open Board").click()
        await ann.get_by_role("button", name="Cancel").last.click()
        around = ann.frame_locator(".activity-frame").frame_locator("iframe")
        await expect(around.get_by_role("status")).to_contain_text("didn't tell me who you are")
        assert troubles == []
