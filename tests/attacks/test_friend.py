"""Nobody saves a rating by handing a lost seat to a friend (docs/rulings.md, Ratings 1)."""

import pytest

from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import Core, is_sound
from tests.bot.features.test_seats import wished
from tests.bot.features.test_standings import plays


async def handed(core: Core, who: Person = ANN, by: Person = EVE) -> None:
    """Somebody's friend has their seat."""
    await wished(core, who)
    await core.press(by, "Take Over")
    await core.deliver()


@pytest.mark.parametrize("loser", [EVE, BEN])
async def test_of_two_whoever_stayed_is_first_however_the_friend_ends_it(
    core: Core, loser: Person
) -> None:
    """Also if the remaining one resigns against the friend."""
    await core.begin(ANN, BEN, lines=4)
    await plays(core, 6)
    await handed(core)
    await core.resign(loser)
    moved = await core.store.rating_changes((await core.game()).id)
    assert moved is not None
    assert set(moved.changes) == {ANN.id, BEN.id}
    (ann_before, ann), (ben_before, ben) = moved.changes[ANN.id], moved.changes[BEN.id]
    assert (ann.mu < ann_before.mu, ben.mu > ben_before.mu) == (True, True)
    await is_sound(core)


async def test_a_friend_gains_nothing_and_costs_nobody_else(core: Core) -> None:
    """Of three, nobody has the friend's place: the others are compared with each other."""
    await core.begin(ANN, BEN, CY, lines=4)
    await plays(core, 9)
    await handed(core)
    for person in (CY, EVE):
        await core.resign(person)
    moved = await core.store.rating_changes((await core.game()).id)
    assert moved is not None
    assert set(moved.changes) == {ANN.id, BEN.id, CY.id}
    best = max(moved.changes, key=lambda user: moved.changes[user][1].mu)
    assert best == BEN.id
