"""Requests of strangers never hold up the bot's loop, look like a bug of ours, or fill the log."""

import asyncio
import gc
import logging
import socket
import time
import zlib
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from aiohttp import web_protocol
from aiohttp.http_parser import HttpRequestParser, HttpRequestParserPy
from aiohttp.test_utils import make_mocked_request

from bot.messages.boundary import Seldom
from bot.web import connection
from bot.web.connection import SECURITY, address
from tests.bot.core import Core
from tests.bot.web.house import House, opened
from tests.patience import PATIENCE

Patch = pytest.MonkeyPatch
KIND = b"Content-Type: application/x-www-form-urlencoded"
HELD: Final = 0.1  # seconds of work in one turn of the loop
CHUNKED = b"Transfer-Encoding: chunked"


async def talking(house: House) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", urlsplit(house.reached).port)


def get(line: bytes = b"GET /t/1 HTTP/1.1", *headers: bytes) -> bytes:
    return b"\r\n".join([line, b"Host: x", b"Connection: close", *headers, b"", b""])


def posted(house: House, body: bytes, *headers: bytes, to: str = "/enter") -> bytes:
    """A form as our own pages send it, except for these headers."""
    origin, length = f"Origin: {house.address}".encode(), f"Content-Length: {len(body)}".encode()
    kind = () if any(h.lower().startswith(b"content-type") for h in headers) else (KIND,)
    return get(f"POST {to} HTTP/1.1".encode(), origin, length, *kind, *headers) + body


PATHS = (
    "/static/0000000000000000/../server.py",
    "/static/0000000000000000/..%2fserver.py",
    "/static/0000000000000000/%2e%2e/server.py",
    "/static/0000000000000000//etc/passwd",
    "/static/../../../etc/passwd",
    "/t/1/../../etc/passwd",
    "/t/-1",
    "/t/1e9",
    "/t/99999999999999999999",
    "/t/1/board-../../x.png",
    "/t/1/board-" + "0" * 31 + "g.png",
    "/enter/../t/1",
    "//evil.example/t/1",
    "/%00",
)
ASKED = {
    **{path: get(f"GET {path} HTTP/1.1".encode()) for path in PATHS},
    "a cookie of no characters": get(b"GET /t/1 HTTP/1.1", b"Cookie: lumbercamp=\xff"),
    "a cookie in quotes": get(b"GET /t/1 HTTP/1.1", b'Cookie: lumbercamp="\\377\\012"'),
    "a cookie of the frame": get(
        b"GET /t/1 HTTP/1.1", b"Cookie: __Host-lumbercamp-frame=\xed\xa0\x80"
    ),
    "an address of no characters": get(b"GET /t/1 HTTP/1.1", b"X-Forwarded-For: \xff"),
    "another method": get(b"DELETE /t/1 HTTP/1.1"),
    "a method that is none": get(b"G\xffT /t/1 HTTP/1.1"),
    "no version": b"GET /t/1\r\n\r\n",
    "a broken escape": get(b"GET /t/%zz HTTP/1.1"),
    "an escape of no characters": get(b"GET /%ff%fe?at=%ff HTTP/1.1"),
    "a host in brackets": get(b"GET http://[::1/t/1 HTTP/1.1"),
    "a number too large": get(b"GET /t/999999999999999999 HTTP/1.1"),
    "a digit of another script": get(b"GET /t/%D9%A1 HTTP/1.1"),
    "a long address": get(b"GET /t/1?" + b"a" * 9000 + b" HTTP/1.1"),
    "a header that is none": get(b"GET /t/1 HTTP/1.1", b"No Header"),
    "two lengths": get(b"POST /enter HTTP/1.1", b"Content-Length: 1", b"Content-Length: 2"),
    "both ways of a length": get(
        b"POST /enter HTTP/1.1", b"Content-Length: 1", b"Transfer-Encoding: chunked"
    ),
    "a part of no length": get(b"POST /enter HTTP/1.1", b"Transfer-Encoding: chunked") + b"zz\r\n",
    "an upgrade": get(b"GET /t/1 HTTP/1.1", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13"),
    "the end of another site": get(b"GET /t/1 HTTP/1.1", b"Origin: \xff", b"Sec-Fetch-Site: \xff"),
    "encryption": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "a header for the answer": get(b"GET /t/1%0d%0aSet-Cookie:%20a=b HTTP/1.1"),
    "a table that leads elsewhere": get(b"GET /sign-in?to=1%0d%0aLocation:%20//evil HTTP/1.1"),
    "a state of no characters": get(
        b"GET /signed-in?state=%ff&code=%ff HTTP/1.1", b"Cookie: lumbercamp-state=\xff"
    ),
}

PACKED = ("gzip", "deflate", "br", "zstd", "identity", "x-lumber")
MALFORMED = {
    "a word of no characters": (b"word=\xff",),
    "a word of half a character": (b"word=%ED%A0%80",),
    "a character set that is none": (b"word=x", KIND + b"; charset=nope"),
    "a character set that costs": (b"word=" + b"-" * 9000, KIND + b"; charset=punycode"),
    "a zero": (b"word=%00",),
    "many names": (b"&".join(b"%x=" % n for n in range(2500)),),
    "more headers than a browser sends": (b"word=x", *[b"X: x"] * 64),
    "an expectation of no characters": (b"word=x", b"Expect: \xff"),
}
BODIES = MALFORMED | {
    "a broken escape": (b"word=%zz%",),
    "parts": (b"--x\r\n\r\n", b"Content-Type: multipart/form-data; boundary=x"),
    "a kind of no characters": (b"word=x", b"Content-Type: \xff/\xff; \xff=\xff"),
    **{kind: (b"x", f"Content-Encoding: {kind}".encode()) for kind in PACKED},
}


def wrong(answer: bytes, logged: list[logging.LogRecord]) -> list[str]:
    """Forbidden answers: success, a bug, an answer without our headers, a line in the log."""
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1")
    status = int(head.split(" ", 2)[1]) if head else 0
    found = [] if 400 <= status < 500 else [f"status {status}"]
    found += [f"no {name}" for name in SECURITY if f"{name}: {SECURITY[name]}" not in head]
    return found + [f"logged {record.getMessage()}" for record in logged]


async def test_nothing_a_stranger_sends_is_a_bug_of_ours(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """It is refused under the headers of every answer, and the log does not hear of it."""
    bodies = {name: posted(house, body, *more) for name, (body, *more) in BODIES.items()}
    found = {}
    for name, said in (ASKED | bodies).items():
        with caplog.at_level(logging.INFO):
            answer = await house.answers(said)
            found[name] = wrong(answer, caplog.records)
        for status, names in ((b"415", PACKED), (b"400", MALFORMED)):
            assert name not in names or answer.split(b" ")[1] == status, name
        caplog.clear()
    assert {name: what for name, what in found.items() if what} == {}


HALVES = {
    "a part that is none": (get(b"POST /enter HTTP/1.1", KIND, CHUNKED), b"zz\r\n"),
    "a part nobody asked for": (get(b"GET /nowhere HTTP/1.1", CHUNKED), b"zz\r\n"),
    "half a body": (get(b"POST /enter HTTP/1.1", KIND, b"Content-Length: 99"), b"word="),
    "more than was said": (get(b"POST /enter HTTP/1.1", KIND, b"Content-Length: 1"), b"word=word"),
    "a request behind an upgrade": (get(b"GET /t/1 HTTP/1.1", b"Upgrade: x"), b"\xff\xff\r\n\r\n"),
}


@pytest.mark.parametrize("parser", [HttpRequestParser, HttpRequestParserPy])
async def test_what_breaks_off_is_no_bug_of_ours(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: Patch, parser: type[object]
) -> None:
    """Nor where aiohttp has no compiled parser."""
    monkeypatch.setattr(web_protocol, "HttpRequestParser", parser)
    with caplog.at_level(logging.INFO):
        for first, then in HALVES.values():
            _, writer = await talking(house)
            ours = first.replace(b"Host: x", b"Host: x\r\nOrigin: " + house.address.encode())
            writer.write(ours)
            await house.answers(get(b"GET /nowhere HTTP/1.1"))  # they are read by then
            writer.write(then)
            await house.answers(get(b"GET /nowhere HTTP/1.1"))  # they are read by then
            writer.close()
        await house.answers(get(b"GET /nowhere HTTP/1.1"))
    assert not caplog.records


async def test_a_bug_of_ours_is_logged_once_a_minute(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: Patch
) -> None:
    """However often strangers find it; its answer has the headers and the reference."""
    now = 0.0
    monkeypatch.setattr(house.web, "_bugs", Seldom(lambda: now))

    async def breaks(_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr(house.core.store, "link", breaks)
    async with house.browser() as nobody:
        for _ in range(5):
            answer = await nobody.get("/enter/" + "x" * 43)
            assert answer.status == 500
            assert SECURITY.items() <= dict(answer.headers).items()
        (record,) = caplog.records
        assert vars(record)["reference"] in answer.page.text
        now = 61.0
        await nobody.get("/enter/" + "x" * 43)
    assert len(caplog.records) == 2


async def test_connections_are_so_many_and_no_more(two: Core, monkeypatch: Patch) -> None:
    monkeypatch.setattr(connection, "MOST", 5)
    async with opened(two) as house, AsyncExitStack() as stack:
        for _ in range(5):
            _, writer = await talking(house)
            stack.callback(writer.close)
        assert await house.answers(get()) == b""
        writer.close()
        await writer.wait_closed()
        assert await house.answers(get())


async def test_one_address_counts_as_one_however_it_is_written() -> None:

    def seen(from_: str, forwarded: str = "") -> str:
        headers = {"X-Forwarded-For": forwarded} if forwarded else {}
        request = make_mocked_request("GET", "/", headers)
        return address(request.clone(remote=from_))

    assert seen("::ffff:1.2.3.4") == seen("1.2.3.4") == "1.2.3.4"
    assert seen("::1", "::ffff:1.2.3.4") == seen("::ffff:127.0.0.1", "1.2.3.4") == "1.2.3.4"
    assert seen("2001:db8::1") == seen("2001:db8::2:3") != seen("2001:db8:0:1::1")
    assert seen("5.6.7.8", "1.2.3.4") == "5.6.7.8"  # only a proxy of this network is believed
    assert seen("127.0.0.1", "nonsense") == "127.0.0.1"


def hostile(house: House) -> dict[str, bytes]:
    """The most expensive texts to parse, each as much as one connection takes at once."""
    origin = f"Origin: {house.address}".encode()
    packed = zlib.compress(bytes(100_000_000), 9)
    head = get(b"POST /enter HTTP/1.1", origin, KIND, CHUNKED)
    return {
        "a packed body": posted(house, packed, b"Content-Encoding: deflate"),
        "a body in parts of a byte": head + b"1\r\nx\r\n" * 40_000,
        "a part with a long name": head + b"1;" + b"x" * 200_000 + b"\r\nx\r\n",
        "many names": posted(house, b"&".join(b"%x=" % n for n in range(3000))),
        "a kind in many parts": posted(
            house, b"word=x", KIND + b"".join(b";a*%d*=x" % n for n in range(750))
        ),
        "a character set that costs": posted(
            house, b"word=" + b"-" * 16_000, KIND + b"; charset=punycode"
        ),
        "cookies": get(b"GET /t/1 HTTP/1.1", b"Cookie: " + b"a=" * 4000),
        "a long query": get(b"GET /signed-in?" + b"&" * 8000 + b" HTTP/1.1"),
        "many headers": get(b"GET /t/1 HTTP/1.1", *[b"X: " + b"x" * 8000] * 60),
        "many requests at once": b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n" * 8000,
        "an upgrade with much behind it": get(b"GET /t/1 HTTP/1.1", b"Upgrade: x") + b"x" * 10**6,
    }


async def longest(work: Coroutine[Any, Any, Any]) -> float:
    """Seconds of this thread's work in the longest turn of the loop, until some work is done."""
    loop, task, most, last = asyncio.get_running_loop(), asyncio.create_task(work), 0.0, 0.0

    def turn() -> None:
        nonlocal most, last
        now = time.thread_time()
        most, last = max(most, now - last), now
        if not task.done():
            loop.call_soon(turn)

    last = time.thread_time()
    loop.call_soon(turn)
    await task
    return most


def shouted(port: int, said: bytes) -> None:
    """Send bytes and read the answer until its end, in a thread of its own."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as there:
        with suppress(OSError):
            there.sendall(said)
            there.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            while there.recv(65_536):
                pass


@pytest.mark.slow
async def test_nothing_a_stranger_sends_holds_the_loop(house: House) -> None:
    """Discord is served by the same loop: none of its turns takes longer than a page of a board
    would, with a wide margin."""
    port = urlsplit(house.reached).port
    assert port is not None
    await longest(asyncio.to_thread(shouted, port, get()))
    held = {}
    gc.collect()  # rests of other tests aren't a request's work
    for name, said in hostile(house).items():
        held[name] = await longest(asyncio.to_thread(shouted, port, said))
    assert {name: seconds for name, seconds in held.items() if seconds > HELD} == {}
