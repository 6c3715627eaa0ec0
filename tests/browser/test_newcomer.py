"""What helps somebody who has never been here, and gets out of the way of somebody who has.

Source: issue 11, item 9, at 1280 and at 360 pixels.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from rules import GAMES
from tests.bot.discord.process import playing
from tests.browser.test_first_game import tab
from tests.browser.test_pictures import BOTH
from tests.chromium import chromium
from tests.sandbox.test_page import PageTest, messages, page_test, send

pytestmark = pytest.mark.slow


@pytest_asyncio.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PageTest]:
    async with page_test(tmp_path, monkeypatch) as it:
        yield it


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


async def goes(page: Page, channel: str) -> None:
    """To another channel, by the address as by a bookmark."""
    await page.evaluate("(name) => { location.hash = `channel=${name}`; }", channel)
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"#{channel}")
    await expect(page.locator("#log")).to_have_attribute("aria-busy", "false")


@BOTH
async def test_the_way_into_the_first_game(tmp_path: Path, screen: dict[str, Any]) -> None:
    """`/` begins with start, then the turn; Tab leads into the options; the hint to start a game
    is gone for everybody where one is to be seen, and still there in the other channels."""
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
        await send(ben, "hello")  # the sandbox of `lumbercamp run` lets the bot read everything
        await expect(messages(ann, "hello")).to_be_visible()
        await expect(ben.get_by_test_id("local-note")).to_have_count(0)
    assert troubles == []


@BOTH
async def test_a_line_that_the_bot_cannot_hear_is_explained_once(
    here: PageTest, screen: dict[str, Any]
) -> None:
    """Once where there is a game, to its author alone; what the bot does hear needs no words."""
    ann, ben = await here.tab("Ann", **screen), await here.tab("Ben", **screen)
    note = ann.get_by_test_id("local-note")
    await send(ann, "anybody for a game?")
    await send(ann, "/logger start")
    await expect(messages(ann, "Lobby for 2")).to_be_visible()
    await send(ann, "@lumbercamp a3")
    await expect(messages(ann, "I read you")).to_be_visible()
    await expect(note).to_have_count(0)
    await send(ann, "a3; plant n")
    await expect(note).to_contain_text("replies to its posts, lines that mention @lumbercamp")
    await expect(note.locator(".failure")).to_have_count(0)  # nothing went wrong
    await send(ann, "a3; plant north")
    await expect(messages(ben, "a3; plant north")).to_be_visible()
    await expect(messages(ann, "a3; plant north")).to_be_visible()
    await expect(note).to_have_count(1)
    await expect(ben.get_by_test_id("local-note")).to_have_count(0)
    await goes(ann, "lounge")
    await send(ann, "quiet here")
    await expect(messages(ann, "quiet here")).to_be_visible()
    await expect(note).to_have_count(0)


async def test_a_line_of_before_the_game_is_not_explained_when_its_answer_is_late(
    here: PageTest,
) -> None:
    """The answer to the line comes when the lobby is there: nobody could have meant a turn."""
    ann, lobby = await here.tab("Ann"), asyncio.Event()

    async def late(route: Route) -> None:
        answer = await route.fetch()
        await lobby.wait()
        await route.fulfill(response=answer)

    await ann.route("**/people/say", late)
    async with ann.expect_response("**/people/say"):
        await send(ann, "anybody for a game?")
        await expect(messages(ann, "anybody for a game?")).to_be_visible()
        await send(ann, "/logger start")
        await expect(messages(ann, "Lobby for 2")).to_be_visible()
        lobby.set()
    await send(ann, "@lumbercamp a3")
    await expect(messages(ann, "I read you")).to_be_visible()
    await expect(ann.get_by_test_id("local-note")).to_have_count(0)
