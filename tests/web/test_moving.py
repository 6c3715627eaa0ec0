"""Changes since the last look are shown as movement, over a page that is whole already."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from rules.logger.rules import BOARD
from rules.play import look
from tests.acting import SIX
from tests.bot.core import Core
from tests.chromium import chromium
from tests.sensible import sensible
from tests.web.fingers import Fingers, seated
from tests.web.house import House, opened
from tests.web.playing import goes_on

pytestmark = pytest.mark.slow

WHOLE, FETCHED = 3000, 700  # ms: of all, and of the part fetched before
NEAR = 1.5  # px
STANDS = """() => {
  const real = Element.prototype.animate;
  window.all = [];
  Element.prototype.animate = function (...how) {
    const begun = real.apply(this, how);
    begun.pause();
    all.push(begun);
    return begun;
  };
}"""
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


def walked(before: Any, after: Any, shown: Any, places: Any) -> bool:
    """Some logger has gone from its place to its place, and each is shown so."""
    ways = [it for it in moved(before, after) if it[0] != "tree"]
    return bool(ways) and all(is_shown(way, shown, places) for way in ways)


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


@asynccontextmanager
async def at_the_board(core: Core, **screen: Any) -> AsyncIterator[tuple[House, Fingers]]:
    """Ann looks at it."""
    async with (
        opened(core) as house,
        chromium() as browser,
        seated(browser, house, SIX[0], **screen) as hands,
    ):
        yield house, hands


async def told(core: Core, house: House, hands: Fingers) -> Locator:
    """Wait until the page shows today's state, and return the movement over it."""
    house.web.hub.wake()
    n = (await core.game()).n
    await expect(hands.page.locator(f'main[data-n="{n}"]')).to_be_attached()
    return hands.page.locator(".moving")


async def moving(page: Page) -> None:
    """Pictures are there, and everything has set out."""
    await expect(page.locator(".moving [data-what]").first).to_be_attached()


async def test_what_others_did_moves_from_where_it_lay_to_where_it_lies(core: Core) -> None:
    """In three seconds at the most; the story is there before, and a press ends it."""
    await begun(core, "logger")
    seen = 0
    async with at_the_board(core) as (house, hands):
        page = hands.page
        await page.evaluate(STANDS)
        for _ in range(4):
            before = (await core.table()).at.state
            await turn(core)
            layer = await told(core, house, hands)
            after, places = (await core.table()).at.state, await page.evaluate(PLACES)
            await moving(page)
            heard = page.get_by_role("status")
            await expect(heard).not_to_be_empty()  # while everything stands still
            assert await page.evaluate(ENDS) <= WHOLE - FETCHED
            shown = await page.evaluate(MOVED)
            for way in moved(before, after):
                assert is_shown(way, shown, places), (way, shown)
                seen += 1
            await page.keyboard.press("Shift")
            await expect(layer).to_have_count(0)
            await page.evaluate("all.length = 0")
        assert hands.troubles == []
    assert seen >= 3


async def test_what_moves_holds_nobody_up(core: Core) -> None:
    """The focus stays where it is; a touch on the board ends the movement, and counts; and events
    meanwhile are shown next."""
    await begun(core, "logger")
    async with at_the_board(core) as (house, hands):
        page = hands.page
        await page.evaluate(STANDS)
        await turn(core)  # their own, in the channel
        layer = await told(core, house, hands)
        await moving(page)
        await page.evaluate("all.length = 0")
        await hands.tabs(page.locator('svg.places [tabindex="0"]').first)
        held = await page.evaluate("document.activeElement.dataset.names")
        await expect(layer).to_have_count(0)  # a key was pressed
        await turn(core)
        await told(core, house, hands)
        await moving(page)
        await expect(layer).to_have_count(1)
        assert await page.evaluate("document.activeElement.dataset.names") == held
        before = await hands.said()
        await hands.tap(page.locator("svg.places polygon.lit").first)
        await expect(layer).to_have_count(0)
        touched = page.locator(f'.touched, .choose, #turn:not([data-said="{before}"])')
        await expect(touched.first).to_be_attached()
        assert hands.troubles == []


async def test_whoever_looks_at_something_else_sees_it_when_they_come_back(core: Core) -> None:
    """Two turns of a page in the background are shown as one movement, from the last board seen."""
    await begun(core, "logger")
    async with at_the_board(core) as (house, hands):
        page = hands.page
        await page.evaluate(STANDS)
        await page.evaluate(LOOKS, False)
        before = (await core.table()).at.state
        for _ in range(2):
            await turn(core)
            await told(core, house, hands)
        assert await page.evaluate("all.length") == 0
        await page.evaluate(LOOKS, True)
        await moving(page)
        shown, places = await page.evaluate(MOVED), await page.evaluate(PLACES)
        assert walked(before, (await core.table()).at.state, shown, places)
        await page.keyboard.press("Shift")
        await page.evaluate("all.length = 0")
        for looks in (False, True):
            await page.evaluate(LOOKS, looks)
        await expect(page.locator(".moving")).to_have_count(0)
        assert await page.evaluate("all.length") == 0, "it was seen"
        assert hands.troubles == []


async def test_a_page_that_is_opened_anew_begins_with_what_was_seen_last(core: Core) -> None:
    """Also after two turns; and once it is seen, nothing moves any more."""
    await begun(core, "logger")
    async with at_the_board(core) as (_, hands):
        page, there = hands.page, hands.page.url
        await page.goto("about:blank")
        before = (await core.table()).at.state
        await turn(core)
        await turn(core)
        await page.add_init_script(f"({STANDS})()")
        await page.goto(there)
        await moving(page)
        shown, places = await page.evaluate(MOVED), await page.evaluate(PLACES)
        assert walked(before, (await core.table()).at.state, shown, places)
        await page.goto(there)
        await expect(page.locator("svg.places polygon").first).to_be_visible()
        assert await page.evaluate("all.length") == 0
        await expect(page.locator(".moving")).to_have_count(0)
        assert hands.troubles == []


@pytest.mark.parametrize("kind", ["logger", "keep"])
async def test_nothing_moves_for_who_wants_no_motion_nor_in_a_game_that_knows_none(
    core: Core, kind: str
) -> None:
    """With reduced motion the page is as it was; so is that of the example game of the guide."""
    await core.table_of(kind)
    await goes_on(core)
    motion = "reduce" if kind == "logger" else "no-preference"
    async with at_the_board(core, reduced_motion=motion) as (house, hands):
        page = hands.page
        await page.evaluate(STANDS)
        await turn(core)
        layer = await told(core, house, hands)
        await expect(layer).to_have_count(0)
        assert await page.evaluate("all.length") == 0
        assert hands.troubles == []
