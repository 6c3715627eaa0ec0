"""The browser of all tests of a process: one Chromium, which is started by the first that needs it.

Its tests share one event loop, `SHARED`; each has pages of its own, and closes them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from tests.patience import PATIENCE

if TYPE_CHECKING:  # most tests need no browser
    from playwright.async_api import Browser, Page

SHARED = pytest.mark.asyncio(loop_scope="session")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chrome() -> AsyncIterator[Browser]:
    """Chromium, for `browser`."""
    async with chromium() as it:
        yield it


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chrome: Browser) -> AsyncIterator[Browser]:
    """Chromium, with nothing open."""
    yield chrome
    for context in chrome.contexts:
        await context.close()


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A Chromium of its own. Skips a test where there is none."""
    from playwright.async_api import async_playwright, expect

    expect.set_options(timeout=1000 * PATIENCE)  # of whatever tests look for in a page
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=browser_path(), args=SWITCHES)
        yield browser
        await browser.close()


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
