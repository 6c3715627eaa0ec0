"""Pictures on the page, at 1280 and 360 pixels: larger when enlarged, and nothing covers their
text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.sandbox.client import ALT_TEXT
from tests.sandbox.test_page import PageTest, messages, page_test, send

pytestmark = pytest.mark.slow

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
BOTH = pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])

# The points of a picture (every 12 px, where it is in sight) that something else lies over.
COVERED = """(picture) => {
    const box = picture.getBoundingClientRect();
    const frame = picture.parentElement.closest("#log, .lightbox-frame").getBoundingClientRect();
    const left = Math.max(box.left, frame.left) + 10, top = Math.max(box.top, frame.top) + 10;
    const right = Math.min(box.right, frame.right) - 10;
    const end = Math.min(box.bottom, frame.bottom) - 10;
    const found = [];
    let seen = 0;
    for (let y = top; y < end; y += 12) {
        for (let x = left; x < right; x += 12) {
            seen += 1;
            const there = document.elementFromPoint(x, y);
            if (there !== picture) found.push(`${there?.className} at ${x}, ${y}`);
        }
    }
    return seen ? found : ["out of sight"];
}"""


@pytest_asyncio.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PageTest]:
    async with page_test(tmp_path, monkeypatch) as it:
        yield it


async def board(here: PageTest, screen: dict[str, Any]) -> tuple[Page, Locator]:
    """A page on which a board was posted, and its picture."""
    page = await here.tab(**screen)
    await send(page, "/logger board")
    picture = messages(page, "The board").locator("img")
    await expect(picture).to_have_js_property("complete", True)
    return page, picture


async def width(of: Locator) -> float:
    """Of a picture, once it is there."""
    await expect(of).to_be_visible()
    await expect(of).to_have_js_property("complete", True)
    box = await of.bounding_box()
    assert box is not None
    return box["width"]


@BOTH
async def test_an_enlarged_picture_is_clearly_larger(
    here: PageTest, screen: dict[str, Any]
) -> None:
    """Half as wide again at least; on a phone the rest of it can be reached by scrolling."""
    page, picture = await board(here, screen)
    before = await width(picture)
    await page.get_by_role("button", name="Enlarge").click()
    larger = page.locator("dialog img")
    assert await width(larger) >= 1.5 * before
    assert await larger.evaluate(COVERED) == []
    frame = page.locator(".lightbox-frame")
    await frame.evaluate("(frame) => frame.scrollTo(9999, 9999)")
    right = await larger.evaluate("(picture) => picture.getBoundingClientRect().right")
    assert right <= page.viewport_size["width"]  # type: ignore[index]
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)


@BOTH
async def test_the_whole_picture_and_its_words_are_one_press_away(
    here: PageTest, screen: dict[str, Any]
) -> None:
    """Larger and whole in turn, by the button or by a tap; the alt text stands below."""
    page, picture = await board(here, screen)
    await picture.click()
    larger, size = page.locator("dialog img"), page.locator("dialog button").first
    if screen is PHONE:
        await expect(size).to_have_text("Fit to Screen")
        await larger.click()
    await expect(size).to_have_text("Larger")
    assert await width(larger) <= screen["viewport"]["width"]
    await page.locator("dialog summary").click()
    words = page.locator("dialog .alt p")
    await expect(words).to_have_text(ALT_TEXT)
    assert await larger.evaluate(COVERED) == []
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)


@BOTH
async def test_nothing_lies_over_a_picture(here: PageTest, screen: dict[str, Any]) -> None:
    """Neither its button nor the way back to the newest messages, also under the pointer."""
    page, picture = await board(here, screen)
    for number in range(9):
        await send(page, f"word {number}")
        await expect(messages(page, f"word {number}")).to_be_visible()
    await picture.evaluate("(it) => it.scrollIntoView({ block: 'end' })")
    await expect(page.get_by_role("button", name="Newest Messages")).to_be_visible()
    await picture.hover()
    assert await picture.evaluate(COVERED) == []
    await page.get_by_role("button", name="Newest Messages").click()
    await expect(page.get_by_role("button", name="Newest Messages")).to_be_hidden()
    await expect(messages(page, "word 8")).to_be_in_viewport()
