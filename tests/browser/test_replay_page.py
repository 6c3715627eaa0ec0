"""The page of a game in a real browser: by buttons, by keys and without its script."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from bot.messages.replay import page
from bot.table.records import revive
from rules.voice import ENGLISH
from tests.bot.table.test_records import record_of
from tests.browser.axe import judge
from tests.chromium import SHARED, new_page
from tests.hosted import HOSTED

pytestmark = [pytest.mark.slow, SHARED]

ROWS = 14  # of a record that are played
BOARDS = 12
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 900}
# Everything that can be seen or heard of a page.
HEARD = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("img")].filter((it) => it.checkVisibility())
    .map((it) => it.alt)].join(" ")"""
WIDTH = "document.documentElement.scrollWidth - innerWidth"


def pages_of(record: str, folder: Path, rows: int | None = None) -> Path:
    told = record_of(record)
    begun, path = replace(told, entries=told.entries[:rows]), folder / f"{record}.html"
    path.write_bytes(page(*revive(begun, HOSTED[told.kind], 7), ENGLISH))
    return path


def shown(opened: Page) -> Locator:
    return opened.locator("article:visible")


async def step_to(opened: Page, n: int) -> None:
    """Step to a board: only this one is shown, with its picture."""
    await expect(opened.locator("#where")).to_have_text(f"{n} / {BOARDS}")
    await expect(shown(opened)).to_have_count(1)
    heading = "Before the first turn" if n == 1 else f"After turn {n - 1} of {BOARDS - 1}"
    await expect(shown(opened).locator("h2")).to_have_text(heading)
    picture = shown(opened).locator("img")
    await expect(picture).to_have_js_property("naturalWidth", 1200)
    await expect(picture).to_be_in_viewport(ratio=1)


async def test_any_board_is_reached_by_buttons_keys_a_slider_and_a_list(
    browser: Browser, tmp_path: Path
) -> None:
    """The whole board is on the first screen; nothing is wider than that; what happened is read
    out; a button that leads nowhere keeps its focus; and all boards can be had at once."""
    troubles: list[str] = []
    opened = await new_page(browser, viewport=PHONE)
    opened.on("console", lambda said: troubles.append(said.text))
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    await opened.goto(pages_of("logger-two", tmp_path, ROWS).as_uri())
    await step_to(opened, 1)
    assert await opened.evaluate(WIDTH) == 0
    await judge(opened)
    for key, n in (("ArrowRight", 2), ("End", 12), ("ArrowRight", 12), ("ArrowLeft", 11)):
        await opened.keyboard.press(key)
        await step_to(opened, n)
    await expect(opened.get_by_role("status")).to_contain_text("After turn 10 of 11. ")
    for name, n in (("First", 1), ("Back", 1), ("Next", 2), ("Last", 12)):
        await opened.get_by_role("button", name=name, exact=True).focus()
        await opened.keyboard.press("Enter")
        await step_to(opened, n)
    await opened.set_viewport_size(DESK)
    await opened.get_by_role("link", name="Ann: a1 to a3").click()
    await step_to(opened, 4)
    slider = opened.get_by_role("slider", name="Board")
    await expect(slider).to_have_js_property("value", "3")
    await slider.fill("7")
    await step_to(opened, 8)
    current = opened.locator("[aria-current=step]")
    await expect(current).to_have_count(1)
    await expect(current).to_be_in_viewport(ratio=1)
    await opened.locator("main").click()
    for key, n in (("k", 7), ("j", 8), ("0", 1), ("$", 12), ("ArrowUp", 1), ("ArrowDown", 12)):
        await opened.keyboard.press(key)
        await step_to(opened, n)
    row = await opened.locator("article").nth(4).get_attribute("id")
    await opened.evaluate("row => { location.hash = row; }", row)
    await step_to(opened, 5)
    await opened.get_by_role("button", name="All Boards").click()
    await expect(shown(opened)).to_have_count(BOARDS)
    assert await opened.evaluate(WIDTH) == 0
    await opened.locator("summary").first.click()
    await judge(opened)
    assert troubles == []


async def test_a_game_plays_by_itself(browser: Browser, tmp_path: Path) -> None:
    opened, begin = await new_page(browser, viewport=PHONE), datetime(2026, 11, 24, tzinfo=UTC)
    await opened.clock.install(time=begin)
    await opened.goto(pages_of("logger-two", tmp_path, ROWS).as_uri())
    await opened.clock.pause_at(begin + timedelta(hours=1))
    play = opened.get_by_role("button", name="Play", exact=True)
    await play.click()
    await opened.clock.run_for(1400)
    await step_to(opened, 1)
    await opened.clock.run_for(600)
    await step_to(opened, 2)
    await opened.keyboard.press("ArrowRight")
    await opened.clock.run_for(60_000)
    await step_to(opened, 3)
    await opened.get_by_role("combobox", name="Speed").select_option("4 ×")
    await opened.locator("main").click()
    await opened.keyboard.press(" ")
    await expect(opened.get_by_role("button", name="Pause")).to_be_visible()
    await opened.clock.run_for(30_000)
    await step_to(opened, BOARDS)
    await expect(play).to_be_visible()
    await play.click()
    await step_to(opened, 1)


async def test_the_end_is_not_told_before_it_is_reached_but_without_the_script(
    browser: Browser, tmp_path: Path
) -> None:
    """Neither that it is a draw nor its last turn nor the points at the end: not in the title, in a
    heading, in the list of turns or in the alt text of a picture. Without the script every board,
    its story and its picture in words is there, and no button that does nothing."""
    file = pages_of("logger-draw", tmp_path)
    opened = await new_page(browser)
    await opened.goto(file.as_uri())
    ending, last = opened.locator("footer"), opened.locator(".turns li").last
    boards = await opened.locator("article").count()
    await opened.locator("article").nth(boards - 4).evaluate("it => { location.hash = it.id; }")
    for _ in range(3):
        told = await opened.evaluate(HEARD)
        assert [word for word in ("draw", "Places", "game is over") if word in told] == []
        await expect(ending).to_be_hidden()
        await expect(last).to_have_text("…")
        await opened.keyboard.press("ArrowRight")
    await expect(ending).to_contain_text(" draw.")
    await expect(last).to_contain_text("the game is over")
    await judge(opened)
    await opened.keyboard.press("Home")
    await expect(ending).to_be_visible()

    plain = await new_page(browser, java_script_enabled=False)
    await plain.goto(file.as_uri())
    assert await shown(plain).count() == boards
    assert await plain.get_by_role("button", name="First").count() == 0
    assert await plain.get_by_role("img", name=", turn 5, ").count() == 1
    assert await plain.get_by_role("heading", name=f"After turn 4 of {boards - 1}").count() == 1
