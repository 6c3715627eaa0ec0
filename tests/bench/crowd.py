"""50 tables at one bot: how late its event loop is, and how long an interaction must wait.

quiet ─ paced ─ quiet    every table a turn each PACE seconds: together 25 turns a second, which
                         are the 50 requests a second that Discord grants a bot
at once                  all 50 give the command for their turn in the same moment
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import TypeVar

from tests.bench.measuring import Effort, Row, spoken
from tests.bench.processes import Bot, People, bot, people, sandbox
from tests.bench.stock import SAID, stocked

T = TypeVar("T")

TABLES, PACE = 50, 2.0
PACED, AT_ONCE = 4, 5  # turns a table in either of the two


@dataclass(slots=True)
class Crowd:
    """All tables, and the bot that serves them."""

    bot: Bot
    folk: People
    channels: tuple[str, ...]
    n: int = 0  # the next turn of all

    async def all(self, turns: int, play: Callable[[str, int], Awaitable[T]]) -> list[T]:
        """Play some turns at every table, each in its own channel, from turn n on."""
        first, self.n = self.n, self.n + turns
        return await asyncio.gather(*(play(channel, first) for channel in self.channels))

    async def turn(self, channel: str, n: int) -> None:
        await self.folk.turn(channel, SAID[n])


async def rows(effort: Effort, folder: Path) -> list[Row]:
    async with _crowd(effort.of(TABLES, 2), folder) as crowd:
        return [
            await _punctuality(crowd, effort.of(PACED, 1), 0.3 if effort.quick else PACE),
            await _at_once(crowd, effort.of(AT_ONCE, 1)),
        ]


@asynccontextmanager
async def _crowd(tables: int, folder: Path) -> AsyncIterator[Crowd]:
    database = folder / "crowd.db"
    async with sandbox(folder / "crowd", modest=True) as there, people(there) as folk:
        channels = await folk.channels(tables)
        await stocked(database, channels)
        async with bot("lumbercamp", there, database) as served:
            crowd = Crowd(served, folk, tuple(map(str, channels)))
            await crowd.all(1, crowd.turn)  # warm
            yield crowd


async def _punctuality(crowd: Crowd, turns: int, pace: float) -> Row:
    before = await crowd.bot.quiet(pace)
    begin = perf_counter()

    async def paced(channel: str, first: int) -> None:
        place = crowd.channels.index(channel) / len(crowd.channels)
        for turn in range(turns):
            await asyncio.sleep(begin + pace * (place + turn) - perf_counter())
            await crowd.turn(channel, first + turn)

    await crowd.all(turns, paced)
    busy = await crowd.bot.health()
    idle = mean((before, await crowd.bot.quiet(pace)))
    detail = f"{spoken(busy['p99'])} to {spoken(idle)}, at worst {spoken(busy['worst'])}"
    what = "event loop's delay (p99) while 50 tables play ÷ idle"
    return Row(what, busy["p99"] / idle, detail=detail)


async def _at_once(crowd: Crowd, rounds: int) -> Row:
    async def command(channel: str, n: int) -> float:
        """Seconds until the command for turn n was acknowledged; its board is waited for."""
        folk, turn = crowd.folk, SAID[n]
        posted, start = folk.next("message", channel), perf_counter()
        interaction = await folk.by_seat[turn.seat].slash(channel, "logger turn", move=turn.line)
        await folk.until("thinking", interaction)
        await folk.patiently(posted)
        return folk.heard["thinking", interaction] - start

    waits = [wait for _ in range(rounds) for wait in await crowd.all(1, command)]
    detail = f"median {spoken(median(waits))} of {len(waits)}"
    what = "slowest acknowledgement while 50 tables play at once"
    return Row(what, max(waits), " s", detail=detail)
