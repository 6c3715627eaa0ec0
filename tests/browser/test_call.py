"""A call and a card on a phone: the whole board is on the first screen, and so is Join.

Source: issue 11, item 2 ("at 360 × 740 the whole board is on the first screen"); issue 27, item 4.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.bot.discord.process import playing
from tests.browser import pictures
from tests.browser.test_first_game import tab
from tests.browser.test_pictures import PHONE
from tests.chromium import chromium
from tests.guest import Guest, guests

pytestmark = pytest.mark.slow

# How far a message's words begin below the top of what is in sight, and its picture ends above
# the end of it.
ROOM = """(message) => {
    const sight = document.querySelector("#log").getBoundingClientRect();
    const words = message.querySelector(".content").getBoundingClientRect();
    const board = message.querySelector("img").getBoundingClientRect();
    return [words.top - sight.top, sight.bottom - board.bottom, board.width];
}"""

GAMES: dict[str, dict[str, Any]] = {
    "logger": {"players": 4},
    "logjam": {"players": 4, "undo_time": "none"},
    "fellers": {"players": 4},
}
CHANNELS = ("games", "more-games", "lounge")
TURNS = 9
LINE = 36  # px


@pytest.mark.parametrize("kind", GAMES)
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


async def test_join_is_on_the_first_screen(tmp_path: Path) -> None:
    """As the page opens for those who may join, with the whole board and all words but a line."""
    async with (
        playing(tmp_path, 0) as (_, address),
        guests(address) as people,
        chromium() as browser,
    ):
        for (kind, options), channel in zip(GAMES.items(), CHANNELS, strict=True):
            await people["Ann"].slash(channel, f"{kind} start", **options)
            card = await pictures._post(people["Ann"], channel)
            await people["Ben"].press(card, pictures._first_button(card))
            page = await tab(browser, address, "Cy", [], channel=channel, **PHONE)
            post = pictures._newest(page)
            await expect(post).to_contain_text("Ben has joined.")
            await expect(post.locator("img")).to_have_js_property("complete", True)
            await expect(post.locator("img")).to_be_in_viewport(ratio=1)
            await expect(post.get_by_role("button", name="Join")).to_be_in_viewport(ratio=1)
            above, _, _ = await post.evaluate(ROOM)
            assert above >= -LINE


async def _played(people: dict[str, Guest], kind: str) -> Guest:
    """Some turns of a game of four; who is called after them."""
    chance = random.Random(3)
    await people["Ann"].slash("games", f"{kind} start", **GAMES[kind])
    card = await pictures._post(people["Ann"], "games")
    for name in ("Ben", "Cy", "Dee"):
        await people[name].press(card, pictures._first_button(card))
    post, called = await pictures._called(people, "games", "")
    for _ in range(TURNS):
        turns = await called.complete("games", f"{kind} turn", "move", move="")
        await called.slash("games", f"{kind} turn", move=chance.choice(turns[:4])["value"])
        post, called = await pictures._called(people, "games", post["id"])
    return called
