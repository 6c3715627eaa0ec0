"""`/games settings`, by the real client: on a server, in direct messages, and after a restart.

Source: issue 11, item 2; issue 12, item 2; experience 3.2 (`/games settings`), 3.14.
"""

from __future__ import annotations

from tests.bot.discord.system import System
from tests.bot.discord.test_buttons_game import changed, labels, pressed

ON, OFF = "Turn Text First On", "Turn Text First Off"


async def test_text_first_is_set_in_a_private_panel_and_makes_the_next_call(
    system: System,
) -> None:
    """Seen by its owner alone; an old panel works after a restart; the call has the scores in
    words, the picture is there as well."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1")
    who = await system.mover("games")
    other = "Ben" if who == "Ann" else "Ann"
    panel = await system.slash(other, "games", "games settings")
    assert panel["ephemeral"]
    assert "Text first is off" in panel["content"]
    await system.restart()
    panel = await pressed(system, other, panel, ON)
    assert "Text first is on" in panel["content"]
    assert labels(panel)[0] == OFF
    call = await system.play("games", "e5")
    assert "Scores: " in call["content"]
    assert "protest this turn" in call["content"]
    assert call["attachments"]
    assert system.pinged(call) == [other]
    builder = await system.press(other, call, "Take Turn")
    assert "Loggers: " in builder["content"]


async def test_it_can_be_set_in_direct_messages(system: System) -> None:
    """Where nobody sees the bot's posts at all."""
    place = await system.people["Ben"].dm()
    panel = await system.slash("Ben", place, "games settings")
    panel = await pressed(system, "Ben", panel, ON)
    assert "Text first is on" in panel["content"]
    panel = await pressed(system, "Ben", panel, OFF)
    assert "Text first is off" in panel["content"]
    assert await system.store.personal(int(system.people["Ben"].id)) == {}


async def test_calls_and_quiet_hours_are_picked_from_menus(system: System) -> None:
    """Four menus and a row of buttons, as Discord has them; a direct message comes at once."""
    ben = system.people["Ben"]
    panel = await system.slash("Ben", "games", "games settings", time_zone="Europe/Berlin")
    assert "Your time zone is Europe/Berlin" in panel["content"]
    panel = await changed(system, "Ben", panel, "lc:choose:quiet", "21:00-07:00")
    assert "From 21:00-07:00 nobody calls you" in panel["content"]
    panel = await changed(system, "Ben", panel, "lc:choose:pings", "dm")
    assert "I have sent you a direct message" in panel["content"]
    (told,) = await ben.history(await ben.dm())
    assert "when it is your turn" in told["content"]
