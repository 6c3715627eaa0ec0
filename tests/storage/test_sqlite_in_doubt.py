"""A disk that fails in the middle of a commit: nothing is lost, done twice, or told wrongly.

SQLite shows nothing of a commit that it has not confirmed, and the next one takes its place; but
after a crash it may be found all the same.
"""

import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple

import pytest

from storage import Change, DraftRow, GameRow, NewTimer, OrderRow, SqliteStore, Store
from storage.errors import InDoubt, Unwritable, committing, translate_errors
from storage.migrating import migrations
from storage.sqlite import opening
from storage.sqlite.store import WorkerThread
from tests.storage.samples import ANN, BEN, CHANNEL, Clock, load, lobby, turn

DRAFT, ORDER = DraftRow(0, 2, "c4", "said"), OrderRow(0, 1, "c3", "", "d4")
PLACE = Change((), "place", channel=77, posts=("card",), timers=(NewTimer("bell", 5.0),))
NONCE = re.compile(r"'[0-9a-f]{24}'")  # the random word of a post


class Failing(sqlite3.Connection):
    """A database whose disk fails at n commits."""

    fails = 0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql != "commit" or not self.fails:
            return super().execute(sql, *values)
        self.fails -= 1
        failed = sqlite3.OperationalError("disk I/O error")
        failed.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
        failed.sqlite_errorname = "SQLITE_IOERR_FSYNC"
        raise failed


def connect() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None, factory=Failing)
    return opening.prepare(db, migrations(), 0.0)


async def game_in(store: Store) -> GameRow:
    new = await store.create(lobby(channel=CHANNEL, others=(BEN,)))
    begun = turn("begin", status="playing", on_turn=0, timers=(NewTimer("gong", 9.0),))
    game = await store.commit(new.id, 1, begun)
    await store.give_order(game.id, 2, OrderRow(0, 1, "e5", "", "c5"))
    await store.save_draft(game.id, DraftRow(1, 2, "a1", "before"))
    await store.credit({}, [(game.id, "card")], {})
    return await load(store, game.id)


class Trial(NamedTuple):
    store: SqliteStore
    game: GameRow

    def fails(self, times: int) -> None:
        assert isinstance(self.store._thread._conn, Failing)
        self.store._thread._conn.fails = times

    async def tables(self) -> list[str]:
        dump = await self.store._thread.read(lambda db: [*db.iterdump()])
        return [NONCE.sub("", line) for line in dump]


@pytest.fixture
async def trials() -> AsyncIterator[list[Trial]]:
    threads = [WorkerThread(connect, ":memory:") for _ in range(3)]
    for thread in threads:
        await thread.start()
    stores = [SqliteStore(thread, Clock()) for thread in threads]
    yield [Trial(store, await game_in(store)) for store in stores]
    for thread in threads:
        await thread.close()


WRITES: dict[str, Callable[[Store, GameRow], Awaitable[Any]]] = {
    "turn": lambda store, game: store.commit(game.id, 2, turn("a", "c3", posts=("turn",))),
    "change without lines": lambda store, game: store.commit(game.id, 2, PLACE),
    "lobby": lambda store, _: store.create(lobby("another", others=(ANN,))),
    "draft": lambda store, game: store.save_draft(game.id, DRAFT),
    "order": lambda store, game: store.give_order(game.id, 2, ORDER),
    "personal": lambda store, _: store.set_personal(ANN.user, "pings", "here"),
    "credit": lambda store, game: store.credit({game.timers[0].id: 8.0}, [(1, "card")], {"a": ""}),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", WRITES)
async def test_a_failed_commit_is_made_once_or_in_doubt(trials: list[Trial], what: str) -> None:
    """Made at the second try, it is as without the fault, also without a key. If that fails too,
    none of its rows is there, nothing is left open, and the next one works."""
    calm, once, twice = trials
    before = await twice.tables()
    expected = await WRITES[what](calm.store, calm.game)
    once.fails(1)
    assert await WRITES[what](once.store, once.game) == expected
    assert await once.tables() == await calm.tables()
    twice.fails(2)
    with pytest.raises(InDoubt, match="last change to :memory: may or may not be saved") as failed:
        await WRITES[what](twice.store, twice.game)
    assert failed.value.why.endswith("(SQLITE_IOERR_FSYNC)")
    assert await twice.tables() == before
    assert not twice.store._thread.in_transaction
    assert await WRITES[what](twice.store, twice.game) == expected
    assert await twice.tables() == await calm.tables()


async def test_what_was_told_of_a_turn_in_doubt_is_forgotten(trials: list[Trial]) -> None:
    """Its row was read before the commit failed; another turn stands there now."""
    trial = trials[0]
    trial.fails(2)
    with pytest.raises(InDoubt):
        await trial.store.commit(trial.game.id, 2, turn("a", "c3", posts=("turn",)))
    row = await trial.store.commit(trial.game.id, 2, turn("b", "d4", posts=("turn",)))
    told = await trial.store.telling(row.id)
    assert told.rows == await trial.store.log(row.id)
    assert [each.key for each in told.rows] == ["open", "begin", "b"]


async def test_that_a_post_was_sent_is_not_forgotten_in_doubt(trials: list[Trial]) -> None:
    trial = trials[0]
    row = await trial.store.commit(trial.game.id, 2, turn("a", posts=("turn",)))
    await trial.store.note_sent(row.posts[0], 777)
    trial.fails(2)
    with pytest.raises(InDoubt):
        await trial.store.set("key", "value")
    assert (found := await trial.store.post_by_message(777))
    assert found.id == row.posts[0].id


def test_a_disk_without_room_leaves_no_doubt() -> None:
    """SQLite: a page that isn't written to its end has a wrong checksum, and doesn't count."""
    kinds = {sqlite3.SQLITE_FULL: Unwritable, sqlite3.SQLITE_IOERR_WRITE: Unwritable}
    kinds |= {sqlite3.SQLITE_IOERR_FSYNC: InDoubt, sqlite3.SQLITE_IOERR: InDoubt}
    for code, kind in kinds.items():
        failed = sqlite3.OperationalError("it failed")
        failed.sqlite_errorcode = code
        with pytest.raises(Unwritable) as told, translate_errors("x.db"), committing("x.db"):
            raise failed
        assert type(told.value) is kind
