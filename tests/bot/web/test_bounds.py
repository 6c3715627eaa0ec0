"""Limits for one connection, one address and everybody together."""

import asyncio
import io
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress

import aiohttp
import pytest

from bot.web import server, stream
from bot.web.markup import el
from tests.acting import ANN, BEN, Person
from tests.bot.core import Core
from tests.bot.web.house import Answer, House, Surfer, opened, told
from tests.bot.web.test_strangers import talking
from tests.patience import PATIENCE

Patch = pytest.MonkeyPatch
NASTY = "<img src=x onerror=alert(1)>\"'&<b>"


async def test_every_answer_says_what_its_page_may_do(house: House) -> None:
    """Nothing but our own files, no frame of others, no guess at what a file is. No cache stores
    one person's page, but a file whose name is its hash. No answer names the server's software,
    not even to a broken request or of a stream."""
    async with house.of(ANN) as ann:
        picture = ann.page.images[0]["src"]
        static = f"/static/{'0' * 16}/page.css"
        for address in ("/t/1", "/t/77", "/enter/" + "x" * 43, picture, static, "/nowhere"):
            headers = (await ann.get(address)).headers
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'self'" in policy
            assert "unsafe" not in policy
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Server"] == "Lumbercamp"
        for address in ("/t/1", "/t/77", "/enter/" + "x" * 43):
            headers = (await ann.get(address)).headers
            assert headers["Cache-Control"] == "no-store"
            assert "Cookie" in headers["Vary"]
        assert (await ann.get(picture)).headers["Cache-Control"].startswith("private")
        page = (await ann.get("/t/1")).body.decode()
        assert " style=" not in page
        assert "<script>" not in page
        (named,) = [each for each in page.split('"') if each.endswith("page.css")]
        assert "immutable" in (await ann.get(named)).headers["Cache-Control"]
        assert (await ann.get(static)).headers["Cache-Control"] == "no-cache"
        async with watching(ann) as answer:
            assert answer.headers["Server"] == "Lumbercamp"
    for sent in (b"GET /t/1 HTTP/1.1\r\nNo Header\r\n\r\n", b"nonsense\r\n\r\n"):
        said = (await house.answers(sent)).lower()
        assert b"400" in said.split(b"\r\n")[0]
        assert b"aiohttp" not in said
        assert b"python" not in said


async def test_what_is_too_large_or_of_another_kind_is_refused(house: House) -> None:
    async with house.of(ANN) as ann:
        for address in ("/t/1", "/enter"):
            many = {f"field{n}": "x" * 100 for n in range(1000)}
            assert (await ann.post(address, many)).status == 413
            kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": house.address}
            large = io.BytesIO(b"words=" + b"x" * 10_000_000)
            with suppress(ConnectionError):  # it hangs up, if need be before the end of the data
                asked = ann.session.post(house.address + address, data=large, headers=kind)
                async with asked as answer:
                    assert answer.status == 413
            assert (await ann.get("/t/1")).status == 200
        other = {"Content-Type": "application/json"}
        assert (await ann.post("/t/1", {"a": "b"}, **other)).status == 415


async def test_connections_that_say_nothing_are_closed_and_nobody_waits_for_them(
    two: Core, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.5)
    async with opened(two) as house, house.of(ANN) as ann, AsyncExitStack() as stack:
        half = b"GET /t/1 HTTP/1.1\r\nHost: x\r\nX-Slow: "
        body = b"POST /enter HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n"
        body += f"Origin: {house.address}\r\n".encode()
        body += b"Content-Type: application/x-www-form-urlencoded\r\n\r\nword="
        readers = []
        for n in range(20):
            reader, writer = await talking(house)
            stack.callback(writer.close)
            writer.write(half if n % 2 else body)
            readers.append(reader)
        assert (await ann.get("/t/1")).status == 200
        async with asyncio.timeout(PATIENCE):
            ends = await asyncio.gather(*(reader.read() for reader in readers))
        assert {end.split(b"\r\n")[0] for end in ends} <= {b"", b"HTTP/1.1 408 Request Timeout"}


async def test_streams_are_bounded_and_the_eldest_is_closed(house: House) -> None:
    async with house.of(ANN) as ann, house.of(BEN) as ben, AsyncExitStack() as stack:
        streams = [await stack.enter_async_context(watching(ann)) for _ in range(8)]
        assert len(house.web.hub) == stream.MOST_OF_ONE
        for closed in streams[:2]:
            await ended(closed)
        house.web.hub.most = 3
        bens = [await stack.enter_async_context(watching(ben)) for _ in range(2)]
        assert len(house.web.hub) == 3
        for closed in streams[2:7]:
            await ended(closed)
        await house.core.say(await house.core.mover(), "corner a1")
        house.web.hub.wake()
        for alive in (streams[7], *bens):
            assert (await news(alive)).startswith("4")


def watching(surfer: Surfer) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
    return surfer.session.get(surfer.house.address + "/events/1")


async def news(answer: aiohttp.ClientResponse) -> str:
    """The last event of a stream, when nothing more is on its way."""
    async with asyncio.timeout(PATIENCE):
        while not (said := await told(answer.content)).startswith("4"):
            pass
    return said


async def ended(answer: aiohttp.ClientResponse) -> None:
    async with asyncio.timeout(PATIENCE):
        while await answer.content.readline():
            pass


async def test_names_are_no_markup(core: Core) -> None:
    """Somebody has such a name, in pictures' words, stories, standings and answers; and every other
    text in an element is escaped by it."""
    assert "<" not in el("p", NASTY, title=NASTY).removeprefix("<p ").removesuffix("</p>")
    nasty = Person(11, NASTY)
    await core.begin(nasty, BEN)
    async with opened(core) as house:
        for person in (nasty, BEN):
            async with house.of(person) as surfer:
                check(surfer.last)
                if surfer.page.words:
                    await surfer.press(surfer.page.button("Play"), words=NASTY)
                    check(surfer.last)
                    await surfer.press(surfer.page.button("Play"), words="corner a1")
                    check(surfer.last)


def check(answer: Answer) -> None:
    assert b"<img src=x" not in answer.body
    assert b"<b>" not in answer.body
    assert all("onerror" not in image for image in answer.page.images)
