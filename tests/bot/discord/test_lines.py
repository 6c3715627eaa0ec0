"""Typed lines, through all doors for them, and the answers."""

from importlib.resources import files

import pytest

from bot.messages.boundary import answer_to
from sandbox.model import BOT_ROLE, CAMPERS_ROLE
from tests.acting import ANN, BEN, CY
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core
from tests.bot.discord.people import TO_BOT, People
from tests.patience import until
from tests.rules.rivers_of_logs import river


def written(people: People, line: str) -> str:
    mentions = {"@role": f"<@&{BOT_ROLE}>", "@other": f"<@&{CAMPERS_ROLE}>"}
    mentions |= {"@nick": f"<@!{people.world.bot_id}>", "@Cy": f"<@{people.of(CY).id}>"}
    return " ".join(mentions.get(word, word) for word in line.split(" "))


CALLED = (
    "a1 @role",
    "@nick L1 e5",
    "@role @other @Cy stay; @nick @role +a2",
    "@nick @role > stay; +e4",
)


@pytest.mark.slow
async def test_the_role_of_the_bot_counts_as_the_bot_and_no_other_does(two: People) -> None:
    """The list that Discord shows after @ offers both, under one name."""
    who, row = await two.mover(), (await two.game()).n
    said = await two.say(who, f"{TO_BOT}L3 a1", at="lounge")
    assert said.text == "There's no game called L3 on this server."
    for line in ("@other zz", "@everyone zz", "@here zz"):
        assert not await two.say(who, written(two, line))
    assert "can't read" in (await two.say(who, written(two, "@role zz"))).text
    assert (await two.game()).n == row
    for n, line in enumerate(CALLED, 1):
        at = "lounge" if "L1" in line else "games"
        assert not await two.say(await two.mover(), written(two, line), at=at)
        assert (await two.game()).n == row + n, line


UNREAD = "I can't see ordinary messages here"


def unheard(people: People) -> list[str]:
    """The people who read that the bot can't read a line."""
    return [m.text.partition(",")[0] for m in people.seen() if UNREAD in m.text]


@pytest.mark.slow
async def test_a_line_that_is_not_delivered_loses_nothing(discreet: People) -> None:
    """Discord delivers the content of a message that mentions the bot or replies to it with a ping,
    not that of a plain line or of its role."""
    board = await discreet.begin(ANN, BEN)
    who, other = await discreet.seats()
    row = (await discreet.game()).n
    told = await discreet.say(who, written(discreet, "@role a1"))
    assert told.text.startswith(
        "Discord doesn't show me messages that only mention my role. Type @ and pick me"
    )
    assert not await discreet.say(who, written(discreet, "@other a1"))
    assert not await discreet.say(other, "a1")
    assert not await discreet.say(CY, "a1")
    assert not await discreet.say(who, "a1", reply_to=board["id"], ping=False)
    assert not await discreet.say(who, "a1")
    await discreet.quiet()
    assert unheard(discreet) == [who.name]
    assert (await discreet.game()).n == row
    assert not await discreet.say(who, "a1", reply_to=board["id"])
    assert (await discreet.game()).n > row
    await until(lambda: unheard(discreet) == [])
    await discreet.say(other, "a5")
    await discreet.quiet()
    assert unheard(discreet) == [other.name]
    assert not await discreet.say(other, written(discreet, "@nick @role e5"))
    await discreet.restart()
    assert not await discreet.say(who, "a2 +a3")
    await discreet.quiet()
    assert unheard(discreet) == [], "once a game, also after a restart"


async def test_who_has_played_before_may_talk_on_their_turn(core: Core) -> None:
    """They know how a turn is said."""
    told = []
    for number, channel in enumerate((CHANNEL + 7, CHANNEL + 8, OTHER_CHANNEL), 1):
        await core.open(channel=channel)
        await core.join(BEN, channel=channel)
        if number != 2:
            await core.services.tidy.unread(channel, (await core.mover(number)).id)
            await core.deliver()
            told.append(UNREAD in "".join(core.posts(channel)))
    assert told == [True, False]


async def test_editing_or_deleting_a_message_changes_nothing(two: People) -> None:
    """And the help says so."""
    board, who, row = await two.post(), await two.mover(), (await two.game()).n
    said = await two.of(who).say("games", "zz", reply_to=board["id"])
    assert "can't read" in (await two.under(said["id"])).text
    await two.of(who).edit("games", said["id"], "a1")
    said = await two.of(who).say("games", "a5", reply_to=board["id"])
    assert not await two.under(said["id"])
    await two.of(who).delete("games", said["id"])
    await two.play("e1")
    assert (await two.game()).n == row + 2
    assert "Editing or deleting" in (files("seeds") / "help.md").read_text(encoding="utf-8")


async def test_a_bot_and_a_direct_message_are_told_why_they_cannot_play(people: People) -> None:
    """Another bot once: two must not talk for ever. In direct messages one is sent to the
    server."""
    told = [(await people.say_as_robot(line)).text for line in (f"{TO_BOT}a1", f"{TO_BOT}a1", "a1")]
    assert told == ["Bots can't take a seat. I only play with people.", "", ""]
    private = await people.of(BEN).dm()
    said = (await people.say(BEN, "a1", at=private)).text
    assert said.startswith(NO_DIRECT)
    assert "practise against the computer" in said
    assert "Lumbercamp" in (await people.command(BEN, "help", at=private)).text
    assert (await people.force(BEN, "logger board", at=private)).text.startswith(NO_DIRECT)


NO_DIRECT = "Games with other people run in server channels, not in direct messages"


AT_THE_WALL = river(f"{'. ' * 10}\n" * 11 + ". B . B . A . A . A", roll=1, seats=2)


async def test_the_game_here_reads_its_squares_first(core: Core) -> None:
    """Whatever can be a turn is one; a name before a turn is a name."""
    core.kind = "logjam"
    await core.begin(ANN, BEN)
    who, seat = await core.mover(), (await core.table()).actor
    said = (await core.say(who, "b1-l1")).text
    assert "There's no square l1. Columns go from a to j and rows from 1 to 12." in said
    for line, unnamed in (("J1-j2", ""), ("j1 J2", "J2"), ("J1 j1 to j2", "j1 to j2")):
        await core.put(AT_THE_WALL._replace(mover=seat))
        wish = core.wish(who, line)
        if unnamed:
            wish = await core.turns.resolve_name(wish, "J1", unnamed)
        assert "Turn played in J1." in (await answer_to(core.turns.say(wish))).text, line
        assert (await core.log())[-1] == "j1-j2"
