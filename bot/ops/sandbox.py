"""Starts the Discord stand-in beside the bot, as a separate process, if there is no token.

The stand-in watches the pipe between them, and ends when this process ends in any way.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from bot.ops.settings import HOST, Settings, Unstartable


async def run(
    settings: Settings, bot: Callable[[Settings, str], Coroutine[Any, Any, None]]
) -> None:
    """Serve the stand-in until the bot stops. Raises Unstartable, StoreError."""
    # By default the second port after the chat's, so an open board finds the next process too; or
    # any other, if that one is taken.
    try:
        port = _free(settings.sandbox_port and settings.sandbox_port + 2)
    except (OSError, OverflowError):
        port = _free(0)
    settings = replace(settings, web_port=settings.web_port or (HOST, port))
    async with _stand_in(settings) as (address, token, secret, ended):
        local = replace(
            settings,
            token=token,
            client_secret=secret,
            api=f"{address}/api/v10",
            place=settings.server or settings.sandbox_folder / "lumbercamp.db",
            web="http://127.0.0.1:0" if settings.web is None else settings.web,
        )
        welcome = (
            "No DISCORD_TOKEN found, so this is the sandbox: the same bot with a local stand-in "
            f"for Discord.\nOpen {address}/ in a browser and type /logger start. Press Ctrl-C to "
            "stop; your games are saved."
        )
        serving = asyncio.create_task(bot(local, welcome))
        gone = asyncio.create_task(ended.wait())
        await asyncio.wait((serving, gone), return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not serving.done():
            serving.cancel()
            await asyncio.wait((serving,))
            raise Unstartable("The sandbox stopped, so the bot stopped too. Your games are saved.")
        await serving


def _free(port: int) -> int:
    """A free port; 0: any. Raises OSError."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", port))
        return int(one.getsockname()[1])


@asynccontextmanager
async def _stand_in(settings: Settings) -> AsyncIterator[tuple[str, str, str, Process]]:
    """The stand-in's address, its token and secret for us, and its process. Raises Unstartable."""
    how = [] if settings.message_content else ["--no-message-content"]
    if settings.activity and settings.web_port:
        how += ["--activity", f"http://127.0.0.1:{settings.web_port[1]}"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--while-stdin-open", *how),
        *("--port", str(settings.sandbox_port), "--folder", str(settings.sandbox_folder)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the bot, which then closes the pipe
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = await process.stdout.readline()
        if not line:
            raise Unstartable(
                "The sandbox didn't start, for the reason above. To change its port or folder, set "
                "LUMBERCAMP_SANDBOX_PORT or LUMBERCAMP_SANDBOX_FOLDER."
            )
        said = json.loads(line)
        yield said["address"], said["token"], said["secret"], process
    finally:
        process.stdin.close()
        await process.wait()
