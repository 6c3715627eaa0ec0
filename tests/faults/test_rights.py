"""Each of the bot's rights missing in turn: it degrades, names the right and who can grant it."""

import pytest

from sandbox.world import PlannedFault
from tests.acting import ANN, BEN
from tests.bot.discord.people import TO_BOT, People
from tests.faults.accidents import comes, nothing_lost, turn
from tests.patience import until

RIGHTS = {"a1": "VIEW_CHANNEL", "stay; +a2": "EMBED_LINKS", "a1 +b1": "READ_MESSAGE_HISTORY"}
BETWEEN = ("e5", "stay; +e4", "e5 +d5")


@pytest.mark.slow
async def test_without_any_one_right_no_turn_is_lost(people: People) -> None:
    """The player of a turn gets an answer; the missing posts come as soon as they are allowed. For
    SEND_MESSAGES see below: nothing can be posted without these two."""
    await people.begin(ANN, BEN)
    for n, ((line, right), after) in enumerate(zip(RIGHTS.items(), BETWEEN, strict=True)):
        await people.deny(right, at="games")
        assert "Turn played" in (await turn(people, line)).text
        await people.quiet()
        await people.deny(at="games")
        board = await comes(people, f"(turn {2 * n + 2})")
        assert people.pinged(board) == [(await people.mover()).name]
        await people.play(after)
    letter = await people.letter(ANN)
    assert "View Channel" in letter
    assert "Once someone fixes that channel's permissions, I'll post within the hour." in letter
    await nothing_lost(people, turns=6)


@pytest.mark.slow
async def test_where_it_may_not_write_it_writes_to_people(people: People) -> None:
    """A typed line is answered under it; after it where a reply needs a right that is missing; else
    to its sender alone. The board comes as soon as it may."""
    await people.begin(ANN, BEN)
    who = await people.mover()
    await people.deny("READ_MESSAGE_HISTORY", at="games")
    assert not await people.say(who, f"{TO_BOT}zz")
    assert "I can't read `zz`" in people.seen()[-1].text
    await people.deny("SEND_MESSAGES")
    await people.deny(at="games")
    assert not await people.say(who, f"{TO_BOT}zz")
    told = await people.letter(who)
    for part in ("I can't write in", "Send Messages", "A channel manager can", "I can't read `zz`"):
        assert part in told
    assert "Turn played" in (await turn(people, "a1")).text
    await people.quiet()
    await until(lambda: any("Send Messages" in each.text for each in people.letters(ANN)))
    await people.deny()
    board = await comes(people, "took corner a1")
    assert people.pinged(board) == [(await people.mover()).name]
    await nothing_lost(people, turns=1)


async def test_text_stands_in_for_a_picture_that_may_not_be_attached(people: People) -> None:
    """The right is named, and who can grant it; from the text one can play. It has no file by which
    it could be found again, but its button: it is not posted twice."""
    await people.begin(ANN, BEN)
    await people.deny("ATTACH_FILES", at="games")
    busy = {"message": "busy", "code": 0}
    missing = {"message": "Missing Permissions", "code": 50013}
    place = rf"/channels/{people.id()}/messages$"
    people.world.faults.append(PlannedFault("POST", place, 403, missing))
    people.world.faults.append(PlannedFault("POST", place, 503, busy, done=True))
    await turn(people, "a1")
    await people.of(ANN).act("clock", add=3600)
    await people.quiet()
    assert len([m for m in people.seen() if "Attach Files" in m.text]) == 1
    board = await people.play("e5")
    assert people.pictures() == ["L1-3.png"]
    assert "the Attach Files permission is missing" in board.text
    assert "A channel manager can grant it." in board.text
    assert "Row 1: a1 " in board.text
    assert people.pinged(board) == [(await people.mover()).name]
    await nothing_lost(people, turns=2)


async def test_a_thread_in_which_the_bot_may_not_write_is_left(people: People) -> None:
    """Send Messages in Threads: the game continues in the channel and says why."""
    await people.command(ANN, "logger start", players=2, thread=True)
    await people.quiet()
    (card,) = people.seen()
    await people.press(BEN, "Join", card)
    await people.quiet()
    await people.deny("SEND_MESSAGES_IN_THREADS")
    people.place = card["id"]
    assert "Turn played" in (await turn(people, "a1")).text
    await people.quiet()
    assert people.pictures() == ["L1-3.png"]
    people.place = "games"
    board = await people.post()
    assert "took corner a1" in board.text
    assert "in a thread: Send Messages in Threads" in board.text
    assert "the game will continue in this channel" in board.text
    await nothing_lost(people, turns=1)
