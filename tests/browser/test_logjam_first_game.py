"""A first game of Logjam on the page of `lumbercamp run`, in a real browser, by the mouse.

Source: issue 4, "Must hold"; experience 3.8 (a turn in at most three clicks after Take Turn) and
3.9 (Roll Now).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.bot.discord.process import playing
from tests.browser.test_first_game import on_turn, replies, tab
from tests.chromium import chromium
from tests.sandbox.test_page import messages, send

pytestmark = pytest.mark.slow

START = "/logjam start players:2 board:8x10 logs:222333"


async def test_two_people_build_their_first_turns(tmp_path: Path) -> None:
    """Start with options, join, a turn by the menu, its preview, the die at once, the board; then
    one that is typed, taken back, typed again, and Roll Now."""
    troubles: list[str] = []
    async with chromium() as browser, playing(tmp_path, 0) as (_, address):
        ann = await tab(browser, address, "Ann", troubles)
        ben = await tab(browser, address, "Ben", troubles)
        await send(ann, START)
        card = messages(ben, "is looking for")
        await expect(card).to_contain_text("Special options: see Details")
        await card.get_by_role("button", name="Join").click()
        first = await called(ann, ben, 1)
        await picks_a_run(first)
        second = await called(ann, ben, 2)
        assert second is not first
        await sees_the_board(first, 2)
        await sees_the_board(second, 2)
        await types_takes_back_and_types(second)
        assert await called(ann, ben, 3) is first
    assert troubles == []


async def called(ann: Page, ben: Page, turn: int) -> Page:
    """The page of whoever is called by the post for a turn, which tells him his roll."""
    post = messages(ann, f"turn {turn}).")
    await expect(post).to_be_visible()
    await expect(post).to_contain_text("You rolled")
    return await on_turn(ann, ben, turn)


async def picks_a_run(page: Page) -> None:
    """Three clicks after Take Turn: the menu of a logger, where to, and Confirm Turn. A logger
    with one way to go has a button instead of a menu."""
    await page.get_by_role("button", name="Take Turn").last.click()
    builder = messages(page, "Your choices are saved as you pick them").last
    run = builder.get_by_role("button", name="Run").first
    is_menu = await run.get_attribute("aria-haspopup")
    await run.click()
    if is_menu:
        await page.get_by_role("option").first.click()
    preview = messages(page, "Once you confirm, the die is rolled").last
    await expect(preview).to_be_visible()
    await is_loaded(preview.locator("img[alt*='Logjam J1 preview, turn 1']"))
    await preview.get_by_role("button", name="Confirm Turn").click()


async def types_takes_back_and_types(page: Page) -> None:
    """The answer to a command offers to take the turn back, once; the post about a reply goes on,
    and is gone then."""
    await send(page, "/logjam turn move:.")
    answers = messages(page, "Turn played in J1.")
    await answers.last.get_by_role("button", name="Undo My Turn").click()
    again = messages(page, "undid the last turn")
    await expect(again).to_be_visible()
    await replies(page, "undid the last turn", ".")
    await expect(answers).to_have_count(1)
    await answers.get_by_role("button", name="Roll Now").click()
    await expect(answers).to_have_count(0)


async def sees_the_board(page: Page, turn: int) -> None:
    """The post for a turn with its picture, loaded, and the alt text of it."""
    picture = messages(page, f"turn {turn}).").locator(f"img[alt*='Logjam J1, turn {turn}']")
    await is_loaded(picture)
    assert "Logs: " in (await picture.get_attribute("alt") or "")


async def is_loaded(picture: Locator) -> None:
    await picture.scroll_into_view_if_needed()
    await expect(picture).to_have_js_property("complete", True)
    assert await picture.evaluate("it => it.naturalWidth") >= 1000
