"""The store on PostgreSQL beside the same store on SQLite.

Where PostgreSQL's programs are not, there are no rows. The server is one of its own, with every
setting that makes turns safe (those of the tests go without), and reached by a socket on this
machine. Games are played into a file and copied to it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from itertools import count, cycle
from pathlib import Path
from sqlite3 import connect

from storage import Store
from tests import postgres
from tests.bench.measuring import Effort, Row, paired, timed
from tests.bench.stock import stocked
from tests.bench.stored import opened, whole_turn

CHANNELS, OPEN, OVER = 1_000_000, 100, 900
DATABASE = "games"
TABLES = ("games", "seats", "log", "outbox")


async def rows(effort: Effort, folder: Path) -> list[Row]:
    if postgres.programs() is None:
        return []
    few = folder / "few-on-a-server.db"
    await stocked(few, range(CHANNELS, CHANNELS + OPEN), finished=OVER, told=True)
    with _cluster() as server:
        await _fill(server, few)
        async with opened(few) as file, _served(server) as near:
            return await _turns(effort, near, file)


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


# -- a server, and games in it


@contextmanager
def _cluster() -> Iterator[postgres.Server]:
    """A server with an empty database."""
    made = postgres.Server()
    try:
        made.start()
        made.execute(f"create database {DATABASE}")
        yield made
    finally:
        made.end()


@asynccontextmanager
async def _served(server: postgres.Server) -> AsyncIterator[Store]:
    """A store as the speaking bot has it."""
    from storage.postgres.store import PostgresStore  # its driver may not be there

    store = await PostgresStore.open(server.url(DATABASE), alone=False)
    try:
        await store.take_over(lambda: None)
        yield store
    finally:
        await store.close()


async def _fill(server: postgres.Server, path: Path) -> None:
    """Copy a file into the server's tables, with a clock and a reminder for each open game."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    async with _served(server):
        pass  # it makes its tables
    with closing(connect(path)) as file, psycopg.connect(server.url(DATABASE)) as db:
        for table in TABLES:
            found = file.execute(f"select * from {table}")
            names = SQL(", ").join(Identifier(column[0]) for column in found.description)
            into = SQL("copy {} ({}) from stdin").format(Identifier(table), names)
            with db.cursor().copy(into) as copy:
                for row in found:
                    copy.write_row(row)
    _settle(server)


def _settle(server: postgres.Server) -> None:
    """Give new ids behind the taken ones, and let the server count its rows."""
    server.execute(
        "insert into timers (game, kind, payload, due)"
        " select id, what, '0', 4e9 + id from games,"
        " unnest(array['clock', 'remind']) as what"
        " where status = 'playing' on conflict do nothing",
        *(
            f"select setval(pg_get_serial_sequence('{table}', 'id'), max(id)) from {table}"
            for table in ("games", "outbox")
        ),
        "vacuum analyze",
        "checkpoint",
        database=DATABASE,
    )
