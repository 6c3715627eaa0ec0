"""The browser of all tests of a process: one Chromium, which is started by the first that needs it.

a thread   starts it and keeps it
a test     has a connection of its own, and closes its pages with it
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from functools import cache
from threading import Event, Thread
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect
from playwright.sync_api import sync_playwright

from tests.bot.discord.process import free_port
from tests.patience import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)  # of whatever tests look for in a page
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Chromium, with nothing open. Skips a test where there is none."""
    address = _running(browser_path())
    async with async_playwright() as play:
        browser = await play.chromium.connect_over_cdp(address)
        try:
            yield browser
        finally:
            await browser.close()  # the connection, and its pages


async def new_page(browser: Browser, **screen: Any) -> Page:
    """A page that waits for as long as tests do."""
    page = await (await browser.new_context(**screen)).new_page()
    page.set_default_timeout(1000 * PATIENCE)
    return page


def browser_path() -> str:
    """Where Chromium is; skips the test without one, unless everything is required."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if os.environ.get("LUMBERCAMP_REQUIRE_ALL") == "1":
        pytest.fail("LUMBERCAMP_REQUIRE_ALL=1, but no Chromium is installed")
    pytest.skip("no Chromium is installed")


@cache
def _running(path: str) -> str:
    """Where it listens."""
    port, started, over = free_port(), Event(), Event()

    def keep() -> None:
        switches = [*SWITCHES, f"--remote-debugging-port={port}"]
        with sync_playwright() as play:
            try:
                browser = play.chromium.launch(executable_path=path, args=switches)
            finally:
                started.set()
            over.wait()
            browser.close()

    def close() -> None:
        over.set()
        keeper.join()

    keeper = Thread(target=keep, name="chromium", daemon=True)
    keeper.start()
    atexit.register(close)
    started.wait()
    return f"http://127.0.0.1:{port}"
