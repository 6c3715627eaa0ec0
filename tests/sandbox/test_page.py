"""What the tests of the page play on: a sandbox, a small bot by discord.py, a real Chromium."""

import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import discord.http
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from sandbox import running
from sandbox.world import World
from tests.chromium import chromium
from tests.patience import PATIENCE
from tests.sandbox.client import Bot, connected, point

pytestmark = pytest.mark.slow


class Replying(Bot):
    """Answers mentions and replies with the text it read; greets nobody."""

    async def on_message(self, message: discord.Message) -> None:
        if not message.author.bot and self.user in message.mentions:
            await message.reply("I read you", allowed_mentions=discord.AllowedMentions.all())


@dataclass(slots=True)
class PageTest:
    world: World
    bot: Bot
    browser: Browser
    troubles: list[str] = field(default_factory=list)

    async def tab(self, who: str = "Ann", **options: Any) -> Page:
        """A page in a context of its own, shown to `who`, ready for the first key."""
        context = await self.browser.new_context(**options)
        page = await context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", lambda said: self._note(said.type, said.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("dialog", lambda box: self.troubles.append(f"dialog: {box.message}"))
        await page.goto(f"{self.world.address}/#as={who}&channel=games")
        await expect(page.locator("#log")).to_have_attribute("aria-busy", "false")
        return page

    def _note(self, kind: str, text: str) -> None:
        # A refusal of the sandbox (400) is also written into the console, which is fine.
        if kind in ("error", "warning") and "status of 40" not in text:
            self.troubles.append(text)


@contextlib.asynccontextmanager
async def page_test(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PageTest]:
    """Three people on pages; a fault in the browser fails the test at the end."""
    async with running(folder) as world, chromium() as browser:
        point(monkeypatch, world.address)
        async with connected(world, kind=Replying) as bot:
            here = PageTest(world, bot, browser)
            yield here
    assert here.troubles == []


def messages(page: Page, text: str = "") -> Locator:
    """The visible messages, or those whose own text (without quotes) holds `text`."""
    found = page.get_by_test_id("message")
    return found.filter(has=page.locator(".content", has_text=text)) if text else found


async def send(page: Page, text: str) -> None:
    """Types a line as a person does and presses Enter."""
    box = page.get_by_test_id("composer")
    await box.fill(text)
    await box.press("Enter")


async def test_the_page_loads_without_a_complaint_of_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Channels, people and the bot are there; scripts and styles load."""
    async with page_test(tmp_path, monkeypatch) as here:
        page = await here.tab()
        await expect(page.get_by_test_id("channel")).to_have_text(
            [re.compile(name) for name in ("games", "more-games", "lounge", "lumbercamp.*online")]
        )
        await expect(page.get_by_test_id("person-switch").get_by_label("Ann")).to_be_checked()
        await expect(page.get_by_test_id("banner")).to_be_hidden()
