"""Pages that are opened in a lobby: seats are drawn when the game begins.

Source: issue 32, items 2 and 3: hidden hands for their owner alone.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from aiohttp import StreamReader
from playwright.async_api import expect

from bot.messages.medium import VOICE
from bot.table.session import seat_of
from tests.bot.core import ANN, BEN, Core
from tests.chromium import chromium
from tests.patience import PATIENCE
from tests.web.house import opened

GAMES = 8  # in which Ann's seat is drawn; chance goes on from one to the next


async def lobby(core: Core, n: int) -> None:
    """Ann and Ben in the lobby of a game, in a channel of its own."""
    core.kind = "fellers"
    await core.open(ANN, 3, channel=500 + n)
    await core.join(BEN, game=n)
    core.other_luck(n)


async def told(stream: StreamReader) -> str:
    """The next thing that a stream says."""
    while not (line := (await stream.readline()).decode()).startswith("data: "):
        pass
    return line.removeprefix("data: ").strip()


async def test_a_stream_of_a_lobby_tells_drafts_to_whoever_is_on_turn(core: Core) -> None:
    """How far a table is counts what is drafted for the mover alone, wherever they sat before."""
    drawn = set[int | None]()
    async with opened(core) as house, asyncio.timeout(PATIENCE):
        for n in range(1, GAMES + 1):
            await lobby(core, n)
            async with AsyncExitStack() as stack:
                streams = dict[int, StreamReader]()
                for who in (ANN, BEN):
                    surfer = await stack.enter_async_context(house.of(who, n))
                    asked = surfer.session.get(f"{house.address}/events/{n}")
                    streams[who.id] = (await stack.enter_async_context(asked)).content
                    await told(streams[who.id])
                await core.start(ANN, game=n)
                house.web.wake()
                game, mover = await core.game(n), (await core.mover(n)).id
                for user, stream in streams.items():
                    while int((said := await told(stream)).partition(".")[0]) < game.n:
                        pass
                    assert ("." in said) == (user == mover)
            drawn.add(seat_of(game, ANN.id))
    assert drawn == {0, 1}


@pytest.mark.slow
async def test_a_page_that_was_opened_in_a_lobby_shows_the_seat_that_was_drawn(core: Core) -> None:
    """With its hand, and with the turn where it is theirs; by itself, as soon as it begins."""
    drawn = set[int | None]()
    async with opened(core) as house, chromium() as browser:
        for n in range(1, GAMES + 1):
            await lobby(core, n)
            context = await browser.new_context(viewport={"width": 360, "height": 740})
            page = await context.new_page()
            await page.goto(await house.link(ANN, n))
            await page.click("button")
            await expect(page.locator("#board")).to_be_attached()
            await core.start(ANN, game=n)
            house.web.wake()
            game, table = await core.game(n), await core.table(n)
            seat = seat_of(game, ANN.id)
            assert seat is not None
            hand = table.kind.texts.hand(table.seen(seat).state, seat)
            await expect(page.locator("#hand img")).to_have_attribute("alt", VOICE.say(hand))
            await expect(page.locator("#turn")).to_have_count(int(game.on_turn == seat))
            if game.on_turn == seat:
                await page.locator("#turn button[data-word]").first.click()
                await expect(page.locator('#turn[data-said="1"]')).to_be_attached()
            await context.close()
            drawn.add(seat)
            if drawn == {0, 1}:
                return
    raise AssertionError(drawn)
