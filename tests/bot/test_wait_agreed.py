"""How long a die waits is agreed on by the table, and nobody waits for what was confirmed.

Source: issue 11, item 6: none, 1, 2 or 5 minutes, shown in the lobby; a turn confirmed in the turn
builder needs no wait.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.game import CHANCE
from bot.domain.agreed import SECONDS, wait_of
from bot.text import answers
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CHANNEL, Core
from tests.bot.words import words


@pytest.fixture
def jam(core: Core) -> Core:
    core.kind = "logjam"
    return core


@pytest.mark.parametrize(("wait", "seconds"), [("1", 60), ("2", 120), ("5", 300)])
async def test_a_turn_that_is_typed_can_be_taken_back_for_so_long(
    jam: Core, wait: str, seconds: int
) -> None:
    await jam.seated(ANN, BEN, options={"wait": wait})
    answer = await jam.say(await jam.mover(), ".")
    assert (await jam.game()).due(CHANCE) == jam.time() + seconds
    assert [each.label for each in answer.buttons] == ["Go On Now", "Take Back My Turn"]
    jam.time.seconds += seconds - 1
    assert await jam.clock.tick() == 1
    jam.time.seconds += 1
    await jam.clock.tick()
    assert (await jam.game()).on_turn is not None


async def test_a_table_that_waits_not_at_all_plays_on_at_once(jam: Core) -> None:
    await jam.seated(ANN, BEN, options={"wait": "none"})
    mover = await jam.mover()
    answer = await jam.say(mover, ".")
    assert (await jam.mover(), answer.buttons) != (mover, ())
    assert "is next" in answer.text
    assert (await jam.game()).due(CHANCE) is None


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        ("none", "a die answers it at once, so it cannot be taken back"),
        ("1", "can be taken back for 1 minute, before a die answers it"),
        ("5", "can be taken back for 5 minutes, before a die answers it"),
    ],
)
async def test_the_lobby_tells_it_to_whoever_thinks_of_joining(
    jam: Core, wait: str, said: str
) -> None:
    await jam.open(ANN, 2, options={"wait": wait})
    await jam.deliver()
    assert said in jam.posts()[-1]


async def test_a_confirmed_turn_waits_for_nothing_and_its_preview_says_so(jam: Core) -> None:
    """Its maker has seen it, and could go back until the press."""
    await jam.seated(ANN, BEN)
    mover, controls = await jam.mover(), Controls(jam)
    preview = await controls.picked(mover, ".")
    assert "Confirm it, and the die is rolled; then it cannot be taken back." in preview.text
    answer = await controls.press(mover, preview, "Confirm Turn")
    assert "is next" in answer.text
    assert answer.buttons == ()
    assert (await jam.game()).due(CHANCE) is None
    assert (await jam.log())[-2] == "."


async def test_a_confirmed_turn_that_no_die_answers_is_taken_back_as_ever(core: Core) -> None:
    await core.seated(ANN, BEN)
    mover, controls = await core.mover(), Controls(core)
    preview = await controls.picked(mover, "a1")
    assert "Confirm it, and it counts." in preview.text
    await controls.press(mover, preview, "Confirm Turn")
    assert "taken back" in (await controls.undo(mover)).text


async def test_a_thread_and_a_rematch_keep_the_wait(jam: Core) -> None:
    await jam.open(ANN, 2, options={"wait": "5"})
    taken = await jam.open(ANN, 2, options={"wait": "1"})
    assert "wait=1" in taken.buttons[0].id
    await jam.join(BEN)
    controls = Controls(jam)
    await controls.press(ANN, await controls.resign(ANN), "Resign From J1")
    await controls.again(BEN)
    assert (await jam.game(2)).options["wait"] == "5"


async def test_a_game_from_before_there_was_a_choice_waits_as_it_did(jam: Core) -> None:
    game = await jam.seated(ANN, BEN)
    old = replace(game, options={k: v for k, v in game.options.items() if k != "wait"})
    assert wait_of(old) == SECONDS
    assert "for 2 minutes" in words(answers.counts_when(old))


async def test_another_time_is_refused_with_those_that_are_possible(jam: Core) -> None:
    answer = await jam.open(ANN, 2, options={"wait": "9"})
    assert "For `wait` say `none`, `1`, `2` or `5`, not `9`." in answer.text
    assert await jam.store.here(CHANNEL) is None


async def test_a_game_without_such_a_die_has_no_wait(core: Core) -> None:
    answer = await core.open(ANN, 2, options={"wait": "1"})
    assert "has no options, not `wait`" in answer.text
