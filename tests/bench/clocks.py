"""Running clocks: what the one task that waits for them costs, by what is due and what is stored.

Each round sets a few clocks that are over, as turns do, and has the task end them; what a game does
about it is measured elsewhere.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path

from bot.outbox.clock import Clock
from bot.table.game import CLOCK
from bot.table.timers import TimerKind
from storage import Change, GameRow, NewTimer, SqliteStore, Timer
from tests.bench.measuring import Effort, Row, paired
from tests.bench.stock import stocked

FEW, MANY, DUE = 10, 10_000, 10
FAR = 1e6  # seconds until the other clocks are over
CHANNELS = 3_000_000


class Ticking:
    """A bot's clock on a store of its own."""

    def __init__(self, store: SqliteStore) -> None:
        self._store, self._keys = store, count()
        kinds = (TimerKind(CLOCK, lambda _: 2 * FAR, self._over),)
        self.clock = Clock(store, kinds, self._never)

    async def _over(self, game: GameRow, timer: Timer) -> None:
        await self._store.commit(game.id, game.n, Change((), self._key(), done=(timer,)))

    async def _never(self, timer: Timer, due: float) -> None:
        raise AssertionError(timer)

    def _key(self) -> str:
        return f"tick {next(self._keys)}"

    async def round(self) -> float:
        """Seconds for a few clocks that are over."""
        for game in range(1, DUE + 1):
            row = await self._store.game(game)
            assert row is not None
            timer = NewTimer(CLOCK, time.time() - 1, "0")
            await self._store.commit(game, row.n, Change((), self._key(), timers=(timer,)))
        start = time.perf_counter()
        await self.clock.tick()
        return time.perf_counter() - start


async def rows(effort: Effort, folder: Path) -> list[Row]:
    many = effort.of(MANY, 100)
    stores = [await _stocked(folder / f"{games}-clocks.db", games) for games in (many, FEW)]
    large, small = (Ticking(store) for store in stores)
    try:
        start = -time.perf_counter()
        await large.clock.tick()
        start += time.perf_counter()
        await small.clock.tick()
        times = [(await large.round(), await small.round()) for _ in range(effort.of(60, 3))]
    finally:
        for store in stores:
            await store.close()
    pair = paired(times)
    what = f"{DUE} clocks that are over: among {MANY:,} that run ÷ among {FEW}"
    noted = f"{MANY:,} running clocks are noted at a start"
    return [Row(what, pair.ratio, detail=pair.detail), Row(noted, start, " s")]


async def _stocked(path: Path, games: int) -> SqliteStore:
    """A store with so many games, in each of which a clock runs."""
    await stocked(path, range(CHANNELS, CHANNELS + games))
    with closing(sqlite3.connect(path)) as db:
        due = time.time() + FAR
        db.execute(
            "insert into timers (game, kind, due, payload) select id, ?, ? + id, '0' from games",
            (CLOCK, due),
        )
        db.execute(
            "insert into clocks (game, seat, left, since) select id, 0, ?, ? from games",
            (FAR, due - FAR),
        )
        db.commit()
    return await SqliteStore.open(path)
