"""The note that a post was sent is written with the next write: every verb knows of it at once, and
it is durable some moments later."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Conflict, GameRow, SqliteStore, engine
from tests.patience import PATIENCE, until
from tests.storage.files import store_in
from tests.storage.samples import CHANNEL, lobby, turn

MESSAGE = 777


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "it.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with store_in(path) as opened:
        yield opened


@pytest.fixture
async def game(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> GameRow:
    """A game with a post that is noted as sent; the test is over before the deferred write happens,
    however slow the machine is."""
    monkeypatch.setattr(engine, "SOON", 2 * PATIENCE)
    return await note(store)


async def note(store: SqliteStore) -> GameRow:
    new = await store.create(lobby(channel=CHANNEL))
    row = await store.commit(new.id, 1, turn("a", posts=("turn",)))
    await store.note_sent(row.posts[0], MESSAGE)
    return row


async def is_durable(path: Path) -> bool:
    there = await SqliteStore.snapshot(path)
    found = await there.post_by_message(MESSAGE)
    await there.close()
    return found is not None


async def test_it_costs_no_wait_of_its_own(store: SqliteStore, game: GameRow, path: Path) -> None:
    assert not await is_durable(path)
    await store.commit(game.id, game.n, turn("b"))
    assert await is_durable(path)


async def test_it_is_written_soon(store: SqliteStore, path: Path) -> None:
    await note(store)
    await until(lambda: is_durable(path))
    assert not store._thread._deferred


async def test_a_refused_change_keeps_it(store: SqliteStore, game: GameRow, path: Path) -> None:
    both = (store.commit(game.id, game.n - 1, turn("b")), store.post_by_message(MESSAGE))
    refused, found = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(refused, Conflict)
    assert found is not None
    assert await is_durable(path)


async def test_others_read_while_it_waits(store: SqliteStore, game: GameRow, path: Path) -> None:
    """The disk refuses it; the next turn that can be written brings it along."""
    await store._thread.execute("pragma query_only = 1")
    assert await store.post_by_message(MESSAGE) is None
    assert await store.game_in_channel(CHANNEL) == game
    await store._thread.execute("pragma query_only = 0")
    assert store._thread._due is not None
    await store.commit(game.id, game.n, turn("b"))
    assert await is_durable(path)


async def test_it_is_tried_again_by_itself(store: SqliteStore, game: GameRow, path: Path) -> None:
    await store._thread.execute("pragma query_only = 1")
    await store._thread._flush()
    await store._thread.execute("pragma query_only = 0")
    store._thread._flush_now()
    assert store._thread._flushing is not None
    await store._thread._flushing
    assert await is_durable(path)


async def test_what_was_written_meanwhile_is_not_written_again(
    store: SqliteStore, game: GameRow
) -> None:
    await store.commit(game.id, game.n, turn("b"))
    store._thread._flush_now()
    assert store._thread._flushing is None


async def test_closing_the_store_writes_it(store: SqliteStore, game: GameRow, path: Path) -> None:
    await store.close()
    assert await is_durable(path)
    await store.close()
