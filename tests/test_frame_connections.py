"""What a test leaves open is named after that test."""

from __future__ import annotations

import asyncio

import aiohttp
from aiohttp import web

from tests.connections import left_open


async def _endless(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    await response.write(b"more is to come")
    await asyncio.Event().wait()
    return response


async def _asked() -> aiohttp.ClientResponse:
    app = web.Application()
    app.router.add_get("/", _endless)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await (site := web.TCPSite(runner, "127.0.0.1", 0)).start()
    async with aiohttp.ClientSession() as session:
        answer = await session.get(site.name)
    await runner.cleanup()
    return answer


def test_a_connection_that_was_left_open_is_told_once() -> None:
    """tests/players/test_review.py failed for one that an earlier test had left."""
    answer = asyncio.run(_asked())
    told = left_open()
    assert len(told) == 1
    assert "127.0.0.1" in told[0]
    assert left_open() == []
    answer.close()
