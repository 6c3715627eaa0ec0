"""axe-core finds nothing on the pages of a table; and how they look on a phone of 360 px."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from bot.messages.languages import languages
from rules.play import look
from tests.acting import ANN, BEN, SIX, Person
from tests.bot.core import Core
from tests.browser.axe import wrong
from tests.browser.test_axe import SCREENS
from tests.chromium import chromium
from tests.foreign import WHOLE
from tests.sensible import sensible
from tests.web.fingers import PHONE, seated
from tests.web.house import House, opened
from tests.web.playing import goes_on, one_turn
from tests.web.test_activity import OPENED, Discord

pytestmark = pytest.mark.slow

KINDS = ("logger", "logjam", "fellers")


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as it:
        yield it


async def of(house: House, browser: Browser, who: Person, **screen: Any) -> BrowserContext:
    """Somebody's browser, which is let in."""
    context = await browser.new_context(**screen)
    page = await context.new_page()
    await page.goto(await house.link(who))
    await page.locator("main button").click()
    await page.wait_for_url("**/t/*")
    return context


# Words on buttons that continue in the next line.
BROKEN = """() => [...document.querySelectorAll("button, .steps *")].flatMap((pressed) => {
  const texts = [...pressed.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  return texts.flatMap((text) => [...text.data.matchAll(/\\p{L}+/gu)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]));
})"""


async def faults(context: BrowserContext, address: str) -> list[str]:
    page = await context.new_page()
    await page.goto(address)
    found = [f"{address}: {fault}" for fault in await wrong(page)]
    await page.close()
    return found


@pytest.mark.parametrize("kind", KINDS)
async def test_a_table(core: Core, browser: Browser, kind: str) -> None:
    """The player to move, with a turn half said, and a waiting one; an earlier board."""
    await core.table_of(kind)
    async with opened(core) as house:
        mover = await core.mover()
        other = BEN if mover.id == ANN.id else ANN
        for screen in SCREENS:
            page = (theirs := await of(house, browser, mover, **screen)).pages[0]
            if screen is SCREENS[0]:  # its words stand on the others too
                await page.locator("[data-word]:enabled").first.click()
                await page.locator("[data-verb=back]:enabled").wait_for()
            assert await wrong(page) == []
            waits = await of(house, browser, other, **screen)
            assert await wrong(waits.pages[0]) == []
            await theirs.close()
            await waits.close()


async def test_what_else_there_is(core: Core, browser: Browser) -> None:
    """A link, a used link, somebody who isn't let in, an answer that refuses; the rules, and all
    turns; inside Discord the opened frame, and the tables to choose from."""
    await core.begin(ANN, BEN)
    discord = Discord({"ann": ANN.id}, {"i-1": {ANN.id}})
    async with opened(core, discord) as house:
        for screen in SCREENS:
            stranger = await browser.new_context(**screen)
            fresh, used = await house.link(ANN), house.address + "/enter/" + "w" * 43
            for address in (fresh, used, f"{house.address}/t/1", f"{house.address}{OPENED}"):
                assert await faults(stranger, address) == []
            mine = await of(house, browser, await core.mover(), **screen)
            await refused(mine.pages[0])
            assert await wrong(mine.pages[0]) == []
            await mine.pages[0].locator("summary").click()
            assert await wrong(mine.pages[0]) == []
            for address in ("/tables?channel=500", "/t/1/turns"):
                assert await faults(mine, house.address + address) == []


async def refused(page: Page) -> None:
    """A line that nobody can read is answered."""
    await page.locator(".typed input[name=words]").fill("nonsense")
    await page.locator(".typed button").click()
    await page.locator(".refused").wait_for()


async def test_no_word_of_a_button_is_broken_in_any_language(browser: Browser) -> None:
    """On a phone."""
    core = await Core.build(languages=languages())
    await core.begin(ANN, BEN)
    async with opened(core) as house:
        for language in WHOLE:
            mine = await of(house, browser, await core.mover(), locale=language, viewport=PHONE)
            page = mine.pages[0]
            assert await page.locator("html").get_attribute("lang") == language
            await refused(page)
            assert await page.evaluate(BROKEN) == []
    await core.store.close()


async def top_of(board: Locator) -> float:
    box = await board.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("kind", KINDS)
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
