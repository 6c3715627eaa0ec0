"""The draft of the turn builder: a line in the store, which nothing counts twice or wrongly.

Source of the promises: issue 3, item 2, and docs/decisions.md, decisions 7 and 8.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.messages.choices import Focus
from tests.bot.controls import Controls, choices, cornered, drafted
from tests.bot.core import ANN, BEN, CY, Core
from tests.bot.playing import position
from tests.bot.words import in_words
from tests.drafts import draft_in

ONE_SEED = position("M..../s..../...../s..../.....", "a1,e5", supply=(2, 2))
TWO_SEEDS = position("...../...../..M../...../.....", "c1,e5", supply=(2, 2))

STALE = "L1 has moved on since then; nothing was changed."


@pytest.fixture
async def controls(core: Core) -> Controls:
    """A game of two that is at its first turn."""
    await core.seated(ANN, BEN)
    return Controls(core)


async def test_the_draft_is_a_line_in_the_store(controls: Controls) -> None:
    """Issue 3: its draft is a line in the store; only what was said stands there."""
    await controls.core.put(ONE_SEED)
    await controls.picked(await controls.core.mover(), "a1")
    assert await drafted(controls.core) == "a1"


async def test_pressed_twice_it_counts_once(controls: Controls) -> None:
    """Experience 3.13: the second click changes nothing, and shows the same."""
    await controls.core.put(TWO_SEEDS)
    mover = await controls.core.mover()
    panel = await controls.take(mover)
    first, second = await asyncio.gather(
        controls.pick(mover, panel, "c1"), controls.pick(mover, panel, "c1")
    )
    assert first == second == await controls.pick(mover, panel, "c1")
    assert await drafted(controls.core) == "c1"
    panel = await controls.pick(mover, first, "c3>d3")
    await controls.press(mover, panel, "Step Back")
    await controls.press(mover, panel, "Step Back")
    assert await drafted(controls.core) == "c1"


async def test_confirmed_twice_is_the_same_success(controls: Controls) -> None:
    """Experience 3.13: double click, same as success; also at once, and when it ended the game."""
    mover, _ = await cornered(controls.core)
    panel = await controls.picked(mover, "a3", "+a2")
    both = await asyncio.gather(*(controls.press(mover, panel, "Confirm Turn") for _ in range(2)))
    late = await controls.press(mover, panel, "Confirm Turn")
    assert both[0] == both[1] == late
    assert "Your turn in L1 counts." in late.text
    assert (await controls.core.log()).count("a3 +a2") == 1


async def test_the_same_confirm_delivered_again(controls: Controls) -> None:
    """Decision 8: a known key gets the first answer."""
    mover, _ = await cornered(controls.core)
    panel = await controls.picked(mover, "a3", "+a2")
    first = await controls.press(mover, panel, "Confirm Turn", key="same")
    assert await controls.press(mover, panel, "Confirm Turn", key="same") == first


async def test_a_turn_that_was_taken_back_is_not_confirmed_by_its_old_button(
    controls: Controls,
) -> None:
    mover, _ = await cornered(controls.core)
    panel = await controls.picked(mover, "a3", "+a2")
    await controls.press(mover, panel, "Confirm Turn")
    await controls.undo(mover)
    assert STALE in (await controls.press(mover, panel, "Confirm Turn")).text
    assert (await controls.core.log()).count("a3 +a2") == 1


async def test_only_what_was_shown_is_ever_confirmed(controls: Controls) -> None:
    """Two panels open: the older one never plays what only the newer one shows."""
    mover, _ = await cornered(controls.core)
    older = await controls.picked(mover, "a3", "+a2")
    newer = await controls.press(mover, older, "Start Over")
    for word in ("b1", "+c1"):
        newer = await controls.pick(mover, newer, word)
    log = await controls.core.log()
    shown = await controls.press(mover, older, "Confirm Turn")
    assert await controls.core.log() == log
    assert shown.text == newer.text
    assert "counts" in (await controls.press(mover, shown, "Confirm Turn")).text
    assert (await controls.core.log())[-1] == "b1 +c1"


async def test_an_old_preview_of_an_unfinished_turn_shows_how_it_stands(controls: Controls) -> None:
    mover, _ = await cornered(controls.core)
    older = await controls.picked(mover, "a3", "+a2")
    await controls.press(mover, older, "Step Back")
    shown = await controls.press(mover, older, "Confirm Turn")
    assert shown.menus
    assert await drafted(controls.core) == "a3"


async def test_a_close_look_on_an_older_panel_shows_how_it_stands(controls: Controls) -> None:
    """What is looked at there is due no more."""
    mover, _ = await cornered(controls.core)
    panel = await controls.picked(mover, "a3")
    game = await controls.core.game()
    wish = controls.core.wish(mover, game=1, n=game.n)
    assert await in_words(controls.builder.look(wish, 0, Focus(0))) == panel
    assert await in_words(controls.builder.look(wish, 1, Focus(0))) != panel


@pytest.mark.parametrize("label", ["Step Back", "Start Over", "Confirm Turn"])
async def test_a_panel_of_an_earlier_turn_is_politely_stale(controls: Controls, label: str) -> None:
    """Experience 3.13: nothing was changed; a turn that was typed from there is another one."""
    core = controls.core
    mover, other = await cornered(core)
    old = await controls.picked(mover, "a3", "+a2")
    for who, line in ((mover, "b1; plant c1"), (other, "stay; plant s"), (mover, "stay; plant n")):
        assert "counts" in (await core.say(who, line)).text
    await core.say(other, "stay; plant w")
    log = await core.log()
    answer = (await controls.press(mover, old, label)).text
    assert STALE in answer
    assert await core.log() == log
    assert await drafted(core) is None


async def test_a_menu_of_an_earlier_turn_is_politely_stale(controls: Controls) -> None:
    core = controls.core
    mover, other = await cornered(core)
    old = await controls.take(mover)
    await core.say(mover, "b1; plant c1")
    told = (await controls.pick(mover, old, "a3")).text
    assert f"It is {other.name}'s turn in L1" in told
    await core.say(other, "stay; plant s")
    assert STALE in (await controls.pick(mover, old, "a3")).text


async def test_a_draft_survives_a_restart(lasting: Core) -> None:
    """Issue 3: works after a restart; Take Turn reopens the draft."""
    await lasting.seated(ANN, BEN)
    mover, _ = await cornered(lasting)
    before = await Controls(lasting).picked(mover, "a3")
    core = await lasting.again()
    controls = Controls(core)
    assert await controls.take(mover) == before
    panel = await controls.pick(mover, before, "+a2")
    assert "counts" in (await controls.press(mover, panel, "Confirm Turn")).text
    await core.store.close()


async def test_a_draft_typed_in_words_is_opened_in_the_builder(controls: Controls) -> None:
    """Decision 7: one-line entry sets it, a button adds a word."""
    mover, _ = await cornered(controls.core)
    await controls.core.say(mover, "Walk to A3")
    panel = await controls.take(mover)
    assert "So far" in panel.text
    assert "+a2" in choices(panel)
    panel = await controls.pick(mover, panel, "+a2")
    assert "counts" in (await controls.press(mover, panel, "Confirm Turn")).text


async def test_a_draft_of_the_builder_is_finished_in_words(controls: Controls) -> None:
    """Decision 7, the other way round."""
    mover, _ = await cornered(controls.core)
    await controls.picked(mover, "a3")
    assert "counts" in (await controls.core.say(mover, "plant south")).text
    assert (await controls.core.log())[-1] == "a3 +a2"


async def test_a_draft_on_a_turn_that_is_taken_back_is_dropped(controls: Controls) -> None:
    """Experience 3.9: drafting does not end the take-back; the draft goes."""
    core = controls.core
    first, second = await core.mover(), await core.waiting()
    await core.say(first, "a1")
    old = await controls.take(second)
    assert "e5" in choices(old)
    await core.say(second, "e5")
    first_panel = await controls.picked(first, "a3")
    await controls.undo(second)
    assert await draft_in(core.store, 1, 0) is None
    assert f"It is {second.name}'s turn" in (await controls.pick(first, first_panel, "+a2")).text
    await core.say(second, "a5")
    assert STALE in (await controls.pick(first, first_panel, "+a2")).text
    assert "So far" not in (await controls.take(first)).text


async def test_a_panel_from_before_a_departure_is_stale(core: Core) -> None:
    """Somebody leaves while a turn is being built: the board is another one."""
    await core.seated(ANN, BEN, CY)
    for line in ("a1", "e5", "a5"):
        await core.say(await core.mover(), line)
    controls, mover, leaver = Controls(core), await core.mover(), await core.waiting()
    panel = await controls.picked(mover, "a3")
    await controls.gone(leaver)
    assert STALE in (await controls.pick(mover, panel, "+a2")).text
    assert "So far" in (await controls.take(mover)).text, "what is still legal is kept"
