"""Computers among people: how they get a seat, and that nobody waits for one.

Source: issue 13, item 3; docs/decisions.md.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.boundary import answered
from bot.domain.computers import PATIENCE, computers
from bot.domain.seats import LASTS
from bot.messages import layouts
from bot.messages.medium import VOICE
from tests.bot.controls import Controls, is_sound
from tests.bot.core import ANN, BEN, CY, EVE, OTHER_CHANNEL, Core
from tests.bot.minds import SlowMind
from tests.bot.playing import any_turn
from tests.bot.test_computers import played

# a lobby with computers


async def test_a_table_with_a_computer_starts_when_the_last_person_comes(core: Core) -> None:
    """`/logger start players:3 computers:1 level:strong`."""
    answer = await core.open(ANN, 3, options={"computers": "1", "level": "strong"})
    assert "open for" in answer.text
    await core.deliver()
    assert "(computer, strong)" in core.posts()[-1]
    await core.join(BEN)
    game = await core.game()
    assert (game.status, len(computers(game))) == ("playing", 1)
    assert "computers" not in game.options


@pytest.mark.parametrize("count", ["2", "9", "x"])
async def test_one_seat_is_a_persons(core: Core, count: str) -> None:
    answer = await core.open(ANN, 2, options={"computers": count})
    assert "computers" in answer.text
    assert await core.store.open_games() == []


async def test_who_sits_there_adds_computers_and_takes_them_out(core: Core) -> None:
    """Add Computer, with a level; with the last seat the game starts."""
    await core.open(ANN, 3)
    panel = await core.computers(ANN)
    assert [b.label for b in panel.rows[0]] == ["Add: easy", "Add: medium", "Add: strong"]
    panel = await core.seat(ANN, "easy")
    assert panel.text.splitlines()[1].startswith("-# Games with a computer are practice")
    name = (await core.game()).sitters[1].name
    assert f"{name} (computer, easy)" in panel.text
    assert [b.label for b in panel.buttons] == [f"Take Out {name}"]
    panel = await core.unseat(ANN, panel.buttons[0].id)
    assert "no computer" in panel.text
    assert "no computer" in (await core.unseat(ANN, "lc:unseat:1:1:1")).text
    await core.seat(ANN, "easy")
    assert "has started" in (await core.seat(ANN, "medium")).text
    game = await core.game()
    assert sorted(s.computer for s in game.sitters) == ["", "easy", "medium"]
    await played(core, 1)
    await is_sound(core)


async def test_who_does_not_sit_there_seats_nobody(core: Core) -> None:
    await core.open(ANN, 3)
    for panel in (await core.computers(EVE), await core.seat(EVE, "easy")):
        assert "Join it first" in panel.text
    await core.open(BEN, 2, channel=OTHER_CHANNEL)
    await core.join(CY, channel=OTHER_CHANNEL)
    assert "has started already" in (await core.seat(EVE, "easy", game=2)).text


async def test_pictures_mark_who_is_a_computer(core: Core) -> None:
    """In the lobby, on the board, and under the result."""
    await core.practice()
    await core.deliver()
    board = core.transport.messages[-1].alt
    await Controls(core).gone(ANN)
    await core.deliver()
    last = core.transport.messages[-1].alt
    await core.open(ANN, 3, options={"computers": "1"}, channel=OTHER_CHANNEL)
    card = layouts.lobby(await core.game(2)).said(VOICE)
    assert card.picture is not None
    for alt in (board, last, card.picture.alt):
        assert re.search(r"\. [A-Z][a-z]+ is a computer\.", alt), alt


async def test_a_lobby_in_which_only_computers_are_left_is_closed(core: Core) -> None:
    await core.open(ANN, 3, options={"computers": "1"})
    await core.leave(ANN)
    assert (await core.game()).status == "cancelled"


async def test_a_rematch_keeps_the_computers_and_begins_at_once(core: Core) -> None:
    """Of one person; the seats have moved on by one."""
    await core.practice()
    controls = Controls(core)
    await core.deliver()
    await controls.gone(ANN)
    before = [s.user for s in (await core.game()).sitters]
    told = (await controls.again(ANN, game=1)).text
    assert "L2 has begun" in told
    game = await core.game(2)
    assert [s.user for s in game.sitters] == before[::-1]
    await core.deliver()
    assert "<@-" not in "".join(core.posts())


# leaving, clocks and offers


async def test_against_one_computer_who_resigns_has_lost(core: Core) -> None:
    await core.practice()
    await core.deliver()
    await Controls(core).gone(ANN)
    await core.deliver()
    assert (await core.game()).status == "over"
    assert "wins" in core.posts()[-1]


async def test_computers_do_not_play_on_among_themselves(core: Core) -> None:
    """When the last person leaves, the game is closed."""
    await core.practice(players=3)
    await core.deliver()
    await Controls(core).gone(ANN)
    assert (await core.game()).status == "cancelled"


async def test_a_computer_does_not_win_by_somebodys_time(core: Core) -> None:
    """Who is gone, and has not said so, has not lost: nobody has won."""
    await core.practice()
    await core.deliver()
    game = await core.game()
    await core.cases.seats.gone(ANN.id, game.guild)
    core.time.seconds += LASTS + 1
    await core.clock.tick()
    game = await core.game()
    assert (game.status, (await core.log())[-1]) == ("cancelled", "cancel")


async def test_a_computer_has_no_clock_and_a_person_alone_neither(core: Core) -> None:
    """Issue 13, item 3. Of three, those of the two people go on as agreed."""
    await core.open(ANN, 3, options={"computers": "1", "pace": "brisk"})
    await core.join(BEN)
    game = await core.game()
    (seat,) = computers(game)
    assert sorted(clock.seat for clock in game.clocks) == sorted({0, 1, 2} - {seat})
    chance = Random(1)
    for _ in range(4):
        await core.deliver()
        await core.say(await core.mover(), any_turn(await core.table(), chance))
        game = await core.game()
        thinks = game.on_turn == seat
        assert (game.due("clock") is None) == thinks
        assert [c.seat for c in game.clocks if c.since] == ([] if thinks else [game.on_turn])
    await core.open(CY, 2, channel=OTHER_CHANNEL, options={"computers": "1", "pace": "brisk"})
    assert (await core.game(2)).clocks == ()


async def test_offers_do_not_wait_for_computers(core: Core) -> None:
    """A person alone has nobody to ask; of two, one asks the other."""
    await core.practice()
    await core.deliver()
    told = await answered(core.cases.offers.ask(core.wish(ANN), "end"))
    assert "nobody else is there" in told.text
    await core.open(ANN, 3, channel=OTHER_CHANNEL, options={"computers": "1"})
    await core.join(BEN, channel=OTHER_CHANNEL)
    await core.deliver()
    await answered(core.cases.offers.ask(core.wish(ANN, game=2), "end"))
    game = await core.game(2)
    await answered(core.cases.offers.answer(core.wish(BEN, game=2, n=game.n), yes=True))
    assert (await core.game(2)).status == "cancelled"


async def test_talk_does_not_stop_a_computer(core: Core) -> None:
    """A row that changes no position leaves its thought good."""
    await core.open(ANN, 3, options={"computers": "1"})
    await core.join(BEN)
    core.mind = mind = SlowMind()
    core.thinking._mind = mind
    chance = Random(1)
    while (game := await core.game()).on_turn not in computers(game):
        await core.say(await core.mover(), any_turn(await core.table(), chance))
    await core.thinking.collect()
    await mind.begun.wait()
    before: Any = await core.game()
    await answered(core.cases.offers.ask(core.wish(ANN), "end"))
    mind.go.set()
    await core.deliver()
    rows = await core.store.log(before.id)
    assert rows[-1].key == f"agent:{before.id}:{before.n}"
    assert len(mind.asked) == 1


async def test_practice_that_nobody_goes_on_with_is_closed(core: Core) -> None:
    """After two weeks without a turn its channel is free again, and nobody has won."""
    await core.practice()
    await played(core, 1)
    core.time.seconds += PATIENCE - 60
    await core.say(ANN, any_turn(await core.table(), Random(1)))
    await core.deliver()
    core.time.seconds += 3600
    await core.clock.tick()
    assert (await core.game()).status == "playing"
    core.time.seconds += PATIENCE
    await core.clock.tick()
    await core.deliver()
    assert (await core.game()).status == "cancelled"
    assert "is closed. Nobody has won" in core.posts()[-1]


async def test_people_are_not_timed_by_a_computer_at_their_table(core: Core) -> None:
    """Two who play at their own pace are waited for as ever."""
    await core.open(ANN, 3, options={"computers": "1"})
    await core.join(BEN)
    await core.deliver()
    assert (await core.game()).due("alone") is None
