"""Each of the bot's rights missing in turn: it degrades, names the right and who can grant it.

Source: issue 3, item 5; experience 3.13 ("Missing permission") and 5 (permission test).
"""

from __future__ import annotations

import pytest

from tests.bot.discord.camp import Camp
from tests.faults.accidents import comes, nothing_lost, pictures, turn

RIGHTS = (
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "SEND_MESSAGES_IN_THREADS",
    "CREATE_PUBLIC_THREADS",
    "ATTACH_FILES",
    "EMBED_LINKS",
    "READ_MESSAGE_HISTORY",
)
NEEDED = ("VIEW_CHANNEL", "SEND_MESSAGES")  # without which nothing can be posted


@pytest.mark.parametrize("everywhere", [True, False], ids=["server", "channel"])
@pytest.mark.parametrize("right", RIGHTS)
async def test_without_any_one_right_no_turn_is_lost(
    camp: Camp, right: str, everywhere: bool
) -> None:
    """Whoever takes a turn is told; what could not be posted comes as soon as it is allowed."""
    await camp.begin("Ann", "Ben")
    place = None if everywhere else "games"
    await camp.lacking(right, channel=place)
    assert "counts" in (await turn(camp, "a1"))["content"]
    await camp.quiet()
    if right in NEEDED:
        letter = await camp.letter("Ann")
        assert right.replace("_", " ").title() in letter
        assert "Somebody who may manage that channel can put it right" in letter
    await camp.lacking(channel=place)
    board = await comes(camp, "took corner a1")
    assert camp.pinged(board) == [await camp.mover("games")]
    board = await camp.play("games", "e5")
    assert "took corner a1" not in board["content"]
    await nothing_lost(camp, turns=2)


async def test_text_stands_in_for_a_picture_that_may_not_be_attached(camp: Camp) -> None:
    """The right is named, and who can grant it; from the text one can play."""
    await camp.begin("Ann", "Ben")
    await camp.lacking("ATTACH_FILES", channel="games")
    board = await camp.play("games", "a1", "e5")
    assert pictures(camp) == ["L1-3.png"]
    said = board["content"]
    assert "the permission Attach Files is missing" in said
    assert "somebody who may manage this channel can grant it" in said
    assert "Row 1: a1 " in said
    assert camp.pinged(board) == [await camp.mover("games")]
    await nothing_lost(camp, turns=2)


async def test_a_board_in_words_is_not_posted_twice(camp: Camp) -> None:
    """It has no file by which it could be found again, but its button."""
    await camp.begin("Ann", "Ben")
    await camp.lacking("ATTACH_FILES", channel="games")
    busy = {"message": "busy", "code": 0}
    place = rf"/channels/{camp.id('games')}/messages$"
    camp.world.fault("POST", place, 403, {"message": "Missing Permissions", "code": 50013})
    camp.world.fault("POST", place, 503, busy, done=True)
    await turn(camp, "a1")
    await camp.people["Ann"].act("clock", add=3600)
    await camp.quiet()
    assert len([m for m in camp.seen("games") if "Attach Files" in m["content"]]) == 1


@pytest.mark.parametrize("right", ["SEND_MESSAGES", "READ_MESSAGE_HISTORY"])
async def test_a_typed_line_is_answered_where_that_is_possible(camp: Camp, right: str) -> None:
    """Under it; after it where a reply needs a right that is missing; else to him alone."""
    await camp.begin("Ann", "Ben")
    await camp.lacking(right, channel="games")
    who = await camp.mover("games")
    assert await camp.say(who, "games", f"<@{camp.world.bot_id}> zz") == ""
    if right == "SEND_MESSAGES":
        told = await camp.letter(who)
        assert "I may not write in" in told
        assert "Send Messages" in told
        assert "somebody who may manage that channel can grant it" in told
    else:
        told = camp.seen("games")[-1]["content"]
    assert "I can't read `zz`" in told
    await nothing_lost(camp, turns=0)


async def test_a_thread_in_which_the_bot_may_not_write_is_left(camp: Camp) -> None:
    """Send Messages in Threads: the game goes on in the channel and says why."""
    await camp.slash("Ann", "games", "logger start", players=2, thread=True)
    await camp.quiet()
    card = camp.seen("games")[0]
    await camp.press("Ben", card, "Join")
    await camp.quiet()
    await camp.lacking("SEND_MESSAGES_IN_THREADS")
    assert "counts" in (await turn(camp, "a1", card["id"]))["content"]
    board = await camp.post("games")
    assert "took corner a1" in board["content"]
    assert "in a thread Send Messages in Threads" in board["content"]
    assert "the game goes on in this channel" in board["content"]
    assert pictures(camp, card["id"]) == ["L1-3.png"]
    await nothing_lost(camp, turns=1)
