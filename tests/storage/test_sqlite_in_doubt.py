"""A commit that fails in the middle: nobody knows whether it was recorded, nothing is done twice.

Source: issue 28, A 6. Each verb that writes is tried on a disk that fails once, before the commit
or behind it, and on one that goes on failing; and somebody else may write between its two tries.
"""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from storage import (
    Already,
    Change,
    Conflict,
    DraftRow,
    GameRow,
    InDoubt,
    NewTimer,
    OrderRow,
    SqliteStore,
    Unwritable,
    drafts,
    games,
)
from storage.errors import committing, translated
from storage.migrating import shipped
from storage.rows import Claimant
from storage.sqlite import opening
from storage.sqlite.thread import Thread
from tests.storage.samples import ANN, BEN, CHANNEL, Clock, lobby, turn

Meanwhile = Callable[[sqlite3.Connection], object]
NOBODY = Claimant("another", 0.0)
DRAFT, ORDER = DraftRow(0, 2, "c4", "said"), OrderRow(0, 1, "c3", "", "d4")
PLACE = Change((), "place", channel=77, posts=("card",), timers=(NewTimer("bell", 5.0),))
DIFFER = {
    "outbox": ("nonce", "owner", "until"),
    "games": ("word",),
    "timers": ("owner", "until"),
}  # by process


class Failing(sqlite3.Connection):
    """A database whose disk fails at commits: `fates` of the next ones. done: it is recorded all
    the same; meanwhile: what somebody else writes then."""

    fates: list[tuple[bool, Meanwhile | None]]

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql != "commit" or not self.fates:
            return super().execute(sql, *values)
        done, meanwhile = self.fates.pop(0)
        super().execute("commit" if done else "rollback")
        if meanwhile is not None:
            meanwhile(self)
        failed = sqlite3.OperationalError("disk I/O error")
        failed.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
        failed.sqlite_errorname = "SQLITE_IOERR_FSYNC"
        raise failed


def _connected() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None, factory=Failing)
    db.fates = []
    return opening.prepared(db, shipped(), 0.0)


class Trial:
    """A store with a game in it, and all that its tables hold."""

    def __init__(self, thread: Thread) -> None:
        self.store, self._thread = SqliteStore(thread, Clock()), thread

    async def begin(self) -> None:
        new = await self.store.create(lobby(channel=CHANNEL, others=(BEN,)))
        begun = turn("begin", status="playing", on_turn=0, timers=(NewTimer("gong", 9.0),))
        self.game = await self.store.commit(new.id, 1, begun)
        await self.store.give(self.game.id, 2, OrderRow(0, 1, "e5", "", "c5"))
        await self.store.keep(self.game.id, DraftRow(1, 2, "a1", "before"))

    def fails(self, done: bool, meanwhile: Meanwhile | None = None) -> None:
        db = self._thread._conn
        assert isinstance(db, Failing)
        db.fates.append((done, meanwhile))

    async def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        def read(db: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
            ours = "type = 'table' and name not like 'sqlite_%'"
            named = db.execute(f"select name from sqlite_master where {ours}").fetchall()
            return {table: _rows(db, table) for (table,) in named}

        return await self._thread.read(read)


def _rows(db: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    columns = [row[1] for row in db.execute(f"pragma table_info({table})")]
    told = ", ".join(f'"{column}"' for column in columns if column not in DIFFER.get(table, ()))
    return sorted(db.execute(f"select {told} from {table}"), key=repr)


@pytest.fixture
async def begun() -> AsyncIterator[Callable[[], Awaitable[Trial]]]:
    """Another store with the same game each time it is called."""

    async def opened() -> Trial:
        thread = Thread(_connected, ":memory:")
        await thread.start()
        at_end.push_async_callback(thread.close)
        trial = Trial(thread)
        await trial.begin()
        return trial

    async with AsyncExitStack() as at_end:
        yield opened


Begun = Callable[[], Awaitable[Trial]]
WRITES: dict[str, Callable[[SqliteStore, GameRow], Awaitable[Any]]] = {
    "turn": lambda store, game: store.commit(game.id, 2, turn("a", "c3", posts=("turn",))),
    "the end": lambda store, game: store.commit(game.id, 2, turn("a", status="over")),
    "change without lines": lambda store, game: store.commit(game.id, 2, PLACE),
    "lobby": lambda store, _: store.create(lobby("another", others=(ANN,))),
    "draft": lambda store, game: store.keep(game.id, DRAFT),
    "no draft": lambda store, game: store.drop(game.id, 1),
    "order": lambda store, game: store.give(game.id, 2, ORDER),
    "no order": lambda store, game: store.withdraw(game.id, 1, game.orders[0].id),
    "setting": lambda store, _: store.set("key", "value"),
    "personal": lambda store, _: store.set_personal(ANN.user, "pings", "here"),
    "told once": lambda store, game: store.tell_once(game.id, "share"),
    "credit": lambda store, game: store.credit(
        {game.timers[0].id: 30.0}, [(game.id, "card")], {"credited": "5.0"}
    ),
}


async def _now(trial: Trial) -> GameRow:
    row = await trial.store.game(trial.game.id)
    assert row is not None
    return row


@pytest.mark.parametrize("done", [True, False], ids=["recorded", "not recorded"])
@pytest.mark.parametrize("what", WRITES)
async def test_a_write_in_doubt_is_done_once(begun: Begun, what: str, done: bool) -> None:
    """Its caller hears what they would have heard."""
    calm, trial = await begun(), await begun()
    expected = await WRITES[what](calm.store, await _now(calm))
    game = await _now(trial)
    trial.fails(done)
    heard = await WRITES[what](trial.store, game)
    assert heard == expected
    if isinstance(expected, GameRow):
        told = [[(p.id, p.n, p.kind, p.fresh) for p in row.posts] for row in (heard, expected)]
        assert told[0] == told[1]
    assert await trial.tables() == await calm.tables()
    assert await _now(trial) == await _now(calm)


@pytest.mark.parametrize("second", [True, False], ids=["recorded", "not recorded"])
@pytest.mark.parametrize("what", WRITES)
async def test_where_it_fails_twice_the_doubt_is_told(
    begun: Begun, what: str, second: bool
) -> None:
    """It was recorded as a whole or not at all, and nothing is left open."""
    trial, calm = await begun(), await begun()
    game, before = await _now(trial), await trial.tables()
    await WRITES[what](calm.store, await _now(calm))
    trial.fails(False)
    trial.fails(second)
    with pytest.raises(InDoubt, match="not known whether the database :memory: has kept") as failed:
        await WRITES[what](trial.store, game)
    assert isinstance(failed.value, Unwritable)
    assert failed.value.why.endswith("(SQLITE_IOERR_FSYNC)")
    assert await trial.tables() == (await calm.tables() if second else before)
    assert not trial._thread.in_transaction
    await trial.store.set("later", "works")


@pytest.mark.parametrize("what", ["draft", "no draft", "order", "no order", "change without lines"])
async def test_what_no_key_names_gives_way_to_whoever_wrote_meanwhile(
    begun: Begun, what: str
) -> None:
    """It may have been recorded and changed since, so its caller looks again."""
    trial = await begun()
    game, newer = await _now(trial), DraftRow(0, 2, "d5", "newer")

    def meanwhile(db: sqlite3.Connection) -> None:
        drafts.keep(db, game.id, newer)

    trial.fails(False, meanwhile)
    with pytest.raises(Conflict) as late:
        await WRITES[what](trial.store, game)
    assert late.value.perhaps
    now = await _now(trial)
    assert (now.draft(0), now.draft(1), now.orders) == (newer, game.draft(1), game.orders)
    assert (now.channel, now.timers) == (game.channel, game.timers)


@pytest.mark.parametrize("done", [True, False], ids=["recorded", "not recorded"])
async def test_a_turn_is_recorded_beside_what_others_write_meanwhile(
    begun: Begun, done: bool
) -> None:
    """A neighbour's draft takes nothing from it: its key says whether it is there."""
    trial = await begun()

    def meanwhile(db: sqlite3.Connection) -> None:
        drafts.keep(db, trial.game.id, DraftRow(1, 2, "d5", "newer"))

    trial.fails(done, meanwhile)
    aside = Change(turn("a", posts=("turn",)).lines, "a", posts=("turn",), aside=True)
    row = await trial.store.commit(trial.game.id, 2, aside)
    assert (row.n, [post.n for post in row.posts]) == (3, [3])
    assert [each.key for each in await trial.store.log(row.id)] == ["open", "begin", "a"]
    assert row == await _now(trial)


@pytest.mark.parametrize("what", ["turn", "change without lines", "told once"])
async def test_what_was_recorded_is_known_though_others_have_gone_on(
    begun: Begun, what: str
) -> None:
    """Its caller hears what they would have heard before that."""
    calm, trial = await begun(), await begun()
    expected = await WRITES[what](calm.store, await _now(calm))
    game = await _now(trial)

    def meanwhile(db: sqlite3.Connection) -> None:
        row = games.by_id(db, game.id)
        assert row is not None
        games.commit(db, NOBODY, 5.0, None, game.id, row.n, turn("b"))

    trial.fails(True, meanwhile)
    assert await WRITES[what](trial.store, game) == expected
    assert [row.key for row in await trial.store.log(game.id)][-1] == "b"


async def test_what_somebody_else_has_recorded_meanwhile_is_theirs(begun: Begun) -> None:
    """Another process was told of the same wish: its posts are the ones that are there."""
    trial = await begun()
    wish = turn("a", posts=("turn",))

    def meanwhile(db: sqlite3.Connection) -> None:
        games.commit(db, NOBODY, 5.0, None, trial.game.id, 2, wish)

    trial.fails(False, meanwhile)
    with pytest.raises(Already) as known:
        await trial.store.commit(trial.game.id, 2, wish)
    assert (known.value.game, known.value.n) == (trial.game.id, 3)


@pytest.mark.parametrize("done", [True, False], ids=["recorded", "not recorded"])
async def test_whoever_claims_in_doubt_has_it(begun: Begun, done: bool) -> None:
    """What nobody holds is theirs, also where it was so since the first try."""
    trial = await begun()
    await trial.store.credit({}, [(trial.game.id, "card")], {})
    trial.fails(done)
    (post,) = await trial.store.claim_posts()
    assert (post.kind, await trial.store.claim_posts()) == ("card", [])
    trial.fails(done)
    assert await trial.store.renew([post]) == [post]
    trial.fails(done)
    assert await trial.store.claim_timers(("gong",)) == [trial.game.timers[0]]


async def test_what_was_done_before_is_no_doubt(begun: Begun) -> None:
    """A key that is known at the first try is another delivery of the same wish."""
    trial = await begun()
    await trial.store.commit(trial.game.id, 2, turn("a"))
    with pytest.raises(Already):
        await trial.store.commit(trial.game.id, 2, turn("a"))


async def test_a_game_that_is_not_there_is_no_doubt(begun: Begun) -> None:
    trial = await begun()
    with pytest.raises(Conflict) as late:
        await trial.store.keep(99, DRAFT)
    assert (late.value.found, late.value.perhaps) == (None, False)
    await trial.store.drop(99, 0)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (sqlite3.SQLITE_FULL, Unwritable),
        (sqlite3.SQLITE_IOERR_WRITE, Unwritable),
        (sqlite3.SQLITE_IOERR_FSYNC, InDoubt),
        (sqlite3.SQLITE_IOERR, InDoubt),
    ],
)
def test_a_disk_without_room_leaves_no_doubt(code: int, error: type[Unwritable]) -> None:
    """SQLite: what is not written to its end has a wrong checksum, and is no part of the file."""
    failed = sqlite3.OperationalError("it failed")
    failed.sqlite_errorcode = code

    with pytest.raises(Unwritable) as told, translated("x.db"), committing("x.db"):
        raise failed
    assert type(told.value) is error
