"""What is said while the bot is away is heard when it is back, once, and talk stays talk.

Source: issue 9, item 23; experience 3.1: one mention, one visit.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from sandbox.founding import GUILD_ID
from tests.bot.discord.camp import Camp, replied_to, requested
from tests.bot.discord.watching import until


def answers(camp: Camp) -> list[str]:
    """What the bot said under messages."""
    return [m["content"] for m in camp.seen("games") if replied_to(m)]


async def looked(camp: Camp) -> None:
    """Wake the bot and wait until it has looked everywhere, and told all that came of it."""
    await camp.wake()
    await camp.bot.has_looked()
    await camp.quiet()


async def away(camp: Camp, *said: tuple[str, str], reply_to: str | None = None) -> list[str]:
    """While the bot is away these are said; the answers to them when it is back."""
    await camp.sleep()
    for who, text in said:
        text = text.replace("@bot", f"<@{camp.world.bot_id}>")
        await camp.people[who].say("games", text, reply_to=reply_to)
    await looked(camp)
    return answers(camp)


async def seats(camp: Camp) -> tuple[str, str]:
    mover = await camp.mover("games")
    return mover, "Ben" if mover == "Ann" else "Ann"


async def test_a_reply_to_the_board_counts(discreet: Camp) -> None:
    """Also where message content is not delivered, as on Discord."""
    board = await discreet.begin("Ann", "Ben")
    mover, other = await seats(discreet)
    assert await away(discreet, (mover, "a1"), reply_to=board["id"]) == []
    board = await discreet.post("games")
    assert "took corner a1" in board["content"]
    assert discreet.pinged(board) == [other]
    await discreet.restart()
    await discreet.bot.has_looked()
    assert len(await discreet.store.log(1)) == 4


@pytest.mark.parametrize("line", ["@bot a1", "@bot L1 a1", "a1"])
async def test_a_mention_and_a_plain_line_count(camp: Camp, line: str) -> None:
    await camp.begin("Ann", "Ben")
    mover, other = await seats(camp)
    assert await away(camp, (mover, line)) == []
    assert await camp.mover("games") == other


async def test_lines_of_several_people_are_heard_in_order(camp: Camp) -> None:
    """The second one answers the first, which nobody but people has read by then."""
    await camp.begin("Ann", "Ben")
    first, second = await seats(camp)
    await away(camp, (first, "@bot a1"), (second, "@bot e5"), (first, "@bot stay; plant n"))
    assert (await camp.game("games")).n == 6


async def test_what_is_no_line_of_the_mover_is_left_alone(camp: Camp) -> None:
    """Nobody is told days later that it was not their turn, or that a greeting is no turn."""
    await camp.begin("Ann", "Ben")
    mover, other = await seats(camp)
    said = (
        (other, "@bot a1"),
        ("Cy", "@bot a1"),
        (mover, "good morning"),
        (mover, "@bot thanks, I will play tonight"),
        (mover, "@bot J7 a1"),
    )
    assert await away(camp, *said) == []
    assert len(await camp.store.log(1)) == 3


async def test_an_unfinished_line_is_kept_and_answered_once(camp: Camp) -> None:
    """However often the bot is started again."""
    await camp.begin("Ann", "Ben")
    await camp.play("games", "a1", "e5")
    mover, _ = await seats(camp)
    (told,) = await away(camp, (mover, "@bot stay"))
    assert told.startswith("Kept for your turn in L1")
    assert await away(camp) == [told]
    assert await away(camp, (mover, "@bot plant n")) == [told]
    assert len(await camp.store.log(1)) == 6


async def test_a_reply_that_is_no_legal_turn_is_answered_once(camp: Camp) -> None:
    """Who replies to the board means the game, and hears what was wrong."""
    board = await camp.begin("Ann", "Ben")
    mover, _ = await seats(camp)
    said = ((mover, "corner a one, please"), (mover, "c3"))
    told = await away(camp, *said, reply_to=board["id"])
    assert [text.split(".")[0] for text in told] == [
        "I can't read `corner a one please`",
        "`c3` is not legal: c3 is not a corner",
    ]
    assert await away(camp) == told


async def test_what_was_heard_is_not_heard_again(camp: Camp) -> None:
    """A restart answers nothing that was answered before it."""
    await camp.begin("Ann", "Ben")
    mover, _ = await seats(camp)
    for text in ("hello", "c3", "a"):
        await camp.say(mover, "games", f"<@{camp.world.bot_id}> {text}")
    told = answers(camp)
    assert len(told) == 3
    assert await away(camp) == told


async def test_what_is_too_old_is_not_heard(camp: Camp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three days; here all that was said is too old."""
    monkeypatch.setattr("bot.discord.missed.OLDEST", timedelta(hours=-1))
    await camp.begin("Ann", "Ben")
    mover, _ = await seats(camp)
    await away(camp, (mover, "@bot a1"))
    assert await camp.mover("games") == mover


async def test_a_channel_that_cannot_be_read_keeps_no_other_waiting(camp: Camp) -> None:
    await camp.begin("Ann", "Ben")
    await camp.begin("Cy", "Dee", channel="lounge")
    other = await camp.mover("lounge")
    await camp.lacking("READ_MESSAGE_HISTORY", channel="games")
    await camp.sleep()
    await camp.people[other].say("lounge", f"<@{camp.world.bot_id}> a1")
    await looked(camp)
    assert "took corner a1" in camp.seen("lounge")[-1]["content"]


async def test_what_was_said_while_the_session_was_lost(camp: Camp) -> None:
    """Discord forgets a session after a while; then it does not deliver what came in between."""
    await camp.begin("Ann", "Ben")
    mover, other = await seats(camp)
    gone = camp.bot.looks
    await camp.people["Ann"].act("gateway", do="forgotten")
    await camp.people[mover].say("games", f"<@{camp.world.bot_id}> a1")
    await until(lambda: camp.bot.looks > gone)
    await camp.quiet()
    assert await camp.mover("games") == other
    assert (await camp.game("games")).n == 4


async def test_each_connection_looks_into_its_own_servers(
    camp: Camp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large bot has several; when one is lost, the games of the others have missed nothing."""
    await camp.begin("Ann", "Ben")
    monkeypatch.setattr(camp.bot, "shard_count", 2)
    mine = (int(GUILD_ID) >> 22) % 2
    fetched = f"/channels/{camp.id('games')}/messages"
    before = requested(camp, fetched).count(200)
    await camp.bot.missed.look(1 - mine)
    assert requested(camp, fetched).count(200) == before
    await camp.bot.missed.look(mine)
    assert requested(camp, fetched).count(200) == before + 1
