"""The statements are written once, so that another database than SQLite can take them as they are.

Source: issue 28, A 5; what is SQLite's alone (files, locks, pragmas) stands in files of its own.
"""

import re

import pytest

from storage import SqliteStore
from tests.storage.test_sqlite_plans import every_statement

ONLY_SQLITE = {
    "a replacement that no other database knows": r"insert or \w+",
    "an empty list": r"\bin \(\)",
    "a numbered place": r"\?\d",
    "a reserved word without quotes": r'(?<!")\buser\b(?!")|(?<!")\bleft\b(?! join)(?!")',
    "a truth value that is a number": r"\bnot \"?left\b",
    "a function of SQLite": r"\bifnull\(",
    "a product with a condition": r"\bcross join\b",
}


@pytest.mark.parametrize(("what", "pattern"), ONLY_SQLITE.items())
async def test_another_database_takes_every_statement(
    store: SqliteStore, what: str, pattern: str
) -> None:
    said = await every_statement(store)
    assert [sql for sql in said if re.search(pattern, _without_values(sql))] == [], what


def _without_values(sql: str) -> str:
    return re.sub(r"'[^']*'", "''", sql)
