"""Changes since the last look are shown as movement, over a page that is whole already."""

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from rules.logger.rules import BOARD
from rules.play import look
from tests.acting import SIX
from tests.bot.core import Core
from tests.bot.web.fingers import Fingers, seated
from tests.bot.web.house import House, opened
from tests.bot.web.playing import goes_on
from tests.sensible import sensible

WHOLE, FETCHED = 3000, 700  # ms: of all, and of the part fetched before
NEAR = 1.5  # px
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
# Where each thing stands when it sets out and when all is over: the middle of its foot, where it
# stays while a thing grows.
MOVED = """() => {
  const foot = (it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return [x + width / 2, y + height];
  };
  const at = (ms) => all.forEach((each) => (each.currentTime = ms));
  const found = [...document.querySelectorAll(".moving [data-what]")].map((it) => {
    const first = it.getAnimations()[0].effect.getTiming().delay;
    return { it, what: it.dataset.what, from: (at(first), foot(it)) };
  });
  at(Math.max(...all.map((each) => each.effect.getComputedTiming().endTime)) - 201);
  return found.map(({ it, what, from }) => [what, from, foot(it)]);
}"""
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("#board svg.places polygon")].map((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return [it.dataset.names.split(" ")[0], [x, y, x + width, y + height]];
  }),
)"""
LOOKS = """(looks) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => !looks });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ENDS = "Math.max(...all.map((each) => each.effect.getComputedTiming().endTime))"


def moved(before: Any, after: Any) -> list[tuple[str, str, str]]:
    """The loggers that stand elsewhere, and trees that have grown."""
    loggers = enumerate(zip(before.loggers, after.loggers, strict=True))
    ways = [(f"logger {n}", *pair) for n, pair in loggers if pair[0] != pair[1]]
    found = [(what, BOARD.names[old], BOARD.names[new]) for what, old, new in ways]
    trees = zip(BOARD.names, before.trees, after.trees, strict=True)
    return found + [("tree", name, name) for name, was, now in trees if now > was > 0]


def foot(box: list[float]) -> tuple[float, float]:
    """The middle of the foot of a place."""
    return (box[0] + box[2]) / 2, box[3]


def near(one: Any, other: Any) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def is_shown(way: tuple[str, str, str], shown: Any, places: Any) -> bool:
    """A thing goes from its place to its place."""
    what, start, end = way
    return any(
        it[0] == what and near(it[1], foot(places[start])) and near(it[2], foot(places[end]))
        for it in shown
    )


async def turn(core: Core) -> None:
    """A sensible turn of the player to move, in the channel, and the answer of chance."""
    table = await core.table()
    game = table.kind.game
    way = sensible(game, look(game, table.at.state, (), table.actor).state)
    assert way is not None
    said = await core.say(await core.mover(), " ".join(map(str, way[0])), game=table.game.id)
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
    await expect(page.locator(".moving [data-what]").first).to_be_attached()


async def end(page: Page) -> None:
    """A key is pressed."""
    await page.keyboard.press("Shift")
    await expect(page.locator(".moving")).to_have_count(0)
    await page.evaluate("all.length = 0")


async def has_moved(core: Core, page: Page, before: Any, of: str = "") -> int:
    """How many things of a kind have moved since a state; each is shown so."""
    await moving(page)
    found, places = await page.evaluate(MOVED), await page.evaluate(PLACES)
    ways = [way for way in moved(before, (await core.table()).at.state) if way[0].startswith(of)]
    assert all(is_shown(way, found, places) for way in ways), (ways, found)
    return len(ways)


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
    seen = 0
    while seen < 3:
        before = (await core.table()).at.state
        await turn(core)
        await catch_up(core, house, page)
        await moving(page)
        await expect(page.get_by_role("status")).not_to_be_empty()  # while everything stands still
        assert await page.evaluate(ENDS) <= WHOLE - FETCHED
        seen += await has_moved(core, page, before)
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
    before = (await core.table()).at.state
    for _ in range(2):
        await turn(core)
        await catch_up(core, house, page)
    assert await page.evaluate("all.length") == 0
    await page.evaluate(LOOKS, True)
    assert await has_moved(core, page, before, "logger")
    await end(page)
    for looks in (False, True):
        await page.evaluate(LOOKS, looks)
    await expect(page.locator(".moving")).to_have_count(0)
    assert await page.evaluate("all.length") == 0, "it was seen"


async def come_back(core: Core, page: Page) -> None:
    """A page that is opened again begins with the last look, once."""
    there, before = page.url, (await core.table()).at.state
    await page.goto("about:blank")
    await turn(core)
    await turn(core)
    await page.add_init_script(f"({STANDS})()")
    await page.goto(there)
    assert await has_moved(core, page, before, "logger")
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
