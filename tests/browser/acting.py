"""People who act on the sandbox's page in a real browser, a page each."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from sandbox.model import Json
from tests.acting import Acting
from tests.bot.discord.people import at_discord
from tests.chromium import new_page
from tests.guest import Guest, Seen
from tests.sandbox.test_page import send


class OnPage(Guest):
    """One of them, in the channel of their page."""

    page: Page

    async def press(self, message: Json, button: str, *values: str) -> str:
        """Click a button, or choose values in a menu; the interaction's id."""
        there, known = Seen(message), len(await self._begun())
        pressed = next(b for b in there.buttons if button in (b.get("label"), b["custom_id"]))
        article = self.page.locator(f'article[data-id="{there["id"]}"]')
        await article.locator(f'[data-key="{pressed["custom_id"]}"]').click()
        for value in values:
            label = next(each["label"] for each in pressed["options"] if each["value"] == value)
            await self.page.get_by_role("option", name=label).first.click()
        return await self._next(known, there)

    async def slash(self, channel: str, command: str, **options: Any) -> str:
        """Type a command; the interaction's id."""
        known = len(await self._begun())
        said = (f"{name}:{value}" for name, value in options.items())
        await send(self.page, " ".join((f"/{command}", *said)))
        return await self._next(known)

    async def _message(self, act: str, channel: str, **asked: Any) -> Seen:
        await self.listen()
        known = set(self.shown)
        await send(self.page, asked["content"])
        return await self.message(lambda m: m["id"] not in known and m.text == asked["content"])

    async def _begun(self) -> list[str]:
        """The interactions that have begun since they listen."""
        await self.listen()
        return list(dict.fromkeys(e["id"] for e in self.events if e["t"] == "interaction"))

    async def _next(self, known: int, under: Seen | None = None) -> str:
        before = (await self._begun())[:known]
        begun = await self.event("interaction", lambda e: e["id"] not in before)
        if under is not None:
            self._pressed[begun["id"]] = under
        return str(begun["id"])


@contextlib.asynccontextmanager
async def in_browser(browser: Browser, folder: Path) -> AsyncIterator[Acting]:
    """People of whom Ann and Ben have a page each in a browser. No script may fail there."""
    troubles = list[str]()
    async with at_discord(folder) as people:
        for name in ("Ann", "Ben"):
            there = people.guests[name]
            person = {"id": there.id, "global_name": name}
            people.guests[name] = one = OnPage(there._session, person, there._channels)
            one.page = await new_page(browser)
            one.page.on("pageerror", lambda error: troubles.append(str(error)))
            await one.page.goto(f"{people.world.address}/#as={name}&channel={people.place}")
            await expect(one.page.locator("#log")).to_have_attribute("aria-busy", "false")
        yield people
    assert troubles == []
