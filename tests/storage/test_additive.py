"""A step that works with programs of before only adds, and nothing that they would have to delete.

Source: CONTRIBUTING.md, A migration; issue 28, C 12.
"""

import re
import sqlite3
from contextlib import closing

import pytest

from storage.migrating import Migration, migrate, shipped
from storage.people import PEOPLE

ADDITIVE = (
    r"create table \w+ \(.*\)( without rowid)?",
    r"create index \w+ on .*",
    r"alter table \w+ add column [\w\"]+ (integer|real|text|blob)( not null default \S+)?",
)
Columns = set[tuple[str, str]]


def more_than_added(step: Migration) -> list[str]:
    """Its statements that do something else."""
    plain = re.sub(r"--.*", "", step.sql)
    statements = [" ".join(each.split()) for each in plain.split(";") if each.strip()]
    return [each for each in statements if not any(re.fullmatch(f, each) for f in ADDITIVE)]


def columns(db: sqlite3.Connection) -> Columns:
    found = db.execute(
        "select t.name, c.name from sqlite_master t, pragma_table_info(t.name) c"
        " where t.type = 'table'"
    )
    return {(table, column) for table, column in found}


def added(steps: tuple[Migration, ...]) -> Columns:
    """The columns that the last of these steps has added."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, steps[:-1], 0.0)
        before = columns(db)
        migrate(db, steps, 0.0)
        return columns(db) - before


def test_a_step_that_works_with_older_programs_only_adds() -> None:
    steps = shipped()
    for n, step in enumerate(steps):
        if step.works_with < step.number:
            assert more_than_added(step) == [], step.name
            about = {(table, column) for table, told in PEOPLE.items() for column in told.columns}
            assert not added(steps[: n + 1]) & about, step.name


@pytest.mark.parametrize(
    "sql",
    [
        "update games set n = 1;",
        "drop table later;",
        "create unique index games_n on games (n);",
        "alter table games drop column n;",
        "alter table games add column later integer not null;",
        "alter table games rename to later; -- create table later (x)",
        "create table later (x integer); insert into later select n from games;",
    ],
)
def test_what_does_more_than_add_is_seen(sql: str) -> None:
    assert more_than_added(Migration(99, "later", f"-- Works with 0001: so.\n{sql}"))


def test_a_step_says_with_whom_it_works_and_why() -> None:
    adds = "create table later (x integer);"
    assert Migration(99, "later", f"-- Works with 0001: it names nobody.\n{adds}").works_with == 1
    for unsaid in ("", "-- Works with 0001.\n", "-- It works with 0001: so.\n"):
        assert Migration(99, "later", unsaid + adds).works_with == 99


def test_what_a_step_has_added_is_known() -> None:
    later = Migration(9001, "later", "alter table games add column later integer;")
    assert added((*shipped(), later)) == {("games", "later")}
