"""Nobody but the sandbox's own page, and no foreign name, acts as its people."""

import json
import zlib
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import World


@pytest.fixture
async def browser(world: World) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(world.address) as session:
        yield session


def port(world: World) -> str:
    return world.address.rpartition(":")[2]


def ann(world: World) -> str:
    return next(person.id for person in world.people.values() if not person.bot)


def words(world: World) -> dict[str, str]:
    return {"as": ann(world), "channel": next(iter(world.channels)), "content": "I resign"}


def foreign(world: World) -> list[str]:
    mine = port(world)
    return [
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        f"https://127.0.0.1:{mine}",
        f"http://localhost:{mine}",  # our page, but by a name that the request does not have
        f"http://127.0.0.1:{mine}.example.com",
        "http://example.com",
        "null",
        "",
    ]


async def test_another_page_neither_acts_nor_listens(
    world: World, browser: aiohttp.ClientSession
) -> None:
    """Above all a page of another program on this machine, on another port. Browsers let any page
    open a websocket: the server has to look where it comes from."""
    for origin in foreign(world):
        headers = {"Origin": origin}
        async with browser.post("/people/say", json=words(world), headers=headers) as answer:
            assert answer.status == 403, origin
            said = (await answer.json())["error"]
            assert said == "The sandbox only answers its own page on this computer."
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await browser.ws_connect(f"/people/stream?as={ann(world)}", headers=headers)
    host = f"example.com:{port(world)}"  # a foreign name that points here
    headers = {"Host": host, "Origin": f"http://{host}"}
    async with browser.get("/people", headers=headers) as answer:
        assert answer.status == 403
        assert (await answer.json())["error"] == "The sandbox only answers this computer."
    assert not any(world.messages.values())


async def test_a_body_that_is_packed_or_nests_too_deep_is_no_json(
    world: World, browser: aiohttp.ClientSession
) -> None:
    """Nobody fills the memory of this machine with a few bytes."""
    packed = zlib.compress(json.dumps(words(world)).encode())
    bodies = {packed: {"Content-Encoding": "deflate"}, b"[" * 100_000: {}}
    for body, headers in bodies.items():
        async with browser.post("/people/say", data=body, headers=headers) as answer:
            assert answer.status == 400
            assert (await answer.json())["error"] == "The request isn't JSON."
    assert not any(world.messages.values())


async def test_no_page_may_frame_it(browser: aiohttp.ClientSession) -> None:
    for path in ("/", "/page/main.js", "/people", "/nowhere"):
        async with browser.get(path) as answer:
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
