"""The page's commands, forms, buttons and menus, most of them by the keyboard only."""

from __future__ import annotations

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


async def test_a_command_is_found_by_its_verb_alone(here: PageTest) -> None:
    """A moved command is found by its old name."""
    page = await here.tab()
    await page.get_by_test_id("composer").fill("/games boa")
    chosen = page.locator('[data-testid="completion"] [aria-selected="true"]')
    await expect(chosen).to_contain_text("/logger board")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("send")).to_have_attribute("aria-label", "Run /logger board")


async def test_optional_fields_are_added(here: PageTest) -> None:
    page = await here.tab()
    await send(page, "/logger st")
    await expect(page.get_by_test_id("send")).to_be_focused()
    await page.get_by_role("button", name="Add option players").click()
    await page.keyboard.type("4")
    await page.get_by_role("button", name="Add option thread").click()
    await page.get_by_test_id("option-thread").select_option("True")
    await page.get_by_test_id("option-thread").press("Enter")
    await expect(messages(page, "Lobby for 4, thread True")).to_be_visible()


async def test_a_whole_command_can_simply_be_typed(here: PageTest) -> None:
    """With option names, or without if only one text is asked for."""
    page = await here.tab()
    await send(page, "/logger start players:3 thread:yes")
    await expect(messages(page, "Lobby for 3, thread True")).to_be_visible()
    await send(page, "/logger turn a3; plant n")
    await expect(messages(page, "Line: a3; plant n")).to_be_visible()
    await send(page, "/logger turn line:b4; chop d4: all")
    await expect(messages(page, "Line: b4; chop d4: all")).to_be_visible()


async def test_a_line_that_is_no_command_is_explained_and_kept(here: PageTest) -> None:
    """A sentence says why, and nothing is lost from the box."""
    page = await here.tab()
    for line, sentence in REFUSALS.items():
        await send(page, line)
        await expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
        await expect(page.get_by_test_id("composer")).to_have_value(line)


async def test_a_missing_option_is_asked_for_and_escape_goes_back(here: PageTest) -> None:
    """The typed text comes along into the form, and back again."""
    page = await here.tab()
    await send(page, "/logger turn")
    field = page.get_by_test_id("option-line")
    await expect(field).to_be_focused()
    await expect(page.get_by_test_id("problem")).to_contain_text("also needs line")
    await field.fill("c3")
    await page.get_by_test_id("send").focus()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("composer")).to_have_value("/logger turn line:c3")


async def test_the_hint_fills_in_the_first_command_and_goes_for_good(here: PageTest) -> None:
    """A first-time visitor needs to know one line only."""
    page = await here.tab()
    await page.get_by_role("button", name="Fill It In").click()
    await expect(page.get_by_test_id("composer")).to_have_value("/logger start")
    await page.keyboard.press("Enter")
    await expect(messages(page, "Lobby for 2")).to_be_visible()
    await page.reload()
    await expect(messages(page, "Lobby for 2")).to_be_visible()
    await expect(page.get_by_test_id("hint")).to_have_count(0)


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


async def test_a_command_is_shown_to_those_alone_who_have_its_right(here: PageTest) -> None:
    """Discord: `default_member_permissions`."""
    world, bits = here.world, 1 << 5
    manage = {**world.commands[0], "name": "manage", "default_member_permissions": str(bits)}
    world.commands = [*world.commands, manage]
    ben = next(each for each in world.people.values() if each.global_name == "Ben")
    for who, may, shown in (("Ann", 0, 1), ("Ben", 0, 0), ("Ben", bits, 1)):
        ben.may = may
        page = await here.tab(who)
        await page.get_by_test_id("composer").fill("/manage start")
        found = page.get_by_test_id("completion").get_by_text("/manage start")
        await expect(found).to_have_count(shown)
