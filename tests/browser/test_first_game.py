"""A newcomer's first minutes on the page of `lumbercamp run` in a real browser."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from rules import GAMES
from tests.bot.discord.people import at_discord
from tests.chromium import SHARED, new_page
from tests.sandbox.test_page import messages, send

pytestmark = [pytest.mark.slow, SHARED]
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
AT_THE_END = """() => {
    const log = document.querySelector("#log");
    return log.scrollHeight - log.scrollTop - log.clientHeight < 80;
}"""


async def tab(
    browser: Browser,
    address: str,
    who: str,
    troubles: list[str],
    channel: str = "games",
    **screen: Any,
) -> Page:
    """A page of one person, with the complaints of its console."""
    page = await new_page(browser, **screen)
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    await page.goto(f"{address}/#as={who}&channel={channel}")
    # It is there at once, and belongs to a channel when the page has heard of one.
    await expect(page.get_by_placeholder("Message ")).to_be_visible()
    return page


async def test_two_people_start_a_game_and_play_three_turns(
    browser: Browser, tmp_path: Path
) -> None:
    """`/` begins with start, then the turn; the hint to start a game is gone for everybody in a
    channel that shows one, and still there in the other channels. They type their turns, and see
    the picture and its alt text."""
    troubles: list[str] = []
    async with at_discord(tmp_path) as people:
        address = people.world.address
        ann = await tab(browser, address, "Ann", troubles, **PHONE)
        ben = await tab(browser, address, "Ben", troubles)
        await expect(ben.get_by_test_id("hint")).to_be_visible()
        await see_start_before_turn(ann)
        await send(ann, "/logger start players:2 thread:false")
        await expect(ben.get_by_role("button", name="Join")).to_be_visible()
        await expect(ben.get_by_test_id("hint")).to_be_hidden()
        await go(ben, "more-games")
        await expect(ben.get_by_test_id("hint")).to_be_visible()
        await go(ben, "games")
        await expect(ben.get_by_test_id("hint")).to_be_hidden()
        await ben.get_by_role("button", name="Join").click()
        for turn, line in enumerate(("a1", "e5", "stay; plant north"), 1):
            await expect(messages(ann, f"turn {turn}).")).to_be_visible()
            await reply(await on_turn(ann, ben, turn), f"turn {turn}).", line)
        await see_the_board(ann, "planted a2")
        await see_the_board(ben, "planted a2")
    assert troubles == []


async def see_start_before_turn(page: Page) -> None:
    await page.get_by_test_id("composer").fill("/")
    options = page.get_by_test_id("completion").get_by_role("option")
    await expect(options.nth(2 * len(GAMES) - 1)).to_be_attached()
    first = [line.split()[:2] for line in (await options.all_inner_texts())[: 2 * len(GAMES)]]
    assert first == [[f"/{game}", verb] for verb in ("start", "turn") for game in GAMES]


async def go(page: Page, channel: str) -> None:
    await page.evaluate("(name) => { location.hash = `channel=${name}`; }", channel)
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"#{channel}")
    await expect(page.locator("#log")).to_have_attribute("aria-busy", "false")


async def reply(page: Page, post: str, line: str) -> None:
    """Say a line in reply to the post that says this, and be led to the newest from wherever they
    had scrolled: the line, or already the board that answers it. A finger needn't hover."""
    await page.locator("#log").evaluate("it => { it.scrollTop = 0; }")
    there = messages(page, post)
    if page.viewport_size != PHONE["viewport"]:
        await there.hover()
    await expect(there.locator(".tools")).to_have_css("opacity", "1")
    await there.get_by_role("button", name="Reply").click()
    await send(page, line)
    await expect(messages(page, line).last).to_be_visible()
    await page.wait_for_function(AT_THE_END)


async def on_turn(ann: Page, ben: Page, turn: int) -> Page:
    """The page of the player called by the post for a turn."""
    called = await messages(ann, f"turn {turn}).").locator(".content").inner_text()
    return ann if called.startswith("@Ann") else ben


async def see_the_board(page: Page, story: str) -> None:
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
