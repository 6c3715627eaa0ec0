"""Somebody who plays on the page in a real browser: by touch, by the keyboard, or by ear."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Browser, Locator, Page, expect

from tests.bot.core import Person
from tests.patience import PATIENCE
from tests.web.house import House

PHONE: Final = {"width": 360, "height": 740}
FAR: Final = 80  # presses of a key after which something is out of reach


@dataclass
class Fingers:
    """Somebody's page. troubles: what its console complained of; presses: so far."""

    page: Page
    troubles: list[str] = field(default_factory=list)
    presses: int = 0

    async def settled(self) -> None:
        """Nothing is under way."""
        await expect(self.page.locator("main[aria-busy]")).to_have_count(0)

    async def due(self) -> None:
        """It is this one's turn, as the page shows by itself."""
        await expect(self.page.locator("#turn")).to_be_attached()
        await self.settled()

    @property
    def confirm(self) -> Locator:
        return self.page.locator("#turn button[data-verb=confirm]")

    async def at(self, name: str) -> Locator:
        """The place of a name."""
        return self.page.locator(f'svg.places polygon[data-names~="{name}"]').first

    async def tap(self, what: Locator) -> None:
        await what.click()
        self.presses += 1
        await self.settled()

    async def said(self) -> int:
        return int(await self.page.get_attribute("#turn", "data-said") or 0)

    async def says(self, words: Sequence[str]) -> None:
        """Touch what says these words, as few times as it takes, and confirm."""
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
        """Touch the places that a button is about until it is pressed; or press it, where it is
        about none."""
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
        target = await self.at(name)
        svg = target.locator("xpath=..")
        if not await svg.evaluate("it => it.contains(document.activeElement)"):
            await svg.locator('[tabindex="0"]').focus()
        for _ in range(FAR):
            if await target.evaluate("it => it === document.activeElement"):
                return
            await self.page.keyboard.press(await target.evaluate(TOWARD))
        raise AssertionError(f"{name} is out of reach of the arrows")


# Which arrow leads from the place with the focus towards another one: along the longer way.
TOWARD: Final = """it => {
  const middle = (p) => { const b = p.getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const [[x, y], [a, b]] = [middle(document.activeElement), middle(it)];
  const [dx, dy] = [a - x, b - y];
  if (Math.abs(dy) > 12) return dy > 0 ? "ArrowDown" : "ArrowUp";
  return dx > 0 ? "ArrowRight" : "ArrowLeft";
}"""


@asynccontextmanager
async def seated(
    browser: Browser, house: House, who: Person, game: int = 1, **screen: Any
) -> AsyncIterator[Fingers]:
    """Somebody opens the board of a game, on a phone unless it is said otherwise."""
    shown: dict[str, Any] = {"viewport": PHONE, "has_touch": True} | screen
    context = await browser.new_context(**shown)
    page = await context.new_page()
    fingers = Fingers(page)
    page.set_default_timeout(1000 * PATIENCE)
    page.on("pageerror", lambda error: fingers.troubles.append(str(error)))
    await page.goto(await house.link(who, game))
    await page.click("button")
    await expect(page.locator("svg.places polygon").first).to_be_visible()
    try:
        yield fingers
    finally:
        await context.close()
