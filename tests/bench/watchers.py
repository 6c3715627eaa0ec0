"""The cost of people who watch tables in a browser: streams that stay open.

python -m tests.bench.watchers FOLDER    the bot with its pages, as a process of its own

At every line of its standard input it looks around for two seconds, and answers by a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser

from bot.messages.languages import VOICE
from bot.messages.layouts import drawing
from bot.table.browsers import hash_word, new_word
from bot.table.game import Game
from bot.web import stream
from bot.web.connection import SECURITY
from tests.bench.measuring import Effort, Pair, Row, paired
from tests.bot.core import ANN, BEN, Core
from tests.chromium import chromium
from tests.web.house import opened

BEAT = 0.005  # seconds between two looks at the loop's punctuality


async def rows(effort: Effort, folder: Path) -> list[Row]:
    many = effort.of(1000, 50)
    async with bot(folder / "watched") as watched, AsyncExitStack() as streams:
        await watched.looks()
        before = await watched.looks()
        for _ in range(many):
            await watched.watches(streams)
        after = await watched.looks()
    async with bot(folder / "seen") as watched:
        seen = await _seen(watched, effort.of(15, 2))
    size = (after["rss"] - before["rss"]) / 1e6 * 1000 / many
    later = (after["late"] - before["late"]) * 1000
    said = f"{before['late'] * 1000:.2f} to {after['late'] * 1000:.2f} ms"
    return [
        Row("memory of 1,000 open streams", size, " MB"),
        Row("event loop's delay (median) that 1,000 open streams add", later, " ms", detail=said),
        Row("a table's page until it is seen ÷ its picture", seen.ratio, detail=seen.detail),
    ]


async def _seen(watched: Watched, many: int) -> Pair:
    """How soon a browser with an empty cache shows a table's page with its picture, and a page with
    only that picture; in turn in every round."""
    rounds = list[tuple[float, float]]()
    async with chromium() as browser:
        for _ in range(many):
            whole = await _painted(browser, watched, watched.about["table"])
            rounds.append((whole, await _painted(browser, watched, watched.about["plain"])))
    return paired(rounds)


async def _painted(browser: Browser, watched: Watched, address: str) -> float:
    """After how many seconds the picture of a page is seen."""
    context = await browser.new_context()
    page = await context.new_page()
    name, _, word = watched.about["cookie"].partition("=")
    await context.add_cookies([{"name": name, "value": word, "url": watched.about["address"]}])
    await page.goto(address)
    after = float(await page.evaluate(PAINTED))
    await context.close()
    return after / 1000


# When the largest thing was painted, which is the picture.
PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
  const seen = list.getEntries().filter((each) => each.element?.tagName === "IMG");
  if (seen.length) done(seen[0].startTime);
}).observe({ type: "largest-contentful-paint", buffered: true }))"""


class Watched:
    """A bot in a process of its own."""

    def __init__(self, process: Process, about: dict[str, str]) -> None:
        self._process, self.about = process, about

    async def looks(self) -> Any:
        """How late its event loop is, and the memory that it has."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        return json.loads(await self._process.stdout.readline())

    async def watches(self, until: AsyncExitStack) -> None:
        """Open a stream, and read its first event."""
        there = urlsplit(self.about["address"])
        lines, out = await asyncio.open_connection(there.hostname, there.port)
        until.callback(out.close)
        asked = f"GET /events/{self.about['game']} HTTP/1.1\r\nHost: x\r\n"
        out.write(f"{asked}Cookie: {self.about['cookie']}\r\n\r\n".encode())
        await lines.readuntil(b"data: ")


@asynccontextmanager
async def bot(folder: Path) -> AsyncIterator[Watched]:
    folder.mkdir()
    command = (sys.executable, "-m", "tests.bench.watchers", str(folder))
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Watched(process, json.loads(await process.stdout.readline()))
    finally:
        process.stdin.close()
        await process.wait()


# -- the bot's own process


async def _serve(folder: Path) -> None:
    stream.MOST_OF_ONE = 10_000  # type: ignore[misc]  # they are all Ann's
    core = await Core.build(folder / "games.db")
    game = await core.seated(ANN, BEN)
    await core.deliver()
    async with opened(core) as house:
        word = new_word()
        await core.store.add_browser(hash_word(word), ANN.id, "bench", 3600)
        about = {"address": house.address, "cookie": f"lumbercamp={word}", "game": str(game.id)}
        async with _picture(core, game) as plain:
            about |= {"plain": plain, "table": f"{house.address}/t/{game.id}"}
            print(json.dumps(about), flush=True)
            await _answer()
    await core.store.close()


async def _answer() -> None:
    questions, loop = asyncio.StreamReader(), asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(questions), sys.stdin)
    while await questions.readline():
        print(json.dumps({"late": await _late(), "rss": _resident()}), flush=True)


@asynccontextmanager
async def _picture(core: Core, game: Game) -> AsyncIterator[str]:
    """The address of a page that has the picture of a game and nothing else. It has the same
    headers: for one of them (`Cross-Origin-Opener-Policy`) a browser that shows something else
    begins a new process, which takes longer than any page."""
    drawn = drawing(game.hosted, (table := await core.table()).seen(), table.labels).said(VOICE)
    html = '<!doctype html><title>.</title><img src="/board.png" width="1200" height="900">'

    async def page(request: web.Request) -> web.Response:
        return web.Response(text=html, content_type="text/html", headers=SECURITY)

    async def picture(request: web.Request) -> web.Response:
        return web.Response(body=drawn.png, content_type="image/png", headers=SECURITY)

    app = web.Application()
    app.add_routes([web.get("/", page), web.get("/board.png", picture)])
    async with TestServer(app) as server:
        yield str(server.make_url("/"))


async def _late() -> float:
    """How late the event loop is at most at every second look: other work on the machine makes some
    of them later than any stream does."""
    late = []
    for _ in range(400):
        start = time.perf_counter()
        await asyncio.sleep(BEAT)
        late.append(time.perf_counter() - start - BEAT)
    return median(late)


def _resident() -> int:
    """Bytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
