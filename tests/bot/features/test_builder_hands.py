"""The turn builder shows one's own hand, no other one, and every way however many there are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import renderer
from bot.messages.layout import Message
from bot.table.table import ReplayState
from renderer import Hosted, Labels, Picture
from rules.play import Seen
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import CHANCE, Core, Patch
from tests.bot.features.test_builder import fits
from tests.bot.panels import all_words, button, buttons, choices, due, hosting  # FIXME
from tests.bot.wide import wide
from tests.rules.cards import CARDS, Cards, Due

MINE = Cards(Due.PLAY, 0, ("br", "rr"), "bbbrrrr", roll=3, left=3)


def drawn(what: Hosted, seen: Seen[Any], labels: Labels, voice: object) -> Picture:
    """Draw a hand as a picture whose alt text lists everything the artist got."""
    return Picture(
        b"\x89PNG", f"{what.kind.game.key} {labels.game} {seen.seat}: {' '.join(seen.state.hands)}"
    )


@pytest.fixture(autouse=True)
def _hands(monkeypatch: Patch) -> None:
    monkeypatch.setattr(renderer, "draw_hand", drawn)


async def put(core: Core, position: Cards = MINE) -> tuple[Person, Person]:
    now = await core.game()
    mover, other = (ANN, BEN) if now.sitters[0].user == ANN.id else (BEN, ANN)
    core.tables.remember(now.id, now.n, ReplayState(position, (), 1, CHANCE))
    return mover, other


@pytest.fixture
async def hands(core: Core) -> Core:
    core.host(hosting(CARDS))
    core.kind = "cards"
    await core.begin(ANN, BEN)
    return core


def rows(panel: Message) -> list[list[tuple[str, bool]]]:
    return [[(each.label, each.off) for each in row] for row in panel.rows]


async def test_cards_are_a_row_of_buttons_in_which_each_keeps_its_place(hands: Core) -> None:
    """The ids name the place and never the card; what can't be pressed says why."""
    mover, _ = await put(hands)
    panel = await hands.do(mover, "take")
    assert rows(panel) == [[("blue", False), ("red", False)]]
    now = await hands.game()
    blue, red = (f"lc:press:{now.id}:{now.n}:0:{place}" for place in (0, 1))
    assert [each.id for each in panel.rows[0]] == [blue, red]
    assert await all_words(hands.tables, panel) == {"+b", "+r"}
    await put(hands, replace(MINE, hands=("rrr", "bb")))
    panel = await hands.do(mover, "take")
    assert rows(panel) == [[("blue", True), ("red", False)]]
    assert "blue isn't possible: you have no such card." in panel.text
    told = await hands.push(mover, blue)
    assert "blue isn't possible: you have no such card" in told.text
    assert not await hands.draft()


async def test_the_mover_sees_his_hand_with_the_builder(hands: Core) -> None:
    mover, _ = await put(hands)
    panel = await hands.do(mover, "hand", n=1)
    assert panel == await hands.do(mover, "take"), "also by the button of an older board"
    assert panel.text.startswith("Your hand: blue and red.\nIt's your turn in C1.")
    assert panel.picture == Picture(b"\x89PNG", "cards C1 0: br ??")
    assert panel.file.endswith("-hand.png")


async def test_who_waits_sees_his_hand_alone(hands: Core) -> None:
    mover, other = await put(hands)
    panel = await hands.do(other, "hand", n=2)
    assert panel.text == f"Your hand: red and red.\n**C1**, turn 2. It's {mover.name}'s turn."
    assert panel.picture == Picture(b"\x89PNG", "cards C1 1: ?? rr")
    assert buttons(panel) == []


async def test_a_panel_tells_nothing_of_other_hands(hands: Core) -> None:
    """Every panel and refusal is the same to the letter for any hands: a checksum would tell."""
    seen = []
    for theirs, bag in (("rr", "bbbrrrr"), ("bb", "brrrrrr"), ("br", "bbrrrrr")):
        mover, _ = await put(hands, replace(MINE, hands=("br", theirs), bag=bag))
        panels = [await hands.do(mover, "take")]
        row = {"game": (now := await hands.game()).id, "n": now.n}
        for word, reason in (("+x", "Say one word"), (".", "you must play a card")):
            panels.append(await hands.do(mover, "say", word, {"said": 0}, **row))
            assert panels[-1].refusal
            assert reason in panels[-1].text
        panels.append(await hands.press(mover, "blue", panels[0]))
        panels.append(await hands.press(mover, "Done", panels[-1]))
        seen.append(panels)
        await hands.press(mover, "Start Over", panels[-1])
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][-1].picture is not None
    assert button(seen[0][-1], "Confirm Turn")


# -- More ways than a message has room for: buttons, menus of offers, and a look at one of them.


ALL = "All Options"


async def begun(core: Core, *shape: int) -> None:
    core.host(hosting(wide(*shape)))
    core.kind = "wide"
    await core.begin(ANN, BEN)


async def taken(core: Core) -> Message:
    mover = await core.mover()
    return await core.do(mover, "take")


async def chosen(core: Core, panel: Message, value: str) -> Message:
    """A choice by its value, which need not be a word."""
    mover = await core.mover()
    return await core.pick(mover, value, panel)


async def test_a_full_menu_ends_in_a_closer_look_at_the_rest(core: Core) -> None:
    """The first 24; behind them four menus at a time, and a button for the next ones."""
    await begun(core, 101, 2)
    first = await taken(core)
    fits(first)
    assert [len(menu.choices) for menu in first.menus] == [25, 2]
    assert first.menus[0].choices[-1].value == ">0"
    assert first.menus[0].choices[-1].label == "More… (77)"
    mover = await core.mover()
    close = await chosen(core, first, ">0")
    fits(close)
    spans = [f"Kind 0: A{n} … A{n + 24}" for n in range(0, 100, 25)]
    assert [menu.title for menu in close.menus] == spans
    rest = await core.press(mover, "More… (1)", close)
    fits(rest)
    assert choices(close) | choices(rest) == {f"a{k}" for k in range(101)}
    assert [each.label for each in rest.buttons] == [ALL, "Step Back", "Start Over"]
    assert not await core.draft(), "looking says no word"
    assert await core.press(mover, ALL, rest) == first
    assert "`a57`" in (await chosen(core, close, "a57")).text


@pytest.mark.slow
async def test_nobody_else_looks_and_what_is_not_there_is_not_looked_at(core: Core) -> None:
    await begun(core, 130, 2)
    mover, other = await core.mover(), await core.waiting()
    panel = await taken(core)
    assert f"It's been {mover.name}'s turn" in (await core.pick(other, ">0", panel)).text
    assert "You're not in W1" in (await core.pick(EVE, ">0", panel)).text
    now = await core.game()
    row = {"game": now.id, "n": now.n}
    for value in (">2", ">999"):
        assert await core.do(mover, "say", value, {"said": 0}, **row) == panel
    assert "can't read" in (await core.do(mover, "say", ">-1", {"said": 0}, **row)).text
    forged = await core.push(mover, f"lc:press:{now.id}:{now.n}:0:132")
    assert "moved on" in forged.text
    assert not await core.draft()


async def test_every_offer_is_reached_however_many(core: Core) -> None:
    """25 choices in a menu: more offers come in the next menu, and further ones behind the last."""
    offers = 101
    await begun(core, *[2] * offers)
    panel, found = await taken(core), list[str]()
    while True:
        fits(panel)
        values = [choice.value for menu in panel.menus for choice in menu.choices]
        found += [value for value in values if not value.startswith(">>")]
        if not (further := [value for value in values if value.startswith(">>")]):
            break
        panel = await chosen(core, panel, further[0])
    assert found == [f">{i}" for i in range(offers)]
    close = await chosen(core, panel, found[-1])
    assert len(choices(close)) == 2
    mover = await core.mover()
    assert await core.press(mover, ALL, close) == await taken(core)
    assert not await core.draft(), "looking says no word"


@pytest.mark.parametrize(("rows", "wide_ways"), [(4, 2), (7, 2), (2, 6)])
async def test_rows_of_buttons_that_find_no_room_are_menus(
    core: Core, monkeypatch: Patch, rows: int, wide_ways: int
) -> None:
    monkeypatch.setattr("tests.bot.wide.ROW", True)
    await begun(core, *[wide_ways] * rows)
    panel = await taken(core)
    fits(panel)
    mover = await core.mover()
    seen = set(await all_words(core.tables, panel))
    for value in [c.value for menu in panel.menus for c in menu.choices]:
        if value.startswith(">"):
            seen |= choices(await core.pick(mover, value, panel))
    assert seen == set(due(await core.table()))
