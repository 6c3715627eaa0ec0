"""How PostgreSQL finds the rows of a statement: by an index, by a plan that it makes once.

The hot statements cost the same at a million games as at a thousand.
"""

from collections.abc import AsyncIterator
from re import findall

import pytest

from tests import postgres
from tests.storage.samples import CHANNEL, Clock, lobby
from tests.storage.test_sqlite_plans import every_verb

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import connection  # noqa: E402
from storage.postgres.dialect import to_postgres  # noqa: E402
from storage.postgres.opening import connect  # noqa: E402
from storage.postgres.store import PostgresStore  # noqa: E402

SMALL = {"delete from thoughts": "once, as a bot begins"}
MANY_TIMERS = """insert into timers (game, kind, payload, due)
select 1, 'clock', n, 4e9 + n from generate_series(1, 20000) as n"""
OFTEN = 12  # more than PostgreSQL, left alone, tries before it keeps a plan


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(address, Clock())
    yield opened
    await opened.close()


async def test_a_statement_is_planned_once_for_any_rows(store: PostgresStore) -> None:
    """With 200,000 timers the server made a new plan for each search for due timers, which took
    longer than the search; the same held for whether somebody plays for the first time."""
    game = await store.create(lobby(channel=CHANNEL))
    postgres.server().execute(MANY_TIMERS, "analyze", database="kept")
    for _ in range(OFTEN):
        await store.due_timers(["clock", "remind"])
        await store.games_begun(game.host, game.kind, game.id)
    asked = b"select statement, custom_plans from pg_prepared_statements"
    assert store._thread._raw
    planned = store._thread._raw.execute(asked).fetchall()
    assert planned
    assert [statement for statement, often in planned if often] == []


async def test_every_statement_finds_its_rows_by_an_index(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = set[str]()

    def noted(sql: str) -> bytes:
        said.add(sql)
        return to_postgres(sql)

    monkeypatch.setattr(connection, "to_postgres", noted)
    await every_verb(store)
    assert len(said) > 60
    with connect(postgres.kept()) as raw:
        raw.execute("set enable_seqscan = off")  # it walks only where there is no other way
        walks = [sql for sql in said if "Seq Scan" in _plan(raw, sql) and sql not in SMALL]
    assert walks == []


def _plan(raw: connection.Raw, sql: str) -> str:
    numbered = to_postgres(sql).decode()
    raw.execute(f"prepare asked as {numbered}".encode())
    nothing = ", ".join(["null"] * len(findall(r"\$\d", numbered)))
    given = f"({nothing})" if nothing else ""
    plan = raw.execute(f"explain execute asked{given}".encode()).fetchall()
    raw.execute("deallocate asked")
    return "\n".join(line for (line,) in plan)
