"""Migrations: each in order, once, and as a whole. A step that works with programs of before only
adds, and nothing that they would have to delete."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.migrating import Migration, level, migrate, migrations
from storage.people import PEOPLE
from storage.sqlite import opening
from tests.storage.files import crash, folder_of

FIRST = migrations()[0]
SECOND = Migration(2, "second", "create table second (x); insert into second values (1);")


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:", isolation_level=None)
    yield made
    made.close()


def test_an_empty_database_goes_through_all_that_are_shipped(db: sqlite3.Connection) -> None:
    assert level(db) == 0
    migrate(db, migrations(), 7.5)
    recorded = db.execute("select number, name, at from migrations order by number").fetchall()
    assert recorded == [(step.number, step.name, 7.5) for step in migrations()]
    assert level(db) == migrations()[-1].number


def test_a_step_is_taken_once(db: sqlite3.Connection) -> None:
    migrate(db, [FIRST], 1.0)
    migrate(db, [FIRST, SECOND], 2.0)
    migrate(db, [FIRST, SECOND], 3.0)
    recorded = db.execute("select number, at from migrations order by number").fetchall()
    assert recorded == [(1, 1.0), (2, 2.0)]
    assert db.execute("select count(*) from second").fetchone() == (1,)


FAILING = (
    "create table half (x); insert into half values (1); create table half (x);",
    "create table half (x); insert into half values (1); selekt;",
    "insert into settings values ('a', 'b'); insert into migrations values (3, 'x', 0, 3);",
)


def test_a_failing_step_leaves_nothing_of_itself(db: sqlite3.Connection) -> None:
    """The step and the record of it share a transaction; the steps before it stay."""
    migrate(db, [FIRST, SECOND], 1.0)
    before = [*db.iterdump()]
    for failing in FAILING:
        with pytest.raises(sqlite3.Error):
            migrate(db, [FIRST, SECOND, Migration(3, "failing", failing)], 2.0)
        assert [*db.iterdump()] == before
        assert not db.in_transaction


def test_a_step_that_cannot_begin_leaves_no_transaction(db: sqlite3.Connection) -> None:
    db.execute("pragma query_only = on")
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, [FIRST], 1.0)
    assert not db.in_transaction
    assert level(db) == 0


def test_shipped_migrations_leave_the_transaction_to_the_store() -> None:
    """A `commit` inside one would leave half of it done. They are numbered from one, each once."""
    for number, step in enumerate(migrations(), 1):
        assert step.number == number
        code = re.sub(r"--.*", "", step.sql).lower()
        assert not re.search(r"\b(begin|commit|rollback|savepoint|pragma|vacuum)\b", code)


def test_what_was_deleted_before_a_death_is_gone_after_the_next_start(tmp_path: Path) -> None:
    """The log beside the file held it, and is emptied: also after a process died before that."""
    path, rare = tmp_path / "x.db", "Helenissima"
    with closing(opening.connect(path, migrations(), 1.0)) as db:
        db.execute("insert into settings values ('key', ?)", (rare,))
        db.execute("delete from settings")
        path = crash(path)
    assert any(rare.encode() in held for held in folder_of(path).values())
    with closing(opening.connect(path, migrations(), 2.0)):
        assert not any(rare.encode() in held for held in folder_of(path).values())


ADDITIVE = (
    r"create table \w+ \(.*\)( without rowid)?",
    r"create index \w+ on .*",
    r"alter table \w+ add column [\w\"]+ (integer|real|text|blob)( not null default \S+)?",
)


def more_than_added(step: Migration) -> list[str]:
    plain = re.sub(r"--.*", "", step.sql)
    statements = [" ".join(each.split()) for each in plain.split(";") if each.strip()]
    return [each for each in statements if not any(re.fullmatch(f, each) for f in ADDITIVE)]


def columns(steps: tuple[Migration, ...]) -> set[tuple[str, str]]:
    sql = "select t.name, c.name from sqlite_master t, pragma_table_info(t.name) c"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, steps, 0.0)
        return {*db.execute(f"{sql} where t.type = 'table'")}


def test_a_step_that_works_with_older_programs_only_adds() -> None:
    steps = migrations()
    for n, step in enumerate(steps):
        if step.works_with < step.number:
            assert more_than_added(step) == [], step.name
            about = {(table, column) for table, told in PEOPLE.items() for column in told.columns}
            assert not (columns(steps[: n + 1]) - columns(steps[:n])) & about, step.name


def test_what_does_more_than_add_is_seen() -> None:
    for sql in (
        "update games set n = 1;",
        "drop table later;",
        "create unique index games_n on games (n);",
        "alter table games drop column n;",
        "alter table games add column later integer not null;",
        "alter table games rename to later; -- create table later (x)",
        "create table later (x integer); insert into later select n from games;",
    ):
        assert more_than_added(Migration(99, "later", f"-- Works with 0001: so.\n{sql}")), sql


def test_a_step_says_with_whom_it_works_and_why() -> None:
    adds = "create table later (x integer);"
    assert Migration(99, "later", f"-- Works with 0001: it names nobody.\n{adds}").works_with == 1
    for unsaid in ("", "-- Works with 0001.\n", "-- It works with 0001: so.\n"):
        assert Migration(99, "later", unsaid + adds).works_with == 99
