"""The draft of the turn builder: a line in the store, which nothing counts twice or wrongly.

Source of the promises: issue 3, item 2, and docs/decisions.md, decisions 7 and 8.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.messages.choices import Focus
from tests.bot.desks import Desks, choices, cornered, drafted
from tests.bot.hall import ANN, BEN, CY, Hall
from tests.bot.playing import position

ONE_SEED = position("M..../s..../...../s..../.....", "a1,e5", supply=(2, 2))
TWO_SEEDS = position("...../...../..M../...../.....", "c1,e5", supply=(2, 2))

STALE = "L1 has moved on since then; nothing was changed."


@pytest.fixture
async def desks(hall: Hall) -> Desks:
    """A game of two that is at its first turn."""
    await hall.seated(ANN, BEN)
    return Desks(hall)


async def test_the_draft_is_a_line_in_the_store(desks: Desks) -> None:
    """Issue 3: its draft is a line in the store; only what was said stands there."""
    await desks.hall.put(ONE_SEED)
    await desks.picked(await desks.hall.mover(), "a1")
    assert await drafted(desks.hall) == "a1"


async def test_pressed_twice_it_counts_once(desks: Desks) -> None:
    """Experience 3.13: the second click changes nothing, and shows the same."""
    await desks.hall.put(TWO_SEEDS)
    mover = await desks.hall.mover()
    panel = await desks.take(mover)
    first, second = await asyncio.gather(
        desks.pick(mover, panel, "c1"), desks.pick(mover, panel, "c1")
    )
    assert first == second == await desks.pick(mover, panel, "c1")
    assert await drafted(desks.hall) == "c1"
    panel = await desks.pick(mover, first, "c3>d3")
    await desks.press(mover, panel, "Step Back")
    await desks.press(mover, panel, "Step Back")
    assert await drafted(desks.hall) == "c1"


async def test_confirmed_twice_is_the_same_success(desks: Desks) -> None:
    """Experience 3.13: double click, same as success; also at once, and when it ended the game."""
    mover, _ = await cornered(desks.hall)
    panel = await desks.picked(mover, "a3", "+a2")
    both = await asyncio.gather(*(desks.press(mover, panel, "Confirm Turn") for _ in range(2)))
    late = await desks.press(mover, panel, "Confirm Turn")
    assert both[0] == both[1] == late
    assert "Your turn in L1 counts." in late.text
    assert (await desks.hall.log()).count("a3 +a2") == 1


async def test_the_same_confirm_delivered_again(desks: Desks) -> None:
    """Decision 8: a known key gets the first answer."""
    mover, _ = await cornered(desks.hall)
    panel = await desks.picked(mover, "a3", "+a2")
    first = await desks.press(mover, panel, "Confirm Turn", key="same")
    assert await desks.press(mover, panel, "Confirm Turn", key="same") == first


async def test_a_turn_that_was_taken_back_is_not_confirmed_by_its_old_button(desks: Desks) -> None:
    mover, _ = await cornered(desks.hall)
    panel = await desks.picked(mover, "a3", "+a2")
    await desks.press(mover, panel, "Confirm Turn")
    await desks.undo(mover)
    assert STALE in (await desks.press(mover, panel, "Confirm Turn")).text
    assert (await desks.hall.log()).count("a3 +a2") == 1


async def test_only_what_was_shown_is_ever_confirmed(desks: Desks) -> None:
    """Two panels open: the older one never plays what only the newer one shows."""
    mover, _ = await cornered(desks.hall)
    older = await desks.picked(mover, "a3", "+a2")
    newer = await desks.press(mover, older, "Start Over")
    for word in ("b1", "+c1"):
        newer = await desks.pick(mover, newer, word)
    log = await desks.hall.log()
    shown = await desks.press(mover, older, "Confirm Turn")
    assert await desks.hall.log() == log
    assert shown.text == newer.text
    assert "counts" in (await desks.press(mover, shown, "Confirm Turn")).text
    assert (await desks.hall.log())[-1] == "b1 +c1"


async def test_an_old_preview_of_an_unfinished_turn_shows_how_it_stands(desks: Desks) -> None:
    mover, _ = await cornered(desks.hall)
    older = await desks.picked(mover, "a3", "+a2")
    await desks.press(mover, older, "Step Back")
    shown = await desks.press(mover, older, "Confirm Turn")
    assert shown.menus
    assert await drafted(desks.hall) == "a3"


async def test_a_close_look_on_an_older_panel_shows_how_it_stands(desks: Desks) -> None:
    """What is looked at there is due no more."""
    mover, _ = await cornered(desks.hall)
    panel = await desks.picked(mover, "a3")
    game = await desks.hall.game()
    wish = desks.hall.wish(mover, game=1, n=game.n)
    assert await desks.builder.look(wish, 0, Focus(0)) == panel
    assert await desks.builder.look(wish, 1, Focus(0)) != panel


@pytest.mark.parametrize("label", ["Step Back", "Start Over", "Confirm Turn"])
async def test_a_panel_of_an_earlier_turn_is_politely_stale(desks: Desks, label: str) -> None:
    """Experience 3.13: nothing was changed."""
    hall = desks.hall
    mover, other = await cornered(hall)
    old = await desks.picked(mover, "a3", "+a2")
    for who, line in ((mover, "b1; plant c1"), (other, "stay; plant s"), (mover, "stay; plant n")):
        assert "counts" in (await hall.say(who, line)).text
    await hall.say(other, "stay; plant w")
    log = await hall.log()
    answer = (await desks.press(mover, old, label)).text
    if label == "Confirm Turn":
        assert answer.startswith("Your turn in L1 counts."), "for another turn did, from there"
        assert "planted c1" in answer
    else:
        assert STALE in answer
    assert await hall.log() == log
    assert await drafted(hall) is None


async def test_a_menu_of_an_earlier_turn_is_politely_stale(desks: Desks) -> None:
    hall = desks.hall
    mover, other = await cornered(hall)
    old = await desks.take(mover)
    await hall.say(mover, "b1; plant c1")
    told = (await desks.pick(mover, old, "a3")).text
    assert f"It is {other.name}'s turn in L1" in told
    await hall.say(other, "stay; plant s")
    assert STALE in (await desks.pick(mover, old, "a3")).text


async def test_a_draft_survives_a_restart(lasting: Hall) -> None:
    """Issue 3: works after a restart; Take Turn reopens the draft."""
    await lasting.seated(ANN, BEN)
    mover, _ = await cornered(lasting)
    before = await Desks(lasting).picked(mover, "a3")
    hall = await lasting.again()
    desks = Desks(hall)
    assert await desks.take(mover) == before
    panel = await desks.pick(mover, before, "+a2")
    assert "counts" in (await desks.press(mover, panel, "Confirm Turn")).text
    await hall.store.close()


async def test_a_draft_typed_in_words_is_opened_in_the_builder(desks: Desks) -> None:
    """Decision 7: one-line entry sets it, a button adds a word."""
    mover, _ = await cornered(desks.hall)
    await desks.hall.say(mover, "Walk to A3")
    panel = await desks.take(mover)
    assert "So far" in panel.text
    assert "+a2" in choices(panel)
    panel = await desks.pick(mover, panel, "+a2")
    assert "counts" in (await desks.press(mover, panel, "Confirm Turn")).text


async def test_a_draft_of_the_builder_is_finished_in_words(desks: Desks) -> None:
    """Decision 7, the other way round."""
    mover, _ = await cornered(desks.hall)
    await desks.picked(mover, "a3")
    assert "counts" in (await desks.hall.say(mover, "plant south")).text
    assert (await desks.hall.log())[-1] == "a3 +a2"


async def test_a_draft_on_a_turn_that_is_taken_back_is_dropped(desks: Desks) -> None:
    """Experience 3.9: drafting does not end the take-back; the draft goes."""
    hall = desks.hall
    first, second = await hall.mover(), await hall.waiting()
    await hall.say(first, "a1")
    old = await desks.take(second)
    assert "e5" in choices(old)
    await hall.say(second, "e5")
    first_panel = await desks.picked(first, "a3")
    await desks.undo(second)
    assert await hall.store.draft(1, 0) is None
    assert f"It is {second.name}'s turn" in (await desks.pick(first, first_panel, "+a2")).text
    await hall.say(second, "a5")
    assert STALE in (await desks.pick(first, first_panel, "+a2")).text
    assert "So far" not in (await desks.take(first)).text


async def test_a_panel_from_before_a_departure_is_stale(hall: Hall) -> None:
    """Somebody leaves while a turn is being built: the board is another one."""
    await hall.seated(ANN, BEN, CY)
    for line in ("a1", "e5", "a5"):
        await hall.say(await hall.mover(), line)
    desks, mover, leaver = Desks(hall), await hall.mover(), await hall.waiting()
    panel = await desks.picked(mover, "a3")
    await desks.gone(leaver)
    assert STALE in (await desks.pick(mover, panel, "+a2")).text
    assert "So far" in (await desks.take(mover)).text, "what is still legal is kept"
