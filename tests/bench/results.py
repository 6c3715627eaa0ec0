"""A result with all that comes of it: what it costs behind many results beside behind a few."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

from storage import Result, Sitter, SqliteStore
from tests.bench.measuring import Effort, Row, paired
from tests.storage.samples import GUILD, lobby, turn

FEW, MANY, PEOPLE = 10, 100_000, 300
HOUR = 3_600.0


class Ended:
    """Games that end, one after another, on a store with many results of the same people."""

    def __init__(self, store: SqliteStore) -> None:
        self._store, self._keys, self._chance = store, count(), Random(14)

    async def end(self) -> float:
        """Seconds for the transaction that ends a game of two."""
        key, pair = f"r{next(self._keys)}", self._chance.sample(range(1, PEOPLE + 1), 2)
        sitters = tuple(Sitter(user, f"P{user}") for user in pair)
        game = await self._store.create(lobby(key, host=sitters[0]))
        results = (Result(0, 5, True, 1), Result(1, 3, False, 2))
        over = turn(f"{key} end", sitters=sitters, status="over", results=results, turns=20)
        start = time.perf_counter()
        await self._store.commit(game.id, 1, over)
        return time.perf_counter() - start


async def rows(effort: Effort, folder: Path) -> list[Row]:
    many = effort.of(MANY, 1_000)
    large, small = [await _stocked(folder / f"{n}-results.db", n) for n in (many, FEW)]
    try:
        start = time.perf_counter()
        await large.rebuild_ratings()
        rebuilt = time.perf_counter() - start
        await small.rebuild_ratings()
        times = await _times(effort, Ended(large), Ended(small))
    finally:
        await large.close()
        await small.close()
    pair = paired(times)
    what = f"a result behind {MANY:,} results ÷ behind {FEW}"
    again = f"ratings of {MANY:,} results worked out again"
    return [Row(what, pair.ratio, detail=pair.detail), Row(again, rebuilt, " s")]


async def _times(effort: Effort, large: Ended, small: Ended) -> list[tuple[float, float]]:
    """After some that let both write-ahead logs grow."""
    for _ in range(effort.of(250, 1)):
        await large.end(), await small.end()
    return [(await large.end(), await small.end()) for _ in range(effort.of(300, 3))]


async def _stocked(path: Path, results: int) -> SqliteStore:
    """A store with so many games that are over, a result each hour, of the same people."""
    await (await SqliteStore.open(path)).close()
    chance, begun = Random(7), time.time() - results * HOUR
    games, seats, won, ends = [], [], [], []
    for n in range(1, results + 1):
        pair, at = chance.sample(range(1, PEOPLE + 1), 2), begun + n * HOUR
        games.append((n, n, GUILD, pair[0], at, at))
        people = " ".join(map(str, sorted(pair)))
        ends.append((n, GUILD, at, people))
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
    return await SqliteStore.open(path)
