"""Many games on PostgreSQL: the bot's commonest reads, beside those with a thousand games; and its
start, beside one without any.

`python -m tests.bench --only million --games 1000000` takes a quarter of an hour and 9 GB.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from storage import Store
from tests import postgres
from tests.bench import masses
from tests.bench.measuring import Effort, Row, paired, timed
from tests.bench.processes import sandbox
from tests.bench.servers import CHANNELS, DATABASE, FEW, OPEN, OVER, cluster, fill, multiply, served
from tests.bench.stock import PLAYED, SCRIPT, change, stocked
from tests.bot.discord.process import running

MANY, NONE = "many", "none"  # the other databases
Rounds = dict[str, list[tuple[float, float]]]


async def rows(effort: Effort, folder: Path) -> list[Row]:
    if postgres.programs() is None:
        return []
    few, many = folder / "few-of-many.db", effort.of(effort.games, 2 * FEW)
    await stocked(few, range(CHANNELS, CHANNELS + OPEN), finished=OVER, told=True)
    with cluster() as server:
        await fill(server, few)
        server.execute(f"create database {MANY} template {DATABASE}")
        multiply(server, MANY, many // FEW)
        return [*await _hot(effort, server, many), await _start(effort, server, folder)]


async def _hot(effort: Effort, server: postgres.Server, many: int) -> list[Row]:
    found = Rounds()
    async with served(server, MANY) as large, served(server) as small:
        for n in range(1 + effort.of(20, 1)):
            one = await _block(effort, large, many, n), await _block(effort, small, FEW, n)
            if n:  # the first ones find statements that nobody has prepared
                for what in one[0]:
                    found.setdefault(what, []).append((one[0][what], one[1][what]))
    pairs = {what: paired(rounds) for what, rounds in found.items()}
    return [
        Row(
            f"{what} at {effort.games:,} games on PostgreSQL ÷ at {FEW:,}",
            pair.ratio,
            detail=pair.detail,
        )
        for what, pair in pairs.items()
    ]


async def _block(effort: Effort, store: Store, games: int, n: int) -> dict[str, float]:
    """Seconds for the bot's commonest reads, in games all over the table."""
    chance, times = Random(n * games), dict[str, list[float]]()
    for k in range(effort.of(20, 3)):
        game = 1 + chance.randrange(games // FEW) * FEW + chance.randrange(OPEN)
        for what, work in _asked(store, game, f"hot {n} {k}").items():
            times.setdefault(what, []).append((await timed(work))[0])
    return {what: median(found) for what, found in times.items()}


def _asked(store: Store, game: int, key: str) -> dict[str, Callable[[], Awaitable[object]]]:
    async def commit() -> None:
        here = await store.game(game)
        assert here is not None
        await store.commit(game, here.n, change(SCRIPT[PLAYED], key, told=False))

    timers = ("clock", "remind")
    return {
        "a game": partial(store.game, game),
        "a channel's game": partial(store.here, CHANNELS + game - 1),
        "a log": partial(store.log, game),
        "all that a post tells": partial(store.telling, game),
        "a commit": commit,
        "a key": partial(store.known, key),
        "the last board": partial(store.latest, game, "turn"),
        "posts that wait": partial(store.waiting),
        "the next timer": partial(store.next_timer, timers),
        "timers that are due": partial(store.due_timers, timers),
    }


async def _start(effort: Effort, server: postgres.Server, folder: Path) -> Row:
    """Seconds from the command until it is ready, and how large it is then."""
    server.execute(f"create database {NONE}")
    times, sizes = list[tuple[float, float]](), list[tuple[float, float]]()
    async with sandbox(folder / "starts") as there:
        for n in range(1 + effort.of(5, 1)):
            pair = [
                await _started(folder, masses.settings(there, server.url(database)))
                for database in (MANY, NONE)
            ]
            if n:  # the first one makes its tables, and draws the common sprites
                times.append((pair[0][0], pair[1][0]))
                sizes.append((pair[0][1], pair[1][1]))
    time, size = paired(times), median(large for large, _ in sizes)
    what = f"start with {effort.games // 10:,} open games on PostgreSQL ÷ with none"
    beside = f"{size:.0f} MB to {median(small for _, small in sizes):.0f} MB"
    return Row(what, time.ratio, detail=f"{time.detail}; resident {beside}")


async def _started(folder: Path, settings: dict[str, str]) -> tuple[float, float]:
    start = perf_counter()
    async with running(folder, **settings) as bot:
        await bot.until_it_says(masses.READY)
        found = perf_counter() - start, masses.resident(bot.process.pid)
        await masses.stop(bot)
    return found
