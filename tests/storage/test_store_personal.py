"""Contract of every store: what people set for themselves."""

import asyncio

import pytest

from storage import Conflict, MadeFor, Sitter, Store
from tests.storage.samples import ANN, BEN, CY, lobby, turn


async def test_a_person_has_what_they_have_set_and_nobody_else(store: Store) -> None:
    """Issue 11, item 2: a setting is personal; one that is taken away leaves nothing."""
    assert await store.personal(ANN.user) == {}
    await store.set_personal(ANN.user, "text_first", "on")
    await store.set_personal(ANN.user, "theme", "dark")
    await store.set_personal(ANN.user, "theme", "O'Brien ?")
    assert await store.personal(ANN.user) == {"text_first": "on", "theme": "O'Brien ?"}
    assert await store.personal(BEN.user) == {}
    await store.set_personal(ANN.user, "theme", None)
    await store.set_personal(ANN.user, "never", None)
    assert await store.personal(ANN.user) == {"text_first": "on"}


async def test_nothing_is_known_of_who_was_forgotten(store: Store) -> None:
    """docs/privacy.md: all that somebody has set goes with them; what is read meanwhile as well."""
    for known in (True, False, True, False):
        await store.set_personal(ANN.user, "language", "de")
        if known:
            assert await store.personal(ANN.user) == {"language": "de"}
        reads = (store.personal(ANN.user) for _ in range(3))
        await asyncio.gather(next(reads), store.forget(ANN.user), *reads)
        assert await store.personal(ANN.user) == {}


async def test_a_game_is_read_with_what_its_sitters_have_set(store: Store) -> None:
    """So that who asks for the game need not ask again; as it is now, not as it was then."""
    game = await store.create(lobby())
    await store.commit(game.id, 1, turn("b", sitters=(ANN, BEN)))
    await store.set_personal(BEN.user, "text_first", "on")
    await store.set_personal(BEN.user, "theme", "dark")
    found = await store.game(game.id)
    assert found is not None
    assert [(s.user, s.name, s.settings) for s in found.sitters] == [
        (ANN.user, "Ann", {}),
        (BEN.user, "Ben", {"text_first": "on", "theme": "dark"}),
    ]
    await store.set_personal(BEN.user, "theme", None)
    (listed,) = await store.games_of(BEN.user)
    assert listed.sitters[1].settings == {"text_first": "on"}


@pytest.mark.parametrize("who", [ANN, BEN], ids=["sitter", "newcomer"])
async def test_a_change_that_was_made_for_other_settings_is_too_late(
    store: Store, who: Sitter
) -> None:
    """Issue 28, A 4: when somebody is called and how long a clock runs is worked out from what they
    have set, perhaps in another process since. What others set is nothing to this game."""
    game = await store.create(lobby())
    made = MadeFor({ANN.user: {}, BEN.user: {}})
    change = turn("b", sitters=(ANN, BEN), added=(made,))
    await store.set_personal(who.user, "quiet", "22:00-08:00")
    with pytest.raises(Conflict) as late:
        await store.commit(game.id, 1, change)
    assert late.value.found == 1
    await store.set_personal(CY.user, "quiet", "21:00-07:00")
    settings = {**made.settings, who.user: {"quiet": "22:00-08:00"}}
    row = await store.commit(game.id, 1, change.plus(MadeFor(settings)))
    assert {s.user: s.settings for s in row.sitters} == settings
    assert row == await store.game(game.id)
