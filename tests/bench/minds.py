"""Four computers that think at once beside a bot: how late its event loop is meanwhile, and how
long whoever asks for a board must wait until that is acknowledged.

Ann's turn at each table ─ the computers think, and Ben asks for boards ─ the replies are posted
         └────────────── she takes it back, and says it again ─────────────┘

They think in four processes, or in as many as leave the bot a core.
"""

from __future__ import annotations

import asyncio
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.measuring import Effort, Row, spoken
from tests.bench.processes import Bot, Json, People, bot, people, sandbox
from tests.bench.stock import SAID, stocked

THINKING, ROUNDS = 4, 4
BETWEEN = 0.1  # seconds from one question of Ben's to the next


async def rows(effort: Effort, folder: Path) -> list[Row]:
    database, rounds = folder / "minds.db", effort.of(ROUNDS, 1)
    async with sandbox(folder / "minds", modest=True) as there, people(there) as folk:
        channels = await folk.channels(THINKING)
        await stocked(database, channels, against="strong")
        async with bot("lumbercamp", there, database) as served:
            return await _measured(served, folk, [*map(str, channels)], rounds, effort)


async def _measured(
    served: Bot, folk: People, channels: list[str], rounds: int, effort: Effort
) -> list[Row]:
    await _round(served, folk, channels)  # warm: the processes begin with their first position
    idle, found, waits = [await quiet(served, effort)], list[Json](), list[float]()
    for _ in range(rounds):
        health, acknowledged = await _round(served, folk, channels)
        found.append(health)
        waits += acknowledged
    idle.append(await quiet(served, effort))
    late, usual = max(health["p99"] for health in found), sum(idle) / len(idle)
    worst = max(health["worst"] for health in found)
    detail = f"{spoken(late)} to {spoken(usual)}, at worst {spoken(worst)}"
    what = f"event loop's delay (p99) while {THINKING} computers think ÷ idle"
    slowest = f"slowest acknowledgement while {THINKING} computers think"
    told = f"median {spoken(median(waits))} of {len(waits)}"
    return [
        Row(what, late / usual, detail=detail),
        Row(slowest, max(waits), " s", detail=told),
    ]


async def _round(served: Bot, folk: People, channels: list[str]) -> tuple[Json, list[float]]:
    """How the bot was while they thought, and how long each question of Ben's waited; afterwards
    all is as it was."""
    await served.health()
    replies = [folk.next("message", channel) for channel in channels]
    for channel in channels:
        await folk.by_seat[0].say(channel, SAID[0].line)
    waits = []
    for channel in cycle(channels):
        waits.append(await _acknowledged(folk, channel))
        if all(reply.done() for reply in replies):
            break
        await asyncio.sleep(BETWEEN)
    health = await served.health()
    for channel in channels:
        back = folk.next("message", channel)
        await folk.by_seat[0].slash(channel, "logger undo")
        await folk.patiently(back)
    return health, waits


async def _acknowledged(folk: People, channel: str) -> float:
    start = perf_counter()
    interaction = await folk.by_seat[1].slash(channel, "logger board")
    await folk.until("thinking", interaction)
    return folk.heard["thinking", interaction] - start


async def quiet(served: Bot, effort: Effort) -> float:
    """The 99th percentile of the delay while nobody plays."""
    await asyncio.sleep(effort.of(1, 0))
    await served.health()
    await asyncio.sleep(effort.of(4, 1))
    return float((await served.health())["p99"])
