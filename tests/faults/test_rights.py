"""Each of the bot's rights missing in turn: it degrades, names the right and who can grant it."""

from __future__ import annotations

import pytest

from sandbox.world import PlannedFault
from tests.bot.discord.system import System
from tests.faults.accidents import comes, nothing_lost, pictures, turn

NEEDED = ("VIEW_CHANNEL", "SEND_MESSAGES")  # nothing can be posted without these


@pytest.mark.parametrize(
    ("right", "everywhere"),
    [
        ("VIEW_CHANNEL", False),
        ("SEND_MESSAGES", True),
        ("EMBED_LINKS", False),
        ("READ_MESSAGE_HISTORY", False),
    ],
)
async def test_without_any_one_right_no_turn_is_lost(
    system: System, right: str, everywhere: bool
) -> None:
    """The player of a turn gets an answer; the missing posts come as soon as they are allowed."""
    await system.begin("Ann", "Ben")
    place = None if everywhere else "games"
    await system.lacking(right, channel=place)
    assert "Turn played" in (await turn(system, "a1"))["content"]
    await system.quiet()
    if right in NEEDED:
        letter = await system.letter("Ann")
        assert right.replace("_", " ").title() in letter
        assert "Once someone fixes that channel's permissions, I'll post within the hour." in letter
    await system.lacking(channel=place)
    board = await comes(system, "took corner a1")
    assert system.pinged(board) == [await system.mover("games")]
    board = await system.play("games", "e5")
    assert "took corner a1" not in board["content"]
    await nothing_lost(system, turns=2)


async def test_text_stands_in_for_a_picture_that_may_not_be_attached(system: System) -> None:
    """The right is named, and who can grant it; from the text one can play."""
    await system.begin("Ann", "Ben")
    await system.lacking("ATTACH_FILES", channel="games")
    board = await system.play("games", "a1", "e5")
    assert pictures(system) == ["L1-3.png"]
    said = board["content"]
    assert "the Attach Files permission is missing" in said
    assert "A channel manager can grant it." in said
    assert "Row 1: a1 " in said
    assert system.pinged(board) == [await system.mover("games")]
    await nothing_lost(system, turns=2)


async def test_a_board_in_words_is_not_posted_twice(system: System) -> None:
    """It has no file by which it could be found again, but its button."""
    await system.begin("Ann", "Ben")
    await system.lacking("ATTACH_FILES", channel="games")
    busy = {"message": "busy", "code": 0}
    place = rf"/channels/{system.id('games')}/messages$"
    system.world.faults.append(
        PlannedFault("POST", place, 403, {"message": "Missing Permissions", "code": 50013})
    )
    system.world.faults.append(PlannedFault("POST", place, 503, busy, done=True))
    await turn(system, "a1")
    await system.people["Ann"].act("clock", add=3600)
    await system.quiet()
    assert len([m for m in system.seen("games") if "Attach Files" in m["content"]]) == 1


@pytest.mark.parametrize("right", ["SEND_MESSAGES", "READ_MESSAGE_HISTORY"])
async def test_a_typed_line_is_answered_where_that_is_possible(system: System, right: str) -> None:
    """Under it; after it where a reply needs a right that is missing; else to him alone."""
    await system.begin("Ann", "Ben")
    await system.lacking(right, channel="games")
    who = await system.mover("games")
    assert await system.say(who, "games", f"<@{system.world.bot_id}> zz") == ""
    if right == "SEND_MESSAGES":
        told = await system.letter(who)
        assert "I can't write in" in told
        assert "Send Messages" in told
        assert "A channel manager can grant it." in told
    else:
        told = system.seen("games")[-1]["content"]
    assert "I can't read `zz`" in told
    await nothing_lost(system, turns=0)


async def test_a_thread_in_which_the_bot_may_not_write_is_left(system: System) -> None:
    """Send Messages in Threads: the game continues in the channel and says why."""
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    await system.quiet()
    card = system.seen("games")[0]
    await system.press("Ben", card, "Join")
    await system.quiet()
    await system.lacking("SEND_MESSAGES_IN_THREADS")
    assert "Turn played" in (await turn(system, "a1", card["id"]))["content"]
    board = await system.post("games")
    assert "took corner a1" in board["content"]
    assert "in a thread: Send Messages in Threads" in board["content"]
    assert "the game will continue in this channel" in board["content"]
    assert pictures(system, card["id"]) == ["L1-3.png"]
    await nothing_lost(system, turns=1)
