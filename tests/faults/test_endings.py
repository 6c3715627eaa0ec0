"""What goes wrong when a game ends or is closed, where a lobby is gone, and while a turn is built.

Source: issue 12, "Must hold": each code, a locked and a deleted thread, a deleted channel: the
game goes on and says what it did; experience 5.
"""

from __future__ import annotations

import pytest

from tests.bot.discord.system import Json, System
from tests.bot.discord.watching import until
from tests.faults.accidents import (
    ANSWER,
    DEFER,
    EDIT,
    POST,
    comes,
    fails,
    happens,
    last_has_buttons,
    nothing_lost,
    struck,
    turn,
)
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


@pytest.mark.parametrize("kind", ["10003", "50001", "50013"])
async def test_a_result_that_cannot_be_posted_comes_later(system: System, kind: str) -> None:
    """Who is still there is told; when it works again it is posted once, and calls both."""
    await system.begin("Ann", "Ben")
    happens(system, kind, POST, times=2)
    system.world.faults[0].path = rf"/channels/{system.id('games')}/messages$"
    won = await ends(system)
    assert f"about L1: {REASONS[kind]}" in await system.letter(won)
    system.world.faults.clear()
    await system.lacking("EMBED_LINKS")
    await system.lacking()  # somebody has put something right
    result = await comes(system, f"L1 is over: {won} wins.")
    assert system.pinged(result) == ["Ann", "Ben"]
    await nothing_lost(system, turns=0)


@pytest.mark.parametrize("kind", ["30046", "10008", "50083"])
async def test_the_last_board_that_cannot_be_changed_keeps_no_result_back(
    system: System, kind: str
) -> None:
    await system.begin("Ann", "Ben")
    happens(system, kind, EDIT, times=2)
    won = await ends(system)
    assert system.pinged(await comes(system, f"L1 is over: {won} wins.")) == ["Ann", "Ben"]
    await nothing_lost(system, turns=0)


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


@pytest.mark.parametrize("what", ["locked", "deleted"])
async def test_that_a_game_was_closed_is_told_without_its_thread_too(
    system: System, what: str
) -> None:
    thread = await in_a_thread(system)
    ann = system.people["Ann"]
    asked = await system.slash("Ann", "games", "games cancel", game="L1")
    if what == "deleted":
        await ann.act("channel/delete", channel=thread)
    else:
        await ann.act("thread", channel=thread, archived=True, locked=True)
    await system.press("Ann", asked, "Cancel L1 for Everyone")
    told = await comes(system, "L1's thread (")
    assert "L1" in told["content"]
    assert "was closed before it finished" in system.seen("games")[0]["content"]


# while a turn is built


def _id(panel: Json, label: str) -> str:
    """The id of a panel's button."""
    parts = [each for row in panel["components"] for each in row["components"]]
    return str(next(each["custom_id"] for each in parts if each.get("label") == label))


async def builder(system: System) -> tuple[str, Json]:
    """Who is on turn after the corners, and their panel."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    who = await system.mover("games")
    return who, await system.slash(who, "games", "logger turn", move="stay")


@pytest.mark.parametrize("kind", ["10062", "10008", "50027"])
async def test_a_press_in_the_builder_that_cannot_be_acknowledged_is_not_done(
    system: System, kind: str
) -> None:
    """Discord shows "failed"; what was said before is kept, and the builder opens on it."""
    who, panel = await builder(system)
    happens(system, kind, DEFER)
    asked = await system.people[who].press(panel, _id(panel, "Step Back"))
    await fails(system, who, asked)
    again = await system.slash(who, "games", "logger turn")
    assert "stayed on" in again["content"] or "You can plant" in again["content"]
    assert "Turn played" in (await turn(system, "plant n"))["content"]
    await nothing_lost(system, turns=3)


@pytest.mark.parametrize("kind", ["10008", "10062", "50027"])
async def test_a_confirmed_turn_counts_also_when_its_panel_is_gone(
    system: System, kind: str
) -> None:
    """The reader has dismissed it: the board tells that the turn counts."""
    who, panel = await builder(system)
    guest, menu = system.people[who], panel["components"][0]["components"][0]
    await guest.press(panel, menu["custom_id"], "+a2")
    shown = [panel]

    async def previewed() -> bool:
        there = await guest.history("games")
        shown[0] = next(m for m in there if m["id"] == panel["id"])
        return "Confirm Turn" in str(shown[0]["components"])

    await until(previewed)
    happens(system, kind, ANSWER)
    await guest.press(shown[0], _id(shown[0], "Confirm Turn"))
    await until(lambda: struck(system))
    await nothing_lost(system, turns=3)
    assert last_has_buttons(system.boards("games"))
