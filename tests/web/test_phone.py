"""The page of a table on a phone of 360 px, whose frame has 336. Source: issue 44."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from rules.play import look
from tests.bot.core import SIX, Core
from tests.chromium import chromium
from tests.sensible import sensible
from tests.web.fingers import seated
from tests.web.house import opened
from tests.web.playing import goes_on, one_turn

pytestmark = pytest.mark.slow


async def top_of(board: Locator) -> float:
    box = await board.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])
async def test_a_phone_shows_the_whole_board_and_the_scores_and_nothing_jumps(
    core: Core, kind: str
) -> None:
    game = await core.table_of(kind)
    async with (
        opened(core) as house,
        chromium() as browser,
        seated(browser, house, SIX[0], game.id) as hands,
    ):
        while await goes_on(core) and (await core.mover()).id != SIX[0].id:
            await one_turn(core, hands)
        await hands.due()
        page, board = hands.page, hands.page.locator("#board")
        wide = "document.documentElement.scrollWidth - innerWidth"
        assert await page.evaluate(wide) <= 0
        assert await board.evaluate("it => it.scrollWidth - it.clientWidth") <= 0
        await expect(page.locator("#players")).to_be_in_viewport(ratio=0.9)
        silent = page.locator("svg.places polygon:not(.lit)[role=img]").first
        await silent.click()
        await expect(page.locator(".idle")).to_contain_text("Nothing to do here right now")
        numbers = await page.locator(".number text").all_text_contents()
        listed = await page.locator("#turn .ways button").all_inner_texts()
        shown = {each.split(" · ")[0] for each in listed if " · " in each}
        assert {n for each in numbers for n in each.split()} <= shown
        before = await top_of(board)
        table = await core.table()
        seen = look(table.kind.game, table.at.state, (), table.actor).state
        way = sensible(table.kind.game, seen)
        assert way is not None
        await hands.says([str(step) for step in way[0]], table.kind, seen)
        scrolled = await page.evaluate("scrollY")
        assert abs(await top_of(board) + scrolled - before) < 2
