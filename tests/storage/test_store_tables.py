"""Contract of every store: a server's table of results, and named values."""

from storage import Result, Sitter, Standing, Store
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, CY, GUILD, finished, lobby, turn


async def test_the_table_counts_games_wins_and_points(store: Store) -> None:
    """The server's table: games, wins, points."""
    await finished(store, "a", (ANN, BEN), (10, True), (4, False))
    await finished(store, "b", (BEN, ANN, CY), (11, True), (3, False), (5, False))
    assert await store.standings(GUILD, "logger") == [
        Standing(BEN.user, "Ben", 2, 1, 15),
        Standing(ANN.user, "Ann", 2, 1, 13),
        Standing(CY.user, "Cy", 1, 0, 5),
    ]


async def test_ties_go_to_fewer_games_then_to_the_name(store: Store) -> None:
    dee, eve = Sitter(2, "Dee"), Sitter(1, "Eve")
    await finished(store, "a", (eve, dee, ANN), (5, True), (5, True), (3, True))
    await finished(store, "b", (ANN, BEN), (2, False), (0, False))
    names = [line.name for line in await store.standings(GUILD, "logger")]
    assert names == ["Dee", "Eve", "Ann", "Ben"]


async def test_a_shared_win_is_a_win_for_each(store: Store) -> None:
    await finished(store, "a", (ANN, BEN), (10, True), (10, True))
    assert [line.won for line in await store.standings(GUILD, "logger")] == [1, 1]


async def test_another_server_or_kind_does_not_count(store: Store) -> None:
    await finished(store, "a", (ANN, BEN), (10, True), (4, False), guild=7)
    await finished(store, "b", (ANN, BEN), (10, True), (4, False), kind="logjam")
    assert await store.standings(GUILD, "logger") == []


async def test_only_games_that_are_over_count(store: Store) -> None:
    """A result that was taken back is no result."""
    game = await finished(store, "a", (ANN, BEN), (10, True), (4, False))
    await store.commit(game.id, game.n, turn("b", status="playing"))
    other = await store.create(lobby("c"))
    await store.commit(other.id, 1, turn("d", status="cancelled", results=(Result(0, 99, True),)))
    assert await store.standings(GUILD, "logger") == []


async def test_a_person_is_shown_by_the_newest_name(store: Store) -> None:
    await finished(store, "a", (Sitter(1, "Zoe"),), (1, False))
    await finished(store, "b", (Sitter(1, "Amy"),), (2, False))
    await finished(store, "c", (Sitter(1, "Zoe B."),), (3, False))
    assert await store.standings(GUILD, "logger") == [Standing(1, "Zoe B.", 3, 0, 6)]


async def test_a_setting_is_what_was_set_last(store: Store) -> None:
    assert await store.setting("guild commands") is None
    await store.set("guild commands", "abc")
    await store.set("guild commands", "")
    await store.set("other", "x")
    assert await store.setting("guild commands") == ""


async def test_a_setting_lasts(opener: Opener) -> None:
    store = await opener()
    await store.set("key", "O'Brien ?")
    await store.close()
    store = await opener()
    assert await store.setting("key") == "O'Brien ?"
    await store.close()
