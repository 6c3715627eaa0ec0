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
from renderer import Artist, Hosted, draw
from tests.acting import SIX, Person
from tests.bot.core import Core
from tests.bot.panels import all_words, button, buttons  # FIXME
from tests.bot.playing import position
from tests.games import EVERY, every_kind

ONE_WAY = position(".Ts../s.Ms./G.T../Msss./G.GGT", "b1,b3", points=(9, 3), supply=(0, 0))
ONE_SEED = position("M..../s..../...../s..../.....", "a1,e5", supply=(2, 2))
TWO_SEEDS = position("...../...../..M../...../.....", "c1,e5", supply=(2, 2))
TREES = position("..M../...../..M../...../.....", "a1,e5", supply=(2, 2))


async def corners(core: Core) -> tuple[Person, Person]:
    await core.play("a1", "e5")
    return await core.mover(), await core.waiting()


@pytest.mark.usefixtures("painted")
async def test_the_picture_numbers_the_squares_as_the_menu_does(two: Core) -> None:
    await two.put(ONE_SEED)
    table = await two.tables.at(await two.game())
    (offer,) = offers = choice_groups(table.kind, table.at.state)
    squares = targets(at_table(table, 0, offers))
    assert squares == tuple(way.word for way in offer.ways)
    panel = await two.do(await two.mover(), "take")
    labels = replace(table.labels, game="L1 preview", ahead=True)
    numbered = replace(labels, targets=squares, spots=squares)
    assert panel.picture == draw(table.game.hosted, table.view_of(table.actor), numbered)
    assert panel.file.endswith("-preview.png")


async def test_the_only_legal_turn_is_offered_in_one_press(two: Core) -> None:
    await two.put(ONE_WAY)
    mover = await two.mover()
    panel = await two.do(mover, "options")
    assert panel.text.startswith(
        "There's only one legal turn in L1 now: `b1`: stay on b1; then b2 grows"
    )
    assert "Your turn in L1 would be" in (await two.do(mover, "take")).text
    log = await two.log()
    assert "Turn played" in (await two.press(mover, "Play It", panel)).text
    assert len(await two.log()) == len(log) + 1


async def test_a_word_that_is_in_no_menu_is_refused(two: Core) -> None:
    """A client may send anything; earlier words stay."""
    await two.put(TREES)
    mover = await two.mover()
    panel = await two.touch(mover, "b1")
    game = await two.game()
    for word in ("xe5", "nonsense", "+b2 +b2", "\x00", "c3; plant n"):
        told = await two.do(mover, "say", word, {"said": 1}, game=1, n=game.n)
        assert told.refusal
    assert await two.draft() == "b1"
    assert button(await two.pick(mover, "+b2", panel), "Confirm Turn")


# -- The draft of the turn builder: a line in the store, which nothing counts twice or wrongly.


STALE = "L1 has moved on since then. Check its newest board."


async def test_pressed_twice_it_counts_once(two: Core) -> None:
    await two.put(TWO_SEEDS)
    mover = await two.mover()
    panel = await two.do(mover, "take")
    first, second = await asyncio.gather(two.pick(mover, "c1", panel), two.pick(mover, "c1", panel))
    assert first == second == await two.pick(mover, "c1", panel)
    assert await two.draft() == "c1"
    panel = await two.pick(mover, "c3>d3", first)
    await two.press(mover, "Step Back", panel)
    await two.press(mover, "Step Back", panel)
    assert await two.draft() == "c1"


async def test_confirmed_twice_is_the_same_success_until_it_is_taken_back(two: Core) -> None:
    mover, _ = await corners(two)
    panel = await two.touch(mover, "a3", "+a2")
    both = await asyncio.gather(*(two.press(mover, "Confirm Turn", panel) for _ in range(2)))
    late = await two.press(mover, "Confirm Turn", panel)
    assert both[0] == both[1] == late
    assert "Turn played in L1." in late.text
    await two.do(mover, "undo")
    assert STALE in (await two.press(mover, "Confirm Turn", panel)).text
    assert (await two.log()).count("a3 +a2") == 1


async def test_only_what_was_shown_is_ever_confirmed(two: Core) -> None:
    """Two panels open: the older one never plays a turn that only the newer one shows."""
    mover, _ = await corners(two)
    older = await two.touch(mover, "a3", "+a2")
    newer = await two.press(mover, "Start Over", older)
    for word in ("b1", "+c1"):
        newer = await two.pick(mover, word, newer)
    log = await two.log()
    shown = await two.press(mover, "Confirm Turn", older)
    assert await two.log() == log
    assert shown.text == newer.text
    assert "Turn played" in (await two.press(mover, "Confirm Turn", shown)).text
    assert (await two.log())[-1] == "b1 +c1"


# -- Every game of the registry by presses alone: whatever is built fits into a message.


TURNS = 3
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


async def onward(core: Core, who: Person, panel: Message, chance: Random) -> Message:
    """Anything that a panel offers, a closer look too."""
    values = {choice.value for menu in panel.menus for choice in menu.choices}
    words = sorted(await all_words(core.tables, panel) | values)
    value = chance.choice(words)
    after = await core.pick(who, value, panel)
    assert after != panel, value
    return await onward(core, who, after, chance) if looked_at(value) else after


async def confirmed(core: Core, chance: Random) -> None:
    who = await core.mover()
    panel = await core.do(who, "take")
    while "Confirm Turn" not in {each.label for each in panel.buttons}:
        fits(panel)
        panel = await onward(core, who, panel, chance)
    fits(panel)
    answer = await core.press(who, "Confirm Turn", panel)
    assert "Turn played" in answer.text
    now = await core.game()
    if now.status == "playing" and (await core.tables.at(now)).waiting:
        await core.do(who, "go")


@pytest.mark.slow
@every_kind
async def test_a_game_is_played_by_presses(core: Core, kind: str) -> None:
    """With the last choice of each option, which asks for most."""
    core.host(Games({kind: Hosted(EVERY[kind], BLANK)}))
    options = {o.name: o.choices[-1] for o in EVERY[kind].game.options if o.choices}
    core.kind, chance = kind, Random(7)
    await core.begin(*SIX[: EVERY[kind].game.fewest], options=options)
    for _ in range(TURNS):
        if (await core.game()).status == "playing":
            await confirmed(core, chance)
    now = await core.game()
    assert now.status == "over" or len(await core.store.log(now.id)) > TURNS
