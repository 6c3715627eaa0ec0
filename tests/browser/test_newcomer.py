"""A call on a phone: the whole board is on the first screen."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.acting import ANN, BEN, CY, DEE
from tests.bot.discord.people import at_discord
from tests.browser import pictures
from tests.browser.test_first_game import PHONE, tab
from tests.chromium import SHARED

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
    chance = random.Random(3)
    async with at_discord(tmp_path) as people:
        for channel, kind, options in PLAYED:
            await people.command(ANN, f"{kind} start", at=channel, **options)
            for who in (BEN, CY, DEE)[: options["players"] - 1]:
                await people.command(who, "games join", at=channel)
            for _ in range(options["players"] + 1):  # until somebody is called a second time
                mover = people.guests[(await people.mover(channel)).name]
                turns = await mover.complete(channel, f"{kind} turn", "move", move="")
                await people.play(chance.choice(turns[:4])["value"], at=channel)
            called = await people.mover(channel)
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
