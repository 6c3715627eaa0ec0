"""axe-core finds nothing on the pages of a table; and how they look on a phone of 360 px."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Browser, Page, expect

from bot.messages.languages import languages
from tests.acting import ANN, BEN, SIX
from tests.bot.core import Core
from tests.bot.discord.process import ROOT
from tests.bot.web.fingers import goes_on, one_turn, seated, sensible_words
from tests.bot.web.house import opened
from tests.bot.web.test_activity import OPENED, Discord
from tests.browser.axe import judge
from tests.chromium import new_page
from tests.foreign import WHOLE

pytestmark = pytest.mark.slow

KINDS = ("logger", "logjam", "fellers")

# A point 23 px from the middle of a lit place, over one where there is nothing to do.
BESIDE = """() => [...document.querySelectorAll("svg.places .lit")].flatMap((lit) => {
  const { x, y, width, height } = lit.getBoundingClientRect();
  const around = [[16, 16], [-16, 16], [16, -16], [-16, -16]];
  return around.map(([dx, dy]) => [x + width / 2 + dx, y + height / 2 + dy]);
}).find((at) => document.elementFromPoint(...at)?.matches("polygon[role=img]"))"""
STANDING = {
    "logger": "Ann 0 · Ben 0.",
    "logjam": "Ann rolled 1. Home: Ann 0/3",
    "fellers": "Ann 22/3/0",
}

WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_phone_shows_the_whole_board_and_the_scores_and_nothing_jumps(
    browser: Browser, core: Core, kind: str
) -> None:
    game = await core.table_of(kind)
    async with opened(core) as house, seated(browser, house, SIX[0], game.id) as hands:
        while await goes_on(core) and (await core.mover()).id != SIX[0].id:
            await one_turn(core, hands)
        await hands.due()
        page, board = hands.page, hands.page.locator("#board")
        assert await page.evaluate(WIDE) <= 0
        assert await board.evaluate("it => it.scrollWidth - it.clientWidth") <= 0
        await expect(page.locator("#players")).to_be_in_viewport(ratio=0.9)
        silent = page.locator("svg.places polygon:not(.lit)[role=img]").first
        await silent.click()
        await expect(page.locator(".idle")).to_contain_text("Nothing to do here right now")
        numbers = await page.locator(".number text").all_text_contents()
        listed = await page.locator("#turn .ways button").all_inner_texts()
        told = {each.split(" · ")[0] for each in listed if " · " in each}
        assert {n for each in numbers for n in each.split()} == told
        await expect(page.locator("#players")).to_contain_text(STANDING[kind])
        if kind == "logjam":  # its squares are lower than a finger
            await page.mouse.click(*await page.evaluate(BESIDE))
            await expect(page.locator(".touched").first).to_be_attached()
            await page.keyboard.press("Escape")
        await page.locator("[data-word]:enabled").first.click()
        await page.locator("[data-verb=back]:enabled").wait_for()
        await judge(page)
        await page.locator("[data-verb=back]:enabled").click()
        await hands.settled()
        before = await top_of_board(page)
        await hands.says(await sensible_words(core))
        assert abs(await top_of_board(page) - before) < 2
        if kind == KINDS[0]:  # what stands around a board is the same in all games
            await judge(page)


async def top_of_board(page: Page) -> float:
    """From the top of the page."""
    box = await page.locator("#board").bounding_box()
    assert box is not None
    return box["y"] + float(await page.evaluate("scrollY"))


async def test_what_else_there_is(browser: Browser, core: Core) -> None:
    await core.begin(ANN, BEN)
    discord = Discord({"ann": ANN.id}, {"i-1": {ANN.id}})
    async with opened(core, discord) as house:
        stranger = await new_page(browser)
        for address in (await house.link(ANN), "/enter/" + "w" * 43, "/t/1", OPENED):
            await stranger.goto(address if "://" in address else house.address + address)
            await judge(stranger)
        async with seated(browser, house, await core.mover()) as hands:
            await say_nonsense(hands.page)
            await hands.page.locator("summary").click()
            await judge(hands.page)
            for address in ("/tables?channel=500", "/t/1/turns"):
                await hands.page.goto(house.address + address)
                await judge(hands.page)


async def say_nonsense(page: Page) -> None:
    await page.locator(".typed input[name=words]").fill("nonsense")
    await page.locator(".typed button").click()
    await page.locator(".refused").wait_for()


# Words on buttons that continue in the next line.
BROKEN = """() => [...document.querySelectorAll("button, .steps *")].flatMap((pressed) => {
  const texts = [...pressed.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  return texts.flatMap((text) => [...text.data.matchAll(/\\p{L}+/gu)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]));
})"""


async def test_no_word_of_a_button_is_broken_in_any_language(browser: Browser) -> None:
    core = await Core.build(languages=languages())
    await core.begin(ANN, BEN)
    async with opened(core) as house, seated(browser, house, await core.mover()) as hands:
        for language in WHOLE:
            await hands.page.set_extra_http_headers({"Accept-Language": language})
            await hands.page.goto(f"{house.address}/t/1")
            assert await hands.page.locator("html").get_attribute("lang") == language
            await say_nonsense(hands.page)
            assert await hands.page.evaluate(BROKEN) == []
    await core.store.close()


async def test_the_time_left_is_rounded_as_the_chat_rounds_it(browser: Browser) -> None:
    """2 days and 16 hours are 3 days in both."""
    end = datetime.now(UTC) + timedelta(hours=64)
    page = await new_page(browser)
    await page.set_content(f'<html lang="en"><time datetime="{end.isoformat()}">')
    await page.add_script_tag(path=ROOT / "bot/web/static/clock.js")
    await expect(page.locator("time")).to_contain_text("(in 3 days)")
