"""A bot that is watched: how late its event loop is, how much processor time it takes, and
how much memory.

python -m tests.bench.served lumbercamp API TOKEN DATABASE
python -m tests.bench.served static API TOKEN PICTURE
python -m tests.bench.served bare API TOKEN PICTURE

It says "ready"; then every line of standard input is answered by one line of JSON about the
time since the line before. It ends when standard input ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path

import discord
from PIL import Image

from bot.ops.service import run_loop, serve
from bot.ops.settings import Settings
from renderer.palette import Canvas, encode
from storage import SqliteStore
from tests.bench.measuring import percentile

BEAT = 0.005  # seconds between two looks at the loop's punctuality


async def main(kind: str, api: str, token: str, file: str) -> None:
    watching = asyncio.create_task(_watch())
    watching.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGTERM))
    if kind == "static":
        await _answer(api, token, partial(_say, Path(file).read_bytes()))
    elif kind == "bare":
        await _answer(api, token, Bare(Path(file)).answer)
    else:
        await _serve_lumbercamp(api, token, Path(file))


async def _serve_lumbercamp(api: str, token: str, database: Path) -> None:
    """The bot as `lumbercamp run` starts it."""
    settings = Settings.read(
        {
            "DISCORD_TOKEN": token,
            "LUMBERCAMP_DISCORD_API": api,
            "LUMBERCAMP_DATABASE": str(database),
            "LUMBERCAMP_MESSAGE_CONTENT": "1",
            "LUMBERCAMP_LOG_LEVEL": "WARNING",
            "LUMBERCAMP_BACKUPS_KEPT": "0",
            "LUMBERCAMP_THINKERS": "4",
        }
    )
    store = await SqliteStore.open(database)
    try:
        await serve(store, settings, "ready")
    finally:
        await store.close()


async def _answer(
    api: str, token: str, answer: Callable[[discord.Message], Awaitable[object]]
) -> None:
    """Answer every message."""
    discord.http.Route.BASE = api
    intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
    client = discord.AutoShardedClient(intents=intents, guild_ready_timeout=0.5)

    @client.event
    async def on_ready() -> None:
        print("ready", flush=True)

    @client.event
    async def on_message(message: discord.Message) -> None:
        if message.author != client.user:
            await answer(message)

    running = asyncio.get_running_loop()
    work = asyncio.create_task(client.start(token))
    running.add_signal_handler(signal.SIGTERM, work.cancel)
    with suppress(asyncio.CancelledError):
        await work
    await client.close()


async def _say(picture: bytes, message: discord.Message) -> discord.Message:
    """The least that answers a message with a picture."""
    return await message.channel.send("Done.", file=discord.File(BytesIO(picture), "board.png"))


class Bare:
    """The least that a bot does for a durable turn with a new picture, without any game: write a
    row, pack the picture, post it, and edit the post before."""

    def __init__(self, picture: Path) -> None:
        places = Image.open(picture)
        self._canvas = Canvas.copy_of(Image.frombytes("L", places.size, places.tobytes()))
        self._painter, self._writer = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        file = picture.with_suffix(".db")
        self._db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._db.execute("pragma journal_mode = wal")  # `synchronous` is full by default
        self._db.execute("create table turns (id integer primary key, channel, line)")
        self._posts = dict[int, discord.Message]()

    async def answer(self, message: discord.Message) -> None:
        running, channel = asyncio.get_running_loop(), message.channel.id
        sql = "insert into turns (channel, line) values (?, ?)"
        await running.run_in_executor(
            self._writer, self._db.execute, sql, (channel, message.content)
        )
        before = self._posts.get(channel)
        picture = await running.run_in_executor(self._painter, encode, self._canvas)
        self._posts[channel] = await _say(picture, message)
        if before is not None:
            await before.edit(content="Done before.")


async def _watch() -> None:
    """Answer until standard input ends."""
    running, questions = asyncio.get_running_loop(), asyncio.StreamReader()
    await running.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(questions), sys.stdin)
    late: list[float] = []
    beating = asyncio.create_task(_beat(late))
    start = time.process_time()
    while await questions.readline():
        used, start = time.process_time() - start, time.process_time()
        p99, worst = (percentile(late, 99), max(late)) if late else (0.0, 0.0)
        said = {"cpu": used, "p99": p99, "worst": worst, "megabytes": _resident()}
        print(json.dumps(said), flush=True)
        late.clear()
    beating.cancel()


def _resident() -> float:
    """Megabytes of memory, by Linux."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def _beat(late: list[float]) -> None:
    while True:
        start = time.perf_counter()
        await asyncio.sleep(BEAT)
        late.append(time.perf_counter() - start - BEAT)


if __name__ == "__main__":
    # Each on the loop that it has where nobody watches.
    run = run_loop if sys.argv[1] == "lumbercamp" else asyncio.run
    run(main(*sys.argv[1:]))
