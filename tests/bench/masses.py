"""10,000 open games: their cost in memory, and in time until the bot is ready.

The memory is that of a process which has looked at 600 tables; with 10 games, 60 times at each.
"""

from __future__ import annotations

import asyncio
import signal
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.measuring import Effort, Row
from tests.bench.processes import People, Sandbox, people, sandbox
from tests.bench.stock import SAID, stocked
from tests.bot.discord.process import Bot, running

FEW, MANY = 10, 10_000
LOOKS, AT_A_TIME = 600, 10
ELSEWHERE = 2_000_000  # channels on no server that the sandbox has
READY = r"(is on Discord)"


async def rows(effort: Effort, folder: Path) -> list[Row]:
    looks, many = effort.of(LOOKS, 2), effort.of(MANY, 20)
    async with sandbox(folder / "masses") as there, people(there) as folk:
        channels = await folk.channels(looks)
        databases = {FEW: folder / "ten.db", many: folder / "masses.db"}
        for games, path in databases.items():
            others = range(ELSEWHERE, ELSEWHERE + games - looks)
            await stocked(path, [*channels, *others][:games])
        starts = [await _start(folder, there, databases[many]) for _ in range(effort.of(3, 1))]
        memory = {
            games: await _memory(
                folder, there, path, folk, [*islice(cycle(channels[:games]), looks)]
            )
            for games, path in databases.items()
        }
    detail = f"{memory[many]:.0f} MB to {memory[FEW]:.0f} MB"
    what = f"resident memory with {MANY:,} open games ÷ with {FEW}"
    return [
        Row(what, memory[many] / memory[FEW], detail=detail),
        Row(f"cold start with {MANY:,} open games until ready", median(starts), " s"),
    ]


def settings(there: Sandbox, database: Path | str) -> dict[str, str]:
    return {
        "DISCORD_TOKEN": there.token,
        "LUMBERCAMP_DISCORD_API": there.api,
        "LUMBERCAMP_DATABASE": str(database),
        "LUMBERCAMP_MESSAGE_CONTENT": "1",
    }


async def _start(folder: Path, there: Sandbox, database: Path) -> float:
    """Seconds from the command to "ready"."""
    start = perf_counter()
    async with running(folder, **settings(there, database)) as bot:
        await bot.until_it_says(READY)
        taken = perf_counter() - start
        await stop(bot)
    return taken


async def _memory(
    folder: Path, there: Sandbox, database: Path, folk: People, channels: list[int]
) -> float:
    """Megabytes of a bot that has looked at these tables."""
    async with running(folder, **settings(there, database)) as bot:
        await bot.until_it_says(READY)
        turns = asyncio.Semaphore(AT_A_TIME)
        # A board is drawn only when all sprites are, to give both bots all of them.
        await _look(folk, turns, channels[0], "logger board")
        await asyncio.gather(*(_look(folk, turns, channel) for channel in channels))
        megabytes = resident(bot.process.pid)
        await stop(bot)
    return megabytes


async def _look(
    folk: People, turns: asyncio.Semaphore, channel: int, command: str = "logger turn"
) -> None:
    """The player to move asks for the possible words."""
    async with turns:
        asker = folk.by_seat[SAID[0].seat]
        interaction = await asker.slash(str(channel), command)
        await folk.until("done", interaction)


def resident(process: int | str) -> float:
    """Megabytes of memory, by Linux. process: its number, or `self`."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def stop(bot: Bot) -> None:
    bot.signal(signal.SIGTERM)
    await bot.end()
