"""The panel of settings: how one is called and reminded, when it is night, which games are muted.

Source: issue 12, item 2; experience 3.7 (one panel; direct messages are tried when chosen).
"""

from __future__ import annotations

import pytest

from bot.boundary import answered
from bot.delivery.transport import PermanentError, TransientError
from bot.messages.message import Menu, Message
from rules.text import Text
from tests.bot.core import ANN, BEN, Core, Person


async def shown(core: Core, who: Person) -> Message:
    return await answered(core.cases.personal.show(core.wish(who)))


async def chosen(core: Core, who: Person, name: str, value: str) -> Message:
    """Something picked from a menu of the panel, which must offer it."""
    menu = menu_of(await shown(core, who), name)
    assert value in [choice.value for choice in menu.choices]
    return await answered(core.cases.personal.choose(core.wish(who), name, value))


def menu_of(panel: Message, name: str) -> Menu:
    (found,) = (menu for menu in panel.menus if menu.id == f"lc:choose:{name}")
    return found


async def at(core: Core, who: Person, zone: str = "", quiet: str = "") -> Message:
    """/games settings with options."""
    return await answered(core.cases.personal.at(core.wish(who), zone, quiet))


async def test_everything_stands_in_one_panel_that_discord_can_show(core: Core) -> None:
    """Five rows at most, five buttons in one, 25 choices in a menu."""
    await core.seated(ANN, BEN)
    panel = await shown(core, ANN)
    assert len(panel.menus) + bool(panel.buttons) <= 5
    assert len(panel.buttons) <= 4, "one more is there on a vacation"
    assert [menu.id.split(":")[-1] for menu in panel.menus] == [
        "pings",
        "reminders",
        "quiet",
        "muted",
    ]
    for words in ("you are mentioned", "half of the time left", "time zone is not known"):
        assert words in panel.text


async def test_who_chooses_direct_messages_gets_one_at_once(core: Core) -> None:
    panel = await chosen(core, ANN, "pings", "dm")
    ((user, told),) = core.transport.told
    assert user == ANN.id
    assert "when it is your turn" in told
    assert "I have sent you a direct message" in panel.text
    assert "you get a direct message with a link" in panel.text
    assert (await core.store.personal(ANN.id))["pings"] == "dm"
    await chosen(core, ANN, "pings", "both")
    await chosen(core, ANN, "pings", "both")
    assert len(core.transport.told) == 1, "it was tried already"


async def test_who_takes_no_direct_messages_is_told_and_called_in_the_channel(core: Core) -> None:
    """Code 50007."""
    core.transport.fail("tell", PermanentError(Text("the person takes no direct messages")))
    panel = await chosen(core, ANN, "pings", "dm")
    assert "let no direct message from me through" in panel.text
    assert "you are mentioned where the game is played" in panel.text
    assert await core.store.personal(ANN.id) == {}


async def test_where_discord_does_not_answer_nothing_is_changed(core: Core) -> None:
    await chosen(core, ANN, "pings", "none")
    core.transport.fail("tell", TransientError(Text("Discord answered 503")))
    told = await chosen(core, ANN, "pings", "dm")
    assert "nothing was changed" in told.text
    assert await core.store.personal(ANN.id) == {"pings": "none"}


async def test_quiet_hours_come_with_the_time_zone(core: Core) -> None:
    assert menu_of(await shown(core, ANN), "quiet").choices == ()
    panel = await at(core, ANN, "europe/berlin")
    assert "Your time zone is Europe/Berlin. From 22:00-08:00 nobody calls you" in panel.text
    assert "From 21:00-07:00" in (await chosen(core, ANN, "quiet", "21:00-07:00")).text
    assert "From 23:30-06:00" in (await at(core, ANN, quiet="23:30 - 6")).text
    assert "You have no quiet hours" in (await chosen(core, ANN, "quiet", "off")).text
    assert "From 22:00-08:00" in (await chosen(core, ANN, "quiet", "22:00-08:00")).text
    assert await core.store.personal(ANN.id) == {"time_zone": "Europe/Berlin"}


@pytest.mark.parametrize(
    ("zone", "quiet", "why"),
    [
        ("Berln", "", "Did you mean `Europe/Berlin`"),
        ("qqqq", "", "named after a city"),
        ("", "22-8", "I do not know your time zone yet"),
        ("Europe/Berlin", "at night", "Write them like `22:00-08:00`"),
    ],
)
async def test_what_cannot_be_read_changes_nothing(
    core: Core, zone: str, quiet: str, why: str
) -> None:
    """Whoever errs is told what is near, and what was right beside it is not kept either."""
    assert why in (await at(core, ANN, zone, quiet)).text
    assert await core.store.personal(ANN.id) == {}


def test_zones_complete_as_they_are_typed(core: Core) -> None:
    assert core.cases.personal.zones("berlin")[0].value == "Europe/Berlin"
    assert len(core.cases.personal.zones("")) == 25


async def test_one_game_is_muted_and_heard_again(core: Core) -> None:
    game = await core.seated(ANN, BEN)
    panel = await chosen(core, ANN, "muted", f"{game.id}:on")
    assert "You are called in no way in L1" in panel.text
    assert await core.store.personal(BEN.id) == {}
    again = await answered(core.cases.personal.choose(core.wish(ANN), "muted", f"{game.id}:on"))
    assert again == panel, "the same press twice is one wish"
    assert "in no way" not in (await chosen(core, ANN, "muted", f"{game.id}:off")).text
    assert await core.store.personal(ANN.id) == {}


@pytest.mark.parametrize("value", ["99:on", "x:on", "1:maybe", "1"])
async def test_a_game_that_is_not_ones_own_is_not_muted(core: Core, value: str) -> None:
    await core.seated(ANN, BEN)
    told = await answered(core.cases.personal.choose(core.wish(ANN), "muted", value))
    assert "nothing was changed" in told.text
    assert await core.store.personal(ANN.id) == {}
