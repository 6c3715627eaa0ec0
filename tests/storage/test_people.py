"""Every column of every table either holds nobody, or goes into the copy of its person's data and
is emptied when that person is forgotten."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.features.privacy import KINDS
from storage import store_within
from storage.migrating import migrate, migrations
from storage.people import OF_A_PERSON, OF_A_SERVER, PEOPLE, ExportKind, Holds, columns
from tests.storage.files import folder_of, store_in
from tests.storage.samples import BEN, CY, finished, lobby, turn
from tests.stores import NAMED

ID, DIRECT = 7**20, 7**21  # a person, and the channel of direct messages with them
NAME = "Helenissima"

# Columns in which nobody can stand: numbers of ours, ids of servers and messages, times, kinds,
# checksums, words of a game, and other words that nobody typed. A new column is named here, or in
# storage/people.py.
NOBODY = {
    "migrations": "number name at works_with",
    "games": "id kind number edition seed n status on_turn created changed commitment stands"
    " held settled version language",
    "seats": "game seat left computer excused",
    "former_sitters": "game seat until computer excused",
    "log": "game n seat text mark at post",
    "keys": "game n at",
    "drafts": "game seat n line",
    "results": "game seat points won place",
    "orders": "id game seat condition mark line fell",
    "clocks": "game seat left since",
    "spent": "game n seat seconds gain",
    "timers": "id game kind due",
    "thoughts": "timer until seed line",
    "outbox": "id game n tries state message at nonce",
    "endings": "id game kind at turns casual unrated",
    "ratings": "kind ending games mu sigma",
    "tallies": "kind month games won streak latest",
    "server_settings": "guild name",
    "reports": "id reference key game n at state record",
    "absences": "guild since",
    "bars": "guild",
    "links": "hash game until",
    "browsers": "id hash called made used until",
    "tokens": "id hash guild kind made used",
    "puzzle_tries": "day kind did solved at",
    "personal_settings": "name value",  # the row goes with its owner
}
# Tables that stay where the bot was removed from a server: nobody stands in them any more.
STAYS = {"games", "endings", "ratings", "tallies"}
# Worked out of seats, which the export has.
NOT_TOLD = {("endings", "people")}
TO_BE_TOLD = [
    (name, column)
    for name, column in columns(Holds.PERSON, Holds.IDS, Holds.OWNER, Holds.CALLED, Holds.SITTERS)
    if (name, column) not in NOT_TOLD
]


def column_types(db: sqlite3.Connection, table: str) -> dict[str, str]:
    return {name: type_.lower() for _, name, type_, *_ in db.execute(f"pragma table_info({table})")}


def test_every_column_is_said_to_hold_somebody_or_nobody(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        migrate(db, migrations(), 1.0)
        names = [name for (name,) in db.execute(NAMED)]
        there = {(table, column) for table in names for column in column_types(db, table)}
    assert {table for table, column in there if column == "guild"} == {*OF_A_SERVER, *STAYS}
    somebody = [(name, column) for name, table in PEOPLE.items() for column in table.columns]
    nobody = [(name, column) for name, columns in NOBODY.items() for column in columns.split()]
    assert sorted(there) == sorted({*somebody, *nobody})
    assert not {*somebody} & {*nobody}
    for name, table in PEOPLE.items():
        holds = [each.holds for each in table.columns.values()]
        assert not table.belongs or (name, table.belongs) in there
        assert Holds.NAME not in holds or holds.count(Holds.PERSON) == 1


def test_every_kind_of_the_table_is_exported_under_a_name() -> None:
    assert {*OF_A_PERSON, ExportKind.NAMED} == {*ExportKind} == {*KINDS}


THEIRS: dict[Holds, Any] = {
    **dict.fromkeys((Holds.PERSON, Holds.OWNER, Holds.REFUSED, Holds.CALLED), ID),
    Holds.NAME: NAME,
    Holds.TYPED: f"{NAME} cannot move",
    Holds.IDS: f"typed:{DIRECT}:{ID}",
    Holds.PLACE: DIRECT,
    Holds.SITTERS: f"{ID}",
}
# A row is about game 2, which is over, and fits into no other row.
PLAIN: dict[str, Any] = {"integer": 77, "real": 5.0, "blob": b"7"}
ABOUT = {"game": 2, "state": "sent", "status": "over", "ending": 1, "latest": 1}


def put_into(db: sqlite3.Connection, table: str, only: str = "") -> None:
    """A row of a table with the person in this column; "": in all columns that hold somebody."""
    there, row = PEOPLE[table].columns, dict[str, Any]()
    for column, type_ in column_types(db, table).items():
        row[column] = ABOUT.get(column, PLAIN.get(type_, "seven"))
        if column in there and only in ("", column):
            row[column] = -DIRECT if column == "guild" else THEIRS[there[column].holds]
    names = ", ".join(f'"{column}"' for column in row)
    marks = ", ".join("?" * len(row))
    db.execute(f"insert into {table} ({names}) values ({marks})", [*row.values()])


async def two_games(path: Path) -> None:
    async with store_in(path) as store:
        await finished(store, "a", (BEN, CY), (3, True), (1, False), turns=9)
        game = await store.create(lobby("b", host=BEN, channel=9))
        await store.commit(game.id, game.n, turn("c", status="cancelled"))


async def test_nothing_of_a_person_is_left_wherever_the_schema_holds_them(tmp_path: Path) -> None:
    """A row of each table names them in each of its columns; the file is read as bytes, in which an
    id is text or a number of eight bytes."""
    path = tmp_path / "x.db"
    await two_games(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for table in PEOPLE:
            put_into(db, table)
    numbers = [form for id_ in (ID, DIRECT) for form in (str(id_).encode(), id_.to_bytes(8))]
    traces = [*numbers, NAME.encode()]
    assert all(each in path.read_bytes() for each in traces)
    async with store_in(path) as store:
        await store.forget(ID)
        found = [*folder_of(path).values()]
    found += folder_of(path).values()
    assert not [each for each in traces if any(each in file for file in found)]


async def test_a_person_is_told_of_each_column_that_holds_them(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    await two_games(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for table, column in TO_BE_TOLD:
            db.execute("begin")
            put_into(db, table, column)
            store = store_within(db)
            told, others = await store.personal_data(ID), await store.personal_data(4_711)
            db.execute("rollback")
            assert PEOPLE[table].columns[column].heading in told, (table, column)
            assert not others, (table, column)
