"""Contract of every store: who has played where, and since when they are gone.

Source: docs/privacy.md, For how long.
"""

from storage import THE_BOT, Former, Handover, Seen, Sitter, Store
from tests.storage.samples import ANN, BEN, CY, GUILD, Clock, finished, lobby, turn

OTHER = 901


async def test_who_has_played_is_told_night_by_night(store: Store, clock: Clock) -> None:
    """Of each server by itself, those who handed over a seat as well; no computer, and nobody who
    was forgotten."""
    await finished(store, "a", (ANN, Sitter(-3, "Cedar", computer="easy")), (3, True), (1, False))
    clock.time = 2_000.0
    await finished(store, "b", (BEN, ANN), (3, True), (1, False), guild=OTHER)
    clock.time = 3_000.0
    live = await store.create(lobby("c", host=CY, others=(BEN,), channel=7))
    handed = Handover((Former(1, 2, BEN.user, BEN.name),))
    await store.commit(live.id, 1, turn("d", sitters=(CY, ANN), added=(handed,)))
    ann = [Seen(11, GUILD, 3_000.0, True, None), Seen(11, OTHER, 2_000.0, False, None)]
    ben = [Seen(12, GUILD, 3_000.0, False, None), Seen(12, OTHER, 2_000.0, False, None)]
    cy = [Seen(13, GUILD, 3_000.0, True, None)]
    assert await store.people(0, 9) == [*ann, *ben, *cy]
    nights = [await store.people(night, 2) for night in range(7, 10)]
    assert nights == [cy, ann, ben]  # 13, 11 and 12 by three: each once
    assert await store.people_on(GUILD) == [11, 12, 13]
    await store.forget(BEN.user)
    assert await store.people_on(OTHER) == [11]


async def test_the_first_time_of_an_absence_counts(store: Store) -> None:
    """Until they are there again; whoever is forgotten has none."""
    await finished(store, "a", (ANN, BEN), (3, True), (1, False))
    for since in (5.0, 9.0):
        await store.note_absence(GUILD, ANN.user, since)
        await store.note_absence(GUILD, BEN.user, since)
    assert [seen.absent for seen in await store.people(0, 9)] == [5.0, 5.0]
    assert (await store.about(ANN.user))["absences"] == [{"server": GUILD, "at": 5.0}]
    await store.note_absence(GUILD, BEN.user, None)
    assert [seen.absent for seen in await store.people(0, 9)] == [5.0, None]
    await store.forget(ANN.user, GUILD)
    assert await store.about(ANN.user) == {}


async def test_a_server_that_the_bot_has_left_has_nothing_set_and_is_told_nothing(
    store: Store,
) -> None:
    await finished(store, "a", (ANN, BEN), (3, True), (1, False), guild=OTHER)
    game = await store.create(lobby("b"))
    await store.commit(game.id, 1, turn("c", posts=("turn",)))
    await store.set_server(GUILD, {"log": "500"}, [f"logged:{7**20}"])
    await store.note_absence(GUILD, THE_BOT, 5.0)
    assert await store.servers() == {GUILD: 5.0, OTHER: None}
    assert [len(await store.under_way([each])) for each in (game.id, -GUILD)] == [1, 1]
    await store.commit(game.id, 2, turn("d", status="cancelled"))
    await store.forget(ANN.user, GUILD)
    await store.forget_server(GUILD)
    assert await store.under_way([game.id, -GUILD]) == []
    assert (await store.server(GUILD), await store.about(7**20)) == ({}, {})
    assert await store.servers() == {OTHER: None}
    assert await store.people_on(OTHER) == [11, 12]
