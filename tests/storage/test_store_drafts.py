"""Contract of every store: a seat's draft is kept as a line of text, for one position."""

import pytest

from storage import Conflict, DraftRow, Store
from tests.drafts import draft_in
from tests.storage.conftest import Opener
from tests.storage.samples import lobby, turn


async def test_a_later_draft_of_the_seat_takes_its_place(store: Store) -> None:
    game = await store.create(lobby())
    await store.save_draft(game.id, DraftRow(0, 1, "c3", "a"))
    await store.save_draft(game.id, DraftRow(1, 1, "d4", "b"))
    await store.save_draft(game.id, DraftRow(0, 1, "c3 xd4", "c"))
    assert await draft_in(store, game.id, 0) == DraftRow(0, 1, "c3 xd4", "c")
    assert await draft_in(store, game.id, 1) == DraftRow(1, 1, "d4", "b")
    assert await draft_in(store, game.id, 2) is None


async def test_a_game_is_read_with_the_drafts_of_that_moment(store: Store) -> None:
    """Whoever types needs both, and a draft that was read later could be of another position."""
    game = await store.create(lobby())
    await store.save_draft(game.id, DraftRow(0, 1, "c3", "a"))
    found = await store.game(game.id)
    assert found is not None
    assert found.draft(0) == DraftRow(0, 1, "c3", "a")
    assert found.draft(1) is None
    assert found == game  # what somebody has begun to say is nothing of the game itself
    assert "c3" not in repr(found)
    aside = await store.commit(game.id, 1, turn("b", aside=True))
    assert aside.drafts == found.drafts
    assert (await store.commit(game.id, 2, turn("c"))).drafts == ()


async def test_dropping_a_draft_twice_is_dropping_it_once(store: Store) -> None:
    game = await store.create(lobby())
    await store.save_draft(game.id, DraftRow(0, 1, "c3", "a"))
    await store.drop_draft(game.id, 0)
    await store.drop_draft(game.id, 0)
    assert await draft_in(store, game.id, 0) is None


async def test_a_draft_for_a_position_that_is_past_is_refused(store: Store) -> None:
    """It would otherwise outlive the commit which should have dropped it."""
    game = await store.create(lobby())
    await store.commit(game.id, 1, turn("a"))
    with pytest.raises(Conflict) as conflict:
        await store.save_draft(game.id, DraftRow(0, 1, "c3", "b"))
    assert conflict.value.found == 2
    assert await draft_in(store, game.id, 0) is None


async def test_a_draft_of_no_game_is_refused(store: Store) -> None:
    with pytest.raises(Conflict) as conflict:
        await store.save_draft(99, DraftRow(0, 1, "c3", "a"))
    assert conflict.value.found is None


def test_a_draft_is_not_shown_in_its_repr() -> None:
    """A draft may name a card of a hidden hand."""
    assert "gm4" not in repr(DraftRow(0, 1, "gm4 s s", "key"))


async def test_a_draft_of_a_turn_that_was_played_is_not_there_after_a_restart(
    opener: Opener,
) -> None:
    """It is gone from the rows as well, not only from what a store remembers."""
    store = await opener()
    game = await store.create(lobby())
    await store.save_draft(game.id, DraftRow(0, 1, "c3", "a"))
    await store.commit(game.id, 1, turn("b"))
    await store.close()
    store = await opener()
    assert await draft_in(store, game.id, 0) is None
    await store.close()
