"""A PostgreSQL for a part of the bench, and games in it.

It is one of its own, with all that keeps turns safe (those of the tests go without), and reached by
a socket on this machine. Games are played into a file, copied to it, and multiplied there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from sqlite3 import connect

from storage import Store
from tests import postgres

CHANNELS, OPEN, OVER = 1_000_000, 100, 900
FEW = OPEN + OVER  # games that are multiplied
DATABASE = "games"
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


@contextmanager
def cluster(*settings: str) -> Iterator[postgres.Server]:
    """A server with a database in which nothing is."""
    made = postgres.Server(*settings)
    try:
        made.start()
        made.execute(f"create database {DATABASE}")
        yield made
    finally:
        made.end()


@asynccontextmanager
async def served(
    server: postgres.Server,
    database: str = DATABASE,
    host: Path | None = None,
    beside: Store | None = None,
) -> AsyncIterator[Store]:
    """As a bot has it that speaks. host: the folder of another socket; beside: the store that has
    the lease, and takes turns with this one."""
    from storage.postgres.store import PostgresStore  # its driver may not be there

    store = await PostgresStore.share(server.url(database, host=host))
    try:
        if beside is None:
            await store.take_over(lambda: None)
        else:
            assert isinstance(beside, PostgresStore)
            store._thread.epoch, store._thread.alone = beside._thread.epoch, True
        yield store
    finally:
        await store.close()


async def fill(server: postgres.Server, path: Path) -> None:
    """What stands in a file, in the server's tables; and of each open game a clock and a
    reminder."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    async with served(server):
        pass  # it makes its tables
    with closing(connect(path)) as file, psycopg.connect(server.url(DATABASE)) as db:
        for table in TABLES:
            found = file.execute(f"select * from {table}")
            names = SQL(", ").join(Identifier(column[0]) for column in found.description)
            into = SQL("copy {} ({}) from stdin").format(Identifier(table), names)
            with db.cursor().copy(into) as copy:
                for row in found:
                    copy.write_row(row)
    _settle(server, DATABASE)


def multiply(server: postgres.Server, database: str, times: int) -> None:
    """So many times as many games: of each thousand the first hundred are open."""
    columns = dict[str, list[str]]()
    asked = "select table_name, column_name from information_schema.columns"
    for table, column in server.execute(asked, database=database):
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
    server.execute("set session_replication_role = replica", *made, database=database)
    _settle(server, database)


def _settle(server: postgres.Server, database: str) -> None:
    """Numbers go on behind those that are taken, and the server knows how much there is."""
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
        database=database,
    )
