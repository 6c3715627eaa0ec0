"""10,000 open games: their cost in memory, and in time until the bot is ready.

The memory is that of a process which has looked at 600 tables; with 10 games, 60 times at each.
"""

from __future__ import annotations

import asyncio
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.measuring import Effort, Row
from tests.bench.processes import People, Sandbox, bot, people, sandbox
from tests.bench.stock import SAID, stocked

FEW, MANY = 10, 10_000
LOOKS, AT_A_TIME = 600, 10
ELSEWHERE = 2_000_000  # channels on no server that the sandbox has


async def rows(effort: Effort, folder: Path) -> list[Row]:
    looks, many = effort.of(LOOKS, 2), effort.of(MANY, 20)
    async with sandbox(folder / "masses") as there, people(there) as folk:
        channels = await folk.channels(looks)
        databases = {FEW: folder / "ten.db", many: folder / "masses.db"}
        for games, path in databases.items():
            others = range(ELSEWHERE, ELSEWHERE + games - looks)
            await stocked(path, [*channels, *others][:games])
        starts = [await _start(there, databases[many]) for _ in range(effort.of(3, 1))]
        memory = {
            games: await _memory(there, path, folk, [*islice(cycle(channels[:games]), looks)])
            for games, path in databases.items()
        }
    detail = f"{memory[many]:.0f} MB to {memory[FEW]:.0f} MB"
    what = f"resident memory with {MANY:,} open games ÷ with {FEW}"
    return [
        Row(what, memory[many] / memory[FEW], detail=detail),
        Row(f"cold start with {MANY:,} open games until ready", median(starts), " s"),
    ]


async def _start(there: Sandbox, database: Path) -> float:
    """Seconds from the command to "ready"."""
    start = perf_counter()
    async with bot("lumbercamp", there, database):
        return perf_counter() - start


async def _memory(there: Sandbox, database: Path, folk: People, channels: list[int]) -> float:
    """Megabytes of a bot that has looked at these tables."""
    turns = asyncio.Semaphore(AT_A_TIME)

    async def look(channel: int, command: str = "logger turn") -> None:
        """The player to move asks for the possible words."""
        async with turns:
            asked = await folk.by_seat[SAID[0].seat].slash(str(channel), command)
            await folk.until("done", asked)

    async with bot("lumbercamp", there, database) as served:
        # A board is drawn only when all sprites are, to give both bots all of them.
        await look(channels[0], "logger board")
        await asyncio.gather(*(look(channel) for channel in channels))
        return float((await served.health())["megabytes"])
