"""Changes since the last look are shown as movement, over a page that is whole already."""

import re

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.acting import SIX
from tests.bot.core import Core
from tests.bot.web.fingers import Fingers, goes_on, seated, sensible_words
from tests.bot.web.house import House, opened

WHOLE, FETCHED = 3000, 700  # ms: of all, and of the part fetched before
# Everything that moves stands still, and pictures are waited for, however busy the machine is.
STANDS = """() => {
  const [real, wait] = [Element.prototype.animate, window.setTimeout];
  window.setTimeout = (over, ms, ...how) => ms === FETCHED ? 0 : wait(over, ms, ...how);
  window.all = [];
  Element.prototype.animate = function (...how) {
    const begun = real.apply(this, how);
    begun.pause();
    all.push(begun);
    return begun;
  };
}""".replace("FETCHED", str(FETCHED))
# Things that set out, or end, where there is no place: by the middle of their foot.
LOST = """() => {
  const foot = (it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return [x + width / 2, y + height];
  };
  const there = [...document.querySelectorAll("#board svg.places polygon")].map(foot);
  const lost = ([x, y]) => there.every(([a, b]) => Math.hypot(x - a, y - b) > NEAR);
  const at = (ms) => all.forEach((each) => (each.currentTime = ms));
  const end = Math.max(...all.map((each) => each.effect.getComputedTiming().endTime)) - 201;
  return [...document.querySelectorAll(".moving [data-what]")].filter((it) => {
    at(it.getAnimations()[0].effect.getTiming().delay);
    return lost(foot(it)) || (at(end), lost(foot(it)));
  }).map((it) => it.dataset.what);
}""".replace("NEAR", "2")
LOOKS = """(looks) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => !looks });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ENDS = "Math.max(...all.map((each) => each.effect.getComputedTiming().endTime))"


async def turn(core: Core) -> None:
    """A sensible turn of the player to move, in the channel, and the answer of chance."""
    said = await core.say(await core.mover(), " ".join(await sensible_words(core)), game=1)
    assert "Turn played" in said.text, said.text
    await goes_on(core)


async def begun(core: Core, kind: str) -> None:
    """A game in which everything stands on the board."""
    await core.table_of(kind)
    await goes_on(core)
    for _ in range(4):
        await turn(core)


async def catch_up(core: Core, house: House, page: Page) -> Locator:
    """Wait until the page shows today's state, and return the movement over it."""
    house.web.hub.wake()
    n = (await core.game()).n
    await expect(page.locator(f'main[data-n="{n}"]')).to_be_attached()
    return page.locator(".moving")


async def moving(page: Page) -> None:
    """Everything has set out, from a place to a place."""
    await expect(page.locator(".moving [data-what]").first).to_be_attached()
    assert await page.evaluate(LOST) == []


async def end(page: Page) -> None:
    """A key is pressed."""
    await page.keyboard.press("Shift")
    await expect(page.locator(".moving")).to_have_count(0)
    await page.evaluate("all.length = 0")


@pytest.mark.slow
async def test_what_others_did_moves_from_where_it_lay_to_where_it_lies(
    browser: Browser, core: Core
) -> None:
    """In three seconds at the most, over a page that is whole already, and holds nobody up."""
    await begun(core, "logger")
    async with opened(core) as house, seated(browser, house, SIX[0]) as hands:
        page = hands.page
        await page.evaluate(STANDS)
        await follow_turns(core, house, page)
        await look_away(core, house, page)
        await come_back(core, page)
        await page.emulate_media(reduced_motion="reduce")
        await turn(core)
        await expect(await catch_up(core, house, page)).to_have_count(0)
        assert await page.evaluate("all.length") == 0
        await page.emulate_media(reduced_motion="no-preference")
        await touch_what_moves(core, house, hands)
        assert hands.troubles == []


async def follow_turns(core: Core, house: House, page: Page) -> None:
    """The story is there before, and a press ends it."""
    for _ in range(3):
        await turn(core)
        await catch_up(core, house, page)
        await moving(page)
        await expect(page.get_by_role("status")).not_to_be_empty()  # while everything stands still
        assert await page.evaluate(ENDS) <= WHOLE - FETCHED
        await end(page)


async def touch_what_moves(core: Core, house: House, hands: Fingers) -> None:
    """The focus stays where it is; a touch on the board ends the movement, and counts."""
    page = hands.page
    while (await core.mover()).id == SIX[0].id:
        await turn(core)
        await catch_up(core, house, page)
        await moving(page)
        await end(page)
    await hands.tabs(page.locator('svg.places [tabindex="0"]').first)
    held = await page.evaluate("document.activeElement.dataset.names")
    await turn(core)
    layer = await catch_up(core, house, page)
    await moving(page)
    await expect(layer).to_have_count(1)
    assert await page.evaluate("document.activeElement.dataset.names") == held
    before = await hands.said()
    await hands.tap(page.locator("svg.places polygon.lit").first)
    await expect(layer).to_have_count(0)
    touched = page.locator(f'.touched, .choose, #turn:not([data-said="{before}"])')
    await expect(touched.first).to_be_attached()
    await page.evaluate("all.length = 0")


async def look_away(core: Core, house: House, page: Page) -> None:
    """Two turns of a page in the background are shown as one movement when its reader comes back,
    once."""
    await page.evaluate(LOOKS, False)
    for _ in range(2):
        await turn(core)
        await catch_up(core, house, page)
    assert await page.evaluate("all.length") == 0
    await page.evaluate(LOOKS, True)
    await moving(page)
    await end(page)
    for looks in (False, True):
        await page.evaluate(LOOKS, looks)
    await expect(page.locator(".moving")).to_have_count(0)
    assert await page.evaluate("all.length") == 0, "it was seen"


async def come_back(core: Core, page: Page) -> None:
    """A page that is opened again begins with the last look, once."""
    there = page.url
    await page.goto("about:blank")
    await turn(core)
    await turn(core)
    await page.add_init_script(f"({STANDS})()")
    await page.goto(there)
    await moving(page)
    await page.goto(there)
    await expect(page.locator("svg.places polygon").first).to_be_visible()
    assert await page.evaluate("all.length") == 0
    await expect(page.locator(".moving")).to_have_count(0)


async def motion(core: Core, kind: str) -> str:
    """The movements that a page knows of, after some turns."""
    await begun(core, kind)
    async with opened(core) as house, house.of(SIX[0]) as surfer:
        (told,) = re.findall('data-moves="([^"]*)"', surfer.page.html)
    return str(told)


async def test_nothing_moves_in_the_example_game_of_the_guide(core: Core) -> None:
    assert await motion(core, "keep") == ""
    other = await Core.build()
    assert "logger 0" in await motion(other, "logger")
    await other.store.close()
