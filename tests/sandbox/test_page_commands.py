"""The page's commands, forms, buttons and menus, most of them by the keyboard only."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.patience import PATIENCE
from tests.sandbox.test_page import PageTest, messages, page_test, send

pytestmark = pytest.mark.slow

REFUSALS = {
    "/nonsense a3": "There's no command “/nonsense”",
    "/logger fly": "Did you mean /logger start, /logger turn",
    "/logger start players:two": "“two” doesn't work for players. Enter a whole number",
    "/logger start 3 of us": "“3 of us” doesn't name its option",
    "/logger board now": "/logger board takes no options",
}


@pytest_asyncio.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PageTest]:
    async with page_test(tmp_path, monkeypatch) as it:
        yield it


async def test_a_command_is_found_filled_in_and_sent_by_keys_alone(here: PageTest) -> None:
    """From the skip link to the answer: no pointer, and the bot's suggestions are choosable."""
    page = await here.tab()
    keys = page.keyboard
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(page.get_by_test_id("composer")).to_be_focused()
    await keys.type("/lo")
    chosen = page.locator('[data-testid="completion"] [aria-selected="true"]')
    await expect(chosen).to_contain_text("/logger start")
    await keys.press("ArrowDown")
    await expect(chosen).to_contain_text("Take your turn")
    await keys.press("Tab")
    field = page.get_by_test_id("option-line")
    await expect(field).to_be_focused()
    await keys.type("a3")
    await expect(page.get_by_role("option", name="a3; plant south")).to_be_visible()
    await keys.press("ArrowUp")
    await keys.press("Enter")
    await expect(field).to_have_value("a3; plant south")
    await keys.press("Enter")
    await expect(messages(page, "Line: a3; plant south")).to_be_visible()
    await expect(page.get_by_test_id("composer")).to_be_focused()


async def test_a_line_that_is_no_command_is_explained_and_kept(here: PageTest) -> None:
    """A sentence says why, and nothing is lost from the box."""
    page = await here.tab()
    for line, sentence in REFUSALS.items():
        await send(page, line)
        await expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
        await expect(page.get_by_test_id("composer")).to_have_value(line)


async def test_a_button_keeps_the_focus_when_its_message_changes(here: PageTest) -> None:
    """Pressed as Ben; the message is edited, and the keyboard stays where it was."""
    ann, ben = await here.tab("Ann"), await here.tab("Ben")
    await send(ann, "/logger start")
    join = ben.get_by_role("button", name="Join")
    await join.focus()
    await ben.keyboard.press("Enter")
    await expect(messages(ben, "Seats: Ann, Ben")).to_contain_text("(edited)")
    await expect(join).to_be_focused()
    await expect(messages(ann, "Seats: Ann, Ben")).to_be_visible()


async def test_a_menu_is_walked_by_keys_and_acts_on_enter_only(here: PageTest) -> None:
    """Arrow keys alone choose nothing; Escape leaves without an answer."""
    page = await here.tab()
    await send(page, "/logger start")
    menu = page.get_by_role("button", name="Choose a square")
    await menu.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Escape")
    await expect(menu).to_be_focused()
    await menu.press("Enter")
    await page.keyboard.press("c")
    await page.keyboard.press("Enter")
    await expect(messages(page, "Square: c3")).to_have_attribute("data-ephemeral", "true")


async def test_a_command_without_an_answer_is_told_as_failed(here: PageTest) -> None:
    """Discord: without an acknowledgement within 3 seconds the interaction has failed."""
    page = await here.tab()
    await send(page, "/logger slow")
    await expect(page.get_by_test_id("status")).to_contain_text("Waiting for lumbercamp")
    await page.request.post(f"{here.world.address}/people/clock", data={"add": PATIENCE + 1})
    await expect(page.get_by_test_id("local-note")).to_contain_text("This interaction failed")
    await expect(page.get_by_test_id("status")).to_be_empty()
