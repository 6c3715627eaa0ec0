"""Nothing is asked of Discord once another bot may serve the same servers.

Source: issue 28, Fault 2; docs/many-machines.md, How it is asked.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from bot.discord.client import _asks_only_while


@asynccontextmanager
async def listener() -> AsyncIterator[tuple[str, list[str]]]:
    """An address, and what was asked there."""
    asked = list[str]()

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(text="yes")

    app = web.Application()
    app.router.add_get("/{what}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("connected", [True, False], ids=["a connection of before", "a new one"])
async def test_who_may_have_lost_its_place_asks_nothing(connected: bool) -> None:
    held = True
    trace = _asks_only_while(lambda: held)
    async with listener() as (address, asked), aiohttp.ClientSession(trace_configs=[trace]) as http:
        if connected:
            async with http.get(f"{address}/before") as answer:
                assert await answer.text() == "yes"
        held = False
        with pytest.raises(aiohttp.ClientOSError, match="another bot"):
            await http.get(f"{address}/after")
        assert asked == ["/before"] * connected
