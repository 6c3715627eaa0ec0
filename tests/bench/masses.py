"""10,000 open games: their cost in memory, in time until somebody sees a board, and in a check.

The memory is that of a process which has looked at 600 tables; with 10 games, 60 times at each.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL
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
        first = str(channels[0])
        starts = [await _start(there, databases[many], folk, first) for _ in range(effort.of(3, 1))]
        checked = await _check(databases[many])
        memory = {
            games: await _memory(there, path, folk, [*islice(cycle(channels[:games]), looks)])
            for games, path in databases.items()
        }
    detail = f"{memory[many]:.0f} MB to {memory[FEW]:.0f} MB"
    what = f"resident memory with {MANY:,} open games ÷ with {FEW}"
    return [
        Row(what, memory[many] / memory[FEW], detail=detail),
        Row(f"cold start with {MANY:,} open games until the first board", median(starts), " s"),
        Row(f"lumbercamp check of {MANY:,} open games", checked, " s"),
    ]


async def _start(there: Sandbox, database: Path, folk: People, channel: str) -> float:
    """Seconds from the command to a board that somebody asks for at once."""
    start = perf_counter()
    async with bot("lumbercamp", there, database):
        await folk.until("done", await folk.by_seat[0].slash(channel, "logger board"))
        return perf_counter() - start


async def _check(database: Path) -> float:
    """Seconds of the command."""
    start, place = perf_counter(), {"LUMBERCAMP_DATABASE": str(database)}
    command = (sys.executable, "-m", "bot", "check")
    process = await asyncio.create_subprocess_exec(*command, env=os.environ | place, stdout=DEVNULL)
    assert await process.wait() == 0
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
