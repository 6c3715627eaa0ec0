"""The connections of strangers: how many there are, what one may send, and what every answer says.

The event loop of these connections is the one that serves Discord, and a stranger who holds it for
a second holds everybody. So bodies stay as they come, packed ones are refused, and aiohttp's own
answers and log lines are ours.

Cookies, forms and addresses are read within bounds too. aiohttp's parsers know more forms than ours
have, and a stranger can feed each of them. These take time in proportion to what they read.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final
from urllib.parse import parse_qsl

from aiohttp import web, web_response

from bot.messages.boundary import Seldom

try:
    from resource import RLIMIT_NOFILE, getrlimit
except ImportError:  # Windows
    FILES = 2_000
else:
    FILES = getrlimit(RLIMIT_NOFILE)[0]

MOST: Final = 4_000  # connections at once
HEADERS: Final = 64  # lines of a request's head, each of 8 kB at most
LINGERS: Final = 1.0  # seconds in which the rest of a refused body may come
SECURITY: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without any, browsers send forms with the Origin "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
PERSONAL: Final = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
# Every answer names itself so, even one to bytes that are no request: it names no versions.
vars(web_response)["SERVER_SOFTWARE"] = "Lumbercamp"


class PageConnection(web.RequestHandler):
    """One connection. most: how many may be open at once; bugs: logs the faults of ours."""

    def __init__(self, server: web.Server, bugs: Seldom, most: int, **bounds: Any) -> None:
        super().__init__(server, **bounds)
        self._server, self._bugs, self._most = server, bugs, most

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hang up at once where too many are connected."""
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
        """Answer bytes that are no request, with its status alone and under the usual headers."""
        if isinstance(exc, UnicodeError):  # aiohttp quotes a header that is no text
            status = 400
        if status >= 500:
            self._bugs.tell(exc if isinstance(exc, Exception) else RuntimeError())
        if request.writer.output_size:
            raise ConnectionError("the answer has begun")
        said = f"{status}: {HTTPStatus(status).phrase}"
        response = web.Response(status=status, text=said, headers=SECURITY | PERSONAL)
        response.force_close()
        return response

    def log_exception(self, *args: Any, exc_info: Any = None, **more: Any) -> None:
        """Log a bug of ours; a stranger can cause none of it by what they send."""
        if not isinstance(exc_info, web.RequestPayloadError):
            self._bugs.tell(exc_info if isinstance(exc_info, Exception) else RuntimeError())


@asynccontextmanager
async def serve(
    app: web.Application, listening: socket.socket, patience: float, bugs: Seldom
) -> AsyncIterator[None]:
    """Serve on a socket while the block runs. patience: seconds of silence until a connection is
    closed. Requests leave no line in the log: addresses hold words that let people in."""
    loop, runner = asyncio.get_running_loop(), web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    server, most = runner.server, min(MOST, FILES // 2)
    assert server is not None

    def connected() -> PageConnection:
        return PageConnection(
            server,
            bugs,
            most,
            loop=loop,
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=patience,
            lingering_time=LINGERS,
            max_headers=HEADERS,
        )

    doors = await loop.create_server(connected, sock=listening.dup())
    try:
        yield
    finally:
        doors.close()
        await runner.cleanup()


FIELDS: Final = 50  # of a form
FORM: Final = "application/x-www-form-urlencoded"
UTF_8: Final = ("", "charset=utf-8", 'charset="utf-8"')
WORD: Final = re.compile(r"[\w.-]{1,200}", re.ASCII)  # all cookies of ours are such


def cookie(request: web.Request, name: str) -> str:
    """A cookie of ours; empty: there is none, or none that we have made."""
    for each in request.headers.get("Cookie", "").split(";"):
        key, _, word = each.strip().partition("=")
        if key == name and WORD.fullmatch(word):
            return word
    return ""


async def fields(request: web.Request, patience: float) -> dict[str, str]:
    """The fields of a form; one that is there several times has all its values, with spaces.

    patience: seconds in which all of it has to be there."""
    kind, _, charset = request.headers.get("Content-Type", "").lower().partition(";")
    if kind.strip() != FORM:
        raise web.HTTPUnsupportedMediaType
    if charset.strip() not in UTF_8:
        raise web.HTTPBadRequest
    try:
        async with asyncio.timeout(patience):
            body = (await request.read()).decode()
        pairs = parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=FIELDS)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, OSError, web.RequestPayloadError):  # no text, many fields, half a body
        raise web.HTTPBadRequest from None
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        if "\0" in name + value:  # PostgreSQL stores none
            raise web.HTTPBadRequest
        found.setdefault(name, []).append(value)
    return {name: " ".join(values) for name, values in found.items()}


def address(request: web.Request) -> str:
    """The address a request comes from; behind a proxy on this network, as the proxy has seen it.

    One person has a whole /64 of IPv6, and an IPv4 address has a second form in IPv6: both count
    as one."""
    seen = request.remote or ""
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    with suppress(ValueError):
        here = _plain(seen)
        if here.is_private and forwarded:
            here = _plain(forwarded)
        return str(ip_network((here, 64), strict=False) if here.version == 6 else here)
    return seen


def _plain(said: str) -> IPv4Address | IPv6Address:
    found = ip_address(said)
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found
