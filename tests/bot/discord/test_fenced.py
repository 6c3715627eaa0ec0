"""Nothing is asked of Discord that could still be under way when another bot may speak.

Source: issue 47, 1; docs/many-machines.md, Standbys.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import aiohttp
import pytest
from aiohttp import web

from bot.ops import service
from bot.ops.service import REQUEST, Fenced
from storage import Lease
from tests.patience import PATIENCE


class Lasting:
    """A lease that lasts for so many seconds."""

    seconds = REQUEST

    def lasts(self) -> float:
        return self.seconds


@asynccontextmanager
async def listener() -> AsyncIterator[tuple[str, list[str]]]:
    """An address, and what was asked there; one page never answers."""
    asked = list[str]()

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        if request.path == "/slow":
            await asyncio.sleep(2 * PATIENCE)
        return web.Response(text="yes")

    app = web.Application()
    app.router.add_get("/{what}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("connected", [True, False], ids=["a connection of before", "a new one"])
async def test_a_bot_whose_lease_is_too_short_asks_nothing(
    connected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "RENEWAL", 0.001)
    connector = Fenced(cast(Lease, lease := Lasting()))
    async with listener() as (address, asked), aiohttp.ClientSession(connector=connector) as http:
        if connected:
            async with http.get(f"{address}/before") as answer:
                assert await answer.text() == "yes"
        lease.seconds = REQUEST - 0.01
        with pytest.raises(aiohttp.ClientOSError, match="another bot"):
            await http.get(f"{address}/after")
        assert asked == ["/before"] * connected


async def test_a_renewal_that_is_a_moment_late_is_waited_for() -> None:
    connector = Fenced(cast(Lease, lease := Lasting()))
    async with listener() as (address, _), aiohttp.ClientSession(connector=connector) as http:
        lease.seconds = 0.0
        asking = asyncio.create_task(http.get(f"{address}/page"))
        await asyncio.sleep(0)
        lease.seconds = REQUEST
        async with await asking as answer:
            assert answer.status == 200


async def test_what_takes_longer_than_the_lease_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether it has arrived shows later."""
    monkeypatch.setattr(service, "REQUEST", 0.01)
    connector = Fenced(cast(Lease, Lasting()))
    async with listener() as (address, _), aiohttp.ClientSession(connector=connector) as http:
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(aiohttp.ClientError):
                await http.get(f"{address}/slow")
