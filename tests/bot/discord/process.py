"""The bot as a process of its own, as `lumbercamp run` starts it, and people at its sandbox.

running(folder)                        python -m bot run, with a sandbox of its own
running(folder, DISCORD_TOKEN=…, …)    the same against another one
"""

import asyncio
import contextlib
import os
import random
import re
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from sandbox.interactions import PATIENCE_VARIABLE as FIRST_ANSWER
from sandbox.rest import NAMED_BY as JOURNAL
from tests import sprites
from tests.guest import Guest, Seen
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]
OWN_DATABASE = "data/sandbox/lumbercamp.db"  # of a bot that has its own sandbox


class Bot:
    """A running process. `said` is its standard output so far; `log` the file of its errors."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self.process, self.log = process, log
        self.said = ""

    async def until_it_says(self, pattern: str) -> str:
        """The first group of a pattern in a line of its output, waiting for it if need be."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while (line := (await self.process.stdout.readline()).decode()) != "":
                self.said += line
                if found := re.search(pattern, line):
                    return found[1]
        raise AssertionError(f"it ended without saying so: {self.said}{self.complaint}")

    @property
    def complaint(self) -> str:
        """Its standard error: the log."""
        return self.log.read_text(encoding="utf-8")

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    async def end(self) -> int:
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            self.said += (await self.process.stdout.read()).decode()
            return await self.process.wait()


@contextlib.asynccontextmanager
async def running(folder: Path, **env: str) -> AsyncIterator[Bot]:
    """`python -m bot run` in a folder; killed at the end if it still runs."""
    folder.mkdir(exist_ok=True)
    sprites.beside(folder / env.get("LUMBERCAMP_DATABASE", OWN_DATABASE))
    log = folder / "stderr.txt"
    named = {key: value for key, value in os.environ.items() if key in (JOURNAL, FIRST_ANSWER)}
    named["LUMBERCAMP_BACKUPS_KEPT"] = "0"  # other tests prove copies
    settings = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **named, **env}
    with log.open("a") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            cwd=folder,
            env=settings,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
    bot = Bot(process, log)
    try:
        yield bot
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await bot.end()


@contextlib.asynccontextmanager
async def playing(folder: Path, port: int, **env: str) -> AsyncIterator[tuple[Bot, str]]:
    """The same with its own sandbox on that port, ready; the bot and the page's address."""
    (folder / OWN_DATABASE).parent.mkdir(parents=True, exist_ok=True)
    async with running(folder, LUMBERCAMP_SANDBOX_PORT=str(port), **env) as bot:
        yield bot, await bot.until_it_says(r"Open (http://127\.0\.0\.1:\d+)/ ")


def free_port() -> int:
    """A port without a listener, below those that systems hand out (from 32768 on)."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


def is_answered(port: int) -> bool:
    with socket.socket() as one:
        one.settimeout(PATIENCE)
        return one.connect_ex(("127.0.0.1", port)) == 0


async def begin(people: dict[str, Guest]) -> Seen:
    """Ann and Ben start a game in #games; the post for its first turn."""
    await people["Ann"].slash("games", "logger start", players=2)
    card = await people["Ann"].message(lambda m: "is looking for" in m.text)
    await people["Ben"].press(card, "Join")
    return await board(people, 1)


async def board(people: dict[str, Guest], turn: int) -> Seen:
    """The post for a turn, once it is there; Ann has listened since before."""
    return await people["Ann"].message(lambda m: f"turn {turn})." in m.text)


def mover(people: dict[str, Guest], post: Seen) -> Guest:
    found = re.match(r"<@(\d+)>", post.text)
    assert found is not None, post.text
    return next(guest for guest in people.values() if guest.id == found[1])
