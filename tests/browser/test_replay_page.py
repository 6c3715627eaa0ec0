"""The page of a game in a real browser: by buttons, by keys and without its script."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from bot.messages.replay import page
from bot.table.records import revive
from rules.voice import ENGLISH
from tests.bot.test_records import record_of
from tests.chromium import chromium
from tests.hosted import HOSTED
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ROWS = 14  # of a record that are played
BOARDS = 12
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 900}
# Everything that can be seen or heard of a page.
HEARD = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("img")].filter((it) => it.checkVisibility())
    .map((it) => it.alt)].join(" ")"""
WIDTH = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = record_of("logger-two")
    begun = replace(record, entries=record.entries[:ROWS])
    path = tmp_path_factory.mktemp("page") / "L7.html"
    path.write_bytes(page(*revive(begun, HOSTED["logger"], 7), ENGLISH))
    return path


def pages_of(record: str, folder: Path) -> Path:
    """The page of a whole game."""
    told = record_of(record)
    path = folder / f"{record}.html"
    path.write_bytes(page(*revive(told, HOSTED[told.kind], 7), ENGLISH))
    return path


async def fresh(browser: Browser, screen: ViewportSize) -> Page:
    opened = await (await browser.new_context(viewport=screen)).new_page()
    opened.set_default_timeout(1000 * PATIENCE)
    return opened


def shown(opened: Page) -> Locator:
    """The visible boards."""
    return opened.locator("article:visible")


async def still(opened: Page, file: Path) -> None:
    """The page, whose clock runs only when a test lets it: a browser's own runs meanwhile, and a
    busy machine would see the next board before it has looked at this one."""
    begin = datetime(2026, 11, 24, tzinfo=UTC)
    await opened.clock.install(time=begin)
    await opened.goto(file.as_uri())
    await opened.clock.pause_at(begin + timedelta(hours=1))


async def steps_to(opened: Page, n: int) -> None:
    """Step to a board: only this one is shown, with its picture."""
    await expect(opened.locator("#where")).to_have_text(f"{n} / {BOARDS}")
    await expect(shown(opened)).to_have_count(1)
    heading = "Before the first turn" if n == 1 else f"After turn {n - 1} of {BOARDS - 1}"
    await expect(shown(opened).locator("h2")).to_have_text(heading)
    picture = shown(opened).locator("img")
    await expect(picture).to_have_js_property("naturalWidth", 1200)
    await expect(picture).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
async def test_a_game_is_stepped_through_by_buttons_and_keys(
    file: Path, screen: ViewportSize
) -> None:
    """The whole board is on the first screen; nothing is wider than that; what happened is read
    out; a button that leads nowhere keeps its focus; and all boards can be had at once."""
    troubles: list[str] = []
    async with chromium() as browser:
        opened = await fresh(browser, screen)
        opened.on("console", lambda said: troubles.append(said.text))
        opened.on("pageerror", lambda error: troubles.append(str(error)))
        await opened.goto(file.as_uri())
        await steps_to(opened, 1)
        assert await opened.evaluate(WIDTH) == 0
        for key, n in (("ArrowRight", 2), ("End", 12), ("ArrowRight", 12), ("ArrowLeft", 11)):
            await opened.keyboard.press(key)
            await steps_to(opened, n)
        await expect(opened.get_by_role("status")).to_contain_text("After turn 10 of 11. ")
        for name, n in (("First", 1), ("Back", 1), ("Next", 2), ("Last", 12)):
            await opened.get_by_role("button", name=name, exact=True).focus()
            await opened.keyboard.press("Enter")
            await steps_to(opened, n)
        await opened.keyboard.press("Home")
        await opened.get_by_role("button", name="All Boards").click()
        await expect(shown(opened)).to_have_count(BOARDS)
        assert await opened.evaluate(WIDTH) == 0
    assert troubles == []


async def test_a_game_plays_by_itself(file: Path) -> None:
    """Each board for as long as its story takes to read, faster where that is chosen, to the end;
    a step by hand ends it."""
    async with chromium() as browser:
        opened = await fresh(browser, PHONE)
        await still(opened, file)
        play = opened.get_by_role("button", name="Play", exact=True)
        await play.click()
        await opened.clock.run_for(1400)
        await steps_to(opened, 1)
        await opened.clock.run_for(600)
        await steps_to(opened, 2)
        await opened.keyboard.press("ArrowRight")
        await opened.clock.run_for(60_000)
        await steps_to(opened, 3)
        await opened.get_by_role("combobox", name="Speed").select_option("4 ×")
        await opened.locator("main").click()
        await opened.keyboard.press(" ")
        await expect(opened.get_by_role("button", name="Pause")).to_be_visible()
        await opened.clock.run_for(30_000)
        await steps_to(opened, BOARDS)
        await expect(play).to_be_visible()
        await play.click()
        await steps_to(opened, 1)


async def test_a_slider_and_a_list_lead_to_any_board(file: Path) -> None:
    """By mouse and by keys, also those of chess sites; a link from elsewhere too."""
    async with chromium() as browser:
        opened = await fresh(browser, DESK)
        await opened.goto(file.as_uri())
        await opened.get_by_role("link", name="Ann: a1 to a3").click()
        await steps_to(opened, 4)
        slider = opened.get_by_role("slider", name="Board")
        await expect(slider).to_have_js_property("value", "3")
        await slider.fill("7")
        await steps_to(opened, 8)
        current = opened.locator("[aria-current=step]")
        await expect(current).to_have_count(1)
        await expect(current).to_be_in_viewport(ratio=1)
        await opened.locator("main").click()
        for key, n in (("k", 7), ("j", 8), ("0", 1), ("$", 12), ("ArrowUp", 1), ("ArrowDown", 12)):
            await opened.keyboard.press(key)
            await steps_to(opened, n)
        row = await opened.locator("article").nth(4).get_attribute("id")
        await opened.evaluate("row => { location.hash = row; }", row)
        await steps_to(opened, 5)


async def test_the_end_is_not_told_before_it_is_reached(tmp_path: Path) -> None:
    """Neither that it is a draw nor its last turn nor the points at the end: not in the title, in a
    heading, in the list of turns or in the alt text of a picture."""
    async with chromium() as browser:
        opened = await fresh(browser, PHONE)
        await opened.goto(pages_of("logger-draw", tmp_path).as_uri())
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
        await opened.keyboard.press("Home")
        await expect(ending).to_be_visible()


async def test_without_its_script_it_is_read_from_the_top(file: Path) -> None:
    """Every board, its story and its picture in words; a link leads to one; each button works."""
    async with chromium() as browser:
        context = await browser.new_context(java_script_enabled=False)
        opened = await context.new_page()
        await opened.goto(file.as_uri())
        assert await shown(opened).count() == BOARDS
        assert await opened.get_by_role("button", name="First").count() == 0
        pictures = opened.get_by_role("img", name="Logger L7, turn 5, ")
        assert await pictures.count() == 1
        heading = opened.get_by_role("heading", name="After turn 4 of 11")
        assert await heading.count() == 1
