"""Leaving a game for good: of two the other wins, of more the others play on.

Source of the promises: issue 3, item 3; docs/rulings.md, Logger 18.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.domain.seats import LASTS
from rules.game import NOBODY
from rules.logger.rules import GONE
from tests.bot.controls import Controls, begun, button, is_sound, seats
from tests.bot.core import ANN, BEN, CY, DEE, EVE, PEOPLE, Core, Person
from tests.bot.playing import turn
from tests.drafts import draft_in


async def test_it_asks_first_and_says_what_happens(core: Core) -> None:
    """Experience 3.9: resigning needs a confirm that states the effect."""
    controls = await begun(core, ANN, BEN, lines=2)
    log = await core.log()
    asked = await controls.resign(ANN)
    assert "the game ends, and the other player wins." in asked.text
    assert button(asked, "Resign From L1").style == "danger"
    assert await core.log() == log


async def test_of_two_the_other_wins(core: Core) -> None:
    """Logger 18: when one is left, the game is over; the standings know it."""
    controls = await begun(core, ANN, BEN, lines=2)
    mover, other = await core.mover(), await core.waiting()
    assert "You have left L1" in (await controls.gone(mover)).text
    assert (await core.game()).status == "over"
    await core.deliver()
    assert f"**L1 is over: {other.name} wins.**" in core.posts()[-1]
    assert f"{mover.name} left the game" in core.posts()[-1].replace(":", "").replace("  ", " ")
    standings = {s.name: s.won for s in await core.store.standings(900, "logger")}
    assert standings == {other.name: 1, mover.name: 0}
    await is_sound(core)


async def test_a_late_yes_is_stale(core: Core) -> None:
    """The answer to a question about another position; nothing is changed."""
    controls = await begun(core, ANN, BEN, lines=2)
    mover = await core.mover()
    asked = await controls.resign(mover)
    await core.say(mover, "stay; plant n")
    log = await core.log()
    told = (await controls.press(mover, asked, "Resign From L1")).text
    assert "moved on since then; nothing was changed" in told
    assert await core.log() == log


async def test_a_yes_pressed_twice_is_one(core: Core) -> None:
    """Decision 8: at once and later; the button's verb, game and row and the person are the key."""
    controls = await begun(core, ANN, BEN, CY, lines=3)
    controls.offering = True
    asked = await controls.resign(ANN)
    both = await asyncio.gather(*(controls.press(ANN, asked, "Resign From L1") for _ in range(2)))
    late = await controls.press(ANN, asked, "Resign From L1")
    assert both[0] == both[1] == late
    assert late.text.startswith("You have left L1. Your seat is offered to others until")
    assert len([text for text in await core.log() if text.startswith("offered")]) == 1
    core.time.seconds += LASTS
    await core.clock.tick()
    assert "You have left L1 before" in (await controls.resign(ANN)).text


async def test_strangers_cannot_leave_and_lobbies_are_not_resigned(core: Core) -> None:
    controls = Controls(core)
    await core.open(ANN, 2)
    assert "has not started yet" in (await controls.resign(ANN)).text
    await core.join(BEN)
    assert "You are not in L1" in (await controls.resign(EVE)).text
    await controls.gone(BEN)
    assert "L1 ended on" in (await controls.resign(ANN)).text


@pytest.mark.parametrize("people", [(ANN, BEN, CY), PEOPLE], ids=["three", "four"])
async def test_of_more_the_others_play_on_in_order(core: Core, people: tuple[Person, ...]) -> None:
    """Logger 18: logger and hand go, the seat is skipped from then on."""
    controls = await begun(core, *people, lines=3)
    who = await seats(core)
    asked = await controls.resign(who[1])
    assert "the others play on" in asked.text
    await controls.gone(who[1])
    state = (await core.table()).at.state
    assert (state.loggers[1], state.supply[1]) == (GONE, 0)
    movers = []
    for _ in range(2 * len(who) - 2):
        movers.append(await core.mover())
        await core.say(movers[-1], turn(await core.table(), Random(2)))
    assert movers == [who[0], *who[2:]] * 2
    await is_sound(core)


async def test_the_mover_leaves_in_the_middle_of_his_turn(core: Core) -> None:
    """Logger 18: his draft goes, and the next one is on turn."""
    controls = await begun(core, ANN, BEN, CY, lines=3)
    first, second, _ = await seats(core)
    await controls.picked(first, "a1")
    await controls.gone(first)
    assert await draft_in(core.store, 1, 0) is None
    assert await core.mover() == second
    await core.deliver()
    assert core.transport.messages[-1].pings == (second.id,)


@pytest.mark.parametrize("place", [0, 1, 2, 3])
async def test_leaving_while_corners_are_chosen(core: Core, place: int) -> None:
    """Logger 18: whoever it is, play begins with those who are there."""
    controls = await begun(core, *PEOPLE)
    who = await seats(core)
    await core.say(who[0], "a1")
    await controls.gone(who[place])
    for _ in range(12):
        await core.say(await core.mover(), turn(await core.table(), Random(2)))
        assert await core.mover() != who[place]
    await is_sound(core)


async def test_all_but_one_leave(core: Core) -> None:
    """Logger 18: the last one wins, whatever the points are."""
    controls = await begun(core, ANN, BEN, CY, DEE, lines=3)
    for who in (DEE, BEN, CY):
        assert (await core.game()).status == "playing"
        await controls.gone(who)
    table = await core.table()
    assert table.actor == NOBODY
    assert [p for i, p in enumerate(await seats(core)) if i in table.winners()] == [ANN]
    await core.deliver()
    assert "**L1 is over: Ann wins.**" in core.posts()[-1]
    await is_sound(core)
