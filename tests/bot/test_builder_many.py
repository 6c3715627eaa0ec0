"""More ways than a message has room for: buttons, menus of offers, and a look at one of them.

Source: Discord's limits (five rows, five buttons in a row, 25 choices in a menu); issue 3, "works
after a restart"; experience 3.13, "twice is once".
"""

from __future__ import annotations

import pytest

from bot.messages.message import Menu, Message
from tests.bot.controls import Controls, buttons, choices
from tests.bot.core import EVE, Core
from tests.bot.kinds import due, game, hosting, line, seated, turn_of
from tests.bot.wide import wide
from tests.bot.words import in_words

ALL = "All Options"


async def begun(core: Core, *shape: int) -> Controls:
    """A game with so many words of each kind, at its first turn."""
    core.hosts(hosting(wide(*shape)))
    return await seated(core, "wide")


async def taken(controls: Controls) -> Message:
    mover, _ = await turn_of(controls.core, "wide")
    return await controls.take(mover)


async def chosen(controls: Controls, panel: Message, value: str) -> Message:
    """A choice by its value, which need not be a word."""
    mover, _ = await turn_of(controls.core, "wide")
    return await controls.pick(mover, panel, value)


def titles(panel: Message) -> list[str]:
    return [menu.title for menu in panel.menus]


def labels(panel: Message) -> list[str]:
    return [each.label for each in panel.buttons]


def last(menu: Menu) -> tuple[str, str]:
    return menu.choices[-1].value, menu.choices[-1].label


def fits(panel: Message) -> None:
    """Discord would take it."""
    assert len(panel.rows) + len(panel.menus) + 1 <= 5
    assert all(len(row) <= 5 for row in (*panel.rows, panel.buttons))
    assert all(len(menu.choices) <= 25 for menu in panel.menus)
    ids = [each.id for each in buttons(panel)] + [menu.id for menu in panel.menus]
    assert len(ids) == len(set(ids))
    assert all(len(id_) <= 100 for id_ in ids)


async def test_few_offers_are_all_visible(core: Core) -> None:
    """Pick, preview, confirm: three clicks with Take Turn."""
    controls = await begun(core, 3, 25, 2, 2)
    panel = await taken(controls)
    fits(panel)
    assert titles(panel) == ["Kind 0", "Kind 1", "Kind 2", "Kind 3"]
    assert choices(panel) == set(await due(core, "wide"))
    mover, _ = await turn_of(core, "wide")
    preview = await controls.pick(mover, panel, "b24")
    assert "counts" in (await controls.press(mover, preview, "Confirm Turn")).text


async def test_a_full_menu_ends_in_more(core: Core) -> None:
    """The first 24, and a closer look at the rest; every way is reached."""
    controls = await begun(core, 60, 2)
    panel = await taken(controls)
    fits(panel)
    assert [len(menu.choices) for menu in panel.menus] == [25, 2]
    assert last(panel.menus[0]) == (">0", "More … (36)")
    close = await chosen(controls, panel, ">0")
    fits(close)
    assert titles(close) == ["Kind 0: A0 … A24", "Kind 0: A25 … A49", "Kind 0: A50 … A59"]
    assert choices(close) == {f"a{k}" for k in range(60)}
    assert labels(close) == [ALL, "Step Back", "Start Over"]
    assert await line(core, "wide") == "", "a look is no word"
    mover, _ = await turn_of(core, "wide")
    assert await controls.press(mover, close, ALL) == panel
    assert "`a57`" in (await chosen(controls, close, "a57")).text


@pytest.mark.parametrize("ways", [99, 100, 101, 200, 301])
async def test_every_way_is_reached_however_many(core: Core, ways: int) -> None:
    """Four menus at a time, and a button for the next ones."""
    controls = await begun(core, ways, 1)
    mover, _ = await turn_of(core, "wide")
    panel = await chosen(controls, await taken(controls), ">0")
    found = choices(panel)
    while more := [label for label in labels(panel) if label.startswith("More")]:
        assert more == [f"More … ({ways - len(found)})"]
        panel = await controls.press(mover, panel, more[0])
        fits(panel)
        found |= choices(panel)
    assert found == {f"a{k}" for k in range(ways)}
    assert labels(panel) == [ALL, "Step Back", "Start Over"]


async def test_too_many_offers_become_one_menu(core: Core) -> None:
    """One menu lists them with how many ways each has; choosing one looks at it."""
    controls = await begun(core, 2, 30, 0, 2, 2, 2)
    panel = await taken(controls)
    fits(panel)
    (menu,) = panel.menus
    assert [(c.value, c.label, c.hint) for c in menu.choices] == [
        (">0", "Kind 0", "2 ways"),
        (">1", "Kind 1", "30 ways"),
        (">3", "Kind 3", "2 ways"),
        (">4", "Kind 4", "2 ways"),
        (">5", "Kind 5", "2 ways"),
    ]
    assert "Kind 2 is not possible: none is left." in panel.text
    close = await chosen(controls, panel, ">3")
    assert titles(close) == ["Kind 3: D0 … D1"]
    assert "`d1`" in (await chosen(controls, close, "d1")).text


async def test_an_offer_without_a_way_gives_up_its_row_first(core: Core) -> None:
    """It is greyed where there is room, and told in the text in any case."""
    controls = await begun(core, 0, 2, 2, 0, 2)
    panel = await taken(controls)
    fits(panel)
    assert titles(panel) == ["Kind 0: none is left", "Kind 1", "Kind 2", "Kind 4"]
    assert "Kind 3 is not possible: none is left." in panel.text


async def test_single_ways_are_buttons_where_there_is_room(core: Core) -> None:
    """Three beside Back and Start Over; the fourth is a menu. The ids name no word."""
    controls = await begun(core, 1, 3, 1, 1, 1)
    panel = await taken(controls)
    fits(panel)
    assert labels(panel) == ["Kind 0 A0", "Kind 2 C0", "Kind 3 D0", "Step Back", "Start Over"]
    assert titles(panel) == ["Kind 1", "Kind 4"]
    now = await game(core, "wide")
    assert panel.buttons[1].id == f"lc:press:{now.id}:{now.n}:0:4"
    mover, _ = await turn_of(core, "wide")
    assert "`c0`" in (await controls.press(mover, panel, "Kind 2 C0")).text


async def test_a_close_look_outlives_a_restart(lasting: Core) -> None:
    """It is in the ids alone."""
    controls = await begun(lasting, 130, 2)
    mover, _ = await turn_of(lasting, "wide")
    panel = await taken(controls)
    close = await controls.pick(mover, panel, ">0")
    core = await lasting.again()
    controls = Controls(core)
    assert await controls.pick(mover, panel, ">0") == close
    further = await controls.press(mover, close, "More … (30)")
    assert "a129" in choices(further)
    assert await controls.press(mover, further, ALL) == panel
    preview = await controls.pick(mover, further, "a129")
    assert "counts" in (await controls.press(mover, preview, "Confirm Turn")).text
    await core.store.close()


async def test_a_close_look_on_an_older_panel_shows_how_it_stands(core: Core) -> None:
    """Words were said since, or the turn is over: nothing changes."""
    controls = await begun(core, 130, 2)
    mover, other = await turn_of(core, "wide")
    panel = await taken(controls)
    close = await controls.pick(mover, panel, ">0")
    preview = await controls.pick(mover, panel, "a1")
    for old in (await controls.pick(mover, panel, ">0"), await controls.press(mover, close, ALL)):
        assert old == preview
    await controls.press(mover, preview, "Confirm Turn")
    assert f"It is {other.name}'s turn" in (await controls.press(mover, close, ALL)).text
    second = await controls.pick(other, await controls.take(other), "a1")
    await controls.press(other, second, "Confirm Turn")
    assert "moved on since then" in (await controls.press(mover, close, "More … (30)")).text


async def test_nobody_else_looks_and_what_is_not_there_is_not_looked_at(core: Core) -> None:
    """A client may send anything."""
    controls = await begun(core, 130, 2)
    mover, other = await turn_of(core, "wide")
    panel = await taken(controls)
    assert f"It is {mover.name}'s turn" in (await controls.pick(other, panel, ">0")).text
    assert "You are not in W1" in (await controls.pick(EVE, panel, ">0")).text
    now = await game(core, "wide")
    for value in (">2", ">999"):
        wish = core.wish(mover, value, game=now.id, n=now.n)
        assert await in_words(controls.builder.pick(wish, 0)) == panel
    with pytest.raises(Exception, match="can't read"):
        await in_words(controls.builder.pick(core.wish(mover, ">-1", game=now.id, n=now.n), 0))
    with pytest.raises(Exception, match="moved on"):
        await controls.builder.press(core.wish(mover, game=now.id, n=now.n), 0, 132)
    assert await line(core, "wide") == ""


@pytest.mark.parametrize("offers", [25, 26, 50, 100, 101, 230])
async def test_every_offer_is_reached_however_many(core: Core, offers: int) -> None:
    """25 choices in a menu: offers go on in the next menu, and further ones behind the last."""
    controls = await begun(core, *[5] * offers)
    panel, found = await taken(controls), list[str]()
    while True:
        fits(panel)
        values = [choice.value for menu in panel.menus for choice in menu.choices]
        found += [value for value in values if not value.startswith(">>")]
        if not (further := [value for value in values if value.startswith(">>")]):
            break
        panel = await chosen(controls, panel, further[0])
    assert found == [f">{i}" for i in range(offers)]
    close = await chosen(controls, panel, found[-1])
    assert len(choices(close)) == 5
    mover, _ = await turn_of(core, "wide")
    assert await controls.press(mover, close, ALL) == await taken(controls)
    assert await line(core, "wide") == "", "a look is no word"


@pytest.mark.parametrize(("rows", "wide_ways"), [(4, 2), (7, 2), (2, 6), (1, 25)])
async def test_rows_of_buttons_that_find_no_room_are_menus(
    core: Core, monkeypatch: pytest.MonkeyPatch, rows: int, wide_ways: int
) -> None:
    """Five buttons in a row, five rows in a message: whatever a game asks for, it can be sent."""
    monkeypatch.setattr("tests.bot.wide.ROW", True)
    controls = await begun(core, *[wide_ways] * rows)
    panel = await taken(controls)
    fits(panel)
    mover, _ = await turn_of(core, "wide")
    seen = set(await controls.words(panel))
    for value in [c.value for menu in panel.menus for c in menu.choices]:
        if value.startswith(">"):
            seen |= choices(await controls.pick(mover, panel, value))
    assert seen == set(await due(core, "wide"))
