"""A whole turn: a typed line, a durable commit, a picture, a post. Beside it a bot that answers
every line with one and the same picture, and a bare one that does what no bot can do without; each
has a sandbox of its own, and they take turns. Then a crowd of tables plays without a pause.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter

from renderer import Labels
from rules.play import Seen
from tests.bench.measuring import Effort, Row, paired, spoken
from tests.bench.processes import Bot, People, bot, people, sandbox
from tests.bench.stock import PLAYED, SAID, SCRIPT, stocked
from tests.hosted import draw

TABLES = 8
ROUNDS = 20  # a table
CROWD, RUSH = 200, 5  # tables, and turns at each of them


async def rows(effort: Effort, folder: Path) -> list[Row]:
    async with AsyncExitStack() as stack:
        bots, tables = [], []
        for kind in ("lumbercamp", "static", "bare"):
            there = await stack.enter_async_context(sandbox(folder / kind))
            folk = await stack.enter_async_context(people(there))
            channels = await folk.channels(effort.of(TABLES + CROWD, 2))
            file = folder / f"{kind}.file"
            await (stocked(file, channels) if kind == "lumbercamp" else _drawn(file))
            bots.append(await stack.enter_async_context(bot(kind, there, file)))
            tables.append([Table(folk, str(each)) for each in channels])
        return await _measured(effort, bots, tables)


async def _drawn(file: Path) -> None:
    """A board in the middle of the same game."""
    turn = SCRIPT[PLAYED + 10]
    picture = draw("logger", Seen(turn.after, turn.events, None), Labels("L7", ("Ann", "Ben"), 22))
    file.write_bytes(picture.png)


class Table:
    """A channel where the turns are said, line by line."""

    def __init__(self, folk: People, channel: str) -> None:
        self._folk, self._channel, self._turns = folk, channel, iter(SAID)
        self._board: str | None = None

    async def turn(self, *, strips: bool) -> float:
        """Seconds from the line to the post. strips: the bot then takes the buttons off the
        board before, and that is waited for, but not counted."""
        folk, before = self._folk, self._board
        stripped = folk.next("message_edit", before) if strips and before else None
        start = perf_counter()
        event = await folk.turn(self._channel, next(self._turns))
        taken = perf_counter() - start
        self._board = event["message"]["id"]
        if stripped is not None:
            await folk.patiently(stripped)
        return taken


async def _measured(effort: Effort, bots: list[Bot], tables: list[list[Table]]) -> list[Row]:
    count = effort.of(TABLES, 1)
    few, crowds = [each[:count] for each in tables], [each[count:] for each in tables]

    async def play() -> list[tuple[float, float]]:
        """A turn at each table, with our bot and with the static one."""
        pairs = zip(few[0], few[1], strict=True)
        return [(await a.turn(strips=True), await b.turn(strips=False)) for a, b in pairs]

    async def play_bare(rounds: int) -> None:
        for table in few[2] * rounds:
            await table.turn(strips=True)

    await play()  # warm
    await play_bare(1)
    for each in bots:
        await each.health()
    rounds = [pair for _ in range(effort.of(ROUNDS, 1)) for pair in await play()]
    await play_bare(effort.of(ROUNDS, 1))  # not in between, where it would cool the caches
    used = [(await each.health())["cpu"] / len(rounds) for each in bots]
    pair = paired(rounds)
    beside = "a bot's static picture of the same size"
    rushed = [await _rush(*each) for each in zip(bots, crowds, strict=True)]
    return [
        Row(f"whole durable turn ÷ {beside}", pair.ratio, detail=pair.detail),
        *_shares("whole durable turn", f"{beside}, processor", used),
        *_shares(f"a turn of {CROWD} tables without pause", "such a bot's, processor", rushed),
    ]


def _shares(what: str, beside: str, used: list[float]) -> Iterator[Row]:
    """The processor time of our turn, and of the bare bot's, by the static bot's."""
    *each, static = used[0], used[2], used[1]
    for name, mine in zip((what, f"{what}, by a bare bot"), each, strict=True):
        yield Row(f"{name} ÷ {beside}", mine / static, detail=f"{spoken(mine)} to {spoken(static)}")


async def _rush(its: Bot, tables: list[Table]) -> float:
    """Seconds of the bot's processor for a turn while all of them play."""

    async def play(table: Table) -> None:
        for _ in range(RUSH):
            await table.turn(strips=False)

    await its.health()
    await asyncio.gather(*map(play, tables))
    return float((await its.health())["cpu"]) / (RUSH * len(tables))
