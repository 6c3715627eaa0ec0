"""The store on PostgreSQL beside the same store on SQLite, and with many games beside with few.

The server is one of its own, with all that keeps turns safe (those of the tests go without), and
reached by a socket on this machine: a network comes on top. Where PostgreSQL's programs are not,
there are no rows.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from itertools import count, cycle
from pathlib import Path
from random import Random
from sqlite3 import connect
from statistics import median

from storage.store import SqlStore
from tests import postgres
from tests.bench.measuring import Effort, Row, paired, spoken
from tests.bench.script import Turn
from tests.bench.stock import PLAYED, SCRIPT, change, stocked
from tests.bench.stored import opened

DATABASE = "games"
CHANNELS, OPEN, OVER = 1_000_000, 100, 900
FEW = OPEN + OVER
MANY = 100_000  # the tenth part is open
BUSY = 0.008  # seconds of Python at a time, as a picture or a search for words takes
TABLES = ("games", "seats", "log", "outbox")
# How the `k`th copy of a row differs from it.
COPIES: Mapping[str, Mapping[str, str]] = {
    "games": {"id": "id + {n}", "number": "number + {n}", "channel": "channel + {n}"},
    "seats": {"game": "game + {n}"},
    "log": {"game": "game + {n}", "key": "key || '/' || k"},
    "outbox": {
        "id": "id + 100000 * k",
        "game": "game + {n}",
        "message": "message + 10000000::bigint * k",
    },
}


async def rows(effort: Effort, folder: Path, many: int = MANY) -> list[Row]:
    if postgres.programs() is None:
        return []
    few = folder / "few-on-a-server.db"
    await stocked(few, range(CHANNELS, CHANNELS + OPEN), finished=OVER, told=True)
    with _server() as server:
        async with _served(server):
            pass  # it makes its tables
        _fill(server, few)
        found = list[Row]()
        async with opened(few) as file, _served(server) as served:
            found += await _turns(effort, served, file)
            found.append(await _while_busy(effort, served, file))
        return found + await _with_many(effort, server, effort.of(many, 2 * FEW))


@contextmanager
def _server() -> Iterator[postgres.Server]:
    server = postgres.Server()
    try:
        server.start()
        server.execute(f"create database {DATABASE}")
        yield server
    finally:
        server.end()


@asynccontextmanager
async def _served(server: postgres.Server) -> AsyncIterator[SqlStore]:
    """As a bot opens it that shares it with others."""
    from storage.postgres.store import PostgresStore  # its driver may not be there

    store = await PostgresStore.share(server.url(DATABASE))
    try:
        yield store
    finally:
        await store.close()


def _fill(server: postgres.Server, path: Path) -> None:
    """What stands in a file, in the server's tables; and of each open game a clock and a
    reminder."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    with closing(connect(path)) as file, psycopg.connect(server.url(DATABASE)) as db:
        for table in TABLES:
            found = file.execute(f"select * from {table}")
            names = SQL(", ").join(Identifier(column[0]) for column in found.description)
            into = SQL("copy {} ({}) from stdin").format(Identifier(table), names)
            with db.cursor().copy(into) as copy:
                for row in found:
                    copy.write_row(row)
    _settled(server)


def _settled(server: postgres.Server) -> None:
    """Numbers go on behind those that are taken, and the server knows how much there is."""
    server.execute(
        "insert into timers (game, kind, payload, due, owner, until)"
        " select id, what, '0', 4e9 + id, '', 0 from games,"
        " unnest(array['clock', 'remind']) as what"
        " where status = 'playing' on conflict do nothing",
        *(
            f"select setval(pg_get_serial_sequence('{table}', 'id'), max(id)) from {table}"
            for table in ("games", "outbox")
        ),
        "vacuum analyze",
        database=DATABASE,
    )


# -- a turn, in both


async def _turn(store: SqlStore, game: int, keys: Iterator[int], *, known: bool = False) -> None:
    """All that a turn in the bot asks of the store; known: in a game that was looked at just
    before."""
    if not known:
        store._cache.invalidate()
    here = await store.here(CHANNELS + game - 1)
    assert here is not None
    turn: Turn = SCRIPT[PLAYED + here.n % 20]  # the store knows no rules, so any will do
    row = await store.commit(here.id, here.n, change(turn, f"bench {next(keys)}"))
    await store.telling(row.id)
    await store.sent(row.posts[0], 10**12 + row.posts[0].id)


async def _turns(effort: Effort, served: SqlStore, file: SqlStore) -> list[Row]:
    """By the clock, and by the processor time of this process: the server's own is none of it."""
    keys, games = count(), cycle(range(1, OPEN + 1))
    times, efforts = list[tuple[float, float]](), list[tuple[float, float]]()
    for n in range(effort.of(31, 2)):
        some = [next(games) for _ in range(effort.of(20, 2))]
        pair = [await _timed(partial(_some_turns, store, some, keys)) for store in (served, file)]
        if n:  # the first ones find statements that nobody has prepared
            (ours, work), (theirs, other) = pair
            times.append((ours / len(some), theirs / len(some)))
            efforts.append((work / len(some), other / len(some)))
    by_clock, by_processor = paired(times), paired(efforts)
    what = "store's part of a turn on PostgreSQL ÷ on SQLite"
    return [
        Row(what, by_clock.ratio, (2.5,), detail=by_clock.detail),
        Row(f"{what}, processor", by_processor.ratio, (2,), detail=by_processor.detail),
    ]


async def _some_turns(store: SqlStore, games: list[int], keys: Iterator[int]) -> None:
    for game in games:
        await _turn(store, game, keys)


async def _timed(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds, and those of the processor in this process."""
    start, used = time.perf_counter(), time.process_time()
    await work()
    return time.perf_counter() - start, time.process_time() - used


async def _while_busy(effort: Effort, served: SqlStore, file: SqlStore) -> Row:
    """A commit, while the event loop has something else to do again and again."""
    keys, games, rounds = count(10**6), cycle(range(1, OPEN + 1)), list[tuple[float, float]]()
    busy = asyncio.create_task(_busy())
    for _ in range(effort.of(60, 2)):
        game = next(games)
        ours, theirs = [await _one_commit(store, game, keys) for store in (served, file)]
        rounds.append((ours, theirs))
    busy.cancel()
    with suppress(asyncio.CancelledError):
        await busy
    pair = paired(rounds)
    what = "a commit while the event loop is busy, PostgreSQL ÷ SQLite"
    return Row(what, pair.ratio, (2,), detail=pair.detail)


async def _busy() -> None:
    while True:
        until = time.perf_counter() + BUSY
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0)


async def _one_commit(store: SqlStore, game: int, keys: Iterator[int]) -> float:
    here = await store.here(CHANNELS + game - 1)
    assert here is not None
    made = change(SCRIPT[PLAYED + here.n % 20], f"bench {next(keys)}", told=False)
    start = time.perf_counter()
    await store.commit(here.id, here.n, made)
    return time.perf_counter() - start


# -- many games


async def _with_many(effort: Effort, server: postgres.Server, many: int) -> list[Row]:
    before = _bytes(server)
    few = await _hot(effort, server, FEW)
    _multiply(server, many // FEW)
    now = await _hot(effort, server, many)
    worst = max(few, key=lambda what: now[what] / few[what])
    told = ", ".join(f"{what} {now[what] / few[what]:.2f}" for what in few)
    what = f"ten hot statements at {many:,} games ÷ at {FEW:,}, the worst"
    detail = f"{worst}: {spoken(now[worst])} to {spoken(few[worst])}; {told}"
    size = (_bytes(server) - before) / max(1, many - FEW)
    return [
        Row(what, now[worst] / few[worst], (1.2,), detail=detail),
        Row(f"bytes a game of {PLAYED} turns on PostgreSQL, with indexes", size),
    ]


def _bytes(server: postgres.Server) -> float:
    ((size,),) = server.execute(f"select pg_database_size('{DATABASE}')")
    return float(size)


def _multiply(server: postgres.Server, times: int) -> None:
    columns = dict[str, list[str]]()
    asked = "select table_name, column_name from information_schema.columns"
    for table, column in server.execute(asked, database=DATABASE):
        columns.setdefault(table, []).append(column)
    made = list[str]()
    for table, own in COPIES.items():
        names = [f'"{each}"' for each in columns[table]]
        said = [own.get(each, f'"{each}"').format(n=f"{FEW} * k") for each in columns[table]]
        first = "id" if table == "games" else "game"
        made.append(
            f"insert into {table} ({', '.join(names)}) select {', '.join(said)}"
            f" from {table}, generate_series(1, {times - 1}) as k where {first} <= {FEW}"
        )
    server.execute("set session_replication_role = replica", *made, database=DATABASE)
    _settled(server)


async def _hot(effort: Effort, server: postgres.Server, many: int) -> dict[str, float]:
    """Seconds of what the bot asks most, each in the middle of games all over the table."""
    chance, asked = Random(many), effort.of(300, 5)
    # Of each thousand the first hundred are open.
    games = [1 + chance.randrange(many // FEW) * FEW + chance.randrange(OPEN) for _ in range(asked)]
    keys, times = count(many), dict[str, list[float]]()
    async with _served(server) as store:
        for game in games:
            for what, work in _asked(store, game, keys).items():
                times.setdefault(what, []).append((await _timed(work))[0])
    return {what: median(found) for what, found in times.items()}


def _asked(
    store: SqlStore, game: int, keys: Iterator[int]
) -> dict[str, Callable[[], Awaitable[object]]]:
    async def commit() -> None:
        here = await store.game(game)
        assert here is not None
        await store.commit(game, here.n, change(SCRIPT[PLAYED], f"hot {next(keys)}", told=False))

    return {
        "game": partial(store.game, game),
        "channel": partial(store.here, CHANNELS + game - 1),
        "log": partial(store.log, game),
        "telling": partial(store.telling, game),
        "commit": commit,
        "key": partial(store.known, f"hot {game}"),
        "last board": partial(store.latest, game, "turn"),
        "free posts": partial(store.claim_posts),
        "next timer": partial(store.next_timer, ("clock", "remind")),
        "due timers": partial(store.claim_timers, ("clock", "remind")),
    }
