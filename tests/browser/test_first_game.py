"""A newcomer's first minutes on the page of `lumbercamp run` in a real browser: open the page,
`/logger start`, join as a second person, play three turns by typing, see the picture and its alt
text."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.bot.discord.process import playing
from tests.chromium import chromium
from tests.patience import PATIENCE
from tests.sandbox.test_page import messages, send

pytestmark = pytest.mark.slow


async def tab(
    browser: Browser,
    address: str,
    who: str,
    troubles: list[str],
    channel: str = "games",
    **screen: Any,
) -> Page:
    """A page of one person, with the complaints of its console."""
    page = await (await browser.new_context(**screen)).new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    await page.goto(f"{address}/#as={who}&channel={channel}")
    # It is there at once, and belongs to a channel when the page has heard of one.
    await expect(page.get_by_placeholder("Message ")).to_be_visible()
    return page


async def test_two_people_start_a_game_and_play_three_turns(tmp_path: Path) -> None:
    troubles: list[str] = []
    async with chromium() as browser, playing(tmp_path, 0) as (_, address):
        ann = await tab(browser, address, "Ann", troubles)
        ben = await tab(browser, address, "Ben", troubles)
        await send(ann, "/logger start players:2")
        await ben.get_by_role("button", name="Join").click()
        for turn, line in enumerate(("a1", "e5", "stay; plant north"), 1):
            await expect(messages(ann, f"turn {turn}).")).to_be_visible()
            await replies(await on_turn(ann, ben, turn), f"turn {turn}).", line)
        await sees_the_board(ann, "planted a2")
        await sees_the_board(ben, "planted a2")
    assert troubles == []


async def replies(page: Page, post: str, line: str) -> None:
    """Says a line in reply to the post that says this."""
    there = messages(page, post)
    await there.hover()
    await there.get_by_role("button", name="Reply").click()
    await send(page, line)


async def on_turn(ann: Page, ben: Page, turn: int) -> Page:
    """The page of the player called by the post for a turn."""
    called = await messages(ann, f"turn {turn}).").locator(".content").inner_text()
    return ann if called.startswith("@Ann") else ben


async def sees_the_board(page: Page, story: str) -> None:
    """The post that tells a story, with its picture, loaded, and the alt text of it; the board
    before it is a line of the printed game, which tells it too."""
    post = messages(page, "(turn 4).")
    await expect(post.locator(".content")).to_contain_text(story)
    line = messages(page, "3 · ")
    await expect(line.locator(".content")).to_contain_text(story)
    await expect(line.locator("img")).to_have_count(0)
    picture = post.locator("img[alt*='Logger L1, turn 4']")
    await picture.scroll_into_view_if_needed()
    await expect(picture).to_have_js_property("complete", True)
    assert await picture.evaluate("it => it.naturalWidth") >= 1000
    assert "Seedlings: a2" in (await picture.get_attribute("alt") or "")
