"""What a page says while a proxy answers in place of the bot, and when its browser was ended."""

import pytest
from playwright.async_api import Browser, Route, expect

from tests.bot.web.fingers import seated
from tests.bot.web.house import House
from tests.bot.web.test_ended import ends

pytestmark = pytest.mark.slow


def cut_streams(house: House) -> None:
    for each in [*house.web.hub._watches]:
        house.web.hub._drop(each)


async def test_a_page_waits_for_the_bot_and_goes_on_by_itself(
    browser: Browser, house: House
) -> None:
    """The draft stays, a press meanwhile has its effect once when the bot is back, and from then on
    the page hears of everything again, also where it could not be fetched once."""
    core, asked = house.core, 0
    async with seated(browser, house, await core.mover()) as hands:
        page, line = hands.page, hands.page.locator("#waits")

        async def answer_for_the_bot(route: Route) -> None:
            await route.fulfill(status=521, body="<p>Away.</p>")

        async def fail_once(route: Route) -> None:
            nonlocal asked
            asked += "x-part" in route.request.headers
            if asked == 1:
                await route.fulfill(status=502, body="<p>Away.</p>")
            else:
                await route.fallback()

        await hands.tap(await hands.at("a1"))
        await expect(hands.confirm).to_be_visible()
        await page.route("**/*", answer_for_the_bot)
        cut_streams(house)
        await expect(line).to_be_visible()
        await expect(line).to_contain_text("Lost the connection to the bot.")
        await hands.confirm.click()
        await expect(page.locator("main[aria-busy]")).to_be_attached()
        await expect(hands.confirm).to_be_attached()
        await page.unroute("**/*", answer_for_the_bot)
        await expect(page.locator("#turn")).to_have_count(0)
        await expect(line).to_be_hidden()
        await expect(page.locator("#answer")).to_contain_text("Turn played")
        assert (await core.log()).count("a1") == 1
        await page.route("**/t/1", fail_once)
        await core.play("e5")
        house.web.hub.wake()
        await expect(page.locator(f'main[data-n="{(await core.game()).n}"]')).to_be_attached()
        await expect(line).to_be_hidden()
        assert asked > 1
        assert hands.troubles == []
        await ends(house)
        await expect(page.get_by_role("alert")).to_contain_text("isn't signed in")
