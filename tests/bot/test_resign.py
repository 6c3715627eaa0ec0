"""Leaving a game for good: of two the other wins, of more the others play on.

Source of the promises: issue 3, item 3; docs/rulings.md, Logger 18.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.messages.message import Message
from rules.game import NOBODY
from rules.logger.position import GONE
from tests.bot.desks import Desks, begun, button, is_sound, seats
from tests.bot.hall import ANN, BEN, CY, DEE, EVE, PEOPLE, Hall, Person
from tests.bot.playing import turn


async def test_it_asks_first_and_says_what_happens(hall: Hall) -> None:
    """Experience 3.9: resigning needs a confirm that states the effect."""
    desks = await begun(hall, ANN, BEN, lines=2)
    log = await hall.log()
    asked = await desks.resign(ANN)
    assert "The game ends, and the other player wins." in asked.text
    assert button(asked, "Resign From L1").style == "danger"
    assert await hall.log() == log


async def test_of_two_the_other_wins(hall: Hall) -> None:
    """Logger 18: when one is left, the game is over; the standings know it."""
    desks = await begun(hall, ANN, BEN, lines=2)
    mover, other = await hall.mover(), await hall.waiting()
    assert "You have left L1" in (await desks.gone(mover)).text
    assert (await hall.game()).status == "over"
    await hall.deliver()
    assert f"**L1 is over: {other.name} wins.**" in hall.posts()[-1]
    assert f"{mover.name} left the game" in hall.posts()[-1].replace(":", "").replace("  ", " ")
    standings = {s.name: s.won for s in await hall.store.standings(900, "logger")}
    assert standings == {other.name: 1, mover.name: 0}
    await is_sound(hall)


async def test_a_late_yes_is_stale(hall: Hall) -> None:
    """The answer to a question about another position; nothing is changed."""
    desks = await begun(hall, ANN, BEN, lines=2)
    mover = await hall.mover()
    asked = await desks.resign(mover)
    await hall.say(mover, "stay; plant n")
    log = await hall.log()
    told = (await desks.press(mover, asked, "Resign From L1")).text
    assert "moved on since then; nothing was changed" in told
    assert await hall.log() == log


async def test_a_yes_delivered_twice_is_one(hall: Hall) -> None:
    desks = await begun(hall, ANN, BEN, CY, lines=3)
    asked = await desks.resign(ANN)
    both = await asyncio.gather(
        *(desks.press(ANN, asked, "Resign From L1", key="same") for _ in range(2))
    )
    assert both[0] == both[1] == Message("You have left L1.")
    assert len([text for text in await hall.log() if text.startswith("leave")]) == 1
    assert "You have left L1 before" in (await desks.resign(ANN)).text


async def test_strangers_cannot_leave_and_lobbies_are_not_resigned(hall: Hall) -> None:
    desks = Desks(hall)
    await hall.open(ANN, 2)
    assert "has not started yet" in (await desks.resign(ANN)).text
    await hall.join(BEN)
    assert "You are not in L1" in (await desks.resign(EVE)).text
    await desks.gone(BEN)
    assert "L1 ended on" in (await desks.resign(ANN)).text


@pytest.mark.parametrize("people", [(ANN, BEN, CY), PEOPLE], ids=["three", "four"])
async def test_of_more_the_others_play_on_in_order(hall: Hall, people: tuple[Person, ...]) -> None:
    """Logger 18: logger and hand go, the seat is skipped from then on."""
    desks = await begun(hall, *people, lines=3)
    who = await seats(hall)
    asked = await desks.resign(who[1])
    assert "the others play on" in asked.text
    await desks.press(who[1], asked, "Resign From L1")
    state = (await hall.table()).at.state
    assert (state.loggers[1], state.supply[1]) == (GONE, 0)
    movers = []
    for _ in range(2 * len(who) - 2):
        movers.append(await hall.mover())
        await hall.say(movers[-1], turn(await hall.table(), Random(2)))
    assert movers == [who[0], *who[2:]] * 2
    await is_sound(hall)


async def test_the_mover_leaves_in_the_middle_of_his_turn(hall: Hall) -> None:
    """Logger 18: his draft goes, and the next one is on turn."""
    desks = await begun(hall, ANN, BEN, CY, lines=3)
    first, second, _ = await seats(hall)
    await desks.picked(first, "a1")
    await desks.gone(first)
    assert await hall.store.draft(1, 0) is None
    assert await hall.mover() == second
    await hall.deliver()
    assert hall.transport.messages[-1].pings == (second.id,)


@pytest.mark.parametrize("place", [0, 1, 2, 3])
async def test_leaving_while_corners_are_chosen(hall: Hall, place: int) -> None:
    """Logger 18: whoever it is, play begins with those who are there."""
    desks = await begun(hall, *PEOPLE)
    who = await seats(hall)
    await hall.say(who[0], "a1")
    await desks.gone(who[place])
    for _ in range(12):
        await hall.say(await hall.mover(), turn(await hall.table(), Random(2)))
        assert await hall.mover() != who[place]
    await is_sound(hall)


async def test_all_but_one_leave(hall: Hall) -> None:
    """Logger 18: the last one wins, whatever the points are."""
    desks = await begun(hall, ANN, BEN, CY, DEE, lines=3)
    for who in (DEE, BEN, CY):
        assert (await hall.game()).status == "playing"
        await desks.gone(who)
    table = await hall.table()
    assert table.actor == NOBODY
    assert [p for i, p in enumerate(await seats(hall)) if i in table.winners()] == [ANN]
    await hall.deliver()
    assert "**L1 is over: Ann wins.**" in hall.posts()[-1]
    await is_sound(hall)
