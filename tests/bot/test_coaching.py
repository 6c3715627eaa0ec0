"""No coach in rated games: who is told which turns are good is a matter of the table.

Source: issue 27, item 6; docs/decisions.md, 60.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.boundary import answered
from bot.domain.coaching import good_turns, hints
from bot.domain.minds import GoodTurn
from bot.messages.message import Message
from bot.text.details import details
from bot.text.hints import good
from rules.play import turns
from storage import Former
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, Core, Person, stored
from tests.bot.test_queries import CHOPS
from tests.bot.words import words

OPTIONS = [
    ({}, False),
    ({"rated": "no"}, True),
    ({"good_turns": "on"}, True),
    ({"rated": "no", "good_turns": "off"}, False),
]


async def midway(core: Core, options: dict[str, str]) -> Person:
    """Who is on turn where some turns bring points and others none."""
    await core.seated(ANN, BEN, options=options)
    await core.put(CHOPS)
    return await core.mover()


async def hint(core: Core, who: Person) -> Message:
    return await answered(core.verbs.do("hint", core.wish(who)))


@pytest.mark.parametrize(("options", "shown"), OPTIONS)
async def test_a_table_agrees_whether_good_turns_are_shown(
    core: Core, options: dict[str, str], shown: bool
) -> None:
    """By itself it is so where the game is not rated. One choice rules the builder, My Options,
    completions and hints."""
    mover, controls = await midway(core, options), Controls(core)
    panel = await controls.take(mover)
    assert ("Good at first sight" in [menu.title for menu in panel.menus]) is shown
    assert ("Hint" in [button.label for button in panel.buttons]) is shown
    assert ("Good at first sight:" in (await controls.options(mover)).text) is shown
    found = [*await controls.completed(mover, "")]
    assert (found[0] == sorted(found)[0]) is not shown
    assert (found == sorted(found)) is not shown
    assert ("the best first" in (await hint(core, mover)).text) is shown


async def test_where_there_are_no_hints_it_is_said_why_and_what_there_is(core: Core) -> None:
    """A refusal names the reason and what is possible; asking is not noted in the log."""
    mover = await midway(core, {})
    log, told = await core.log(), (await hint(core, mover)).text
    assert told.startswith("There are no hints in L1: it is rated, so nobody is told which turns")
    assert "/logger options" in told
    assert "/logger practice" in told
    assert await core.log() == log


async def test_a_table_that_agreed_on_none_is_told_so(core: Core) -> None:
    mover = await midway(core, {"rated": "no", "good_turns": "off"})
    assert "its table has agreed to play without" in (await hint(core, mover)).text


async def test_a_computer_that_sits_down_in_the_lobby_switches_them_on(core: Core) -> None:
    """Nobody's rating is moved by such a game."""
    await core.open(ANN, 2)
    assert not good_turns(await core.game())
    await answered(core.verbs.do("seat", core.wish(ANN, game=1), {"level": "easy"}))
    game = await core.game()
    assert good_turns(game)
    assert hints(game)


def test_a_seat_that_changes_hands_is_no_way_to_a_coach() -> None:
    """Those who stayed may still agree that the game is rated."""
    options = {"players": "3", "good_turns": "unrated"}
    game = stored("logger", "Ann", "Ben", "Cy", options=options)
    former = (Former(0, 3, 31, "Dee"),)
    assert not good_turns(replace(game, former=former))
    assert good_turns(replace(game, former=former, options={**options, "rated": "no"}))


def test_a_game_from_before_there_was_a_choice_goes_on_as_it_was() -> None:
    """docs/decisions.md, 60: turns were ranked, and hints given where a computer sits."""
    game = stored("logger", "Ann", "Ben")
    assert good_turns(game)
    assert not hints(game)
    assert "there are no hints" in words(details(game))
    first, second = game.sitters
    beside = replace(game, sitters=(first, replace(second, computer="easy")))
    assert hints(beside)
    assert "may ask for hints" in words(details(beside))


@pytest.mark.parametrize("options", [{}, {"good_turns": "on"}])
async def test_the_example_of_a_call_is_none_of_the_best(
    core: Core, options: dict[str, str]
) -> None:
    """Whatever was agreed: everybody reads it. It is a whole legal turn all the same."""
    mover = await midway(core, options)
    (line,) = core.posts()[-1].split("for example `")[1:]
    example = line.partition("`")[0]
    assert "x" not in example, "a chop brings points here"
    assert "counts" in (await core.say(mover, example)).text


async def test_a_hint_says_what_each_turn_gives_away_and_what_is_feared(core: Core) -> None:
    """Issue 31, item 4: not three that are good whatever lies between them; where all is lost,
    nothing is called good."""
    await midway(core, {"rated": "no"})
    table, rules = await core.table(), (await core.table()).kind.game
    steps, after = next(turns(rules, table.mine))
    line, answer = (" ".join(map(str, said)) for said in (steps, next(turns(rules, after))[0]))
    best, other = GoodTurn(line, 0.62, answer=answer), GoodTurn(line, 0.55, 0.07)
    first, second = words(good(table, [best, other])).split("\n")[1:3]
    assert f"holds · about 62 % to win · look out for `{answer}`" in first
    assert "gives a little away, some 7 % · about 55 % to win" in second
    assert "only this holds" in words(good(table, [GoodTurn(line, 0.5, only=True)]))
    assert "wins against all" in words(good(table, [GoodTurn(line, 1.0, sure=True)]))
    lost = words(good(table, [GoodTurn(line, 0.0, sure=True)]))
    assert lost.startswith("In **L1** every turn loses")
    assert "ood turn" not in lost
