"""Connections from strangers: their number, their requests, and the headers of every answer. They
share the event loop with Discord, so none may block it: compressed bodies are refused, and our own
parsers of cookies, forms and addresses take time in proportion to their input."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final
from urllib.parse import parse_qsl

from aiohttp import http_exceptions, web, web_response

from bot.messages.boundary import Seldom

try:
    from resource import RLIMIT_NOFILE, getrlimit
except ImportError:  # Windows
    FILES = 2_000
else:
    FILES = getrlimit(RLIMIT_NOFILE)[0]

MOST: Final = 4_000  # connections at once
SECURITY: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without it, browsers send forms with the Origin "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
PERSONAL: Final = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
# The name in every answer, even to bytes that aren't a request; without versions.
vars(web_response)["SERVER_SOFTWARE"] = "Lumbercamp"


class _PageConnection(web.RequestHandler):
    """One connection. most: connections at once; bugs: logs our own errors."""

    broken = web.RequestPayloadError, http_exceptions.BadHttpMessage  # of half a body

    def __init__(self, server: web.Server, bugs: Seldom, most: int, **bounds: Any) -> None:
        super().__init__(server, **bounds)
        self._server, self._bugs, self._most = server, bugs, most

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hang up at once if there are too many connections."""
        super().connection_made(transport)
        if len(self._server.connections) > self._most:
            self.force_close()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer bytes that aren't a request with a bare status and the usual headers."""
        if isinstance(exc, UnicodeError):  # aiohttp would quote a header that isn't text
            status = 400
        if status >= 500:
            self.log_exception(exc_info=exc)
        if request.writer.output_size:
            raise ConnectionError("the answer has begun")
        said = HTTPStatus(status).phrase
        response = web.Response(status=status, text=said, headers=SECURITY | PERSONAL)
        response.force_close()
        return response

    def log_exception(self, *args: Any, exc_info: Any = None, **more: Any) -> None:
        """Log a bug of ours; no request of a stranger can cause this."""
        if not isinstance(exc_info, self.broken):
            self._bugs.tell(exc_info if isinstance(exc_info, Exception) else RuntimeError())


@asynccontextmanager
async def serve(
    app: web.Application, listening: socket.socket, patience: float, bugs: Seldom
) -> AsyncIterator[None]:
    """Serve on a socket while the block runs, without a log of requests: addresses hold words that
    let people in. patience: seconds of silence before a connection is closed."""
    loop, runner = asyncio.get_running_loop(), web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    server, most = runner.server, min(MOST, FILES // 2)
    assert server is not None

    def connected() -> _PageConnection:
        return _PageConnection(
            server,
            bugs,
            most,
            loop=loop,
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=patience,
            lingering_time=1.0,  # seconds for the rest of a refused body
            max_headers=64,  # lines of a request's head, each of 8 kB at most
        )

    doors = await loop.create_server(connected, sock=listening.dup())
    try:
        yield
    finally:
        doors.close()
        await runner.cleanup()


def cookie(request: web.Request, name: str) -> str:
    """A cookie of ours; empty: none, or not made by us."""
    for each in request.headers.get("Cookie", "").split(";"):
        key, _, word = each.strip().partition("=")
        if key == name and re.fullmatch(r"[\w.-]{1,200}", word, re.ASCII):
            return word
    return ""


async def fields(request: web.Request, patience: float) -> dict[str, str]:
    """The fields of a form; a repeated one has all values. patience: seconds for the whole form."""
    kind, _, charset = request.headers.get("Content-Type", "").lower().partition(";")
    if kind.strip() != "application/x-www-form-urlencoded":
        raise web.HTTPUnsupportedMediaType
    if charset.strip() not in ("", "charset=utf-8", 'charset="utf-8"'):
        raise web.HTTPBadRequest
    try:
        async with asyncio.timeout(patience):
            body = (await request.read()).decode()
        pairs = parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=50)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, OSError, *_PageConnection.broken):  # not text, many fields, half a body
        raise web.HTTPBadRequest from None
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        if "\0" in name + value:  # PostgreSQL can't store these
            raise web.HTTPBadRequest
        found.setdefault(name, []).append(value)
    return {name: " ".join(values) for name, values in found.items()}


def address(request: web.Request) -> str:
    """The address of a request; behind a proxy on this network, the one that the proxy reports. A
    /64 of IPv6 is one person's, and an IPv4 address written as IPv6 is the same one."""
    seen = request.remote or ""
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()

    def plain(said: str) -> IPv4Address | IPv6Address:
        found = ip_address(said)
        return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found

    with suppress(ValueError):
        here = plain(seen)
        if here.is_private and forwarded:
            here = plain(forwarded)
        return str(ip_network((here, 64), strict=False) if here.version == 6 else here)
    return seen
