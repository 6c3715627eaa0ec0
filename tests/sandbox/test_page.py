"""What the tests of the page play on: a sandbox, a small bot by discord.py, a real Chromium.

page_test(folder) ── world   the sandbox, in this process
                  ├─ bot     /logger start | turn | board | ask | slow, /help
                  └─ tab(as) a page of the browser, with everything that went wrong in it
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import discord.http
import pytest
from discord import app_commands
from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

from sandbox import running
from sandbox.world import World
from tests.chromium import chromium
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ALT_TEXT = "Logger L1, turn 1, Ann to move.\nLoggers: Ann a1, Ben e5."

Answer = discord.Interaction[discord.AutoShardedClient]


def board() -> discord.File:
    png = io.BytesIO()
    Image.new("P", (1200, 900), 3).save(png, "PNG")
    png.seek(0)
    return discord.File(png, "L1-1.png", description=ALT_TEXT)


class Lobby(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.seats = ["Ann"]

    @discord.ui.button(label="Join", style=discord.ButtonStyle.success, custom_id="join")
    async def join(self, interaction: Answer, _: discord.ui.Button[Lobby]) -> None:
        self.seats.append(interaction.user.display_name)
        await interaction.response.edit_message(content=f"Seats: {', '.join(self.seats)}")

    @discord.ui.select(
        custom_id="square",
        placeholder="Choose a square",
        options=[discord.SelectOption(label=square) for square in ("a1", "b2", "c3")],
    )
    async def square(self, interaction: Answer, chosen: discord.ui.Select[Lobby]) -> None:
        await interaction.response.send_message(f"Square: {chosen.values[0]}", ephemeral=True)


class Logger(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="logger", description="Logger, a game of growing and felling")

    @app_commands.command(description="Open a lobby here")
    async def start(
        self, interaction: Answer, players: app_commands.Range[int, 2, 4] = 2, thread: bool = False
    ) -> None:
        await interaction.response.send_message(
            f"Lobby for {players}, thread {thread}", view=Lobby()
        )

    @app_commands.command(description="Take your turn")
    async def turn(self, interaction: Answer, line: str) -> None:
        await interaction.response.send_message(f"Line: {line}", ephemeral=True)

    @turn.autocomplete("line")
    async def lines(self, _: Answer, current: str) -> list[app_commands.Choice[str]]:
        names = [f"{current}; plant north", f"{current}; plant south"]
        return [app_commands.Choice(name=name, value=name) for name in names]

    @app_commands.command(description="Show the board")
    async def board(self, interaction: Answer) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("The board", file=board())

    @app_commands.command(description="Never answers")
    async def slow(self, interaction: Answer) -> None:
        """On Discord this is the command of a bot that is stuck."""


class Bot(discord.AutoShardedClient):
    """Answers mentions and replies with the text it read; greets nobody."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Logger())

    async def setup_hook(self) -> None:
        self.add_view(Lobby())
        await self.tree.sync()

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
    async with running(folder) as world, acting(world, monkeypatch) as bot, chromium() as browser:
        here = PageTest(world, bot, browser)
        yield here
    assert here.troubles == []


@contextlib.asynccontextmanager
async def acting(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    """The bot, logged in and ready."""
    monkeypatch.setattr(discord.http.Route, "BASE", f"{world.address}/api/v10")
    bot = Bot()
    async with bot:
        await bot.login(world.token)
        task = asyncio.create_task(bot.connect())
        try:
            await asyncio.wait_for(bot.wait_until_ready(), PATIENCE)
            yield bot
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)


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
