"""The store beside its own statements, given to SQLite by one thread; and among many games beside a
few.

A recording of the store's own turns is played back, so both sides run the same SQL with the
same values, in the same transactions, with the same promise of durability.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from shutil import copyfile
from statistics import median
from typing import Any

from storage import SqliteStore, Store
from storage.migrating import migrations
from storage.sqlite import opening
from storage.sqlite.store import WorkerThread
from tests.bench.measuring import Effort, Row, paired, seconds, timed
from tests.bench.stock import PLAYED, SCRIPT, change, stocked
from tests.rules.games import Turn

FEW, OPEN, OVER, CHANNELS = 10, 10_000, 90_000, 1_000_000
Statement = tuple[str, Any, bool]  # sql, values, for many rows


async def rows(effort: Effort, folder: Path) -> list[Row]:
    few = folder / "few.db"
    await stocked(few, range(CHANNELS, CHANNELS + FEW), told=True)
    return [await _beside_bare(effort, few), await _with_many(effort, few, folder / "many.db")]


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path)
    try:
        yield store
    finally:
        await store.close()


# -- beside the same statements


class Recording(sqlite3.Connection):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.said: list[Statement] = []

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        self.said.append((sql, values, False))
        return super().execute(sql, values)

    def executemany(self, sql: str, values: Any, /) -> sqlite3.Cursor:
        self.said.append((sql, [*values], True))
        return super().executemany(sql, self.said[-1][1])


def _plan() -> list[tuple[int, int, Turn]]:
    """(game, n, turn): the rest of the script at every table, in turn."""
    rest = enumerate(SCRIPT[PLAYED:], PLAYED)
    return [(game, n + 3, turn) for n, turn in rest for game in range(1, FEW + 1)]


async def _recorded(path: Path, turns: int) -> list[list[Statement]]:
    """The store's statements for each turn of the plan."""
    db, said = _connected(path, Recording), list[list[Statement]]()
    assert isinstance(db, Recording)
    thread = WorkerThread(lambda: db, path)
    await thread.start()
    store = SqliteStore(thread, time.time)
    for k, (game, n, turn) in enumerate(_plan()[:turns]):
        db.said.clear()
        await store.commit(game, n, change(turn, f"turn {k}"))
        said.append([*db.said])
    await store.close()
    return said


def _connected(
    path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection
) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=factory)
    return opening.prepare(db, migrations(), time.time())


async def _beside_bare(effort: Effort, few: Path) -> Row:
    ours, bare, draft = (few.with_name(name) for name in ("ours.db", "bare.db", "draft.db"))
    for copy in (ours, bare, draft):
        copyfile(few, copy)
    said = await _recorded(draft, effort.of(280, 5))
    rounds = list[tuple[float, float]]()
    async with opened(ours) as store:
        with closing(_connected(bare)) as db:
            for k, (game, n, turn) in enumerate(_plan()[: len(said)]):
                made = change(turn, f"turn {k}")
                start = time.perf_counter()
                await store.commit(game, n, made)
                rounds.append((time.perf_counter() - start, seconds(partial(_again, db, said[k]))))
    pair = paired(rounds)
    what = "durable store turn ÷ the same statements by sqlite3"
    return Row(what, pair.ratio, detail=pair.detail)


def _again(db: sqlite3.Connection, statements: list[Statement]) -> None:
    for sql, values, many in statements:
        (db.executemany if many else db.execute)(sql, values).fetchall()


# -- with many games


async def _with_many(effort: Effort, few: Path, many: Path) -> Row:
    live, finished = effort.of(OPEN, 1_000), effort.of(OVER, 1_000)
    await stocked(many, range(CHANNELS, CHANNELS + live), finished=finished, told=True)
    played = cycle(range(1, FEW + 1)), iter(Random(7).sample(range(1, live + 1), live))
    async with opened(few) as small, opened(many) as large:
        # A new write-ahead log grows at first, which is dearer than writing over its old part.
        await _round(effort.of(250, 1), (large, played[1]), (small, played[0]))
        rounds = [
            await _round(effort.of(60, 3), (large, played[1]), (small, played[0]))
            for _ in range(effort.of(5, 1))
        ]
    pair = paired(rounds)
    what = f"store's part of a turn at {OPEN + OVER:,} games ÷ at {FEW}"
    return Row(what, pair.ratio, detail=pair.detail)


async def _round(turns: int, *sides: tuple[SqliteStore, Iterator[int]]) -> tuple[float, float]:
    """The median turn in either store, played by turns in one and the other."""
    times = list[list[float]]()
    for _ in range(turns):
        some = [(store, next(games), f"at {time.perf_counter()}") for store, games in sides]
        times.append([(await timed(partial(whole_turn, *each)))[0] for each in some])
    large, small = zip(*times, strict=True)
    return median(large), median(small)


async def whole_turn(store: Store, game: int, key: str) -> None:
    """Ask the store for everything that a turn needs, in a game that nobody looked at lately."""
    store._cache.invalidate()
    here = await store.game_in_channel(CHANNELS + game - 1)
    assert here is not None
    turn = SCRIPT[PLAYED + here.n % 20]  # the store knows no rules, so any will do
    row = await store.commit(here.id, here.n, change(turn, key))
    (post,) = row.posts
    await store.telling(row.id)
    await store.note_sent(post, 10**12 + post.id)
