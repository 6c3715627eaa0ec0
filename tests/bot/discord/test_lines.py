"""Typed lines, through all doors for them, and the answers."""

from importlib.resources import files

from sandbox.model import BOT_ROLE, CAMPERS_ROLE
from tests.bot.discord.system import System
from tests.bot.discord.watching import until


async def _seats(system: System) -> tuple[str, str]:
    """The player to move and the other, in a game of Ann and Ben."""
    who = await system.mover("games")
    return who, "Ben" if who == "Ann" else "Ann"


async def _row(system: System) -> int:
    return (await system.game("games")).n


CALLED = {
    "a1": "@role a1",
    "e5": "e5 @role",
    "stay; +a2": "@nick stay; +a2",
    "stay; +e4": "@role @other @Cy stay; +e4",
    "a1 +b1": "@nick @role > a1 +b1",
}


async def test_the_role_of_the_bot_counts_as_the_bot(started: System) -> None:
    """The list that Discord shows after @ offers both, under one name."""
    row = await _row(started)
    for n, line in enumerate(CALLED.values(), 1):
        who, _ = await _seats(started)
        assert await started.say(who, "games", _mentioning(started, line)) == ""
        assert await _row(started) == row + n, line


async def test_other_roles_and_everyone_are_not_the_bot(started: System) -> None:
    who, _ = await _seats(started)
    row = await _row(started)
    for line in ("@other zz", "@everyone zz", "@here zz"):
        assert await started.say(who, "games", _mentioning(started, line)) == ""
    assert "can't read" in await started.say(who, "games", _mentioning(started, "@role zz"))
    assert await _row(started) == row


async def test_a_line_that_mentions_the_role_and_is_not_delivered_is_answered(
    discreet: System,
) -> None:
    """Discord delivers the content of a message that mentions the bot, not that of its role."""
    await discreet.begin("Ann", "Ben")
    who, _ = await _seats(discreet)
    row = await _row(discreet)
    told = await discreet.say(who, "games", _mentioning(discreet, "@role a1"))
    assert told.startswith(
        "Discord doesn't show me messages that only mention my role. Type @ and pick me"
    )
    assert await discreet.say(who, "games", _mentioning(discreet, "@other a1")) == ""
    assert await _row(discreet) == row
    assert await discreet.say(who, "games", _mentioning(discreet, "@nick @role a1")) == ""
    assert await _row(discreet) > row


def _mentioning(system: System, line: str) -> str:
    """A line with the mentions that Discord makes of these names."""
    bot, cy = system.world.bot_id, system.people["Cy"].id
    written = {"@role": f"<@&{BOT_ROLE}>", "@other": f"<@&{CAMPERS_ROLE}>"}
    written |= {"@nick": f"<@!{bot}>", "@Cy": f"<@{cy}>"}
    return " ".join(written.get(word, word) for word in line.split(" "))


UNREAD = "I can't see ordinary messages here"


def _unheard(system: System) -> list[str]:
    """The people who read that the bot can't read a line."""
    said = [message["content"] for message in system.seen("games")]
    return [text.partition(",")[0] for text in said if UNREAD in text]


async def test_a_line_that_is_not_delivered_loses_nothing(discreet: System) -> None:
    """Discord doesn't deliver the content of a plain line, nor of a reply without its mention."""
    board = await discreet.begin("Ann", "Ben")
    who, other = await _seats(discreet)
    row = await _row(discreet)
    assert await discreet.say(other, "games", "a1") == ""
    assert await discreet.say("Cy", "games", "a1") == ""
    for ping in (False, True):
        reply = board["id"] if not ping else None
        assert await discreet.say(who, "games", "a1", reply_to=reply, ping=ping) == ""
    await discreet.quiet()
    assert _unheard(discreet) == [who]
    assert await _row(discreet) == row
    assert await discreet.say(who, "games", "a1", reply_to=board["id"]) == ""
    assert await _row(discreet) > row
    await until(lambda: _unheard(discreet) == [])
    await discreet.say(other, "games", "a5")
    await discreet.quiet()
    assert _unheard(discreet) == [other]
    await discreet.play("games", "e5")
    await discreet.restart()
    assert await discreet.say(who, "games", "a2 +a3") == ""
    await discreet.quiet()
    assert _unheard(discreet) == [], "once a game, also after a restart"


async def test_who_has_played_before_may_talk_on_their_turn(discreet: System) -> None:
    """They know how a turn is said."""
    for channel in ("lounge", "more-games", "games"):
        await discreet.begin("Ann", "Ben", channel=channel)
    who, _ = await _seats(discreet)
    assert await discreet.say(who, "games", "well, let me think") == ""
    await discreet.quiet()
    assert _unheard(discreet) == []


async def test_editing_or_deleting_a_message_changes_nothing(system: System) -> None:
    """And the help says so."""
    board = await system.begin("Ann", "Ben")
    who = await system.mover("games")
    guest = system.people[who]
    said = await guest.say("games", "zz", reply_to=board["id"])
    assert "can't read" in await system.under(said["id"], "games")
    row = await _row(system)
    await guest.edit("games", said["id"], "a1")
    said = await guest.say("games", "a5", reply_to=board["id"])
    assert await system.under(said["id"], "games") == ""
    await guest.delete("games", said["id"])
    board = await system.play("games", "e1")
    assert await _row(system) == row + 2
    assert "Editing or deleting" in (files("seeds") / "help.md").read_text(encoding="utf-8")


async def test_a_bot_cannot_play_and_is_told_so_once(started: System) -> None:
    """Two bots must not talk for ever."""
    mention = f"<@{started.world.bot_id}> a1"
    assert await started.say_as_robot("games", mention) == (
        "Bots can't take a seat. I only play with people."
    )
    assert await started.say_as_robot("games", mention) == ""
    assert await started.say_as_robot("games", "a1") == ""


async def test_in_direct_messages_one_is_sent_to_the_server(system: System) -> None:
    """As a message and as a command."""
    private = await system.people["Ben"].dm()
    told = await system.say("Ben", private, "a1")
    assert told.startswith(
        "Games with other people run in server channels, not in direct messages."
    )
    assert "practise against the computer" in told
    assert "Lumbercamp" in (await system.slash("Ben", private, "help"))["content"]
    told = (await system.slash_anyway("Ben", private, "board"))["content"]
    assert told.startswith("Games with other people run in server channels")


# -- A line that asks for something where a turn is expected is answered with that.
