"""A call on a phone: the whole board is on the first screen."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.bot.discord.people import at_discord
from tests.browser import pictures
from tests.browser.test_first_game import PHONE, tab
from tests.chromium import SHARED
from tests.guest import Guest

pytestmark = [pytest.mark.slow, SHARED]

# How far a message's words begin below the top of the visible part, and its picture ends above the
# end of it.
ROOM = """(message) => {
    const sight = document.querySelector("#log").getBoundingClientRect();
    const words = message.querySelector(".content").getBoundingClientRect();
    const board = message.querySelector("img").getBoundingClientRect();
    return [words.top - sight.top, sight.bottom - board.bottom, board.width];
}"""

PLAYED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("games", "logger", {"players": 4}),
    ("more-games", "logjam", {"players": 4, "undo_time": "none"}),
    ("lounge", "fellers", {"players": 2}),
)

LINE = 36  # px


async def test_the_whole_board_is_on_the_first_screen(browser: Browser, tmp_path: Path) -> None:
    """As the page opens for the player called, in a game that went round the table, with the line
    that explains a first game and the one that says how long there is time; and the words above it
    but for a line."""
    async with at_discord(tmp_path) as people:
        for channel, kind, options in PLAYED:
            called = await play(people.guests, channel, kind, options)
            page = await tab(browser, people.world.address, called.name, [], channel, **PHONE)
            post = pictures._newest(page)
            await expect(post).to_contain_text("Since your turn: ")
            picture = post.locator("img")
            await expect(picture).to_have_js_property("complete", True)
            await expect(picture).to_be_in_viewport(ratio=1)
            above, below, wide = await post.evaluate(ROOM)
            assert above >= -LINE, kind
            assert below >= 0, kind
            assert wide >= 300, f"the board of {kind} was not made smaller for it"


async def play(people: dict[str, Guest], channel: str, kind: str, options: dict[str, Any]) -> Guest:
    """Play a game until somebody is called for their second turn; return that player."""
    chance = random.Random(3)
    await people["Ann"].slash(channel, f"{kind} start", **options)
    card = await pictures._post(people["Ann"], channel)
    for name in ("Ben", "Cy", "Dee")[: options["players"] - 1]:
        await people[name].press(card, "Join")
    post, called = await pictures._called(people, channel, card["id"])
    for _ in range(options["players"] + 1):
        turns = await called.complete(channel, f"{kind} turn", "move", move="")
        await called.slash(channel, f"{kind} turn", move=chance.choice(turns[:4])["value"])
        post, called = await pictures._called(people, channel, post["id"])
    return called
