"""The store beside its own statements, given to SQLite by one thread; and among many games, results
and clocks beside a few.

A recording of the store's own turns is played back, so both sides run the same SQL with the
same values, in the same transactions, with the same promise of durability.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from functools import partial
from itertools import count, cycle
from pathlib import Path
from random import Random
from shutil import copyfile
from statistics import median
from typing import Any

from bot.outbox.clock import TimerRunner
from bot.table.game import CLOCK
from bot.table.rows import TimerKind
from storage import Change, GameRow, NewTimer, Result, Sitter, SqliteStore, Store, Timer
from storage.migrating import migrations
from storage.sqlite import opening
from storage.sqlite.store import WorkerThread
from tests.bench.measuring import Effort, Row, paired, seconds
from tests.bench.script import Turn
from tests.bench.stock import PLAYED, SCRIPT, change, stocked
from tests.storage import samples

FEW, OPEN, OVER, CHANNELS = 10, 10_000, 90_000, 1_000_000
RESULTS, PEOPLE, HOUR = 100_000, 300, 3_600.0
CLOCKS, DUE = 10_000, 10
FAR = 1e6  # seconds until the other clocks are over
Statement = tuple[str, Any, bool]  # sql, values, for many rows


async def rows(effort: Effort, folder: Path) -> list[Row]:
    few = folder / "few.db"
    await stocked(few, range(CHANNELS, CHANNELS + FEW), told=True)
    return [
        await _beside_bare(effort, few),
        await _with_many(effort, few, folder / "many.db"),
        await _among_results(effort, folder),
        await _among_clocks(effort, folder),
    ]


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path)
    try:
        yield store
    finally:
        await store.close()


# -- beside the same statements


class Recording(sqlite3.Connection):
    """A connection that notes its statements."""

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
    """A connection with the store's settings."""
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
    times = [
        [await _whole_turn(store, next(games)) for store, games in sides] for _ in range(turns)
    ]
    large, small = zip(*times, strict=True)
    return median(large), median(small)


async def _whole_turn(store: SqliteStore, game: int) -> float:
    start = time.perf_counter()
    await whole_turn(store, game, f"{game} at {start}")
    return time.perf_counter() - start


async def whole_turn(store: Store, game: int, key: str) -> None:
    """Ask the store for everything that a turn needs, in a game that nobody looked at lately."""
    store._cache.invalidate()
    here = await store.here(CHANNELS + game - 1)
    assert here is not None
    turn = SCRIPT[PLAYED + here.n % 20]  # the store knows no rules, so any will do
    row = await store.commit(here.id, here.n, change(turn, key))
    (post,) = row.posts
    await store.telling(row.id)
    await store.sent(post, 10**12 + post.id)


# -- among many results


class Ended:
    """Games that end, one after another, on a store with many results of the same people."""

    def __init__(self, store: SqliteStore) -> None:
        self._store, self._keys, self._chance = store, count(), Random(14)

    async def end(self) -> float:
        """Seconds for the transaction that ends a game of two."""
        key, pair = f"r{next(self._keys)}", self._chance.sample(range(1, PEOPLE + 1), 2)
        sitters = tuple(Sitter(user, f"P{user}") for user in pair)
        game = await self._store.create(samples.lobby(key, host=sitters[0]))
        results = (Result(0, 5, True, 1), Result(1, 3, False, 2))
        over = samples.turn(f"{key} end", sitters=sitters, status="over", results=results, turns=20)
        start = time.perf_counter()
        await self._store.commit(game.id, 1, over)
        return time.perf_counter() - start


async def _among_results(effort: Effort, folder: Path) -> Row:
    """A result with its ratings: its cost behind many results beside that behind a few."""
    many = effort.of(RESULTS, 1_000)
    for n in (many, FEW):
        await _with_results(folder / f"{n}-results.db", n)
    async with (
        opened(folder / f"{many}-results.db") as a,
        opened(folder / f"{FEW}-results.db") as b,
    ):
        large, small = Ended(a), Ended(b)
        for _ in range(effort.of(250, 1)):  # both write-ahead logs grow
            await large.end(), await small.end()
        times = [(await large.end(), await small.end()) for _ in range(effort.of(300, 3))]
    pair = paired(times)
    what = f"a result behind {RESULTS:,} results ÷ behind {FEW}"
    return Row(what, pair.ratio, detail=pair.detail)


async def _with_results(path: Path, results: int) -> None:
    """A store with many finished games of the same people, a result each hour."""
    await (await SqliteStore.open(path)).close()
    chance, begun = Random(7), time.time() - results * HOUR
    games, seats, won, ends = [], [], [], []
    for n in range(1, results + 1):
        pair, at = chance.sample(range(1, PEOPLE + 1), 2), begun + n * HOUR
        games.append((n, n, samples.GUILD, pair[0], at, at))
        people = " ".join(map(str, sorted(pair)))
        ends.append((n, samples.GUILD, at, people))
        for seat, user in enumerate(pair):
            seats.append((n, seat, user, f"P{user}"))
            won.append((n, seat, 5 - seat, seat == 0, seat + 1))
    with closing(sqlite3.connect(path)) as db:
        db.executemany(
            "insert into games (id, kind, number, edition, options, seed, guild, home, host, n,"
            " status, created, changed, commitment, stands, language)"
            " values (?, 'logger', ?, '1', '{}', x'00', ?, 1, ?, 1, 'over', ?, ?, '', 1, '')",
            games,
        )
        db.executemany("insert into seats values (?, ?, ?, ?, 0, '', 0)", seats)
        sql = "insert into results (game, seat, points, won, place) values (?, ?, ?, ?, ?)"
        db.executemany(sql, won)
        db.executemany(
            "insert into endings (game, guild, kind, at, people, turns, casual, unrated)"
            " values (?, ?, 'logger', ?, ?, 20, 0, '')",
            ends,
        )
        db.commit()


# -- among many clocks


class Ticking:
    """A bot's clock on a store of its own."""

    def __init__(self, store: SqliteStore) -> None:
        self._store, self._keys = store, count()
        kinds = (TimerKind(CLOCK, lambda _: 2 * FAR, self._over),)
        self.clock = TimerRunner(store, kinds, self._never)

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


async def _among_clocks(effort: Effort, folder: Path) -> Row:
    """The cost of the task that waits for clocks. Each round sets a few clocks that are over, as
    turns do, and lets the task end them; the games' answers are measured elsewhere."""
    many = effort.of(CLOCKS, 100)
    for n in (many, FEW):
        await _with_clocks(folder / f"{n}-clocks.db", n)
    async with opened(folder / f"{many}-clocks.db") as a, opened(folder / f"{FEW}-clocks.db") as b:
        large, small = Ticking(a), Ticking(b)
        await large.clock.tick(), await small.clock.tick()
        times = [(await large.round(), await small.round()) for _ in range(effort.of(60, 3))]
    pair = paired(times)
    what = f"{DUE} clocks that are over: among {CLOCKS:,} that run ÷ among {FEW}"
    return Row(what, pair.ratio, detail=pair.detail)


async def _with_clocks(path: Path, games: int) -> None:
    """A store with many games, each with a running clock."""
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
