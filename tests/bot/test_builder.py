"""The turn builder leads from word to word to a preview, and only a preview can be confirmed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from bot.messages.layout import Message
from bot.messages.turn_builder import at_table, choice_groups, looked_at, targets
from bot.table.game import Games
from bot.table.intent import Session
from renderer import Artist, Hosted, draw
from tests.bot.controls import (
    Controls,
    button,
    buttons,
    choices,
    cornered,
    drafted,
    game,
    seated,
    turn_of,
)
from tests.bot.core import Core, Person
from tests.bot.playing import position
from tests.drafts import draft_in
from tests.games import EVERY, every_kind

ONE_WAY = position(".Ts../s.Ms./G.T../Msss./G.GGT", "b1,b3", points=(9, 3), supply=(0, 0))
ONE_SEED = position("M..../s..../...../s..../.....", "a1,e5", supply=(2, 2))
TWO_SEEDS = position("...../...../..M../...../.....", "c1,e5", supply=(2, 2))
TREES = position("..M../...../..M../...../.....", "a1,e5", supply=(2, 2))


@pytest.fixture
async def controls(two: Core) -> Controls:
    return Controls(two)


# one word after the other


@pytest.mark.usefixtures("painted")
async def test_the_picture_numbers_the_squares_as_the_menu_does(controls: Controls) -> None:
    await controls.core.put(ONE_SEED)
    table = await controls.core.tables.at(await controls.core.game())
    (offer,) = offers = choice_groups(table.kind, table.at.state)
    squares = targets(at_table(table, 0, offers))
    assert squares == tuple(way.word for way in offer.ways)
    panel = await controls.take(await controls.core.mover())
    labels = replace(table.labels, game="L1 preview", ahead=True)
    numbered = replace(labels, targets=squares, spots=squares)
    assert panel.picture == draw(table.game.hosted, table.view_of(table.actor), numbered)
    assert panel.file.endswith("-preview.png")


async def test_the_preview_is_a_picture_and_a_sentence(controls: Controls) -> None:
    await controls.core.put(TREES)
    panel = await controls.picked(await controls.core.mover(), "b1", "+b2")
    assert panel.picture is not None
    assert panel.picture.png.startswith(b"\x89PNG")
    assert "Seedlings: b2." in panel.picture.alt
    assert panel.picture.alt.endswith("\nThis turn: walk to b1, plant b2.")
    assert "would be `b1 +b2`: walk to b1, plant b2.\n" in panel.text
    assert [(b.label, b.off) for b in panel.buttons] == [
        ("Confirm Turn", False),
        ("Step Back", False),
        ("Start Over", False),
    ]
    assert "+b2" not in await controls.core.log()


async def test_back_drops_a_word_and_start_over_all(controls: Controls) -> None:
    core = controls.core
    await core.put(TWO_SEEDS)
    mover = await core.mover()
    panel = await controls.picked(mover, "c1", "c3>d3", "+d1")
    panel = await controls.press(mover, panel, "Step Back")
    assert await drafted(core) == "c1 c3>d3"
    panel = await controls.press(mover, panel, "Step Back")
    assert await drafted(core) == "c1"
    panel = await controls.pick(mover, panel, "c3>b3")
    panel = await controls.press(mover, panel, "Start Over")
    assert await draft_in(core.store, 1, 0) is None
    assert panel == await controls.take(mover)


async def test_the_only_legal_turn_is_offered_in_one_press(controls: Controls) -> None:
    await controls.core.put(ONE_WAY)
    mover = await controls.core.mover()
    panel = await controls.options(mover)
    assert panel.text.startswith(
        "There's only one legal turn in L1 now: `b1`: stay on b1; then b2 grows"
    )
    assert "Your turn in L1 would be" in (await controls.take(mover)).text
    log = await controls.core.log()
    assert "Turn played" in (await controls.press(mover, panel, "Play It")).text
    assert len(await controls.core.log()) == len(log) + 1


async def test_a_word_that_is_in_no_menu_is_refused(controls: Controls) -> None:
    """A client may send anything; earlier words stay."""
    await controls.core.put(TREES)
    mover = await controls.core.mover()
    panel = await controls.picked(mover, "b1")
    game = await controls.core.game()
    for word in ("xe5", "nonsense", "+b2 +b2", "\x00", "c3; plant n"):
        told = await controls.core.do(mover, "say", word, {"said": 1}, game=1, n=game.n)
        assert told.refusal
    assert await drafted(controls.core) == "b1"
    assert button(await controls.pick(mover, panel, "+b2"), "Confirm Turn")


# -- The draft of the turn builder: a line in the store, which nothing counts twice or wrongly.


STALE = "L1 has moved on since then. Check its newest board."


async def test_pressed_twice_it_counts_once(controls: Controls) -> None:
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


async def test_confirmed_twice_is_the_same_success_until_it_is_taken_back(
    controls: Controls,
) -> None:
    mover, _ = await cornered(controls.core)
    panel = await controls.picked(mover, "a3", "+a2")
    both = await asyncio.gather(*(controls.press(mover, panel, "Confirm Turn") for _ in range(2)))
    late = await controls.press(mover, panel, "Confirm Turn")
    assert both[0] == both[1] == late
    assert "Turn played in L1." in late.text
    await controls.undo(mover)
    assert STALE in (await controls.press(mover, panel, "Confirm Turn")).text
    assert (await controls.core.log()).count("a3 +a2") == 1


async def test_only_what_was_shown_is_ever_confirmed(controls: Controls) -> None:
    """Two panels open: the older one never plays a turn that only the newer one shows."""
    mover, _ = await cornered(controls.core)
    older = await controls.picked(mover, "a3", "+a2")
    newer = await controls.press(mover, older, "Start Over")
    for word in ("b1", "+c1"):
        newer = await controls.pick(mover, newer, word)
    log = await controls.core.log()
    shown = await controls.press(mover, older, "Confirm Turn")
    assert await controls.core.log() == log
    assert shown.text == newer.text
    assert "Turn played" in (await controls.press(mover, shown, "Confirm Turn")).text
    assert (await controls.core.log())[-1] == "b1 +c1"


async def test_a_panel_of_an_earlier_turn_is_politely_stale(controls: Controls) -> None:
    core = controls.core
    mover, other = await cornered(core)
    old = await controls.picked(mover, "a3", "+a2")
    for who, line in ((mover, "b1; plant c1"), (other, "stay; plant s"), (mover, "stay; plant n")):
        assert "Turn played" in (await core.say(who, line)).text
    await core.say(other, "stay; plant w")
    log = await core.log()
    for label in ("Step Back", "Start Over", "Confirm Turn"):
        assert STALE in (await controls.press(mover, old, label)).text
    assert await core.log() == log
    assert await drafted(core) is None


async def test_a_draft_is_typed_and_picked_in_turns(controls: Controls) -> None:
    mover, other = await cornered(controls.core)
    await controls.core.say(mover, "Walk to A3")
    panel = await controls.take(mover)
    assert "So far" in panel.text
    assert "+a2" in choices(panel)
    panel = await controls.pick(mover, panel, "+a2")
    assert "Turn played" in (await controls.press(mover, panel, "Confirm Turn")).text
    await controls.picked(other, "e4")
    assert "Turn played" in (await controls.core.say(other, "plant north")).text
    assert (await controls.core.log())[-1] == "e4 +e5"


async def test_a_draft_on_a_turn_that_is_taken_back_is_dropped(controls: Controls) -> None:
    core = controls.core
    first, second = await core.mover(), await core.waiting()
    await core.say(first, "a1")
    old = await controls.take(second)
    assert "e5" in choices(old)
    await core.say(second, "e5")
    first_panel = await controls.picked(first, "a3")
    await controls.undo(second)
    assert await draft_in(core.store, 1, 0) is None
    told = (await controls.pick(first, first_panel, "+a2")).text
    assert f"It's been {second.name}'s turn" in told
    await core.say(second, "a5")
    assert STALE in (await controls.pick(first, first_panel, "+a2")).text
    assert "So far" not in (await controls.take(first)).text


# -- Every game of the registry by presses alone: whatever is built fits into a message.


TURNS = 5
BLANK = Artist(lambda *_: Image.new("P", (8, 6)))


def fits(panel: Message) -> None:
    assert len(panel.text) <= 2000
    assert len(panel.rows) + len(panel.menus) + 1 <= 5
    for row in (*panel.rows, panel.buttons):
        assert len(row) <= 5
        assert all(0 < len(each.label) <= 80 for each in row)
    for menu in panel.menus:
        assert len(menu.title) <= 150
        assert len(menu.choices) <= 25
        assert all(0 < len(c.label) <= 100 and len(c.hint) <= 100 for c in menu.choices)
        assert len({c.value for c in menu.choices}) == len(menu.choices)
    ids = [each.id for each in buttons(panel)] + [menu.id for menu in panel.menus]
    assert len(ids) == len(set(ids))
    assert all(len(id_) <= 100 for id_ in ids)


async def onward(controls: Controls, who: Person, panel: Message, chance: Random) -> Message:
    """Anything that a panel offers, a closer look too."""
    values = {choice.value for menu in panel.menus for choice in menu.choices}
    words = sorted(await controls.words(panel) | values)
    value = chance.choice(words)
    after = await controls.pick(who, panel, value)
    assert after != panel, value
    return await onward(controls, who, after, chance) if looked_at(value) else after


async def confirmed(controls: Controls, kind: str, chance: Random) -> None:
    """One turn by presses alone; chance does not wait."""
    who, _ = await turn_of(controls.core, kind)
    panel = await controls.take(who)
    while "Confirm Turn" not in {each.label for each in panel.buttons}:
        fits(panel)
        panel = await onward(controls, who, panel, chance)
    fits(panel)
    answer = await controls.press(who, panel, "Confirm Turn")
    assert "Turn played" in answer.text
    now = await game(controls.core, kind)
    if now.status == "playing" and (await controls.core.tables.at(now)).waiting:
        await controls.core.services.undo_window.end(
            Session.from_intent(controls.core.wish(who), now)
        )


@every_kind
async def test_a_game_is_played_by_presses(core: Core, kind: str) -> None:
    """With the last choice of each option, which asks for most."""
    core.hosts(Games({kind: Hosted(EVERY[kind], BLANK)}))
    options = {o.name: o.choices[-1] for o in EVERY[kind].game.options if o.choices}
    controls, chance = await seated(core, kind, options), Random(7)
    for _ in range(TURNS):
        if (await game(core, kind)).status == "playing":
            await confirmed(controls, kind, chance)
    now = await game(core, kind)
    assert now.status == "over" or len(await core.store.log(now.id)) > TURNS
