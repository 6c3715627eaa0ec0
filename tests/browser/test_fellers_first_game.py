"""A first turn of Forest Fellers on the page: the hand, a card, the arrows, a step back, the
preview, and the turn counts.

Source: issue 5, items 3 and 5; issue 2, "Must hold": a newcomer's first minutes in a real browser.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.bot.discord.process import playing
from tests.browser.test_first_game import on_turn, tab
from tests.chromium import chromium
from tests.sandbox.test_page import messages, send

pytestmark = pytest.mark.slow

STARTS = ("d1", "e1", "f1")
UPSTREAM, DOWNSTREAM = ("NW ↖", "N ↑", "NE ↗"), ("SW ↙", "S ↓", "SE ↘")


async def begun(ann: Page, ben: Page) -> tuple[Page, Page]:
    """A race of the two; the page of whoever is on turn, and the other one."""
    await send(ann, "/fellers start players:2")
    await ben.get_by_role("button", name="Join").click()
    await expect(messages(ann, "turn 1).")).to_be_visible()
    mover = await on_turn(ann, ben, 1)
    return mover, ben if mover is ann else ann


def panel(page: Page) -> Locator:
    """The newest answer that only this person sees."""
    return page.locator(".message.ephemeral").last


async def opens_the_hand(page: Page) -> str:
    """My Hand; a card of a lumberjack that may walk two steps and more."""
    await page.get_by_role("button", name="My Hand").last.click()
    await expect(panel(page)).to_contain_text("Your hand: ")
    picture = panel(page).locator("img[alt^='Your hand: ']")
    await picture.scroll_into_view_if_needed()
    await expect(picture).to_have_js_property("complete", True)
    assert await picture.evaluate("it => it.naturalWidth") >= 1000
    cards = await panel(page).get_by_role("button").all_inner_texts()
    return next(card for card in cards if card[-1] in "2345")


async def offers(page: Page, label: str) -> None:
    """The panel has a button of this name."""
    there = panel(page).get_by_role("button", name=label, exact=True)
    await expect(there).to_be_visible()


async def press(page: Page, name: str) -> None:
    """The first of that name: two cards of a hand may be equal."""
    await panel(page).get_by_role("button", name=name, exact=True).first.click()


async def plays_a_card(page: Page, card: str) -> None:
    """Its lumberjack stands on the shore, so the start spaces are offered."""
    await press(page, card)
    for start in STARTS:
        await expect(panel(page).get_by_role("button", name=start, exact=True)).to_be_visible()


async def walks(page: Page) -> None:
    """Onto the river, to see all six arrows; what would leave the river is greyed."""
    await press(page, "e1")
    for arrow in (*UPSTREAM, *DOWNSTREAM):
        await expect(panel(page).get_by_role("button", name=arrow, exact=True)).to_be_visible()
    await expect(panel(page).get_by_role("button", name="N ↑", exact=True)).to_be_disabled()
    await expect(panel(page)).to_contain_text("N ↑")


async def steps_back(page: Page) -> None:
    """Back takes one step off, and only one."""
    await press(page, "Step Back")
    await expect(panel(page).get_by_role("button", name="e1", exact=True)).to_be_visible()
    await walks(page)


async def stops(page: Page) -> None:
    """Stop Here shows where it leads, as a picture too; nothing has been played yet."""
    await press(page, "Stop Here")
    await expect(panel(page)).to_contain_text("Confirm to play it.")
    await expect(panel(page).locator("img[alt*='F1 preview']")).to_be_visible()


async def confirms(page: Page) -> None:
    await press(page, "Confirm Turn")
    await expect(panel(page)).to_contain_text("Turn played in F1.")


async def test_a_first_turn_by_buttons(tmp_path: Path) -> None:
    """Both see the move; only the mover ever sees the hand."""
    troubles: list[str] = []
    async with chromium() as browser, playing(tmp_path, 0) as (_, address):
        ann = await tab(browser, address, "Ann", troubles)
        ben = await tab(browser, address, "Ben", troubles)
        mover, other = await begun(ann, ben)
        card = await opens_the_hand(mover)
        await plays_a_card(mover, card)
        await walks(mover)
        await steps_back(mover)
        await stops(mover)
        await confirms(mover)
        for page in (mover, other):
            post = messages(page, "turn 2).")
            await expect(post).to_contain_text(f"played {card.lower()}")
            await expect(post).to_contain_text("entered at e1")
        await expect(messages(other, "Your hand: ")).to_have_count(0)
    assert troubles == []
