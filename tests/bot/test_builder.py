"""The turn builder: walk, growth where there is a choice, action, preview, confirm.

Source of the promises: issue 3, item 2, and docs/decisions.md, decision 7.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.messages.choices import Place, at_table, offered, targets
from renderer import draw
from rules.play import legal
from tests.bot.controls import Controls, button, choices, cornered, drafted, menus
from tests.bot.core import ANN, BEN, CY, DEE, EVE, Core
from tests.bot.playing import position
from tests.bot.words import in_words
from tests.drafts import draft_in

ONE_WAY = position(".Ts../s.Ms./G.T../Msss./G.GGT", "b1,b3", points=(9, 3), supply=(0, 0))
ONE_SEED = position("M..../s..../...../s..../.....", "a1,e5", supply=(2, 2))
TWO_SEEDS = position("...../...../..M../...../.....", "c1,e5", supply=(2, 2))
TREES = position("..M../...../..M../...../.....", "a1,e5", supply=(2, 2))


@pytest.fixture
async def controls(core: Core) -> Controls:
    """A game of two that is at its first turn."""
    await core.seated(ANN, BEN)
    return Controls(core)


# one word after the other


async def test_the_walk_comes_first_with_a_hint_at_what_grows(controls: Controls) -> None:
    """Experience 3.8: a menu of legal squares, each with what it grows."""
    await controls.core.put(ONE_SEED)
    panel = await controls.take(await controls.core.mover())
    (menu,) = menus(panel)
    hints = {choice.value: (choice.label, choice.hint) for choice in menu.choices}
    assert hints["a1"] == ("1 · a1 (stay)", "grows a2 and a4; a5 will seed")
    assert hints["c1"] == (f"{[*hints].index('c1') + 1} · c1", "nothing grows")
    assert button(panel, "Step Back").off
    assert button(panel, "Start Over").off


async def test_the_picture_numbers_the_squares_as_the_menu_does(controls: Controls) -> None:
    """Where one may go is seen at once: the private picture differs from the public one in its
    name and in the squares of the menu."""
    await controls.core.put(ONE_SEED)
    table = await controls.core.tables.at(await controls.core.game())
    (offer,) = offers = offered(table.kind, table.at.state)
    squares = targets(Place(at_table(table, 0), 0, offers))
    assert squares == tuple(way.word for way in offer.ways)
    panel = await controls.take(await controls.core.mover())
    numbered = replace(table.labels, game="L1 preview", targets=squares)
    assert panel.picture == draw(table.game.hosted, table.seen(table.actor), numbered)
    assert panel.file.endswith("-preview.png")


async def test_growth_without_a_choice_is_not_asked_for(controls: Controls) -> None:
    """Experience 3.8: everything else is listed as done."""
    await controls.core.put(ONE_SEED)
    panel = await controls.picked(await controls.core.mover(), "a1")
    assert await controls.words(panel) == {"+b1", "!a5"}
    assert "a5 seeded b5" in panel.text


async def test_growth_is_asked_for_where_there_is_a_choice(controls: Controls) -> None:
    """Experience 3.8: only for mature trees with more than one free neighbour."""
    await controls.core.put(TWO_SEEDS)
    panel = await controls.picked(await controls.core.mover(), "c1")
    assert choices(panel) == {"c3>b3", "c3>d3", "c3>c4", "c3>c2"}
    panel = await controls.pick(await controls.core.mover(), panel, "c3>d3")
    assert await controls.words(panel) == {"+b1", "+d1", "+c2", "!c3"}


async def test_a_kind_with_one_way_is_a_button(controls: Controls) -> None:
    """Experience 3.8: few clicks; what a menu's hint would tell stands in the text."""
    await controls.core.put(ONE_SEED)
    mover = await controls.core.mover()
    panel = await controls.picked(mover, "a1")
    assert [(menu.title, menu.choices) for menu in menus(panel)] == [
        ("Chop: no unguarded mature tree is next to you", ())
    ]
    labels = [each.label for each in panel.buttons]
    assert labels == ["Plant b1", "Protest a5", "Step Back", "Start Over"]
    assert "Protest a5: guard this tree." in panel.text
    assert "+b1`" in (await controls.press(mover, panel, "Plant b1")).text


async def test_what_is_not_possible_is_greyed_with_the_reason_in_the_text(
    controls: Controls,
) -> None:
    """Issue 3: illegal ones disabled with the reason in the text."""
    await controls.core.put(TREES)
    panel = await controls.picked(await controls.core.mover(), "b1")
    greyed = {menu.title for menu in menus(panel) if not menu.choices}
    assert greyed == {"Chop: no unguarded mature tree is next to you"}
    assert "Chop is not possible: no unguarded mature tree is next to you." in panel.text
    await controls.core.put(position("...../...../...../...../.....", "a1,e5", supply=(0, 2)))
    text = (await controls.picked(await controls.core.mover(), "b1")).text
    assert "Protest is not possible: you have no protester in hand." in text


async def test_the_preview_is_a_picture_and_a_sentence(controls: Controls) -> None:
    """Issue 3: preview picture and sentence, then Confirm, Back, Start Over."""
    await controls.core.put(TREES)
    panel = await controls.picked(await controls.core.mover(), "b1", "+b2")
    assert panel.picture is not None
    assert panel.picture.png.startswith(b"\x89PNG")
    assert "Seedlings: b2." in panel.picture.alt
    assert "a1 to b1 · planted b2." in panel.text
    assert [(b.label, b.off) for b in panel.buttons] == [
        ("Confirm Turn", False),
        ("Step Back", False),
        ("Start Over", False),
    ]
    assert "+b2" not in await controls.core.log()


async def test_confirm_makes_the_turn_count(controls: Controls) -> None:
    mover, other = await cornered(controls.core)
    answer = await controls.press(mover, await controls.picked(mover, "a3", "+a2"), "Confirm Turn")
    assert answer.text == (
        f"Your turn in L1 counts. {mover.name}: a1 to a3 · c3 grew to a sapling · planted a2.\n"
        f"{other.name} is next."
    )
    assert (await controls.core.log())[-1] == "a3 +a2"
    assert await controls.core.mover() == other


async def test_back_drops_a_word_and_start_over_all(controls: Controls) -> None:
    """Decision 7: undo drops the last word that was said."""
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


async def test_protests_go_on_until_enough_is_picked(controls: Controls) -> None:
    """Design: buttons never imply the end of an open list."""
    await controls.core.put(TREES)
    mover = await controls.core.mover()
    panel = await controls.picked(mover, "b1", "!c5")
    assert await controls.words(panel) == {"!c3", "."}
    assert panel.file.endswith("-preview.png"), "where the turn stands is seen before it is whole"
    panel = await controls.pick(mover, panel, ".")
    assert button(panel, "Confirm Turn")


async def test_a_game_by_menus_and_buttons_alone(controls: Controls) -> None:
    """Whatever is offered can be picked, and whatever was built can be confirmed."""
    core, chance = controls.core, Random(3)
    for _ in range(60):
        if (await core.game()).status == "over":
            break
        mover = await core.mover()
        panel = await controls.take(mover)
        while words := await controls.words(panel):
            word = min(sorted(words), key=lambda w: (w[0] != "x", chance.random()))
            panel = await controls.pick(mover, panel, word)
        assert "counts" in (await controls.press(mover, panel, "Confirm Turn")).text
    assert (await core.game()).status == "over"


@pytest.mark.parametrize("place", [ONE_SEED, TWO_SEEDS, TREES], ids=["one", "two", "trees"])
async def test_an_offer_is_every_legal_word(controls: Controls, place: object) -> None:
    """None is left out, none is offered in vain."""
    core = controls.core
    await core.put(place)
    table, mover = await core.table(), await core.mover()
    assert choices(await controls.take(mover)) == {str(x) for x in legal(table.kind.game, place)}


# who may


async def test_the_only_legal_turn_is_offered_in_one_press(controls: Controls) -> None:
    """Experience 3.8: say that it is the only one, and offer it in one click."""
    await controls.core.put(ONE_WAY)
    mover = await controls.core.mover()
    panel = await controls.options(mover)
    assert panel.text.startswith("Only one turn is legal in L1 now: `")
    assert "Your turn in L1 would be" in (await controls.take(mover)).text
    log = await controls.core.log()
    assert "counts" in (await controls.press(mover, panel, "Play It")).text
    assert len(await controls.core.log()) == len(log) + 1


async def test_nobody_else_builds(controls: Controls) -> None:
    """Whose turn it is, and who plays: as for a typed line."""
    core = controls.core
    mover, other = await core.mover(), await core.waiting()
    panel = await controls.take(mover)
    assert f"It is {mover.name}'s turn" in (await controls.take(other)).text
    assert "You are not in L1" in (await controls.take(EVE)).text
    for who in (other, EVE):
        assert not (await controls.pick(who, panel, "a1")).menus
        assert not (await controls.pick(who, panel, "a1", guild=7)).menus
    assert await drafted(core) is None


async def test_there_is_nothing_to_build_before_and_after(core: Core) -> None:
    controls = Controls(core)
    await core.open(ANN, 2)
    assert "has not started yet" in (await controls.take(ANN)).text
    await core.join(BEN)
    await controls.gone(ANN)
    assert "L1 ended on" in (await controls.take(BEN)).text


async def test_a_word_that_is_in_no_menu_is_refused(controls: Controls) -> None:
    """A client may send anything; what was said before is kept."""
    await controls.core.put(TREES)
    mover = await controls.core.mover()
    panel = await controls.picked(mover, "b1")
    game = await controls.core.game()
    for word in ("xe5", "nonsense", "+b2 +b2", "\x00", "c3; plant n"):
        wish = controls.core.wish(mover, word, game=1, n=game.n)
        with pytest.raises(Exception, match=r"`|can't read"):
            await in_words(controls.builder.pick(wish, 1))
    assert await drafted(controls.core) == "b1"
    assert button(await controls.pick(mover, panel, "+b2"), "Confirm Turn")


async def test_four_build_their_corners(core: Core) -> None:
    """Logger 17: the fourth is not asked."""
    await core.seated(ANN, BEN, CY, DEE)
    controls = Controls(core)
    for corner in ("a1", "e5", "a5"):
        mover = await core.mover()
        panel = await controls.picked(mover, corner)
        assert "counts" in (await controls.press(mover, panel, "Confirm Turn")).text
    assert (await core.table()).at.state.phase == "walk"
