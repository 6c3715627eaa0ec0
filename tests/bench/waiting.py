"""Ten tables against strong computers, all asked in one moment, beside four processes that never
rest: how long people wait for the computers' answers and, in between, for hints and for the turning
points of a game that is over.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.measuring import Effort, Row, percentile, spoken
from tests.bench.processes import Bot, People, bot, people, sandbox
from tests.bench.stock import SAID, finish, stocked

TABLES, BUSY, ROUNDS, EACH_THIRD = 10, 4, 4, 3
RESTLESS = "while True: pass"


async def rows(effort: Effort, folder: Path) -> list[Row]:
    database, tables = folder / "waiting.db", effort.of(TABLES, 1)
    async with sandbox(folder / "waiting") as there, people(there) as folk:
        channels, over = await folk.channels(tables), await folk.channels(effort.of(ROUNDS, 1))
        await stocked(database, channels, against="easy" if effort.quick else "strong")
        for seed, channel in enumerate(over):
            await finish(database, channel, seed)
        async with bot("lumbercamp", there, database) as served:
            await _round(folk, [*map(str, channels[:1])])  # warm: a process begins to think
            async with _busy(effort.of(BUSY, 0)):
                return await _measured(served, folk, [*map(str, channels)], over, effort)


async def _measured(
    served: Bot, folk: People, channels: list[str], over: list[int], effort: Effort
) -> list[Row]:
    usual = await served.quiet(effort.of(4, 1))
    answers, hints, points = list[float](), list[float](), list[float]()
    await served.health()
    for channel in over:
        point = asyncio.create_task(_turning_points(folk, str(channel)))
        for waits, more in zip((answers, hints), await _round(folk, channels), strict=True):
            waits += more
        points.append(await point)
    late = (await served.health())["p99"]
    beside = f"at {TABLES} tables beside {BUSY} busy processes"
    what, both = f"event loop's delay (p99) {beside} ÷ idle", f"{spoken(late)} to {spoken(usual)}"
    return [
        _row(f"a computer's answer {beside}, p95", answers),
        _row(f"a hint {beside}, p95", hints),
        _row(f"Turning Points' first answer {beside}, p95", points),
        Row(what, late / usual, detail=both),
    ]


def _row(what: str, waits: list[float]) -> Row:
    told = f"median {spoken(median(waits))} of {len(waits)}, at worst {spoken(max(waits))}"
    return Row(what, percentile(waits, 95), " s", detail=told)


async def _round(folk: People, channels: list[str]) -> tuple[list[float], list[float]]:
    """How long Ann waited for each answer, and for hints; afterwards all is as it was."""
    replies = [folk.next("message", channel) for channel in channels]
    start, answers, hints = dict[str, float](), list[float](), list[asyncio.Task[float]]()
    for channel in channels:
        start[channel] = perf_counter()
        await folk.by_seat[0].say(channel, SAID[0].line)
    for n, reply in enumerate(asyncio.as_completed(replies)):
        channel = (await reply)["message"]["channel_id"]
        answers.append(perf_counter() - start[channel])
        if n % EACH_THIRD == 0:
            hints.append(asyncio.create_task(_hint(folk, channel)))
    waited = [await hint for hint in hints]
    for channel in channels:
        back = folk.next("message", channel)
        await folk.by_seat[0].slash(channel, "logger undo")
        await folk.patiently(back)
    return answers, waited


async def _hint(folk: People, channel: str) -> float:
    start = perf_counter()
    await folk.until("done", await folk.by_seat[0].slash(channel, "logger hint"))
    return perf_counter() - start


async def _turning_points(folk: People, channel: str) -> float:
    ann = folk.by_seat[0]
    result = await ann.newest(channel, lambda post: post.buttons)
    start = perf_counter()
    await folk.until("done", await ann.press(result, "Turning Points"))
    return perf_counter() - start


@asynccontextmanager
async def _busy(count: int) -> AsyncIterator[None]:
    """Other programs on the machine, which take all the time that they can get."""
    async with AsyncExitStack() as stack:
        for _ in range(count):
            process = await asyncio.create_subprocess_exec(sys.executable, "-c", RESTLESS)
            stack.push_async_callback(process.wait)
            stack.callback(process.kill)
        yield
