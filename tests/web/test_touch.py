"""Games in a real browser on a page of 360 px: by touch; and a turn by the keyboard only."""

from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

import pytest
from playwright.async_api import expect

from tests.acting import SIX
from tests.bot.core import Core
from tests.chromium import chromium
from tests.web.fingers import seated
from tests.web.house import House, opened
from tests.web.playing import LONGEST, goes_on, one_turn

pytestmark = pytest.mark.slow

# Presses of a typical turn, confirm included; keep is the example of docs/new-game.md.
TYPICAL = {"logger": 4, "logjam": 3, "fellers": 5, "keep": 2}
KILLED = 5  # turns after which the bot is killed


@pytest.mark.parametrize("kind", TYPICAL)
async def test_a_game_is_played_by_touch_with_one_player_on_the_page_and_one_in_the_channel(
    tmp_path: Path, kind: str
) -> None:
    """The bot is killed between turns; no turn is lost, none is doubled, and the presses of a
    typical turn are few."""
    core, presses = await Core.build(tmp_path / "games.db"), list[int]()
    game = await core.table_of(kind)
    async with AsyncExitStack() as stack, AsyncExitStack() as door, chromium() as browser:
        house = await door.enter_async_context(opened(core))
        hands = await stack.enter_async_context(seated(browser, house, SIX[0], game.id))
        for turn in range(1, LONGEST):
            if not await goes_on(core):
                break
            hands.presses = 0
            if await one_turn(core, hands):
                presses.append(hands.presses)
            if turn % KILLED == 0:
                await door.aclose()
                await core.restart()
                await door.enter_async_context(opened(core, port=int(house.address[-5:])))
        assert hands.troubles == []
        await door.aclose()
        await core.store.close()
    assert len(presses) > 2
    assert median(presses) <= TYPICAL[kind], presses


async def test_a_turn_is_made_by_the_keyboard_alone(house: House) -> None:
    """Arrows walk over the places as they lie, Enter chooses, Escape steps back; the focus stays
    where it was, and the name of each place tells its contents and the possible words."""
    mover = await house.core.mover()
    async with chromium() as browser, seated(browser, house, mover) as hands:
        await hands.walks_to("e5")
        corner = hands.page.get_by_role("button", name="e5 free. Take corner e5: top right")
        await expect(corner).to_be_focused()
        await hands.page.keyboard.press("Enter")
        await expect(hands.confirm).to_be_visible()
        await expect(await hands.at("e5")).to_be_focused()
        await hands.page.keyboard.press("Escape")
        await expect(hands.page.locator('#turn[data-said="0"]')).to_be_attached()
        await hands.walks_to("a1")
        await hands.page.keyboard.press("Enter")
        await expect(hands.confirm).to_be_visible()
        await hands.confirm.focus()
        await hands.page.keyboard.press("Enter")
        await expect(hands.page.locator("#turn")).to_have_count(0)
        assert hands.troubles == []
    assert "a1" in await house.core.log()
