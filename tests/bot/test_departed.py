"""Who has resigned is in the game no more: neither in their list, nor its host, nor a mover of it.

Source: issue 9, item 13.
"""

from __future__ import annotations

import pytest

from bot.boundary import answered
from bot.core.names import host_seat
from tests.bot.controls import begun
from tests.bot.core import ANN, BEN, CY, OTHER_CHANNEL, Core, Person
from tests.bot.test_limits import limited, opened
from tests.bot.test_moving import move


async def mine(core: Core, who: Person) -> str:
    return (await answered(core.cases.whereabouts.mine(core.wish(who)))).text


async def host(core: Core) -> str:
    game = await core.game()
    return game.sitters[host_seat(game)].name


async def test_a_game_that_was_left_is_not_in_ones_list(core: Core) -> None:
    """It is in the lists of the others, and the server's."""
    controls = await begun(core, ANN, BEN, CY, lines=3)
    await controls.gone(BEN)
    assert (await mine(core, BEN)).startswith("You are in no open game.")
    assert "L1 (Logger)" in await mine(core, ANN)
    here = await answered(controls.core.cases.whereabouts.here(core.wish(BEN)))
    assert "L1 (Logger)" in here.text


async def test_a_host_who_has_resigned_cancels_nothing(core: Core) -> None:
    """The first who is still seated is the host; the refusal names them. They close it as long as
    somebody has still to play their first turn (issue 25, item 7)."""
    controls = await begun(core, ANN, BEN, CY, lines=1)
    asked = await core.cancel(ANN)
    await controls.gone(ANN)
    game = await core.game()
    heir = next(Person(s.user, s.name) for s in game.sitters if s.user != ANN.id)
    assert await host(core) == heir.name
    for n in (None, game.n, int(asked.buttons[0].id.split(":")[-1])):
        told = await core.cancel(ANN, game=game.id, n=n)
        assert f"only its host, {heir.name}, or somebody" in told.text
    assert (await core.game()).status == "playing"
    assert "ends it for everybody" in (await core.cancel(heir)).text
    assert "was not moved: its players" in (await move(core, ANN)).text


async def test_a_host_who_stays_stays_host(core: Core) -> None:
    controls = await begun(core, ANN, BEN, CY, lines=3)
    await controls.gone(CY)
    assert await host(core) == "Ann"


async def test_a_game_that_its_host_has_left_leaves_room_for_another(core: Core) -> None:
    limited(core, 1, 0)
    controls = await begun(core, ANN, BEN, CY, lines=3)
    assert "you host 1 open game" in (await opened(core, ANN)).text
    await controls.gone(ANN)
    assert "is open" in (await opened(core, ANN)).text


@pytest.mark.parametrize("who", [ANN, BEN])
async def test_what_a_restart_finds(lasting: Core, who: Person) -> None:
    """It is in the store."""
    controls = await begun(lasting, ANN, BEN, CY, lines=3)
    await controls.gone(who)
    core = await lasting.again()
    left = {s.name for s in (await core.game()).sitters if s.left}
    assert left == {who.name}
    assert (await mine(core, who)).startswith("You are in no open game.")
    await core.open(who, 2, channel=OTHER_CHANNEL)
    assert "L2 (Logger)" in await mine(core, who)
    await core.store.close()
