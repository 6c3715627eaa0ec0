"""Leaving a game for good (docs/rulings.md, Logger 18), and what follows: the rematch."""

from __future__ import annotations

import asyncio

import pytest

from bot.table.game import CHANCE
from rules.errors import Stale
from rules.game import TABLE
from storage import Change, Conflict, Line
from tests.acting import ANN, BEN, CY, EVE
from tests.bot.core import Core, is_sound
from tests.bot.panels import button


async def test_it_asks_first_and_a_late_yes_is_stale(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2)
    log, mover = await core.log(), await core.mover()
    asked = await core.do(mover, "resign")
    assert "the game ends, and the other player wins." in asked.text
    assert button(asked, "Resign from L1").style == "danger"
    assert await core.log() == log
    await core.say(mover, "stay; plant n")
    log = await core.log()
    told = (await core.press(mover, "Resign from L1", asked)).text
    assert "moved on since then" in told
    assert await core.log() == log


# -- A rematch: the same people, and the seat that begins has moved on by one.


@pytest.fixture
async def game_over(core: Core) -> Core:
    await core.begin(ANN, BEN, CY)
    await core.resign(CY)
    await core.resign(BEN)
    return core


async def again(core: Core, *people: object) -> list[str]:
    return [(await core.do(who, "again", game=1)).text for who in people]  # type: ignore[arg-type]


async def test_the_first_opens_it_and_the_others_join(game_over: Core) -> None:
    before = [sitter.user for sitter in (await game_over.game()).sitters]
    (opened,) = await again(game_over, BEN)
    await game_over.deliver()
    card = next(m for m in game_over.transport.messages if "L2" in m.text)
    assert set(card.pings) == {ANN.id, CY.id}
    assert f"<@{ANN.id}>" in card.text
    joined, started = await again(game_over, ANN, CY)
    assert "L2 is open for 2 to 3 players" in opened
    assert "You're in L2" in joined
    assert "L2 has started" in started
    game = await game_over.game(2)
    assert [sitter.user for sitter in game.sitters] == before[1:] + before[:1]
    assert game.status == "playing"


async def test_strangers_can_join_but_not_ask(game_over: Core) -> None:
    assert "Only players of L1 can ask for a rematch" in (await again(game_over, EVE))[0]
    await again(game_over, ANN)
    await game_over.join(EVE, game=2)
    await again(game_over, BEN)
    game = await game_over.game(2)
    assert {sitter.user for sitter in game.sitters} == {ANN.id, BEN.id, EVE.id}
    assert "L2 has already started" in (await again(game_over, CY))[0]


async def test_pressed_twice_it_is_one_lobby(game_over: Core) -> None:
    texts = await asyncio.gather(*(game_over.do(ANN, "again", game=1) for _ in range(2)))
    assert sorted(panel.text[:6] for panel in texts) == ["L2 is ", "You're"], (
        "who is first is told of it"
    )
    assert "You're in L2" in (await again(game_over, ANN))[0]
    assert await game_over.store.find_by_name(900, "logger", 3) is None


# -- In Logjam, where a turn waits for the die.


async def test_who_made_the_waiting_turn_may_leave(core: Core) -> None:
    core.kind = "logjam"
    await core.begin(ANN, BEN, CY)
    mover = await core.mover()
    assert "Turn played" in (await core.say(mover, ".")).text
    assert "You've left J1" in (await core.resign(mover)).text
    assert (await core.game()).due(CHANCE) is None
    assert "You can't undo" in (await core.do(mover, "undo")).text
    assert (await core.mover()) != mover
    await is_sound(core)


async def test_behind_the_end_no_row_is_written(core: Core) -> None:
    """Even if a feature forgot to check that the game is over."""
    await core.begin(ANN, BEN, lines=2)
    await core.resign(await core.mover())
    game, log = await core.game(), await core.log()
    for said in ("leave 1", "undo 4", "ask end 0", "moderator end", "cancel", "join"):
        with pytest.raises(Conflict):
            await core.services.commits.commit(game, Change((Line(TABLE, said, ""),), said))
    with pytest.raises(Stale):
        await core.services.commits.commit_for_person(game, Change((Line(0, "a1", ""),), "later"))
    assert await core.log() == log
