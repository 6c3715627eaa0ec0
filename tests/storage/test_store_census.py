"""The verb that counts: for whoever watches the bot, and whether the store answers at all."""

import pytest

from storage import Census, SqliteStore, Store, Unwritable
from storage.store import LARGE_TURN
from tests.patience import PATIENCE
from tests.storage.samples import ANN, BEN, finished, lobby, turn, waiting


async def test_an_empty_store_has_nothing_to_count(store: Store) -> None:
    assert await store.census() == Census({}, 0, 0)


async def test_open_games_are_counted_by_kind_and_status(store: Store) -> None:
    first = await store.create(lobby("a", channel=1))
    await store.create(lobby("b", channel=2))
    await store.create(lobby("c", channel=3, kind="logjam"))
    await store.commit(first.id, 1, turn("d", status="playing"))
    await finished(store, "e", (ANN, BEN), (1, True), (0, False), channel=4)
    expected = {("logger", "playing"): 1, ("logger", "lobby"): 1, ("logjam", "lobby"): 1}
    assert (await store.census()).games == expected


async def test_posts_count_until_they_are_sent_or_given_up(store: Store) -> None:
    game = await store.create(lobby())
    await store.commit(game.id, 1, turn("a", posts=("turn", "card", "other")))
    assert (await store.census()).waiting == 3
    first, second, _ = await waiting(store)
    await store.sent(first, 777)
    await store.park(second, "404")
    census = await store.census()
    assert (census.waiting, census.parked) == (1, 1)


async def test_counting_walks_through_no_whole_table(store: SqliteStore) -> None:
    """Asked every few seconds, it must not grow slower with all the games there ever were."""
    said: list[str] = []
    await store._thread.set_trace_callback(said.append)
    await store.census()
    await store._thread.set_trace_callback(None)  # type: ignore[arg-type]
    plans = [await store._thread.execute_fetchall("explain query plan " + sql) for sql in said]
    scans = {step[3] for plan in plans for step in plan if step[3].startswith("SCAN")}
    indexes = ("games USING INDEX games_live", "outbox USING INDEX outbox_queue")
    assert scans == {f"SCAN {part}" for part in (*indexes, "outbox USING INDEX outbox_parked")}


async def test_a_probe_writes_unless_something_was_just_written(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often somebody asks, it costs nothing while turns are played."""
    monkeypatch.setattr("storage.store.RECENTLY", PATIENCE)
    await store.create(lobby())
    await store.probe()
    assert await store.setting("probe") is None
    monkeypatch.setattr("storage.store.RECENTLY", 0.0)
    await store.probe()
    assert await store.setting("probe") == ""


async def test_after_a_write_that_failed_a_probe_is_as_large_as_a_turn(store: SqliteStore) -> None:
    """What is smaller may find room where a turn does not."""
    await store._thread.execute_fetchall("pragma max_page_count = 1")
    with pytest.raises(Unwritable) as refused:
        await store.set("large", "x" * 50_000)
    assert refused.value.why == "the disk is full (SQLITE_FULL)"
    await store.set("small", "x")
    with pytest.raises(Unwritable):
        await store.probe()
    await store._thread.execute_fetchall("pragma max_page_count = 10000")
    await store.probe()
    assert len(await store.setting("probe") or "") == LARGE_TURN
