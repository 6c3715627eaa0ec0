"""Every game of the registry by presses alone: whatever is built fits into a message, and
whatever is offered can be said.

Source: issue 3, item 2, and Discord's limits on messages and their parts.
"""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image

from bot.core.game import Games
from bot.core.session import Session
from bot.messages.choices import looked_at
from bot.messages.message import Message
from renderer import Artist, Hosted
from rules import GAMES
from tests.bot.controls import Controls, buttons
from tests.bot.core import Core, Person
from tests.bot.kinds import game, seated, turn_of

TURNS = 12
BLANK = Artist(lambda *_: Image.new("P", (8, 6)))


def fits(panel: Message) -> None:
    """Discord would take it."""
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
    """Anything that a panel offers, a closer look as well."""
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
    assert "counts" in answer.text
    now = await game(controls.core, kind)
    if now.status == "playing" and (await controls.core.tables.at(now)).waiting:
        await controls.core.cases.undo_window.end(Session.of(controls.core.wish(who), now))


@pytest.mark.parametrize("last", [False, True], ids=["usual", "last choices"])
@pytest.mark.parametrize("kind", GAMES)
async def test_a_game_is_played_by_presses(core: Core, kind: str, last: bool) -> None:
    """With the usual options, and with the last choice of each."""
    core.hosts(Games({key: Hosted(GAMES[key], BLANK) for key in GAMES}))
    options = {o.name: o.choices[-1] for o in GAMES[kind].game.options if o.choices and last}
    controls, chance = await seated(core, kind, options), Random(7)
    for _ in range(TURNS):
        if (await game(core, kind)).status == "playing":
            await confirmed(controls, kind, chance)
    assert len(await core.store.log((await game(core, kind)).id)) > TURNS
