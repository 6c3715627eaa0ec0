"""Who has resigned is in the game no more: neither in their list, nor its host, nor a mover of it.

Source: issue 9, item 13.
"""

from __future__ import annotations

import pytest

from bot.boundary import answered
from bot.games.names import host_seat
from tests.bot.desks import Desks, begun
from tests.bot.hall import ANN, BEN, CY, OTHER_CHANNEL, Hall, Person
from tests.bot.test_limits import limited, opened
from tests.bot.test_moving import move


async def mine(hall: Hall, who: Person) -> str:
    return (await answered(Desks(hall).queries.mine(hall.wish(who)))).text


async def host(hall: Hall) -> str:
    game = await hall.game()
    return game.sitters[host_seat(game)].name


async def test_a_game_that_was_left_is_not_in_ones_list(hall: Hall) -> None:
    """It is in the lists of the others, and the server's."""
    desks = await begun(hall, ANN, BEN, CY, lines=3)
    await desks.gone(BEN)
    assert (await mine(hall, BEN)).startswith("You are in no open game.")
    assert "L1 (Logger)" in await mine(hall, ANN)
    here = await answered(desks.queries.here(hall.wish(BEN)))
    assert "L1 (Logger)" in here.text


async def test_a_host_who_has_resigned_cancels_nothing(hall: Hall) -> None:
    """The first who is still seated is the host; the refusal names them."""
    desks = await begun(hall, ANN, BEN, CY, lines=3)
    asked = await hall.cancel(ANN)
    await desks.gone(ANN)
    game = await hall.game()
    heir = next(Person(s.user, s.name) for s in game.sitters if s.user != ANN.id)
    assert await host(hall) == heir.name
    for n in (None, game.n, int(asked.buttons[0].id.split(":")[-1])):
        told = await hall.cancel(ANN, game=game.id, n=n)
        assert f"only its host, {heir.name}, or somebody" in told.text
    assert (await hall.game()).status == "playing"
    assert "ends it for everybody" in (await hall.cancel(heir)).text
    assert "was not moved: its players" in (await move(hall, ANN)).text


async def test_a_host_who_stays_stays_host(hall: Hall) -> None:
    desks = await begun(hall, ANN, BEN, CY, lines=3)
    await desks.gone(CY)
    assert await host(hall) == "Ann"


async def test_a_game_that_its_host_has_left_leaves_room_for_another(hall: Hall) -> None:
    limited(hall, 1, 0)
    desks = await begun(hall, ANN, BEN, CY, lines=3)
    assert "you host 1 open game" in (await opened(hall, ANN)).text
    await desks.gone(ANN)
    assert "is open" in (await opened(hall, ANN)).text


@pytest.mark.parametrize("who", [ANN, BEN])
async def test_what_a_restart_finds(lasting: Hall, who: Person) -> None:
    """It is in the store."""
    desks = await begun(lasting, ANN, BEN, CY, lines=3)
    await desks.gone(who)
    hall = await lasting.again()
    left = {s.name for s in (await hall.game()).sitters if s.left}
    assert left == {who.name}
    assert (await mine(hall, who)).startswith("You are in no open game.")
    await hall.open(who, 2, channel=OTHER_CHANNEL)
    assert "L2 (Logger)" in await mine(hall, who)
    await hall.store.close()
