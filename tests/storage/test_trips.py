"""A database on another machine is asked few times in a turn: what does not hang on each other is
sent together.

Source: issue 28, A 3. Counted is what a connection does that sends all statements up to the first
answer that somebody looks at, as storage/postgres/pipeline.py does; here it is SQLite that answers.
"""

import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from storage import ClockChange, ClockRow, GameRow, NewTimer, Spent, SqliteStore
from storage.migrating import shipped
from storage.sqlite import opening
from storage.sqlite.thread import Thread
from storage.store import SqlStore
from tests.storage.samples import ANN, BEN, CHANNEL, lobby, turn

A_TURN, A_COMMIT = 6, 3  # the issue allows a turn eight


class Far(sqlite3.Connection):
    """A connection that counts how often it waits for an answer."""

    trips, waits = 0, False

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        self.waits = True
        if sql in ("commit", "rollback"):
            self.looked()
        return self.cursor(Answer).execute(sql, values)

    def executemany(self, sql: str, values: Any, /) -> sqlite3.Cursor:
        self.waits = True
        return super().executemany(sql, values)

    def looked(self) -> None:
        self.trips, self.waits = self.trips + self.waits, False


class Answer(sqlite3.Cursor):
    """What a statement has found; who looks at it waits for all that was sent."""

    connection: Far

    @property
    def rowcount(self) -> int:
        self.connection.looked()
        return super().rowcount

    def fetchone(self) -> Any:
        self.connection.looked()
        return super().fetchone()

    def fetchall(self) -> list[Any]:
        self.connection.looked()
        return super().fetchall()

    def __next__(self) -> Any:
        self.connection.looked()
        return super().__next__()


class Counted(SqlStore):
    """A store that counts the trips of its verbs."""

    def __init__(self, thread: Thread, db: Far) -> None:
        super().__init__(thread, time.time, time.monotonic)
        self.db = db

    def trips(self) -> int:
        """How many there were since this was asked last."""
        count, self.db.trips = self.db.trips, 0
        return count


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A file with a game that has all that can stand beside one."""
    store = await SqliteStore.open(tmp_path / "games.db")
    game = await store.create(lobby(channel=CHANNEL, others=(BEN,)))
    await store.set_personal(BEN.user, "pings", "dm")
    for n in (1, 2):
        game = await store.commit(game.id, n, _turn(f"{n}", game))
        await store.sent(game.posts[0], 700 + n, CHANNEL)
    await store.close()
    return tmp_path / "games.db"


def _turn(key: str, game: GameRow) -> Any:
    """As players take one on the clock."""
    clock = ClockChange((ClockRow(0, 90.0, 5.0),), (Spent(game.n, 0, 1.0, 2.0),), game.clocks)
    timers = (NewTimer("clock", 1_000.0, "0"), NewTimer("remind", 2_000.0))
    what = {"status": "playing", "on_turn": game.n % 2, "posts": ("turn", "card")}
    return turn(key, **what, timers=timers, done=("offer",), added=(clock,))


@pytest.fixture
async def far(played: Path) -> AsyncIterator[Counted]:
    """What another process sees: nothing is known."""
    db = sqlite3.connect(played, isolation_level=None, check_same_thread=False, factory=Far)
    opening.prepared(db, shipped(), 1.0)
    thread = Thread(lambda: db, played)
    await thread.start()
    yield Counted(thread, db)
    await thread.close()


async def _told(store: Counted) -> tuple[int, int]:
    """A turn, and what is told of it; trips of the commit, and all."""
    store.trips()
    here = await store.here(CHANNEL)
    assert here is not None
    assert here.clocks
    found = store.trips()
    after = await store.commit(here.id, here.n, _turn(f"next {here.n}", here))
    commit = store.trips()
    assert (await store.telling(here.id)).game == after
    await store.sent(after.posts[0], 900 + here.n, CHANNEL, ANN.user)
    latest = await store.latest(here.id, "turn")
    assert latest is not None
    assert latest.message == 900 + here.n
    return commit, found + commit + store.trips() - 1  # that was looked for by the test


async def test_a_turn_where_nothing_is_known_is_few_trips(far: Counted) -> None:
    commit, whole = await _told(far)
    assert commit <= A_COMMIT
    assert whole <= A_TURN


async def test_a_turn_where_the_game_is_known_is_no_more(far: Counted) -> None:
    """It is not looked for, and its commit tells what its post needs."""
    await _told(far)
    commit, whole = await _told(far)
    assert commit <= A_COMMIT
    assert whole <= A_TURN - 2


async def test_many_games_are_no_more_trips_than_one(far: Counted) -> None:
    """As a bot reads all that are open at its start: them, and what stands beside them."""
    for n in range(5):
        timers = (NewTimer("clock", 1_000.0, f"{n}"),)
        await far.create(lobby(f"new {n}", channel=CHANNEL + 1 + n, others=(BEN,), timers=timers))
    far.trips()
    games = await far.open_games()
    assert far.trips() == 2
    assert [len(each.timers) for each in games[1:]] == 5 * [1]
    assert all(each.sitters[1].settings == {"pings": "dm"} for each in games)
