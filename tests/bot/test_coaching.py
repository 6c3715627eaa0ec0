"""No coach in rated games: who is told which turns are good is a matter of the table.

Source: issue 27, item 6; docs/decisions.md, 60.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.features.hints import good
from bot.messages.boundary import answered
from bot.messages.message import Message
from bot.table.coaching import good_turns
from bot.table.minds import GoodTurn
from rules.play import turns
from storage import Former
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, Core, Person, stored
from tests.bot.minds import LostMind, QuickMind, SlowMind
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
    assert ("Suggestions" in [menu.title for menu in panel.menus]) is shown
    assert ("Hint" in [button.label for button in panel.buttons]) is shown
    assert ("Suggestions:" in (await controls.options(mover)).text) is shown
    found = [*await controls.completed(mover, "")]
    assert (found[0] == sorted(found)[0]) is not shown
    assert (found == sorted(found)) is not shown
    assert ("best first" in (await hint(core, mover)).text) is shown


def suggested(panel: Message) -> list[str]:
    """The lines of the menu of suggestions."""
    menus = [menu for menu in panel.menus if menu.title == "Suggestions"]
    return [choice.hint for menu in menus for choice in menu.choices]


async def test_suggestions_are_those_of_the_search_that_hints_ask(core: Core) -> None:
    """Issue 44, item 6: what looked good by its own turn contradicted Hint. The builder and My
    Options think once per position, and a suggestion is one pick."""
    mover, controls = await midway(core, {"rated": "no"}), Controls(core)
    asked = QuickMind()
    core.cases.suggestions._mind = asked
    panel = await controls.take(mover)
    spelt = (await core.table()).kind.spelt
    best = [spelt(good.line.split()) for good in await QuickMind().best(asked.asked[0])]
    assert suggested(panel) == best
    told = (await controls.options(mover)).text.split("Suggestions:\n")[1].split("\n")
    assert [line.split(":")[0] for line in told[: len(best)]] == [f"- `{line}`" for line in best]
    assert len(asked.asked) == 3, "one thought, which is three turns of this mind"
    menu = next(menu for menu in panel.menus if menu.title == "Suggestions")
    preview = await controls.pick(mover, panel, menu.choices[-1].value)
    assert best[-1] in preview.text


async def test_until_suggestions_are_found_turns_come_in_the_order_of_the_board(core: Core) -> None:
    """Nothing is called good that nobody looked at; the next panel has them."""
    mover, controls, mind = await midway(core, {"rated": "no"}), Controls(core), SlowMind()
    core.cases.suggestions._mind, core.cases.suggestions._patience = mind, 0.0
    panel = await controls.take(mover)
    assert not suggested(panel)
    (menu,) = [menu for menu in panel.menus if menu.title == "Complete Turns"]
    lines = [choice.hint for choice in menu.choices]
    assert lines == sorted(lines)
    assert "Suggestions" not in (await controls.options(mover)).text
    mind.go.set()
    await asyncio.gather(*core.cases.suggestions._thoughts.values())
    assert suggested(await controls.take(mover))


async def test_where_the_search_is_lost_turns_come_in_the_order_of_the_board(core: Core) -> None:
    mover, controls = await midway(core, {"rated": "no"}), Controls(core)
    core.cases.suggestions._mind = LostMind(1)
    assert "Complete Turns" in [menu.title for menu in (await controls.take(mover)).menus]
    assert suggested(await controls.take(mover)), "the next panel asks again"


async def test_where_there_are_no_hints_it_is_said_why_and_what_there_is(core: Core) -> None:
    """A refusal names the reason and what is possible; asking is not noted in the log."""
    mover = await midway(core, {})
    log, told = await core.log(), (await hint(core, mover)).text
    assert told.startswith("L1 is rated, so hints are off.")
    assert "/logger moves" in told
    assert "/logger practice" in told
    assert await core.log() == log


async def test_a_table_that_agreed_on_none_is_told_so(core: Core) -> None:
    mover = await midway(core, {"rated": "no", "good_turns": "off"})
    assert "Hints are off in" in (await hint(core, mover)).text


async def test_a_computer_that_sits_down_in_the_lobby_switches_them_on(core: Core) -> None:
    """Nobody's rating is moved by such a game."""
    await core.open(ANN, 2)
    assert not good_turns(await core.game())
    await answered(core.verbs.do("seat", core.wish(ANN, game=1), {"level": "easy"}))
    game = await core.game()
    assert good_turns(game)


def test_a_seat_that_changes_hands_is_no_way_to_a_coach() -> None:
    """The game stays rated for those who stayed."""
    options = {"players": "3", "good_turns": "unrated"}
    game = stored("logger", "Ann", "Ben", "Cy", options=options)
    former = (Former(0, 3, 31, "Dee"),)
    assert not good_turns(replace(game, former=former))
    assert good_turns(replace(game, former=former, options={**options, "rated": "no"}))


@pytest.mark.parametrize("options", [{}, {"good_turns": "on"}])
async def test_the_example_of_a_call_is_none_of_the_best(
    core: Core, options: dict[str, str]
) -> None:
    """Whatever was agreed: everybody reads it. It is a whole legal turn all the same."""
    mover = await midway(core, options)
    (line,) = core.posts()[-1].split("for example `")[1:]
    example = line.partition("`")[0]
    assert "x" not in example, "a chop brings points here"
    assert "Turn played" in (await core.say(mover, example)).text


async def test_a_hint_says_what_each_turn_gives_away_and_what_is_feared(core: Core) -> None:
    """Issue 31, item 4: not three that are good whatever lies between them; where all is lost,
    nothing is called good."""
    await midway(core, {"rated": "no"})
    table, rules = await core.table(), (await core.table()).kind.game
    steps, after = next(turns(rules, table.mine))
    line, answer = (" ".join(map(str, said)) for said in (steps, next(turns(rules, after))[0]))
    best, other = GoodTurn(line, 0.62, answer=answer), GoodTurn(line, 0.55, 0.07)
    first, second = words(good(table, [best, other])).split("\n")[1:3]
    assert f"good · wins about 62% of the time · watch out for `{answer}`" in first
    assert "slightly worse, by about 7% · wins about 55% of the time" in second
    assert "the only good turn" in words(good(table, [GoodTurn(line, 0.5, only=True)]))
    assert "wins against every reply I tried" in words(
        good(table, [GoodTurn(line, 1.0, sure=True)])
    )
    lost = words(good(table, [GoodTurn(line, 0.0, sure=True)]))
    assert lost.startswith("In **L1**, you'll lose")
    assert "ood turn" not in lost
