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


def words(world: World, content: str) -> dict[str, str]:
    return {"as": ann(world), "channel": next(iter(world.channels)), "content": content}


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


async def test_another_page_cannot_act(world: World, browser: aiohttp.ClientSession) -> None:
    """Above all a page of another program on this machine, on another port."""
    said = words(world, "I resign")
    for origin in foreign(world):
        async with browser.post("/people/say", json=said, headers={"Origin": origin}) as answer:
            assert answer.status == 403, origin
            assert (await answer.json())[
                "error"
            ] == "The sandbox only answers its own page on this computer."
    assert not any(world.messages.values())


async def test_a_packed_body_is_not_unpacked(world: World, browser: aiohttp.ClientSession) -> None:
    """Nobody fills the memory of this machine with a few bytes."""
    packed = zlib.compress(json.dumps(words(world, "a3")).encode())
    sent = {"Content-Type": "application/json", "Content-Encoding": "deflate"}
    async with browser.post("/people/say", data=packed, headers=sent) as answer:
        assert answer.status == 400
    assert not any(world.messages.values())


async def test_what_nests_too_deep_is_no_json(world: World, browser: aiohttp.ClientSession) -> None:
    """A hundred thousand brackets."""
    deep = "[" * 100_000
    async with browser.post("/people/say", data=deep) as answer:
        assert (await answer.json())["error"] == "The request isn't JSON."


async def test_another_page_cannot_listen(world: World, browser: aiohttp.ClientSession) -> None:
    """Browsers let any page open a websocket: the server has to look where it comes from."""
    for origin in foreign(world):
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await browser.ws_connect(f"/people/stream?as={ann(world)}", headers={"Origin": origin})


async def test_the_page_itself_can(world: World, browser: aiohttp.ClientSession) -> None:
    for name in ("127.0.0.1", "localhost"):
        mine = f"{name}:{port(world)}"
        headers = {"Host": mine, "Origin": f"http://{mine}"}
        said = words(world, "Hello")
        async with browser.post("/people/say", json=said, headers=headers) as answer:
            assert answer.status == 200
        async with browser.ws_connect(f"/people/stream?as={ann(world)}", headers=headers) as stream:
            assert (await stream.receive_json())["t"] == "hello"


async def test_a_foreign_name_that_points_here_is_refused(
    world: World, browser: aiohttp.ClientSession
) -> None:
    host = f"example.com:{port(world)}"
    async with browser.get("/people", headers={"Host": host, "Origin": f"http://{host}"}) as got:
        assert got.status == 403
        assert (await got.json())["error"] == "The sandbox only answers this computer."


async def test_no_page_may_frame_it(browser: aiohttp.ClientSession) -> None:
    for path in ("/", "/page/main.js", "/people", "/nowhere"):
        async with browser.get(path) as answer:
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
