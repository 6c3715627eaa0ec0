"""What a page says while a proxy answers in place of the bot, which is being started."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from playwright.async_api import Route, expect

from tests.bot.core import Core
from tests.chromium import chromium
from tests.web.fingers import seated
from tests.web.house import House, opened

pytestmark = pytest.mark.slow

ANSWER = "HTTP/1.1 {} Away\r\nContent-Type: text/html\r\nContent-Length: 12\r\nConnection: close"


class Proxy:
    """Hands requests on; or answers with a status of its own, and with a page."""

    def __init__(self) -> None:
        self.inside, self.status = 0, 0
        self._open = set[StreamWriter]()

    def away(self, status: int) -> None:
        """From now on nothing is handed on, and open connections are cut."""
        self.status = status
        for each in self._open:
            each.close()

    async def comes(self, lines: StreamReader, out: StreamWriter) -> None:
        self._open.add(out)
        with suppress(OSError, asyncio.IncompleteReadError):
            if self.status:
                await lines.readuntil(b"\r\n\r\n")
                out.write(f"{ANSWER.format(self.status or 502)}\r\n\r\n<p>Away.</p>".encode())
                await out.drain()
            else:
                theirs, to = await asyncio.open_connection("127.0.0.1", self.inside)
                self._open.add(to)
                await asyncio.gather(handed_on(lines, to), handed_on(theirs, out))
        out.close()


async def handed_on(lines: StreamReader, out: StreamWriter) -> None:
    with suppress(OSError):
        while said := await lines.read(65536):
            out.write(said)
            await out.drain()
    out.close()


@asynccontextmanager
async def behind(core: Core, proxy: Proxy) -> AsyncIterator[House]:
    """The pages, to which people come by a proxy."""
    server = await asyncio.start_server(proxy.comes, "127.0.0.1", 0)

    def before(inside: int) -> str:
        proxy.inside = inside
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async with server, opened(core, before=before) as house:
        try:
            yield house
        finally:
            proxy.away(503)


@pytest.mark.parametrize("status", [502, 521])
async def test_a_page_waits_for_the_bot_and_goes_on_by_itself(two: Core, status: int) -> None:
    """The draft stays, a press meanwhile has its effect once when the bot is back, and from then on
    the page hears of everything again."""
    proxy, mover = Proxy(), await two.mover()
    async with (
        behind(two, proxy) as house,
        chromium() as browser,
        seated(browser, house, mover) as hands,
    ):
        page, line = hands.page, hands.page.locator("#waits")
        await hands.tap(await hands.at("a1"))
        await expect(hands.confirm).to_be_visible()
        proxy.away(status)
        await expect(line).to_be_visible()
        await expect(line).to_contain_text("Lost the connection to the bot.")
        await hands.confirm.click()
        await expect(page.locator("main[aria-busy]")).to_be_attached()
        await expect(hands.confirm).to_be_attached()
        proxy.status = 0
        await expect(page.locator("#turn")).to_have_count(0)
        await expect(line).to_be_hidden()
        await expect(page.locator("#answer")).to_contain_text("Turn played")
        assert (await two.log()).count("a1") == 1
        await two.play("e5")
        house.web.hub.wake()
        await expect(page.locator(f'main[data-n="{(await two.game()).n}"]')).to_be_attached()
        assert hands.troubles == []


async def test_a_page_that_could_not_be_fetched_once_is_fetched_again(two: Core) -> None:
    """The stream is there, and says nothing more for hours: the page is not behind as long."""
    waiting = await two.waiting()
    async with (
        opened(two) as house,
        chromium() as browser,
        seated(browser, house, waiting) as hands,
    ):
        asked = 0

        async def fails_once(route: Route) -> None:
            nonlocal asked
            asked += "x-part" in route.request.headers
            if asked == 1:
                await route.fulfill(status=502, body="<p>Away.</p>")
            else:
                await route.fallback()

        await hands.page.route("**/t/1", fails_once)
        await two.play("a1")
        house.web.hub.wake()
        await expect(hands.page.locator("#turn")).to_be_attached()
        await expect(hands.page.locator("#waits")).to_be_hidden()
        assert asked > 1
        assert hands.troubles == []
