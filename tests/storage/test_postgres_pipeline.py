"""What is sent to a server together, and what is prepared there.

Source: issue 28, Measures: what a turn costs the bot's processor; Must hold: no wait without
an end.
"""

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from tests import postgres

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres import pipeline  # noqa: E402
from storage.postgres.opening import connect  # noqa: E402
from storage.postgres.pipeline import Pipeline  # noqa: E402

PREPARED = "select count(*) from pg_prepared_statements"


@pytest.fixture
def raw() -> Iterator[Any]:
    with connect(postgres.emptied()) as raw:
        raw.execute("create temporary table things (id bigint, name text)")
        yield raw


def _waits(raw: Any, sent: Pipeline, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For how many answers was waited, each time."""
    waits, wait = list[int](), raw.wait

    def noted(answers: Any) -> Any:
        waits.append(len(sent._asked))
        return wait(answers)

    monkeypatch.setattr(raw, "wait", noted)
    return waits


def asked(sent: Pipeline, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with sent:
        return sent.execute(sql, values).fetchall()


def test_what_is_asked_together_is_sent_when_an_answer_is_looked_at(
    raw: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Pipeline(raw)
    waits = _waits(raw, sent, monkeypatch)
    with sent:
        sent.executemany("insert into things values (?, ?)", [(n, f"{n}") for n in range(50)])
        found = sent.execute("select name from things where id = :me", {"me": 7})
        changed = sent.execute("update things set name = '' where id < ?", (5,))
        assert not waits
        assert (found.fetchone(), found.fetchone()) == (("7",), None)
        assert (changed.rowcount, found.description[0]) == (5, ("name",))
    assert len(waits) == 1


def test_no_wait_is_for_more_than_can_be_done_in_time(
    raw: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for 100,000 rows at once would take a server that works for one that is frozen."""
    monkeypatch.setattr(pipeline, "AT_ONCE", 10)
    sent = Pipeline(raw)
    waits = _waits(raw, sent, monkeypatch)
    with sent:
        sent.executemany("insert into things values (?, '')", [(n,) for n in range(95)])
    assert len(waits) == 10
    assert max(waits) <= 11  # what prepares a statement is sent with it
    assert raw.execute("select count(*) from things").fetchone() == (95,)


def test_a_connection_keeps_no_more_statements_than_are_of_use(
    raw: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that ask for ever other numbers of rows would fill the server's memory."""
    monkeypatch.setattr(pipeline, "KEPT", 3)
    sent = Pipeline(raw)
    with sent:
        found = [sent.execute(f"select {n}, count(*) from things") for n in (*range(8), 0, 7)]
        assert [answer.fetchall() for answer in found] == [[(n, 0)] for n in (*range(8), 0, 7)]
    assert raw.execute(PREPARED).fetchone()[0] <= 3


def test_a_statement_that_a_newer_version_has_made_another_one_is_prepared_anew(raw: Any) -> None:
    """Source: issue 28, fault 8. PostgreSQL refuses to give other columns than it has prepared."""
    sent = Pipeline(raw)
    assert asked(sent, "select * from things") == []
    raw.execute("alter table things add column more bigint")
    with pytest.raises(psycopg.errors.FeatureNotSupported):
        asked(sent, "select * from things")
    sent.roll_back()
    assert asked(sent, "select * from things") == []
    assert raw.execute(PREPARED).fetchone() == (1,)


def test_what_is_prepared_is_still_there_when_something_was_undone(raw: Any) -> None:
    """The library lets go of all statements of a connection as it rolls back, if any is its own: on
    one that has made the tables some were."""
    for _ in range(10):
        raw.execute("select count(*) from things where id = %s", (1,))
    sent = Pipeline(raw)
    with sent:
        sent.execute(b"begin")
        assert sent.execute("select id from things").fetchall() == []
        sent.execute("insert into things values (1, '')")
    sent.roll_back()
    assert asked(sent, "select id from things") == []


def test_the_first_mistake_is_told_and_nothing_after_it_is_done(raw: Any) -> None:
    sent = Pipeline(raw)

    def work() -> None:
        with sent:
            sent.execute("insert into things values (1, '')")
            sent.execute("select 1 / ?", (0,))
            sent.execute("insert into things values (2, '')")
            sent.execute("select * from nowhere")

    with pytest.raises(psycopg.errors.DivisionByZero):
        work()
    sent.roll_back()
    assert asked(sent, "select id from things") == []


def test_where_work_fails_its_own_error_is_told(raw: Any) -> None:
    sent = Pipeline(raw)

    def work() -> None:
        with sent:
            sent.execute("select * from nowhere")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    sent.roll_back()
    assert asked(sent, "select id from things") == []


def test_a_connection_that_owes_an_answer_is_used_no_more(
    raw: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next answer would be taken for that one, and a commit for done."""

    def nothing(_: object) -> Generator[Any, Any, list[Any]]:
        yield from ()
        return []

    monkeypatch.setattr(pipeline, "fetch_many", nothing)
    sent = Pipeline(raw)
    with pytest.raises(psycopg.OperationalError), sent:
        answer = sent.execute("select 1")
    assert raw.closed
    assert answer.rowcount == -1
