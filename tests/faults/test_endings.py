"""What goes wrong when a game ends or is closed, where a lobby is gone, and while a turn is built.

Source: issue 12, "Must hold": each code, a locked and a deleted thread, a deleted channel: the
game goes on and says what it did; experience 5.
"""

from __future__ import annotations

import pytest

from tests.bot.discord.system import System
from tests.faults.accidents import comes, turn
from tests.faults.test_posts import REASONS


async def ends(system: System, channel: str = "games") -> str:
    """The player on turn resigns, which ends a game of two; who has won."""
    who = await system.mover(channel)
    asked = await system.slash(who, channel, "logger resign")
    assert "You've left L1" in (await system.press(who, asked, "Resign from L1"))["content"]
    return "Ben" if who == "Ann" else "Ann"


async def in_a_thread(system: System) -> str:
    """A game in a thread of its own: the thread."""
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    await system.quiet()
    card = system.seen("games")[0]
    await system.press("Ben", card, "Join")
    await system.quiet()
    return str(card["id"])


# the result


@pytest.mark.parametrize("what", ["locked", "deleted"])
async def test_a_result_outlives_its_thread(system: System, what: str) -> None:
    """It is told in the channel, and where the thread is."""
    thread = await in_a_thread(system)
    who, ann = await system.mover(thread), system.people["Ann"]
    asked = await system.slash(who, "games", "logger resign", game="L1")
    if what == "deleted":
        await ann.act("channel/delete", channel=thread)
    else:
        await ann.act("thread", channel=thread, archived=True, locked=True)
    await system.press(who, asked, "Resign from L1")
    result = await comes(system, "L1 is over: ")
    reason = {"locked": REASONS["50083"], "deleted": REASONS["10003"]}[what]
    assert (
        f"L1's thread ({reason}), so the game will continue in this channel." in result["content"]
    )
    assert system.pinged(result) == ["Ann", "Ben"]
    assert "The game is over." in system.seen("games")[0]["content"]


async def test_a_result_in_a_channel_that_is_gone_is_kept_and_told(system: System) -> None:
    """To who is still there, by direct message; the standings know it at once."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    asked = await system.slash(who, "lounge", "logger resign", game="L1")
    await system.people["Ann"].act("channel/delete", channel=system.id("games"))
    await system.press(who, asked, "Resign from L1")
    won = "Ben" if who == "Ann" else "Ann"
    assert "about L1: the channel is gone" in await system.letter(won)
    standings = await system.slash(who, "lounge", "logger leaderboard")
    assert won in standings["content"]


# a lobby, and a game that is closed


async def test_a_lobby_whose_channel_is_gone_goes_on_elsewhere(system: System) -> None:
    """Its card is posted anew where its host says so, and the game begins there."""
    await system.slash("Ann", "games", "logger start", players=2)
    await system.quiet()
    await system.people["Ann"].act("channel/delete", channel=system.id("games"))
    moved = await system.slash("Ann", "lounge", "games move-here", game="L1")
    assert "L1 now continues in this channel" in moved["content"]
    await comes(system, "Ann is looking for", "lounge")
    assert "has started" in (await system.slash("Ben", "lounge", "games join"))["content"]
    assert system.pinged(await system.post("lounge")) == [await system.mover("lounge")]
    assert "Turn played" in (await turn(system, "a1", "lounge"))["content"]
