"""Help for newcomers, which gets out of the way of everybody else; and a call and a card on a
phone: the whole board is on the first screen, and so is Join."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from rules import GAMES
from tests.bot.discord.process import playing
from tests.browser import pictures
from tests.browser.test_first_game import tab
from tests.chromium import chromium
from tests.guest import Guest, guests
from tests.sandbox.test_page import messages, send

pytestmark = pytest.mark.slow
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


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
    """One screen, with all its buttons."""
    await send(page, "/help")
    told = messages(page, "Play board games with")
    await expect(told.get_by_role("button", name="When Something Is Wrong")).to_be_visible()
    await expect(told).to_be_in_viewport(ratio=1)


async def goes(page: Page, channel: str) -> None:
    """To another channel, by the address as by a bookmark."""
    await page.evaluate("(name) => { location.hash = `channel=${name}`; }", channel)
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"#{channel}")
    await expect(page.locator("#log")).to_have_attribute("aria-busy", "false")


async def test_the_way_into_the_first_game(tmp_path: Path) -> None:
    """`/` begins with start, then the turn; Tab leads into the options; the hint to start a game is
    gone for everybody in a channel that shows one, and still there in the other channels; the help
    is one screen."""
    troubles: list[str] = []
    async with chromium() as browser, playing(tmp_path, 0) as (_, address):
        ann = await tab(browser, address, "Ann", troubles, **PHONE)
        ben = await tab(browser, address, "Ben", troubles, **PHONE)
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


# How far a message's words begin below the top of the visible part, and its picture ends above the
# end of it.
ROOM = """(message) => {
    const sight = document.querySelector("#log").getBoundingClientRect();
    const words = message.querySelector(".content").getBoundingClientRect();
    const board = message.querySelector("img").getBoundingClientRect();
    return [words.top - sight.top, sight.bottom - board.bottom, board.width];
}"""

OPTIONS: dict[str, dict[str, Any]] = {
    "logger": {"players": 4},
    "logjam": {"players": 4, "undo_time": "none"},
    "fellers": {"players": 4},
}
CHANNELS = ("games", "more-games", "lounge")
TURNS = 5
LINE = 36  # px


@pytest.mark.parametrize("kind", OPTIONS)
async def test_the_whole_board_is_on_the_first_screen(kind: str, tmp_path: Path) -> None:
    """As the page opens for the player called, in a game of four that went round the table, with
    the line that explains a first game and the one that says how long there is time; and the
    words above it but for a line."""
    async with (
        playing(tmp_path, 0) as (_, address),
        guests(address) as people,
        chromium() as browser,
    ):
        called = await _played(people, kind)
        page = await tab(browser, address, called.name, [], **PHONE)
        post = pictures._newest(page)
        await expect(post).to_contain_text("Since your turn: ")
        picture = post.locator("img")
        await expect(picture).to_have_js_property("complete", True)
        await expect(picture).to_be_in_viewport(ratio=1)
        above, below, wide = await post.evaluate(ROOM)
        assert above >= -LINE
        assert below >= 0
        assert wide >= 300, "the board was not made smaller for it"


async def _played(people: dict[str, Guest], kind: str) -> Guest:
    """Play some turns of a game of four; return the player called after them."""
    chance = random.Random(3)
    await people["Ann"].slash("games", f"{kind} start", **OPTIONS[kind])
    card = await pictures._post(people["Ann"], "games")
    for name in ("Ben", "Cy", "Dee"):
        await people[name].press(card, pictures._first_button(card))
    post, called = await pictures._called(people, "games", "")
    for _ in range(TURNS):
        turns = await called.complete("games", f"{kind} turn", "move", move="")
        await called.slash("games", f"{kind} turn", move=chance.choice(turns[:4])["value"])
        post, called = await pictures._called(people, "games", post["id"])
    return called
