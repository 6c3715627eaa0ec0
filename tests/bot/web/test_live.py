"""Touches and drafts stay true when the page is made again while somebody plays on it, or while a
proxy answers in place of the bot."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.async_api import Browser, Route, expect

from tests.acting import Person
from tests.bot.core import Core
from tests.bot.web.fingers import Fingers, seated
from tests.bot.web.house import House, opened
from tests.bot.web.test_viewers import pressed

slow = pytest.mark.slow
# Each "shown" of the page, by how many words were said of the turn.
WATCH = """() => {
  window.seen = [];
  document.addEventListener("lumbercamp:shown", (event) =>
    window.seen.push(Number(event.detail.querySelector("#turn")?.dataset.said ?? -1)));
}"""


# A word of two places, the first of which belongs to several; and one of another beginning.
TWO = """() => {
  const buttons = [...document.querySelectorAll("#turn button[data-at]")];
  const ways = buttons.map((each) => [each.dataset.word, ...each.dataset.at.split(" ")]);
  const moves = ways.filter(([word, from, to, more]) => word === `${from}-${to}` && !more);
  return [moves[0], moves.find((move) => move[1] !== moves[0][1])];
}"""


@dataclass
class Gate:
    """Answered requests of one method for the part of a page, held back until then."""

    method: str
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    open: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, route: Route) -> None:
        asked = route.request
        if asked.method != self.method or "x-part" not in asked.headers:
            await route.fallback()
            return
        answer = await route.fetch()
        self.answered.set()
        await self.open.wait()
        await route.fulfill(response=answer)

    def let_go(self) -> None:
        """Let the waiting one through, and all later ones."""
        self.method = ""
        self.open.set()


@asynccontextmanager
async def at_table(
    browser: Browser, core: Core, kind: str
) -> AsyncIterator[tuple[Fingers, House, Person]]:
    """The player to move has the page of a game open."""
    game, mover = await core.table_of(kind), await core.mover()
    async with opened(core) as house, seated(browser, house, mover, game.id) as hands:
        await hands.due()
        await hands.page.evaluate(WATCH)
        yield hands, house, mover
        assert hands.troubles == []


async def gated(hands: Fingers, method: str) -> Gate:
    gate = Gate(method)
    await hands.page.route("**/t/*", gate)
    return gate


async def write_beside(house: House) -> None:
    """Write a row that doesn't touch the turn, as when its board was posted."""
    await house.core.store.drop_draft(1, 5)
    house.web.hub.wake()


async def say(house: House, mover: Person, word: str) -> None:
    game = await house.core.game()
    wish = house.core.wish(mover, words=word, game=game.id, n=game.n)
    await house.verbs.do("say", wish, {"said": 0})
    house.web.hub.wake()


async def said(hands: Fingers, words: int) -> None:
    await expect(hands.page.locator(f'#turn[data-said="{words}"]')).to_be_attached()


async def shows(hands: Fingers, house: House) -> None:
    """The page shows everything stored by now."""
    version = (await house.core.store.versions([1]))[1].version
    await expect(hands.page.locator(f'main[data-version="{version}"]')).to_be_attached()
    await hands.settled()


@slow
async def test_a_touch_is_part_of_the_word_for_which_it_was_meant(
    browser: Browser, core: Core
) -> None:
    async with at_table(browser, core, "logjam") as (hands, house, mover):
        (word, start, end), (_, other, _) = await hands.page.evaluate(TWO)
        await hands.tap(await hands.at(start))
        await expect(await hands.at(start)).to_have_class("touched")
        await write_beside(house)
        await shows(hands, house)
        await expect(await hands.at(start)).to_have_class("touched")
        await hands.tap(await hands.at(end))
        await said(hands, 1)
        (draft,) = (await core.game()).drafts
        assert draft.line == word
        gate = await gated(hands, "POST")
        await hands.page.locator("#turn button[data-verb=back]").click()
        await gate.answered.wait()
        await (await hands.at(other)).click()
        gate.let_go()
        await said(hands, 0)
        await expect(await hands.at(other)).to_have_class("touched")
        await say(house, mover, word)
        await shows(hands, house)
        await expect(hands.page.locator(".touched")).to_have_count(0)


@slow
async def test_an_old_page_replaces_no_newer_one(browser: Browser, core: Core) -> None:
    async with at_table(browser, core, "logger") as (hands, house, mover):
        gate, back = await gated(hands, "GET"), hands.page.locator("#turn button[data-verb=back]")
        await write_beside(house)
        await gate.answered.wait()
        await hands.tap(await hands.at("a1"))
        await expect(hands.confirm).to_be_visible()
        gate.let_go()
        await write_beside(house)
        await shows(hands, house)
        seen = await hands.page.evaluate("seen")
        assert seen == sorted(seen), seen
        assert await hands.said() == 1

        await hands.tap(back)
        gate = await gated(hands, "GET")
        await write_beside(house)
        await gate.answered.wait()
        await say(house, mover, "a1")
        gate.let_go()
        await shows(hands, house)
        await expect(hands.confirm).to_be_visible()

        for method in ("POST", "GET"):  # the answer to Step Back, and the stream's news
            gate = await gated(hands, method)
            await back.click()
            if method == "GET":
                await said(hands, 0)
                await write_beside(house)
            await gate.answered.wait()
            await (await hands.at("a1")).hover()
            await hands.page.mouse.down()
            async with hands.page.expect_response("**/t/*") as came:
                gate.let_go()
            await (await came.value).finished()
            await hands.page.evaluate("new Promise((over) => setTimeout(over, 50))")
            await hands.page.mouse.up()
            await said(hands, 1)
            await shows(hands, house)


@slow
async def test_a_place_that_is_touched_twice_in_haste_is_touched_once(
    browser: Browser, core: Core
) -> None:
    """The second touch would say another word, where one begins at the same place."""
    async with at_table(browser, core, "fellers") as (hands, *_):
        word = await hands.page.locator("#turn button[data-at]").first.get_attribute("data-word")
        assert word is not None
        gate = await gated(hands, "POST")
        await (await hands.at(word)).click()
        await gate.answered.wait()
        await (await hands.at(word)).click()
        gate.let_go()
        await said(hands, 1)
        await hands.settled()
        await expect(hands.page.locator(".touched")).to_have_count(0)
        assert (await core.game()).drafts[0].line == word


async def test_a_page_never_claims_to_be_further_than_what_it_shows(two: Core) -> None:
    """A word is said between the moment a game is read and the one its row is asked for: a page
    that claimed it would never be made again."""
    mover = await two.mover()

    class Between:
        """A store in which a word is said before somebody asks how far games are."""

        def __init__(self) -> None:
            self.due = False

        def __getattr__(self, name: str) -> Any:
            return getattr(two.store, name)

        async def versions(self, games: Any) -> Any:
            if self.due:
                self.due = False
                await say(house, mover, "a1")
            return await two.store.versions(games)

    between = Between()
    async with opened(two.wrap(between)) as house, house.of(mover) as surfer:
        between.due = True
        await surfer.get("/t/1")
        (claimed,) = re.findall('data-version="([0-9]+)"', surfer.page.html)
        shown = 'data-said="1"' in surfer.page.html
        now = (await two.store.versions([1]))[1].version
        assert shown or int(claimed) < now


@slow
async def test_a_page_waits_for_the_bot_and_goes_on_by_itself(
    browser: Browser, house: House
) -> None:
    """The draft stays, a press meanwhile has its effect once when the bot is back, and from then on
    the page hears of everything again, also where it could not be fetched once."""
    core, asked = house.core, 0
    async with seated(browser, house, await core.mover()) as hands:
        page, line = hands.page, hands.page.locator("#waits")

        async def answer_for_the_bot(route: Route) -> None:
            await route.fulfill(status=521, body="<p>Away.</p>")

        async def fail_once(route: Route) -> None:
            nonlocal asked
            asked += "x-part" in route.request.headers
            if asked == 1:
                await route.fulfill(status=502, body="<p>Away.</p>")
            else:
                await route.fallback()

        await hands.tap(await hands.at("a1"))
        await expect(hands.confirm).to_be_visible()
        await page.route("**/*", answer_for_the_bot)
        for each in [*house.web.hub._watches]:
            house.web.hub._drop(each)
        await expect(line).to_be_visible()
        await expect(line).to_contain_text("Lost the connection to the bot.")
        await hands.confirm.click()
        await expect(page.locator("main[aria-busy]")).to_be_attached()
        await expect(hands.confirm).to_be_attached()
        await page.unroute("**/*", answer_for_the_bot)
        await expect(page.locator("#turn")).to_have_count(0)
        await expect(line).to_be_hidden()
        await expect(page.locator("#answer")).to_contain_text("Turn played")
        assert (await core.log()).count("a1") == 1
        await page.route("**/t/1", fail_once)
        await core.play("e5")
        house.web.hub.wake()
        await expect(page.locator(f'main[data-n="{(await core.game()).n}"]')).to_be_attached()
        await expect(line).to_be_hidden()
        assert asked > 1
        assert hands.troubles == []
        (mine,) = await core.store.browsers_of((await core.mover()).id)
        await pressed(house, await core.mover(), "endbrowser", str(mine.id))
        await expect(page.get_by_role("alert")).to_contain_text("isn't signed in")
