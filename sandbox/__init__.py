"""A stand-in for Discord on this machine: REST, gateway and a page, for the unmodified client.

async with sandbox.running(folder) as world:
    world.address, world.api, world.token
"""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from aiohttp import web

from sandbox import activities, files, inbox, interactions, people, rest
from sandbox.limits import REQUEST_SIZE
from sandbox.world import World

__all__ = ["World", "running"]

HOST = "127.0.0.1"  # never anything else: the page asks for no password

INBOX = web.AppKey("inbox", inbox.Inbox)


@contextlib.asynccontextmanager
async def running(
    folder: Path, port: int = 0, *, message_content: bool = True, activity: str = ""
) -> AsyncIterator[World]:
    """Run a sandbox while the block runs; port 0 is any free one. activity: the server whose page
    is the application's Activity; empty: it has none. Raises `OSError` if the port is taken, or the
    folder can't be used or is in use."""
    world = World(folder, message_content=message_content, activity=activity)
    app = _application(world)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1, auto_decompress=False)
    try:
        await runner.setup()
        await web.TCPSite(runner, HOST, port).start()
        world.address = f"http://{HOST}:{runner.addresses[0][1]}"
        interactions.watch(world)  # interactions that an earlier run left unanswered
        async with app[INBOX].listening(HOST):
            yield world
    finally:
        await runner.cleanup()
        world.store.close()


def _application(world: World) -> web.Application:
    app = web.Application(client_max_size=REQUEST_SIZE)
    activities.install(app, world.activities)
    rest.install(app, world)
    people.install(app, world)
    files.install(app, world)
    app[INBOX] = inbox.install(app, world)
    for path in ("/gateway", "/gateway/"):
        app.router.add_get(path, world.gateway.connect)
    page = Path(__file__).parent / "page"

    async def index(request: web.Request) -> web.StreamResponse:
        return web.FileResponse(page / "index.html")

    app.router.add_get("/", index)
    app.router.add_static("/page", page)

    async def hang_up(_: web.Application) -> None:
        await world.gateway.drop(1001)
        await world.stream.close()

    async def prepare(request: web.Request, response: web.StreamResponse) -> None:
        # Browsers reload the page's parts after an upgrade. Other pages may not show this one in a
        # frame, where stray clicks could act here.
        if request.path == "/" or request.path.startswith("/page/"):
            response.headers["Cache-Control"] = "no-cache"
        if activities.FRAMED not in request:
            response.headers["X-Frame-Options"] = "DENY"
            response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"

    app.on_shutdown.append(hang_up)
    app.on_response_prepare.append(prepare)
    return app
