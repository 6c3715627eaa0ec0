"""The store's memory of a game agrees with its rows, after any write or undo."""

import asyncio
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from storage import Change, SqliteStore, Store, games
from storage.errors import Conflict, Unwritable
from storage.rows import ClockRow, DraftRow, Former, GameRow, Line, NewTimer, OrderRow, Sitter
from storage.verbs import GameCache, LogCache
from tests.storage.samples import ANN, BEN, CHANNEL, CY, load, lobby, turn, waiting

WHAT = {
    "turn": turn("a", "c3", "5", on_turn=1, posts=("turn",)),
    "aside": turn("a", aside=True),
    "timers": turn("a", timers=(NewTimer("remind", 5.0), NewTimer("clock", 4.0, "1"))),
    "a timer that is done": turn("a", done=("lobby",), timers=(NewTimer("remind", 5.0),)),
    "clocks": turn("a", clocks=(ClockRow(1, 60.0), ClockRow(0, 50.0, 7.0))),
    "another place": Change((), "a", channel=77, home=78),
    "somebody else": turn("a", sitters=(CY, BEN), former=(Former(0, 2, ANN.user, "Ann"),)),
    "an order that fell": turn("a", fates=((1, "no room"),)),
    "an order that was played": turn("a", fates=((1, ""),)),
    "the end": turn("a", status="over", on_turn=None, fates=((1, ""),)),
    "nothing": Change((), "a"),
}


@pytest.fixture
async def game(store: SqliteStore) -> GameRow:
    """A game with a row of every kind, which was just read."""
    opened = lobby(channel=CHANNEL, others=(BEN,), timers=(NewTimer("lobby", 9.0),))
    new = await store.create(opened)
    game = await store.commit(new.id, 1, turn("begin", status="playing", on_turn=0))
    await store.give_order(game.id, game.n, OrderRow(0, 1, "c3", "", "d4"))
    await store.save_draft(game.id, DraftRow(0, game.n, "c3", "d"))
    await store.set_personal(CY.user, "pings", "here")
    return await load(store, game.id)


async def test_what_somebody_has_set_is_read_once(store: SqliteStore) -> None:
    """Every press reads it (bot/discord/base.py, voice_for)."""
    await store.set_personal(ANN.user, "language", "de")
    first = await store.personal(ANN.user)
    with patch.object(store._thread, "read", side_effect=AssertionError):
        assert await store.personal(ANN.user) == first == {"language": "de"}
    await store.set_personal(ANN.user, "language", None)
    assert await store.personal(ANN.user) == {}


async def _as_stored(store: SqliteStore, game: int) -> tuple[Any, ...]:
    """A game as its rows say, with the fields that aren't compared, and the data for a post."""
    row = await store._thread.read(lambda db: games.must_be_stored(db, game))
    told = await store._thread.read(lambda db: store._tell(db, games.must_be_stored(db, game)))
    return row, row.drafts, row.version, told, told.game.drafts


async def _here_as_stored(store: SqliteStore, channel: int) -> GameRow | None:
    return await Store(store._thread, store.now).game_in_channel(channel)


async def _as_known(store: SqliteStore, game: int) -> tuple[Any, ...]:
    """The same as the store says."""
    told, row = await store.telling(game), await load(store, game)
    return row, row.drafts, row.version, told, told.game.drafts


@pytest.mark.parametrize("what", WHAT)
async def test_what_was_written_is_known(store: SqliteStore, game: GameRow, what: str) -> None:
    after = await store.commit(game.id, game.n, WHAT[what])
    assert await _as_known(store, game.id) == await _as_stored(store, game.id)
    for channel in (CHANNEL, 77):
        assert await store.game_in_channel(channel) == await _here_as_stored(store, channel)
    await store.commit(game.id, after.n, turn("b", posts=("turn",)))
    assert await _as_known(store, game.id) == await _as_stored(store, game.id)


async def test_others_writes_are_read(store: SqliteStore, game: GameRow) -> None:
    """Another process on the same database, which doesn't notify this one."""
    known = await store.commit(game.id, game.n, turn("a", aside=True))
    also = SqliteStore(store._thread, lambda: 2.0)
    await also.save_draft(game.id, DraftRow(1, known.n, "c4", "e"))
    row = await store.commit(game.id, known.n, turn("b", aside=True))
    assert row.drafts == (*known.drafts, DraftRow(1, known.n, "c4", "e"))
    await also.commit(game.id, row.n, turn("c", on_turn=1))
    with pytest.raises(Conflict):
        await store.commit(game.id, row.n, turn("d"))


async def test_what_is_set_elsewhere_is_known_by_a_commit(
    store: SqliteStore, game: GameRow
) -> None:
    """Settings raise no version: the commit reads them too, and writes the post by them."""
    known = await store.commit(game.id, game.n, turn("a"))
    await SqliteStore(store._thread, lambda: 2.0).set_personal(BEN.user, "pings", "here")
    assert await store.game(game.id) == known
    with pytest.raises(Conflict):
        await store.commit(game.id, known.n, turn("b", settings={BEN.user: {}}))
    assert await _as_known(store, game.id) == await _as_stored(store, game.id)
    await store.commit(game.id, known.n, turn("b"))
    await SqliteStore(store._thread, lambda: 2.0).set_personal(BEN.user, "pings", "dm")
    row = await store.commit(game.id, known.n + 1, turn("c", posts=("turn",)))
    assert row.sitters[1].settings == {"pings": "dm"}
    assert await _as_known(store, game.id) == await _as_stored(store, game.id)


async def test_what_was_undone_was_never_there(store: SqliteStore, game: GameRow) -> None:
    """The disk has no room for a line, when the game was written already."""
    row = await store.commit(game.id, game.n, turn("a", posts=("turn",)))
    await store._thread.execute("pragma max_page_count = 1")  # it takes the existing one
    with pytest.raises(Unwritable):
        await store.commit(game.id, row.n, turn("b", "c3" * 65_536, posts=("turn",)))
    assert await _as_known(store, game.id) == await _as_stored(store, game.id)
    assert (await store.game(game.id)) == row
    await store._thread.execute("pragma max_page_count = 1073741823")
    assert (await store.commit(game.id, row.n, turn("b"))).n == row.n + 1


@pytest.mark.parametrize("seed", range(3))
async def test_a_busy_store_knows_its_rows(store: SqliteStore, game: GameRow, seed: int) -> None:
    """Several people act at several tables at once, with some refusals, and some callers who do not
    wait for the end."""
    chance = Random(seed)
    other = await store.create(lobby("other", channel=CHANNEL + 1, others=(CY,)))
    for step in range(12):
        keys = [f"{step} {n}" for n in range(chance.randrange(1, 5))]
        deeds = [write_anything(store, chance, key, (game.id, other.id)) for key in keys]
        doing = [asyncio.ensure_future(each) for each in deeds]
        for _ in range(chance.randrange(3)):
            await asyncio.sleep(0)
        if chance.random() < 0.3:
            doing[-1].cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        for each in (game.id, other.id):
            assert await _as_known(store, each) == await _as_stored(store, each)
        for channel in (CHANNEL, CHANNEL + 1, 77):
            assert await store.game_in_channel(channel) == await _here_as_stored(store, channel)


async def write_anything(store: SqliteStore, chance: Random, key: str, ids: Sequence[int]) -> None:
    row = await load(store, chance.choice(ids))
    what = replace(chance.choice([*WHAT.values()]), key=key)
    what = replace(what, posts=chance.choice([(), ("turn",)]))
    what = replace(what, clocks=(), former=(), fates=None)
    match chance.randrange(11):
        case 0:
            await store.set_personal(BEN.user, "pings", key)
        case 1:
            await store.save_draft(row.id, DraftRow(0, row.n, key, key))
        case 2:
            await store.drop_draft(row.id, 0)
        case 3:
            await store.give_order(row.id, row.n, OrderRow(0, 1, key, "", "d4"))
        case 6 if row.orders:
            await store.withdraw_order(row.id, 1, row.orders[0].id)
        case 4:
            await store.create(lobby(key, channel=chance.choice((77, CHANNEL, None))))
        case 5:
            for post in await waiting(store):
                await store.note_sent(post, chance.randrange(10**6))
        case _:
            await store.commit(row.id, row.n, what)


async def test_a_table_has_its_post_while_others_play(store: SqliteStore, game: GameRow) -> None:
    """Under way at the same time, neither table makes the other one's post or next turn read. A
    change of seats does: a post for a beginner depends on their other games."""
    other = await store.create(lobby("other", channel=CHANNEL + 1, others=(CY,)))
    one, two = (turn(key, posts=("turn",), on_turn=0) for key in "ab")
    row, _ = await asyncio.gather(
        store.commit(game.id, game.n, one), store.commit(other.id, 1, two)
    )
    with patch.object(store._thread, "read", side_effect=AssertionError):
        assert (await store.telling(game.id)).game == await store.game(game.id)
    await store.commit(row.id, row.n, replace(WHAT["somebody else"], key="c"))
    assert await _as_known(store, other.id) == await _as_stored(store, other.id)


async def test_some_games_and_people_are_known(store: SqliteStore, game: GameRow) -> None:
    """Those that were changed last; another one is read when needed. Four people for each game."""
    cache, rows = GameCache(size=2), list[GameRow]()
    for key in "xyz":
        rows.append(await store.create(lobby(key, channel=CHANNEL + len(rows) + 1)))
        cache.put(cache.invalidate(rows[-1].id), rows[-1], None)
    cache.put(0, rows[0], None)  # read before these writes
    assert [cache.game(row.id) for row in rows] == [None, *rows[1:]]
    assert [cache.game_in_channel(row.channel or 0) for row in rows] == [None, *rows[1:]]
    cache.invalidate()
    assert not any(cache.game(row.id) or cache.game_in_channel(row.channel or 0) for row in rows)
    for user in range(1, 11):
        row = replace(game, sitters=(Sitter(user, "", settings={"pings": "here"}),))
        cache.put(cache.invalidate(game.id), row, None)
    assert [*cache._people] == [*range(3, 11)]


async def test_a_log_that_grew_is_whole(store: SqliteStore, game: GameRow) -> None:
    """Also when somebody has changed the list that they were given."""
    for n in range(game.n, game.n + 3):
        told = await store.telling(game.id)
        del told.rows[0]
        await store.commit(game.id, n, replace(turn(f"{n}"), lines=(Line(0, f"{n}", ""),)))
        assert (await store.telling(game.id)).rows == await store.log(game.id)


async def test_logs_of_some_games_are_kept(store: SqliteStore, game: GameRow) -> None:
    """Those that were asked for last; the others are read again."""
    logs, asked = LogCache(size=2), list[str]()
    ids = [game.id, *[(await store.create(lobby(key))).id for key in "xyz"]]

    def read(db: sqlite3.Connection) -> list[bool]:
        db.set_trace_callback(asked.append)
        whole = [bool(logs.rows(db, each)) for each in (*ids, ids[-1], ids[0])]
        db.set_trace_callback(None)
        return whole

    assert all(await store._thread.read(read))
    assert [" n > 0 " in sql for sql in asked] == [True] * 4 + [False, True]
