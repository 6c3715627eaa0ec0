"""Turns on a page of 360 px in a real browser: by touch, by the keyboard only, and by ear only."""

from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

import pytest
from playwright.async_api import Browser, expect

from tests.acting import SIX
from tests.bot.core import Core
from tests.bot.web.fingers import Fingers, Keys, goes_on, one_turn, seated
from tests.bot.web.house import House, opened

pytestmark = pytest.mark.slow

# Presses of a typical turn, confirm included; keep is the example of docs/new-game.md.
TYPICAL = {"logger": 4, "logjam": 3, "fellers": 5, "keep": 2}
WAYS = [*((Fingers, kind, 3) for kind in TYPICAL), (Keys, "fellers", 1)]


@pytest.mark.parametrize(("by", "kind", "turns"), WAYS)
async def test_turns_are_made_by_one_player_on_the_page_and_by_another_in_the_channel(
    browser: Browser, tmp_path: Path, by: type[Fingers], kind: str, turns: int
) -> None:
    """The bot is killed after the first by touch; no turn is lost, none is doubled, and the presses
    of a typical turn are few."""
    core, presses = await Core.build(tmp_path / "games.db"), list[int]()
    game = await core.table_of(kind)
    async with AsyncExitStack() as stack, AsyncExitStack() as door:
        house = await door.enter_async_context(opened(core))
        hands = await stack.enter_async_context(seated(browser, house, SIX[0], game.id, by))
        while len(presses) < turns:
            assert await goes_on(core)
            before = hands.presses
            if await one_turn(core, hands):
                presses.append(hands.presses - before)
            if len(presses) == 1 and by is Fingers and house.core is core:
                await door.aclose()
                await core.restart()
                await door.enter_async_context(opened(core, port=int(house.address[-5:])))
        assert hands.troubles == []
        await door.aclose()
        await core.store.close()
    assert by is not Fingers or median(presses) <= TYPICAL[kind], presses


async def test_turns_are_made_by_the_keyboard_and_by_ear_alone(
    browser: Browser, house: House
) -> None:
    mover = await house.core.mover()
    async with seated(browser, house, mover) as hands:
        page, line = hands.page, hands.page.get_by_role("status").last
        await hands.walks_to("e5")
        corner = page.get_by_role("button", name="e5 free. Take corner e5: top right")
        await expect(corner).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(hands.confirm).to_be_visible()
        await expect(await hands.at("e5")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.locator('#turn[data-said="0"]')).to_be_attached()
        await hands.walks_to("a1")
        await page.keyboard.press("Enter")
        await expect(line).to_contain_text("would be a1: take corner a1. Confirm to play it.")
        await press(hands, "Confirm Turn")
        await expect(page.locator("#turn")).to_have_count(0)
        await expect(line).to_contain_text("turn 2. It's Ben's turn. Ann: took corner a1.")
        await house.core.play("e5")
        house.web.hub.wake()
        await expect(line).to_contain_text("your turn")
        await expect(line).to_contain_text("You can stay on a1 or walk to a2, a3, b1, b2 or c1.")
        await press(hands, "1 · a1 (stay) nothing grows", within="Walk to")
        await expect(line).to_contain_text("So far: stay on a1. You can plant a2 or b1.")
        await press(hands, "b1 free. Plant b1: to the east", within="Board")
        await expect(line).to_contain_text("Confirm to play it.")
        await press(hands, "Confirm Turn")
        await expect(line).to_contain_text("It's Ben's turn.")
        assert hands.troubles == []
    assert "a1" in await house.core.log()


async def press(hands: Fingers, name: str, within: str = "") -> None:
    group = hands.page.get_by_role("group", name=within, exact=True) if within else hands.page
    await group.get_by_role("button", name=name, exact=True).focus()
    await hands.page.keyboard.press("Enter")
