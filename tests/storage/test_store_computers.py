"""Contract of every store: which seats are a computer's, and that practice counts for nobody.

Source: issue 13, item 3; docs/decisions.md.
"""

from dataclasses import replace

from storage import TABLE, Change, Former, Handover, Line, Sitter, Store
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, CY, GUILD, finished, lobby, turn

BIRCH = Sitter(-2, "Birch", computer="easy")
SITS = Line(TABLE, "computer easy", "")


async def test_who_sits_down_with_the_host_is_there_from_the_beginning(store: Store) -> None:
    """One transaction: no lobby that a crash leaves without its computer."""
    game = await store.create(lobby(others=(BIRCH,), more=(SITS,)))
    assert (game.n, game.stands, game.sitters) == (2, 2, (ANN, BIRCH))
    assert [(row.n, row.text, row.key) for row in await store.log(game.id)] == [
        (1, "open 7", "open"),
        (2, "computer easy", None),
    ]


async def test_a_seat_says_that_it_is_a_computers(opener: Opener) -> None:
    """Also after a restart, and of who sat there before."""
    store = await opener()
    game = await store.create(lobby())
    await store.commit(game.id, 1, turn("a", sitters=(ANN, BIRCH), status="playing"))
    former = (Former(1, 3, BIRCH.user, BIRCH.name, "easy"),)
    taken = Change(
        (Line(TABLE, "takeover 1", ""),), "t", sitters=(ANN, BEN), added=(Handover(former),)
    )
    await store.commit(game.id, 2, taken)
    await store.close()
    store = await opener()
    read = await store.game(game.id)
    assert read is not None
    assert ([s.computer for s in read.sitters], read.former) == (["", ""], former)
    await store.close()


async def test_a_game_against_a_computer_counts_for_nobody(store: Store) -> None:
    """Issue 13, item 3: never rated. Games among people count as before."""
    await finished(store, "a", (ANN, BIRCH), (10, True), (4, False))
    await finished(
        store, "b", (BEN, CY, replace(BIRCH, user=-3)), (9, True), (4, False), (2, False)
    )
    await finished(store, "c", (ANN, BEN), (3, False), (5, True))
    table = await store.standings(GUILD, "logger")
    assert [(line.name, line.games, line.won) for line in table] == [("Ben", 1, 1), ("Ann", 1, 0)]


async def test_the_level_that_somebody_beat_at_last_is_known(store: Store) -> None:
    """Issue 44, item 6. Of the same kind of game, and neither of people nor of a lost game."""
    easy, strong = BIRCH, replace(BIRCH, computer="strong")
    assert await store.beaten_level(ANN.user, "logger") == ""
    await finished(store, "a", (ANN, strong), (10, True), (4, False))
    await finished(store, "b", (ANN, easy), (10, True), (4, False))
    await finished(store, "c", (ANN, strong), (4, False), (10, True))
    await finished(store, "d", (ANN, BEN), (10, True), (4, False))
    assert await store.beaten_level(ANN.user, "logger") == "easy"
    assert await store.beaten_level(ANN.user, "logjam") == ""
    assert await store.beaten_level(BEN.user, "logger") == ""
