"""A board inside Discord: the Activity in its frame, with Discord's own SDK, in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, FrameLocator, Page, expect

from tests.bot.discord.process import playing
from tests.browser.test_first_game import on_turn, reply, tab
from tests.chromium import SHARED
from tests.sandbox.test_page import messages, send

pytestmark = [pytest.mark.slow, pytest.mark.activity, SHARED]


def frame(page: Page) -> FrameLocator:
    """The page around the boards, in the shell of the client."""
    return page.frame_locator(".activity-frame").frame_locator("iframe")


def board(page: Page) -> FrameLocator:
    return frame(page).frame_locator("iframe")


async def test_a_board_is_played_inside_discord_and_in_the_channel(
    browser: Browser, tmp_path: Path
) -> None:
    """If somebody doesn't agree to be named, nothing opens, and a sentence says why. The launcher
    leads to the tables of the channel, and Open Board to its own. A turn is made in the frame by
    pressing; one made in the channel is there at once."""
    troubles: list[str] = []
    async with playing(tmp_path, 0, LUMBERCAMP_ACTIVITY="1") as (_, address):
        ann = await tab(browser, address, "Ann", troubles)
        ben = await tab(browser, address, "Ben", troubles)
        await send(ann, "/logger start players:2")
        await ben.get_by_role("button", name="Join").click()
        await expect(messages(ann, "turn 1).")).to_be_visible()
        second = ben if (first := await on_turn(ann, ben, 1)) is ann else ann

        await first.get_by_role("button", name="Activity").click()
        await first.get_by_role("button", name="Authorize").click()
        await board(first).get_by_role("link", name="L1").click()
        await expect(board(first).locator("#board img")).to_be_visible()
        await expect(messages(first, "The Activity is open.")).to_be_attached()
        await board(first).locator("[data-word=a1]").click()
        await board(first).get_by_role("button", name="Confirm").click()
        await expect(messages(first, "turn 2).")).to_be_visible()

        opens = messages(second, "turn 2).").get_by_role("button", name="Open Board")
        await opens.click()
        await second.get_by_role("button", name="Cancel").last.click()
        told = frame(second).get_by_role("status")
        await expect(told).to_contain_text("didn't tell me who you are")
        await second.reload()
        await opens.click()
        await second.get_by_role("button", name="Authorize").click()
        await expect(board(second).locator("#board img")).to_be_visible()
        await second.reload()  # which closes the frame
        await reply(second, "turn 2).", "e5")
        await expect(board(first).locator("main").last).to_contain_text("turn 3")
        assert troubles == []  # so far: a stream that ends with the bot is one
