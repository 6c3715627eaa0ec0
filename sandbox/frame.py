"""The frame of an Activity: what Discord's proxy makes of the application's own server.

    page at 127.0.0.1 ── frame at <application>.discordsays.localhost ── GET /.client     the shell
                                                                      └─ anything else ──> target

The page is the client. It speaks with the Activity through the shell, a page of the frame's own
origin, since the SDK of the Activity listens to Discord's origins and to its own, and to no other.
For a browser the frame is a third party to the page, as it is on Discord.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import aiohttp
from aiohttp import web

from sandbox.activities import SAYS
from sandbox.world import World

FRAMED: Final = web.RequestKey("framed", bool)  # of what is answered in the frame
_SHELL = Path(__file__).parent / "page" / "shell.html"
_SHELL_SCRIPT = Path(__file__).parent / "page" / "shell.js"
# Discord, networking: whatever is not mapped is blocked, but for its own API and pictures.
_POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; connect-src 'self' "
    "https://discord.com/api/; img-src 'self' blob: data: https://cdn.discordapp.com"
)
_OF_A_HOP = ("Host", "Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def install(app: web.Application, world: World) -> None:
    """Answer what is asked of the frame's host, before any door of the sandbox."""
    app.middlewares.append(_at_the_frame(world))  # type: ignore[arg-type]
    app.cleanup_ctx.append(_session)


_SESSION: Final = web.AppKey("session", aiohttp.ClientSession)


async def _session(app: web.Application) -> AsyncIterator[None]:
    timeout, jar = aiohttp.ClientTimeout(total=None, connect=10), aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(
        timeout=timeout, cookie_jar=jar, auto_decompress=False
    ) as session:
        app[_SESSION] = session
        yield


def _at_the_frame(world: World) -> Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]:
    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.host.partition(":")[0].endswith(f".{SAYS}"):
            return await handler(request)
        request[FRAMED] = True
        if request.path == "/.client":
            return web.FileResponse(_SHELL, headers={"Cache-Control": "no-cache"})
        if request.path == "/.client.js":
            return web.FileResponse(_SHELL_SCRIPT, headers={"Cache-Control": "no-cache"})
        if request.host != world.activities.origin.removeprefix("http://"):
            raise web.HTTPNotFound(text="This application has no Activity here.")
        return await _passed_on(request, world.activities.target)

    return middleware


async def _passed_on(request: web.Request, target: str) -> web.StreamResponse:
    """The server's own answer, as it comes; under the proxy's policy besides its own."""
    if not target:
        raise web.HTTPNotFound(text="This application has no Activity.")
    asked = _without(request.headers)
    asked["X-Forwarded-For"], asked["X-Forwarded-Proto"] = request.remote or "", "https"
    passed = request.app[_SESSION].request(
        request.method,
        target + request.raw_path,
        headers=asked,
        data=await request.read(),
        allow_redirects=False,
    )
    try:
        async with passed as answer:
            return await _told(request, answer)
    except aiohttp.ClientError:
        raise web.HTTPBadGateway(text="The Activity's own server isn't responding.") from None


async def _told(request: web.Request, answer: aiohttp.ClientResponse) -> web.StreamResponse:
    response = web.StreamResponse(status=answer.status, headers=_without(answer.headers))
    response.headers.add("Content-Security-Policy", _POLICY)
    await response.prepare(request)
    async for part in answer.content.iter_any():
        await response.write(part)
    return response


def _without(headers: Any) -> Any:
    """What goes further than to the next server."""
    passed = headers.copy()
    for name in _OF_A_HOP:
        passed.popall(name, None)
    return passed
