"""Standing orders are given, listed and dropped in private, by their seat alone.

Source of the promises: issue 12, item 5; docs/decisions.md.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.boundary import answered
from bot.messages.message import Message
from bot.text.ordering import Ordering, is_order, ordered, readings
from storage import Change, Sitter
from tests.bot.controls import begun, button
from tests.bot.core import ANN, BEN, CY, EVE, Core, Person
from tests.bot.kinds import seated, turn_of
from tests.bot.test_orders import STAYS, ready

# what is typed


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("if Ben walks to c3, then c5 +c4", ("walks to c3", "c5 +c4")),
        ("IF ben WALKS to c3 THEN c5, plant c4", ("walks to c3", "c5, plant c4")),
        ("if c3: then c5", ("c3", "c5")),
        ("c3, then c5", ("c3", "c5")),
        ("if they go n then e, then c5", ("go n, e", "c5")),
        ("if anything, then c5", (None, "c5")),
        ("if Ben plays anything else then c5", (None, "c5")),
        ("if whatever then c5", (None, "c5")),
    ],
)
def test_a_line_is_a_condition_and_an_answer(typed: str, read: tuple[str | None, str]) -> None:
    """Issue 12, item 5: "if Ben walks to c3, then c5 +c4"; lenient, as every line is."""
    assert ordered(typed, "Ben") == Ordering(*read)


@pytest.mark.parametrize("typed", ["", "c3", "if c3", "then c5", "if then", "if c3, then"])
def test_what_lacks_one_of_both_is_no_order(typed: str) -> None:
    assert ordered(typed, "Ben") is None


def test_a_condition_is_read_as_its_player_would_say_it() -> None:
    assert [*readings("walks to c3, plants b2")] == [
        "walks to c3, plants b2",
        "walk to c3, plant b2",
    ]
    assert [*readings("goes to c3")] == ["goes to c3", "go to c3"]
    assert [*readings("c3 pass")] == ["c3 pass"]


def test_only_a_line_that_begins_with_if_is_taken_for_an_order_where_a_turn_is_expected() -> None:
    assert is_order(" If c3, then c5")
    assert not is_order("c3, then c5")
    assert not is_order("iffy")


# giving, listing, dropping


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("if c3, then e4 +d4", "there is a tree on c3"),
        ("if z9, then e4 +d4", "I can't read `z9` here"),
        ("if b1, then e4 +a1", "after that turn you cannot play"),
        ("if b1, then e4", "is not a whole turn"),
        ("if b1", "I can't read that"),
    ],
)
async def test_what_could_not_come_about_is_refused_with_the_reason(
    core: Core, line: str, why: str
) -> None:
    """Issue 12, item 5: the condition is a turn that could be made, the answer legal after it."""
    controls, _, other = await ready(core)
    told = await controls.order(other, line)
    assert "Nothing was ordered" in told.text
    assert why in told.text
    assert (await core.game()).orders == ()


async def test_a_condition_that_is_given_again_has_the_newer_answer(core: Core) -> None:
    controls, _, other = await ready(core, STAYS, STAYS.replace("d4", "e3"))
    assert [o.line for o in (await core.game()).orders] == ["e4 +e3"]
    assert "2." not in (await controls.order(other)).text


async def test_there_are_not_more_than_fit_into_a_row_of_buttons(core: Core) -> None:
    squares = ("b1", "a2", "a3", "b2", "a1")
    controls, _, other = await ready(core, *(f"if {x}, then e4 +d4" for x in squares))
    told = await controls.order(other, "if c1, then e4 +d4")
    assert "you have 5 standing orders in L1" in told.text
    assert "5. " in (await controls.order(other, "if b1, then e4 +e3")).text


async def test_each_can_be_dropped_with_its_button(core: Core) -> None:
    lines = ("if b1, then e4 +d4", "if anything, then e3 +e4")
    controls, mover, other = await ready(core, *lines)
    panel = await controls.order(other)
    left = await controls.press(other, panel, "Drop 1")
    assert "any turn" in left.text
    assert "b1" not in left.text
    twice = await controls.press(other, panel, "Drop 1")
    assert twice.text == left.text
    await core.say(mover, "b1 +c1")
    assert (await core.log())[6:] == ["order 1", "e3 +e4"]


async def test_the_ids_of_buttons_tell_nothing_of_an_order(core: Core) -> None:
    controls, _, other = await ready(core, STAYS)
    assert button(await controls.order(other), "Drop 1").id == "lc:drop:1:5:1"


async def test_nobody_else_sees_or_drops_an_order(core: Core) -> None:
    controls, mover, other = await ready(core, STAYS)
    panel = await controls.order(other)
    for who in (mover, EVE):
        assert "e4" not in (await controls.order(who)).text
        await controls.press(who, panel, "Drop 1")
    assert len((await core.game()).orders) == 1


async def test_who_is_on_turn_says_their_turn_instead(core: Core) -> None:
    controls, mover, _ = await ready(core)
    assert "it is your turn in L1" in (await controls.order(mover, "if a2, then a3")).text


async def test_a_line_with_if_is_an_order_also_where_turns_are_typed(core: Core) -> None:
    """`/logger turn` is private too. In public it is refused: it would be read by everybody."""
    _, _, other = await ready(core)
    wish = core.wish(other, "if anything, then e3 +e4")
    told: Message = await _asked(core, wish)
    assert "1. After any turn" in told.text
    public = core.wish(other, "if a3, then e3 +e4", public=True)
    assert "everybody can read this" in (await _asked(core, public)).text
    assert len((await core.game()).orders) == 1


async def _asked(core: Core, wish: Any) -> Message:
    return await answered(core.cases.asked.or_said(wish, core.cases.builder.say))


async def test_of_three_only_the_next_one_can_order(core: Core) -> None:
    """The turn of the player between would be unknown."""
    controls = await begun(core, ANN, BEN, CY, lines=3)
    sitters = (await core.game()).sitters
    mover, second, third = (Person(s.user, s.name) for s in sitters)
    assert await core.mover() == mover
    told = await controls.order(third, "if anything, then stay; plant n")
    assert f"after that turn of {mover.name} it is {second.name}'s turn" in told.text


# where something stands between


@pytest.mark.parametrize(("kind", "why"), [("fellers", "cards are hidden"), ("logjam", "a die")])
async def test_not_across_a_reveal_nor_for_what_chance_decides(
    core: Core, kind: str, why: str
) -> None:
    """Issue 12, item 5."""
    controls = await seated(core, kind)
    _, waiting = await turn_of(core, kind)
    told = await controls.order(waiting, "if anything, then pass")
    assert "Nothing was ordered" in told.text
    assert why in told.text


# seats


async def test_an_order_goes_when_its_player_leaves(core: Core) -> None:
    controls = await begun(core, ANN, BEN, CY, lines=3)
    sitters = (await core.game()).sitters
    second = Person(sitters[1].user, sitters[1].name)
    assert "1. " in (await controls.order(second, "if anything, then stay; plant s")).text
    await controls.gone(second)
    assert (await core.game()).orders == ()


async def test_when_somebody_leaves_the_orders_of_others_are_dropped_with_a_word(
    core: Core,
) -> None:
    controls = await begun(core, ANN, BEN, CY, lines=3)
    mover, second = await core.mover(), (await core.game()).sitters[1]
    player = Person(second.user, second.name)
    await controls.order(player, "if anything, then stay; plant s")
    await controls.gone(mover)
    assert (await core.mover()) == player
    assert "was not played" in (await controls.take(player)).text


async def test_a_seat_that_is_handed_over_keeps_nothing_of_who_sat_there(core: Core) -> None:
    """Not even why an order fell: that would tell what was in it."""
    controls, mover, _ = await ready(core, STAYS)
    await core.say(mover, "a3 +a4")
    game = await core.game()
    taken = (*game.sitters[:1], Sitter(CY.id, CY.name))
    await core.store.commit(game.id, game.n, Change((), "taken", sitters=taken))
    assert "not played" not in (await controls.take(CY)).text
    assert (await core.game()).orders == ()
