"""The store on PostgreSQL beside the same store on SQLite, and as far away as another machine.

Where PostgreSQL's programs are not, there are no rows.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count, cycle
from pathlib import Path
from statistics import median

from storage import Store
from tests import postgres
from tests.bench.clusters import CHANNELS, DATABASE, OPEN, OVER, cluster, fill, served
from tests.bench.far import network
from tests.bench.measuring import Effort, Row, paired, seconds, spoken, timed
from tests.bench.stock import PLAYED, SCRIPT, change, stocked
from tests.bench.stored import opened, whole_turn

BUSY = 0.008  # seconds of Python at a time, as a picture or a search for words takes
ROUND_TRIP = 0.0005  # seconds that a network takes to another machine and back


async def rows(effort: Effort, folder: Path) -> list[Row]:
    if postgres.programs() is None:
        return []
    few = folder / "few-on-a-server.db"
    await stocked(few, range(CHANNELS, CHANNELS + OPEN), finished=OVER, told=True)
    with cluster() as server:
        await fill(server, few)
        async with opened(few) as file, served(server) as near:
            found = await _turns(effort, near, file)
            found.append(await _while_busy(effort, near, file))
            found.append(await _far(effort, server, near))
    return found


# -- a turn, in both


async def _turns(effort: Effort, near: Store, file: Store) -> list[Row]:
    """By the clock, and by the processor time of this process: the server's own is none of it."""
    keys, games = count(), cycle(range(1, OPEN + 1))
    times, efforts = list[tuple[float, float]](), list[tuple[float, float]]()
    for n in range(effort.of(31, 2)):
        some = [next(games) for _ in range(effort.of(20, 2))]
        pair = [await timed(partial(_some_turns, store, some, keys)) for store in (near, file)]
        if n:  # the first ones find statements that nobody has prepared
            (ours, work), (theirs, other) = pair
            times.append((ours / len(some), theirs / len(some)))
            efforts.append((work / len(some), other / len(some)))
    by_clock, by_processor = paired(times), paired(efforts)
    what = "store's part of a turn on PostgreSQL ÷ on SQLite"
    return [
        Row(what, by_clock.ratio, detail=by_clock.detail),
        Row(f"{what}, processor", by_processor.ratio, detail=by_processor.detail),
    ]


async def _some_turns(store: Store, games: list[int], keys: Iterator[int]) -> None:
    for game in games:
        await whole_turn(store, game, f"bench {next(keys)}")


async def _while_busy(effort: Effort, near: Store, file: Store) -> Row:
    """A commit, while the event loop has something else to do again and again."""
    keys, games, rounds = count(10**6), cycle(range(1, OPEN + 1)), list[tuple[float, float]]()
    busy = asyncio.create_task(_busy())
    for _ in range(effort.of(60, 2)):
        game = next(games)
        ours, theirs = [await _one_commit(store, game, keys) for store in (near, file)]
        rounds.append((ours, theirs))
    busy.cancel()
    with suppress(asyncio.CancelledError):
        await busy
    pair = paired(rounds)
    what = "a commit while the event loop is busy, PostgreSQL ÷ SQLite"
    return Row(what, pair.ratio, detail=pair.detail)


async def _busy() -> None:
    while True:
        until = time.perf_counter() + BUSY
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0)


async def _one_commit(store: Store, game: int, keys: Iterator[int]) -> float:
    here = await store.here(CHANNELS + game - 1)
    assert here is not None
    made = change(SCRIPT[PLAYED + here.n % 20], f"bench {next(keys)}", told=False)
    start = time.perf_counter()
    await store.commit(here.id, here.n, made)
    return time.perf_counter() - start


async def _far(effort: Effort, server: postgres.Server, near: Store) -> Row:
    """A turn over a network. How long that really takes is measured too, by what waits for nothing
    else, and what it adds to a turn is told for the network that it was to be."""
    keys, games, rounds = count(2 * 10**6), cycle(range(1, OPEN + 1)), list[tuple[float, float]]()
    elsewhere = server.folder / "far"
    with network(server.folder, elsewhere, ROUND_TRIP / 2):
        async with served(server, host=elsewhere, beside=near) as far:
            for n in range(effort.of(61, 2)):
                some = [next(games) for _ in range(effort.of(10, 2))]
                pair = [await timed(partial(_some_turns, at, some, keys)) for at in (far, near)]
                if n:
                    rounds.append((pair[0][0] / len(some), pair[1][0] / len(some)))
        trip = _round_trip(server.url(DATABASE, host=elsewhere)) - _round_trip(server.url(DATABASE))
    more = median(far - near for far, near in rounds)
    detail = f"{paired(rounds).detail}, where there and back took {spoken(trip)}"
    what = "what a network of 0.5 ms there and back adds to a turn"
    return Row(what, 1e3 * more * ROUND_TRIP / trip, " ms", detail=detail)


def _round_trip(address: str) -> float:
    import psycopg

    with psycopg.connect(address, autocommit=True) as db:
        return median(seconds(lambda: db.execute("select 1")) for _ in range(200))
