"""Starts the Discord stand-in beside the bot, as a process of its own, when there is no token.

The stand-in ends when this process does, however it ends: it watches the pipe between them.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.front.service import Unstartable
from bot.settings import Settings

WELCOME = """\
There is no DISCORD_TOKEN, so this is the sandbox: the same bot, and a stand-in for Discord.
Open {address}/ in a browser and type /logger start. Ctrl-C ends it; nothing is lost."""

Run = Callable[[Settings, str], Awaitable[None]]


async def run(settings: Settings, bot: Run) -> None:
    """Serve the stand-in until the bot stops. Raises Unstartable, StoreError."""
    async with _stand_in(settings) as (address, token):
        local = replace(
            settings,
            token=token,
            api=f"{address}/api/v10",
            database=settings.sandbox_folder / "lumbercamp.db",
            message_content=True,
        )
        await bot(local, WELCOME.format(address=address))


@asynccontextmanager
async def _stand_in(settings: Settings) -> AsyncIterator[tuple[str, str]]:
    """The stand-in's address and the token it has for us. Raises Unstartable."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--while-stdin-open"),
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
                "The sandbox did not start, for the reason above. LUMBERCAMP_SANDBOX_PORT and "
                "LUMBERCAMP_SANDBOX_FOLDER name another port and folder for it."
            )
        said = json.loads(line)
        yield said["address"], said["token"]
    finally:
        process.stdin.close()
        await process.wait()
