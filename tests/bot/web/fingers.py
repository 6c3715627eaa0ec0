"""Somebody who plays on the page in a real browser: by touch, or by the keyboard; the others
play in the channel."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from rules.play import look
from tests.acting import SIX, Person
from tests.bot.core import Core
from tests.bot.web.house import House
from tests.chromium import new_page
from tests.sensible import sensible

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}

FAR: Final = 200  # presses of a key after which something is out of reach


@dataclass
class Fingers:
    page: Page
    troubles: list[str] = field(default_factory=list)  # complaints of its console
    presses: int = 0  # so far

    async def settled(self) -> None:
        await expect(self.page.locator("main[aria-busy]")).to_have_count(0)

    async def due(self) -> None:
        """It is this one's turn, as the page shows."""
        await expect(self.page.locator("#turn")).to_be_attached()
        await self.settled()

    @property
    def confirm(self) -> Locator:
        return self.page.locator("#turn button[data-verb=confirm]")

    async def at(self, name: str) -> Locator:
        return self.page.locator(f'svg.places polygon[data-names~="{name}"]').first

    async def tap(self, what: Locator) -> None:
        await what.click()
        self.presses += 1
        await self.settled()

    async def said(self) -> int:
        return int(await self.page.get_attribute("#turn", "data-said") or 0)

    async def says(self, words: list[str]) -> None:
        """Touch the places of these words, in the fewest touches, and confirm."""
        rest, n = list(words), await self.page.get_attribute("main", "data-n")
        while rest:
            before, button = await self.said(), await self._button(rest)
            if button is None:  # it has said itself
                del rest[:1]
                continue
            taken = (await button.get_attribute("data-word") or "").split()
            await self._touch(button)
            del rest[: len(taken)]
            if rest == ["."] and await self.confirm.count():
                break
            await expect(self.page.locator(f'#turn[data-said="{before}"]')).to_have_count(0)
        assert await self.confirm.count(), (words, await self.page.locator("body").inner_text())
        await self.tap(self.confirm)
        await expect(self.page.locator(f'main[data-n="{n}"]')).to_have_count(0)

    async def _button(self, rest: Sequence[str]) -> Locator | None:
        """That of most of these words; None: the first of them is offered nowhere."""
        for n in range(len(rest), 0, -1):
            wanted = " ".join(rest[:n])
            found = self.page.locator(f'#turn button[data-word="{wanted}"]')
            if await found.count():
                return found.first
        return None

    async def _touch(self, button: Locator) -> None:
        """Touch the places of a button until it is pressed; or press it, if it has none."""
        word, about = await button.get_attribute("data-word"), await button.get_attribute("data-at")
        if not about:
            await self.tap(button)
            return
        before = await self.page.get_attribute("#turn", "data-said")
        for name in dict.fromkeys(about.split()):
            await self.tap(await self.at(name))
            if await self.page.get_attribute("#turn", "data-said") != before:
                return
            chosen = self.page.locator(f'.choose button[data-word="{word}"]')
            if await chosen.count():
                await self.tap(chosen.first)
                return

    async def walks_to(self, name: str) -> None:
        """Walk by the arrows to a place, from the one that Tab reaches."""
        await self.walks(await self.at(name))

    async def walks(self, place: Locator) -> None:
        svg = place.locator("xpath=..")
        if not await svg.evaluate("it => it.contains(document.activeElement)"):
            await self.tabs(svg.locator('[tabindex="0"]'))
        for key in await place.evaluate(WAY):
            await self.page.keyboard.press(key)
        await expect(place).to_be_focused()

    async def tabs(self, what: Locator) -> None:
        """Press Tab until something has the focus."""
        for _ in range(FAR):
            if await what.evaluate("it => it === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} is out of reach of Tab")


class Keys(Fingers):
    async def tap(self, what: Locator) -> None:
        place = await what.evaluate("it => it.matches('svg.places polygon')")
        await (self.walks(what) if place else self.tabs(what))
        await self.page.keyboard.press("Enter")
        self.presses += 1
        await self.settled()


# The fewest arrows from the place with the focus to another one.
WAY: Final = """async (it) => {
  const start = document.querySelector("script[src*='/start.js']").src;
  const { next, WAYS } = await import(start.replace("start.js", "keys.js"));
  const ways = new Map([[document.activeElement, []]]);
  for (const [place, keys] of ways)
    for (const [key, way] of Object.entries(WAYS)) {
      const there = next(place, way);
      if (there && !ways.has(there)) ways.set(there, [...keys, key]);
    }
  if (!ways.has(it)) throw new Error(`no arrows lead to ${it.dataset.names}`);
  return ways.get(it);
}"""


@asynccontextmanager
async def seated(
    browser: Browser,
    house: House,
    who: Person,
    game: int = 1,
    by: type[Fingers] = Fingers,
    **screen: Any,
) -> AsyncIterator[Fingers]:
    """Somebody opens the board of a game, by default on a phone."""
    shown: dict[str, Any] = {"viewport": PHONE, "has_touch": True} | screen
    page = await new_page(browser, **shown)
    fingers = by(page)
    page.on("pageerror", lambda error: fingers.troubles.append(str(error)))
    await page.goto(await house.link(who, game))
    await page.click("button")
    await expect(page.locator("svg.places polygon").first).to_be_visible()
    try:
        yield fingers
    finally:
        await page.context.close()


async def goes_on(core: Core) -> bool:
    """Somebody is to move; chance answers some minutes after a turn."""
    if (await core.game()).on_turn is None:
        await core.pass_time(3600)
    return (await core.game()).on_turn is not None


async def sensible_words(core: Core) -> list[str]:
    """A turn of the player to move, who knows what their seat sees."""
    table = await core.table()
    way = sensible(table.kind.game, look(table.kind.game, table.at.state, (), table.actor).state)
    assert way is not None
    return [str(step) for step in way[0]]


async def one_turn(core: Core, player: Fingers) -> bool:
    """A sensible turn of the player to move: it is in the log once, and nothing else has changed
    there. Whether it was made on the page."""
    words, mover, before = await sensible_words(core), await core.mover(), await core.log()
    here = mover.id == SIX[0].id
    if here:
        await player.due()
        await player.says(words)
    else:
        said = await core.say(mover, " ".join(words), game=1)
        assert "Turn played" in said.text, said.text
    log = await core.log()
    assert log[: len(before)] == before
    said_words = {*words} - {"."}  # a row has the automatic ones, too
    assert sum(said_words <= {*row.split()} for row in log[len(before) :]) == 1, (words, log[-3:])
    return here
