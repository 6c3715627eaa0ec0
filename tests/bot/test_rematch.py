"""A rematch: the same people, and the seat that begins has moved on by one.

Source of the promises: issue 3, item 3; experience 3.12.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.games.timers import LOBBY_CLOSES
from tests.bot.desks import Desks
from tests.bot.hall import ANN, BEN, CY, EVE, OTHER_CHANNEL, Hall


@pytest.fixture
async def desks(hall: Hall) -> Desks:
    """A game of three that is over."""
    await hall.seated(ANN, BEN, CY)
    desks = Desks(hall)
    await desks.gone(CY)
    await desks.gone(BEN)
    return desks


async def again(desks: Desks, *people: object) -> list[str]:
    return [(await desks.again(who, game=1)).text for who in people]  # type: ignore[arg-type]


async def test_the_first_opens_it_and_the_others_join(desks: Desks) -> None:
    """Who was in the game is called; when all are there, it starts with seats moved on."""
    hall = desks.hall
    before = [sitter.user for sitter in (await hall.game()).sitters]
    opened, joined, started = await again(desks, BEN, ANN, CY)
    assert "L2 is open for 2 to 3 players" in opened
    assert "You are in L2" in joined
    assert "it has started" in started
    game = await hall.game(2)
    assert [sitter.user for sitter in game.sitters] == before[1:] + before[:1]
    assert game.status == "playing"


async def test_the_lobby_calls_those_who_played(desks: Desks) -> None:
    hall = desks.hall
    await again(desks, BEN)
    await hall.deliver()
    card = next(m for m in hall.transport.messages if "L2" in m.text)
    assert set(card.pings) == {ANN.id, CY.id}
    assert f"<@{ANN.id}>" in card.text


async def test_strangers_can_join_but_not_ask(desks: Desks) -> None:
    """The lobby is one like any other; with somebody else the seats are drawn."""
    hall = desks.hall
    assert "Only those who played L1 can ask for a rematch" in (await again(desks, EVE))[0]
    await again(desks, ANN)
    await hall.join(EVE, game=2)
    await again(desks, BEN)
    game = await hall.game(2)
    assert {sitter.user for sitter in game.sitters} == {ANN.id, BEN.id, EVE.id}
    assert "L2 has started already" in (await again(desks, CY))[0]


async def test_pressed_twice_it_is_one_lobby(desks: Desks) -> None:
    texts = await asyncio.gather(*(desks.again(ANN, game=1) for _ in range(2)))
    assert [panel.text[:6] for panel in texts] == ["L2 is ", "You ar"]
    assert "You are in L2" in (await again(desks, ANN))[0]
    assert await desks.hall.store.named(900, "logger", 3) is None


async def test_all_at_once_are_in_one_game(desks: Desks) -> None:
    await asyncio.gather(*(desks.again(who, game=1) for who in (ANN, BEN, CY)))
    assert (await desks.hall.game(2)).status == "playing"
    assert await desks.hall.store.named(900, "logger", 3) is None


async def test_a_channel_that_is_taken_offers_a_thread(desks: Desks) -> None:
    await desks.hall.open(EVE, 2)
    panel = await desks.again(ANN, game=1)
    assert "No second game was opened" in panel.text
    assert [button.label for button in panel.buttons] == ["Open In A Thread"]
    elsewhere = await desks.again(ANN, game=1, channel=OTHER_CHANNEL)
    assert "L3 is open" in elsewhere.text


async def test_a_rematch_that_was_closed_can_be_asked_for_again(desks: Desks) -> None:
    """One that came to nothing does not use the button up."""
    hall = desks.hall
    await again(desks, ANN)
    await hall.cancel(ANN, game=2)
    opened, joined = await again(desks, BEN, ANN)
    assert "L3 is open" in opened
    assert "You are in L3" in joined


async def test_a_rematch_expires(desks: Desks) -> None:
    hall = desks.hall
    await again(desks, ANN)
    game = await hall.game(2)
    hall.time.seconds = game.due(LOBBY_CLOSES) or 0
    await hall.clock.tick()
    assert (await hall.game(2)).status == "cancelled"
    assert "L3 is open" in (await again(desks, BEN))[0]


async def test_no_rematch_of_a_game_without_an_end(hall: Hall) -> None:
    await hall.seated(ANN, BEN)
    desks = Desks(hall)
    assert "has not been played to its end" in (await again(desks, ANN))[0]
    await hall.cancel(ANN)
    await hall.lobby("cancel", hall.wish(ANN, game=1, n=(await hall.game()).n))
    assert "has not been played to its end" in (await again(desks, ANN))[0]
