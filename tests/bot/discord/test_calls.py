"""Calls, reminders, nudges and vacations by the real client: direct messages, 50007, silence.

Source: issue 12, item 2; experience 3.7.
"""

from __future__ import annotations

from tests.bot.discord.system import System, buttons
from tests.bot.discord.test_buttons_game import changed
from tests.bot.discord.watching import until

SILENT = 1 << 12  # Discord's SUPPRESS_NOTIFICATIONS
DAY = 24 * 3600.0


async def by_letter(system: System, who: str) -> None:
    """Somebody picks direct messages, and gets the first one."""
    panel = await system.slash(who, "games", "games settings")
    panel = await changed(system, who, panel, "lc:choose:pings", "dm")
    assert "I have sent you a direct message" in panel["content"]


async def test_a_turn_is_called_by_a_direct_message_with_a_link(system: System) -> None:
    await by_letter(system, "Ann")
    await by_letter(system, "Ben")
    board = await system.begin("Ann", "Ben")
    who, guild = await system.mover("games"), (await system.game("games")).guild
    await until(lambda: "Your turn in" in system._letters(who)[-1]["content"])
    assert system.pinged(board) == []
    link = f"https://discord.com/channels/{guild}/{board['channel_id']}/{board['id']}"
    assert f"[L1]({link})" in await system.letter(who)


async def test_where_direct_messages_are_shut_the_channel_calls(system: System) -> None:
    """Code 50007, after they were open: it says so, and nobody has to do anything."""
    for who in ("Ann", "Ben"):
        await by_letter(system, who)
    for who in ("Ann", "Ben"):
        system.world.people[system.people[who].id].unreachable = True
    await system.begin("Ann", "Ben")
    await system.quiet()
    who, called = await system.mover("games"), system.seen("games")[-1]
    assert "Discord let no direct message through" in called["content"]
    assert system.pinged(called) == [who]
    board = await system.play("games", "a1")
    assert system.pinged(board) == [], "it is tried for each of them"
    await system.quiet()
    assert system.pinged(system.seen("games")[-1]) == [await system.mover("games")]
    board = await system.play("games", "e5")
    assert system.pinged(board) == [who], "from now on by the board's own post"


async def test_after_a_day_a_nudge_reminds_and_a_reminder_has_a_voice(system: System) -> None:
    """By the button under More…, once."""
    board = await system.begin("Ann", "Ben")
    who = await system.mover("games")
    other = "Ben" if who == "Ann" else "Ann"
    early = await system.slash(other, "games", "games nudge")
    assert "has waited for less than a day" in early["content"]
    system.pass_time(DAY + 60)
    more = await system.press(other, board, "More…")
    told = await system.press(other, more, "Nudge")
    assert told["content"] == f"{who} is reminded of L1 for you."
    await system.quiet()
    sent = next(m for m in system.seen("games") if "asks for your turn" in m["content"])
    assert system.pinged(sent) == [who]
    assert not buttons(sent)


async def test_who_is_next_hears_it_without_a_sound(system: System) -> None:
    for who in ("Ann", "Ben", "Cy"):
        panel = await system.slash(who, "games", "games settings")
        await changed(system, who, panel, "lc:set:next:on")
    await system.begin("Ann", "Ben", "Cy")
    await system.quiet()
    (told,) = (m for m in system.seen("games") if "you are next in" in m["content"])
    assert told["flags"] & SILENT


async def test_a_vacation_is_taken_and_ended(system: System) -> None:
    """Its last day completes; the line in the game calls nobody."""
    await system.begin("Ann", "Ben")
    offered = await system.people["Ann"].complete("games", "games vacation", "until", until="")
    assert len(offered) == 14
    told = await system.slash("Ann", "games", "games vacation", until=offered[3]["value"])
    assert "You are on vacation until" in told["content"]
    await system.quiet()
    line = next(m for m in system.seen("games") if "Ann is on vacation until" in m["content"])
    assert system.pinged(line) == []
    panel = await system.slash("Ann", "games", "games settings")
    panel = await changed(system, "Ann", panel, "lc:vacation:end")
    assert "Your vacation is over" in panel["content"]
