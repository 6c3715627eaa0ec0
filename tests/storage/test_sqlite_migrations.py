"""Migrations: each in order, once, and as a whole."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import Timer, forgetting, outbox, timers
from storage.claims import Claimant
from storage.migrating import Migration, level, migrate, shipped
from storage.sqlite import opening
from tests.storage.files import folder_of

FIRST = shipped()[0]
SECOND = Migration(2, "second", "create table second (x); insert into second values (1);")


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:", isolation_level=None)
    yield made
    made.close()


def _schema(db: sqlite3.Connection) -> list[tuple[str, str]]:
    return db.execute("select name, sql from sqlite_master order by name").fetchall()


def test_an_empty_database_goes_through_all_that_are_shipped(db: sqlite3.Connection) -> None:
    assert level(db) == 0
    migrate(db, shipped(), 7.5)
    recorded = db.execute("select number, name, at from migrations order by number").fetchall()
    assert recorded == [(step.number, step.name, 7.5) for step in shipped()]
    assert level(db) == shipped()[-1].number


def test_a_step_is_taken_once(db: sqlite3.Connection) -> None:
    migrate(db, [FIRST], 1.0)
    migrate(db, [FIRST, SECOND], 2.0)
    migrate(db, [FIRST, SECOND], 3.0)
    recorded = db.execute("select number, at from migrations order by number").fetchall()
    assert recorded == [(1, 1.0), (2, 2.0)]
    assert db.execute("select count(*) from second").fetchone() == (1,)


@pytest.mark.parametrize(
    "failing",
    [
        "create table half (x); insert into half values (1); create table half (x);",
        "create table half (x); insert into half values (1); selekt;",
        "insert into settings values ('a', 'b'); insert into migrations values (3, 'x', 0);",
    ],
)
def test_a_failing_step_leaves_nothing_of_itself(db: sqlite3.Connection, failing: str) -> None:
    """The step and the record of it share a transaction; the steps before it stay."""
    migrate(db, [FIRST, SECOND], 1.0)
    before = _schema(db)
    with pytest.raises(sqlite3.Error):
        migrate(db, [FIRST, SECOND, Migration(3, "failing", failing)], 2.0)
    assert _schema(db) == before
    assert db.execute("select count(*) from settings").fetchone() == (0,)
    assert level(db) == 2
    assert not db.in_transaction


def test_a_file_whose_migration_fails_stays_as_it_was_and_is_let_go(tmp_path: Path) -> None:
    """The version before it can go on with the file."""
    path = tmp_path / "games.db"
    opening.connect(path, shipped(), 0.0).close()
    before = folder_of(path)
    failing = Migration(9_000, "failing", "create table half (x); selekt;")
    with pytest.raises(sqlite3.OperationalError):
        opening.connect(path, (*shipped(), failing), 0.0)
    assert folder_of(path) == before
    opening.connect(path, shipped(), 0.0).close()


def test_a_step_that_cannot_begin_leaves_no_transaction(db: sqlite3.Connection) -> None:
    db.execute("pragma query_only = on")
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, [FIRST], 1.0)
    assert not db.in_transaction
    assert level(db) == 0


def test_a_step_that_was_left_out_is_taken_later(db: sqlite3.Connection) -> None:
    """Two that are made at the same time may arrive the wrong way round."""
    later = Migration(3, "later", "create table later (x);")
    migrate(db, [FIRST, later], 1.0)
    migrate(db, [FIRST, SECOND, later], 2.0)
    recorded = db.execute("select number, at from migrations order by number").fetchall()
    assert recorded == [(1, 1.0), (2, 2.0), (3, 1.0)]


def test_shipped_migrations_are_numbered_from_one_each_once() -> None:
    """6 was set aside for a change that came to nothing."""
    numbers = [step.number for step in shipped()]
    assert len(numbers) == len(set(numbers))
    assert set(range(1, numbers[-1] + 1)) - set(numbers) <= {6}


def test_a_post_of_a_database_of_before_keeps_the_word_it_was_sent_with(
    db: sqlite3.Connection,
) -> None:
    """Discord knows it by that, should it have arrived; a post that is done needs none."""
    migrate(db, [step for step in shipped() if step.number < 4], 1.0)
    columns = "id, kind, number, edition, options, seed, guild, home, host, n, status, changed"
    values = "1, 'logger', 1, '1', '{}', '', 1, 2, 3, 1, 'lobby', 0, 1700000000.9"
    db.execute(f"insert into games ({columns}, created) values ({values})")
    row = "insert into outbox (game, n, kind, state, at) values (1, 1, 'turn', ?, 0)"
    db.executemany(row, [("waiting",), ("parked",), ("sent",)])
    migrate(db, shipped(), 2.0)
    nonces = [nonce for (nonce,) in db.execute("select nonce from outbox order by id")]
    assert nonces == ["700000000-1", "700000000-2", None]


def test_shipped_migrations_leave_the_transaction_to_the_store() -> None:
    """A `commit` inside one would let half of it happen."""
    for step in shipped():
        code = re.sub(r"--.*", "", step.sql).lower()
        assert not re.search(r"\b(begin|commit|rollback|savepoint|pragma|vacuum)\b", code)


def test_seats_that_were_left_before_there_was_a_column_for_it(db: sqlite3.Connection) -> None:
    """Migration 5: whoever has resigned from a game of before is not in it any more."""
    migrate(db, shipped()[:4], 1.0)
    for game in (1, 2):
        columns = "id, kind, number, edition, options, seed, guild, home, host, n, status"
        values = (game, "logger", game, "1", "{}", b"", 900, 500, 11, 3, "playing")
        marks = ", ".join("?" * len(values))
        insert = f"insert into games ({columns}, created, changed) values ({marks}, 0, 0)"
        db.execute(insert, values)
        seats = [(game, seat, 11 + seat, "Ann") for seat in range(3)]
        db.executemany("insert into seats (game, seat, user, name) values (?, ?, ?, ?)", seats)
    rows = [(1, 2, 0, "leave 0"), (1, 3, -3, "leave 1"), (2, 3, -3, "undo 1")]
    log = "insert into log (game, n, seat, text, mark, at) values (?, ?, ?, ?, '', 0)"
    db.executemany(log, rows)
    migrate(db, shipped(), 2.0)
    left = db.execute("select game, seat from seats where left").fetchall()
    assert left == [(1, 1)]


def test_what_was_due_before_there_were_timers_falls_due_in_its_time(
    db: sqlite3.Connection,
) -> None:
    """Migration 7: a lobby closes, a die that waits is rolled; a game that is over waits for
    nothing."""
    migrate(db, [step for step in shipped() if step.number < 7], 1.0)
    for game, status, due in (
        (1, "playing", 120.5),
        (2, "lobby", 60.25),
        (3, "lobby", None),
        (4, "playing", None),
        (5, "over", 30.0),
        (6, "cancelled", 30.0),
    ):
        columns = "id, kind, number, edition, options, seed, guild, home, host, n, status, due"
        values = (game, "logjam", game, "1", "{}", b"", 900, 500, 11, 3, status, due)
        marks = ", ".join("?" * len(values))
        insert = f"insert into games ({columns}, created, changed) values ({marks}, 0, 0)"
        db.execute(insert, values)
    migrate(db, shipped(), 2.0)
    assert timers.page(db) == [
        Timer(1, 2, "lobby_closes", 60.25, ""),
        Timer(2, 1, "chance", 120.5, ""),
    ]


def test_posts_of_before_are_the_same_in_a_table_that_holds_those_about_servers(
    db: sqlite3.Connection,
) -> None:
    """Migration 19 makes the outbox anew: ids go on where they were, and no post is told twice."""
    migrate(db, [step for step in shipped() if step.number < 19], 1.0)
    columns = "id, kind, number, edition, options, seed, guild, home, host, n, status, changed"
    values = "1, 'logger', 1, '1', '{}', '', 1, 2, 3, 1, 'lobby', 0, 0"
    db.execute(f"insert into games ({columns}, created) values ({values})")
    row = "insert into outbox values (?, 1, 1, 'turn', 2, ?, ?, 'why', 5.5, 'word', 500, 11)"
    before = [(3, "waiting", None), (7, "parked", None), (9, "sent", 777)]
    db.executemany(row, before)
    columns = "id, game, n, kind, tries, state, message, why, at, nonce, channel, called"
    stored = db.execute(f"select {columns} from outbox order by id").fetchall()
    indexes = "select name from sqlite_master where type = 'index' and name glob 'outbox_*'"
    named = set(db.execute(indexes))
    migrate(db, [step for step in shipped() if step.number < 24], 2.0)
    assert db.execute(f"select {columns} from outbox order by id").fetchall() == stored
    assert set(db.execute(indexes)) == named
    db.execute("insert into outbox (game, n, kind, at) values (-900, 4, 'logged', 4.0)")
    assert db.execute("select max(id) from outbox").fetchone() == (10,)


def before_former_players(db: sqlite3.Connection) -> None:
    """A database of before migration 21, in which two were forgotten, and computers play."""
    migrate(db, [step for step in shipped() if step.number < 21], 1.0)
    columns = "id, kind, number, edition, options, seed, guild, home, host, n, status, changed"
    values = "1, 'logger', 1, '1', '{}', '', 1, 2, -2, 1, 'over', 0, 0"
    db.execute(f"insert into games ({columns}, created) values ({values})")
    seats = [(0, -2, "former player 2", ""), (1, -1, "Alder", "easy"), (2, 11, "Ann", "")]
    seated = "insert into seats (game, seat, user, name, computer) values (1, ?, ?, ?, ?)"
    db.executemany(seated, seats)
    former = "insert into former_sitters (game, seat, until, user, name) values (1, 2, 3, -1, 'f')"
    db.execute(former)
    ending = "insert into endings (id, game, guild, kind, at, people, turns, casual, computers,"
    db.execute(
        f"{ending} substitutes, unrated) values (1, 1, 1, 'logger', 0, '-2 -1 11', 9, 0, 1, 1, '')"
    )
    db.execute("insert into ratings values (1, 'logger', -2, 1, 1, 25, 8)")
    db.execute("insert into tallies values (1, '', '', -2, 1, 1, 1, 1)")
    db.execute("insert into settings values ('forgotten', '2')")


def test_who_was_forgotten_before_is_no_computer_any_more(db: sqlite3.Connection) -> None:
    """Migration 21: computers have the first numbers below zero, and keep them."""
    before_former_players(db)
    migrate(db, shipped(), 2.0)
    assert db.execute("select user from seats order by seat").fetchall() == [(-1002,), (-1,), (11,)]
    for table in ("former_sitters", "ratings", "tallies"):
        ((user,),) = db.execute(f"select user from {table}").fetchall()
        assert user == (-1001 if table == "former_sitters" else -1002)
    assert db.execute("select host from games").fetchall() == [(-1002,)]
    assert db.execute("select people from endings").fetchall() == [("-1002 -1 11",)]
    assert forgetting.forget(db, 11).number == 3


def test_what_was_deleted_before_is_gone_after_the_next_start(tmp_path: Path) -> None:
    """What was not overwritten then: free pages, and the rest of those that are in use."""
    path, rare = tmp_path / "x.db", "Helenissima"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"pragma application_id = {opening.SIGNATURE}")
        db.execute("pragma secure_delete = off")
        before_former_players(db)
        db.execute("delete from settings")
        for key in range(500):
            db.execute("insert into settings values (?, ?)", (f"{key}", rare * 9))
        db.execute("delete from settings where key <> '7'")
        db.execute("update settings set value = ''")
    assert rare.encode() in path.read_bytes()
    opening.connect(path, shipped(), 2.0).close()
    assert rare.encode() not in path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("select key from settings where key = 'leftovers'").fetchall() == []


def test_posts_and_timers_of_before_claims_are_free_and_may_have_been_sent(
    db: sqlite3.Connection,
) -> None:
    """Issue 28, A 2: an old database opens, and what waited in it is looked for."""
    migrate(db, [step for step in shipped() if step.number < 24], 1.0)
    columns = "id, kind, number, edition, options, seed, guild, home, host, n, status, changed"
    values = "1, 'logger', 1, '1', '{}', '', 1, 2, 3, 1, 'lobby', 0, 0"
    db.execute(f"insert into games ({columns}, created) values ({values})")
    db.execute("insert into outbox (game, n, kind, at) values (1, 1, 'lobby', 4.0)")
    db.execute("insert into timers (game, kind, due, payload) values (1, 'bell', 2.0, '')")
    migrate(db, shipped(), 2.0)
    opening._alone(db)
    me = Claimant("me", 50.0)
    (post,) = outbox.claim(db, me, 9)
    assert (post.kind, post.fresh, post.until) == ("lobby", False, me.until)
    assert [timer.kind for timer in timers.claim(db, me, 3.0, ("bell",), (), 9)] == ["bell"]


def test_what_was_deleted_before_a_death_is_gone_after_the_next_start(tmp_path: Path) -> None:
    """The log beside the file held it, and is emptied: also where a process died before it had
    done so itself."""
    path, rare = tmp_path / "x.db", "Helenissima"
    with closing(opening.connect(path, shipped(), 1.0)) as db:
        db.execute("insert into settings values ('key', ?)", (rare,))
        db.execute("delete from settings")
        left = tmp_path / "left"
        left.mkdir()
        for file in (path, path.with_name("x.db-wal")):
            shutil.copy(file, left)
    assert any(rare.encode() in file.read_bytes() for file in left.iterdir())
    with closing(opening.connect(left / "x.db", shipped(), 2.0)):
        assert not any(rare.encode() in file.read_bytes() for file in left.iterdir())
