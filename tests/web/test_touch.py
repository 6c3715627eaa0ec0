"""Whole games in a real browser on a page of 360 px: by touch; and a turn by the keyboard alone.

Source: issue 32, items 2 and 6 and "Must hold".
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

import pytest
from playwright.async_api import expect

from rules.play import look
from tests.bot.core import SIX, Core
from tests.chromium import chromium
from tests.sensible import sensible
from tests.web.fingers import seated
from tests.web.house import House, opened

pytestmark = pytest.mark.slow

# Presses of a typical turn, confirm included; keep is the example of docs/new-game.md.
TYPICAL = {"logger": 4, "logjam": 3, "fellers": 5, "keep": 2}
KILLED = 5  # turns after which the bot is killed
LONGEST = 60  # turns that are played of a game by touch


async def turn_of(core: Core) -> list[str]:
    """A sensible turn of whoever is to move, as they see the table."""
    table = await core.table()
    game, seat = table.kind.game, table.actor
    way = sensible(game, look(game, table.at.state, (), seat).state)
    assert way is not None
    return [str(step) for step in way[0]]


@pytest.mark.parametrize("kind", TYPICAL)
async def test_a_game_is_played_by_touch_with_one_player_on_the_page_and_one_in_the_channel(
    tmp_path: Path, kind: str
) -> None:
    """The bot is killed between turns; no turn is lost, none is doubled, and the presses of a
    typical turn are few."""
    core, presses, log = await Core.build(tmp_path / "games.db"), list[int](), list[str]()
    game = await core.table_of(kind)
    async with AsyncExitStack() as stack, AsyncExitStack() as door, chromium() as browser:
        house = await door.enter_async_context(opened(core))
        hands = await stack.enter_async_context(seated(browser, house, SIX[0], game.id))
        for turn in range(1, LONGEST):
            if (await core.game()).on_turn is None:
                await core.later(3600)  # chance answers some minutes after a turn
            if (await core.game()).on_turn is None:
                break
            mover, words, before = await core.mover(), await turn_of(core), await core.log()
            if mover.id == SIX[0].id:
                await hands.due()
                hands.presses = 0
                await hands.says(words)
                presses.append(hands.presses)
            else:
                said = await core.say(mover, " ".join(words), game=game.id)
                assert "counts" in said.text, said.text
            log = await core.log()
            assert log[: len(before)] == before
            assert sum(_same(words, row) for row in log[len(before) :]) == 1, (words, log[-3:])
            if turn % KILLED == 0:
                await door.aclose()
                core = await core.again()
                await door.enter_async_context(opened(core, port=int(house.address[-5:])))
        assert hands.troubles == []
        await door.aclose()
        await core.store.close()
    assert len(presses) > 2
    assert median(presses) <= TYPICAL[kind], presses
    print(kind, len(log), sorted(presses))


async def test_a_turn_is_made_by_the_keyboard_alone(house: House) -> None:
    """Arrows walk over the places as they lie, Enter chooses, Escape steps back; the focus stays
    where it was, and each place tells by its name what is there and what can be done."""
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


def _same(words: list[str], row: str) -> bool:
    """A row says these words, with those that say themselves."""
    said = row.split()
    return all(word in said for word in words if word != ".")
