"""What the store remembers of a game is what its rows say, whatever was written or undone since."""

import sqlite3
from dataclasses import replace
from typing import Any

import pytest

from storage import (
    Change,
    ClockRow,
    DraftRow,
    Former,
    GameRow,
    Line,
    NewTimer,
    OrderRow,
    SqliteStore,
)
from storage.lately import Logs
from tests.storage.samples import ANN, BEN, CHANNEL, CY, lobby, turn

WHAT = {
    "turn": turn("a", "c3", "5", on_turn=1, posts=("turn",)),
    "aside": turn("a", aside=True),
    "timers": turn("a", timers=(NewTimer("remind", 5.0), NewTimer("clock", 4.0, "1"))),
    "a timer that is done": turn("a", done=("lobby",), timers=(NewTimer("remind", 5.0),)),
    "clocks": turn("a", clocks=(ClockRow(1, 60.0), ClockRow(0, 50.0, 7.0))),
    "another place": Change((), "a", channel=77, home=78),
    "somebody else": turn("a", sitters=(CY, BEN), former=(Former(0, 2, ANN.user, "Ann"),)),
    "an order that fell": turn("a", orders=((1, "no room"),)),
    "an order that was played": turn("a", orders=((1, ""),)),
    "the end": turn("a", status="over", on_turn=None, orders=((1, ""),)),
    "nothing": Change((), "a"),
}


@pytest.fixture
async def store() -> Any:
    opened = await SqliteStore.open(":memory:")
    yield opened
    await opened.close()


@pytest.fixture
async def game(store: SqliteStore) -> GameRow:
    """A game with something of everything, which was just looked for."""
    opened = lobby(channel=CHANNEL, others=(BEN,), timers=(NewTimer("lobby", 9.0),))
    new = await store.create(opened)
    game = await store.commit(new.id, 1, turn("begin", status="playing", on_turn=0))
    await store.give(game.id, game.n, OrderRow(0, 1, "c3", "", "d4"))
    await store.keep(game.id, DraftRow(0, game.n, "c3", "d"))
    await store.set_personal(CY.user, "pings", "here")
    return await _here(store)


async def _here(store: SqliteStore) -> GameRow:
    game = await store.here(CHANNEL)
    assert game is not None
    return game


async def _as_stored(store: SqliteStore, game: int) -> tuple[Any, ...]:
    """A game as it is read anew, with what is not compared."""
    row = await store.game(game)
    assert row is not None
    return row, row.drafts, await store.log(game)


async def _as_told(store: SqliteStore, game: int) -> tuple[Any, ...]:
    told = await store.telling(game, "turn")
    return told.game, told.game.drafts, told.rows


@pytest.mark.parametrize("what", WHAT)
async def test_a_post_is_told_from_what_was_written(
    store: SqliteStore, game: GameRow, what: str
) -> None:
    await store.telling(game.id, "turn")
    await store.commit(game.id, game.n, WHAT[what])
    assert await _as_told(store, game.id) == await _as_stored(store, game.id)


@pytest.mark.parametrize("what", WHAT)
async def test_the_next_commit_goes_on_from_what_was_written(
    store: SqliteStore, game: GameRow, what: str
) -> None:
    after = await store.commit(game.id, game.n, WHAT[what])
    await store.commit(game.id, after.n, turn("b"))
    assert await _as_told(store, game.id) == await _as_stored(store, game.id)


async def test_what_is_written_beside_a_game_is_seen_at_once(
    store: SqliteStore, game: GameRow
) -> None:
    """A setting, a draft and an order come between a look at a game and the post about it."""
    for verb in (
        store.set_personal(BEN.user, "pings", "here"),
        store.keep(game.id, DraftRow(0, game.n, "c4", "e")),
        store.withdraw(game.id, 1, game.orders[0].id),
        store.drop(game.id, 0),
    ):
        before = await _here(store)
        await verb
        assert await _as_told(store, game.id) == await _as_stored(store, game.id)
        now = await _here(store)
        assert (now, now.drafts) != (before, before.drafts)


async def test_what_was_undone_was_never_there(store: SqliteStore, game: GameRow) -> None:
    """The disk refuses a commit after all its rows were written."""

    def refused(db: sqlite3.Connection) -> None:
        store._commit(db, game.id, game.n, turn("a"), 5.0)
        raise sqlite3.OperationalError("disk full")

    with pytest.raises(sqlite3.OperationalError):
        await store._thread.write(refused)
    assert (await _as_told(store, game.id))[0] == game
    assert (await store.commit(game.id, game.n, turn("a"))).n == game.n + 1


async def test_another_game_is_not_taken_for_it(store: SqliteStore, game: GameRow) -> None:
    other = await store.create(lobby("other"))
    await _here(store)
    assert (await store.telling(other.id, "turn")).game == other
    assert (await store.commit(other.id, 1, turn("a"))).id == other.id


async def test_a_log_that_grew_is_whole(store: SqliteStore, game: GameRow) -> None:
    """Also when somebody has changed the list that they were given."""
    for n in range(game.n, game.n + 3):
        told = await store.telling(game.id, "turn")
        del told.rows[0]
        await store.commit(game.id, n, replace(turn(f"{n}"), lines=(Line(0, f"{n}", ""),)))
        assert (await store.telling(game.id, "turn")).rows == await store.log(game.id)


async def test_logs_of_some_games_are_kept(store: SqliteStore, game: GameRow) -> None:
    """Those that were asked for last; the others are read anew."""
    logs, asked = Logs(most=2), list[str]()
    ids = [game.id, *[(await store.create(lobby(key))).id for key in "xyz"]]

    def read(db: sqlite3.Connection) -> list[bool]:
        db.set_trace_callback(asked.append)
        whole = [bool(logs.of(db, each)) for each in (*ids, ids[-1], ids[0])]
        db.set_trace_callback(None)
        return whole

    assert all(await store._thread.read(read))
    assert [" n > 0 " in sql for sql in asked] == [True] * 4 + [False, True]
