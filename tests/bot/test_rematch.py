"""A rematch: the same people, and the seat that begins has moved on by one.

Source of the promises: issue 3, item 3; experience 3.12.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.core.game import LOBBY_CLOSES
from bot.domain.agreed import keeps_boards
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CY, EVE, OTHER_CHANNEL, Core


@pytest.fixture
async def controls(core: Core) -> Controls:
    """A game of three that is over."""
    await core.seated(ANN, BEN, CY)
    controls = Controls(core)
    await controls.gone(CY)
    await controls.gone(BEN)
    return controls


async def again(controls: Controls, *people: object) -> list[str]:
    return [(await controls.again(who, game=1)).text for who in people]  # type: ignore[arg-type]


async def test_the_first_opens_it_and_the_others_join(controls: Controls) -> None:
    """Who was in the game is called; when all are there, it starts with seats moved on."""
    core = controls.core
    before = [sitter.user for sitter in (await core.game()).sitters]
    opened, joined, started = await again(controls, BEN, ANN, CY)
    assert "L2 is open for 2 to 3 players" in opened
    assert "You are in L2" in joined
    assert "it has started" in started
    game = await core.game(2)
    assert [sitter.user for sitter in game.sitters] == before[1:] + before[:1]
    assert game.status == "playing"


async def test_the_lobby_calls_those_who_played(controls: Controls) -> None:
    core = controls.core
    await again(controls, BEN)
    await core.deliver()
    card = next(m for m in core.transport.messages if "L2" in m.text)
    assert set(card.pings) == {ANN.id, CY.id}
    assert f"<@{ANN.id}>" in card.text


async def test_strangers_can_join_but_not_ask(controls: Controls) -> None:
    """The lobby is one like any other; with somebody else the seats are drawn."""
    core = controls.core
    assert "Only those who played L1 can ask for a rematch" in (await again(controls, EVE))[0]
    await again(controls, ANN)
    await core.join(EVE, game=2)
    await again(controls, BEN)
    game = await core.game(2)
    assert {sitter.user for sitter in game.sitters} == {ANN.id, BEN.id, EVE.id}
    assert "L2 has started already" in (await again(controls, CY))[0]


async def test_pressed_twice_it_is_one_lobby(controls: Controls) -> None:
    texts = await asyncio.gather(*(controls.again(ANN, game=1) for _ in range(2)))
    assert [panel.text[:6] for panel in texts] == ["L2 is ", "You ar"]
    assert "You are in L2" in (await again(controls, ANN))[0]
    assert await controls.core.store.named(900, "logger", 3) is None


async def test_all_at_once_are_in_one_game(controls: Controls) -> None:
    await asyncio.gather(*(controls.again(who, game=1) for who in (ANN, BEN, CY)))
    assert (await controls.core.game(2)).status == "playing"
    assert await controls.core.store.named(900, "logger", 3) is None


async def test_a_channel_that_is_taken_offers_a_thread(controls: Controls) -> None:
    await controls.core.open(EVE, 2)
    panel = await controls.again(ANN, game=1)
    assert "No second game was opened" in panel.text
    assert [button.label for button in panel.buttons] == ["Open In A Thread"]
    elsewhere = await controls.again(ANN, game=1, channel=OTHER_CHANNEL)
    assert "L3 is open" in elsewhere.text


async def test_a_rematch_that_was_closed_can_be_asked_for_again(controls: Controls) -> None:
    """One that came to nothing does not use the button up."""
    core = controls.core
    await again(controls, ANN)
    await core.cancel(ANN, game=2)
    opened, joined = await again(controls, BEN, ANN)
    assert "L3 is open" in opened
    assert "You are in L3" in joined


async def test_a_rematch_expires(controls: Controls) -> None:
    core = controls.core
    await again(controls, ANN)
    game = await core.game(2)
    core.time.seconds = game.due(LOBBY_CLOSES) or 0
    await core.clock.tick()
    assert (await core.game(2)).status == "cancelled"
    assert "L3 is open" in (await again(controls, BEN))[0]


async def test_no_rematch_of_a_game_without_an_end(core: Core) -> None:
    await core.seated(ANN, BEN)
    controls = Controls(core)
    assert "has not been played to its end" in (await again(controls, ANN))[0]
    await core.cancel(ANN)
    await core.lobby("cancel", core.wish(ANN, game=1, n=(await core.game()).n))
    assert "has not been played to its end" in (await again(controls, ANN))[0]


async def test_a_rematch_keeps_its_boards_as_the_table_agreed(core: Core) -> None:
    """Issue 11, item 3: `boards: keep` is the table's, so it goes on with the people."""
    await core.open(ANN, 2, options={"boards": "keep"})
    await core.join(BEN)
    controls = Controls(core)
    await controls.gone(BEN)
    await again(controls, ANN)
    await core.join(BEN, game=2)
    assert keeps_boards(await core.game(2))
    await core.deliver()
    await core.say(await core.mover(2), "a1", game=2)
    await core.deliver()
    first, second = [m for m in core.transport.messages if "your turn in **L2**" in m.text]
    assert first.file
    assert second.file
    assert not first.buttons
