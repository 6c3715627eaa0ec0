"""A line and its answer: what did not happen, why, what is legal, what is kept.

Source of the promises: issue 2, items 4 and 7, and "Must hold".
"""

from __future__ import annotations

import pytest

from rules.text import NOTHING
from tests.bot.core import (
    ANN,
    BEN,
    CHANNEL,
    CY,
    DEE,
    EVE,
    GUILD,
    OTHER_CHANNEL,
    Core,
)
from tests.bot.playing import position
from tests.bot.words import in_words
from tests.drafts import draft_in

ONE_WAY = position(".Ts../s.Ms./G.T../Msss./G.GGT", "b1,b3", points=(9, 3), supply=(0, 0))
FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))
CHOOSE_SEED = position("...../...../..M../...../.....", "c1,e5", supply=(2, 2))


async def test_a_whole_line_counts_at_once(core: Core) -> None:
    """And the answer, for the mover alone, tells what it did and who is next."""
    await core.seated(ANN, BEN)
    mover, other = await core.mover(), await core.waiting()
    answer = await core.say(mover, "corner a1")
    assert answer.text == (
        f"Your turn in L1 counts. {mover.name}: took corner a1.\n{other.name} is next."
    )
    assert answer.quiet, "under a message nothing need be said: the board tells it"
    assert (await core.mover()) == other


async def test_a_line_that_counts_is_answered_by_the_board_alone(core: Core) -> None:
    """Who said it in the channel has no words of their own: nobody would read them."""
    await core.seated(ANN, BEN)
    answer = await core.say(await core.mover(), "a1", public=True)
    assert (answer.text, answer.quiet) == ("", True)


async def test_an_illegal_word_says_why_and_what_is_legal(core: Core) -> None:
    """The guide's "illegal action": nothing of the line counts."""
    await core.seated(ANN, BEN)
    await core.put(FREE)
    log = await core.log()
    answer = await core.say(await core.mover(), "b1; plant e1")
    assert "is not legal: e1 is not next to you" in answer.text
    assert "You can plant" in answer.text
    assert await core.log() == log
    assert await draft_in(core.store, 1, 0) is None


async def test_an_unreadable_line(core: Core) -> None:
    """The guide's "not parsed": with what can be said, and nothing of it unescaped."""
    await core.seated(ANN, BEN)
    answer = await core.say(await core.mover(), "`@everyone` **frobnicate**")
    assert answer.text.startswith("I can't read `")
    assert "You can take corner a1, a5, e1 or e5." in answer.text
    inside = answer.text.split("`")[1]
    assert "`" not in inside
    assert answer.pings == ()


async def test_a_line_too_long_is_not_read(core: Core) -> None:
    """Issue 2: "4,000 characters"."""
    await core.seated(ANN, BEN)
    answer = await core.say(await core.mover(), "a1 " * 1400)
    assert answer.text.startswith("That line has more than 2,000 characters, so it was not read")


async def test_not_your_turn(core: Core) -> None:
    """Whose it is, since when, and where one will be called."""
    await core.seated(ANN, BEN)
    core.time.seconds += 3 * 3600
    mover, other = await core.mover(), await core.waiting()
    answer = await core.say(other, "a1")
    assert answer.text == (
        f"It is {mover.name}'s turn in L1 (waiting 3 h). "
        f"Nothing was played; I will mention you in <#{CHANNEL}> when it is yours."
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "less than a minute"),
        (60, "1 min"),
        (7199, "119 min"),
        (7200, "2 h"),
        (172_799, "47 h"),
        (172_800, "2 days"),
    ],
)
async def test_how_long_somebody_has_been_waited_for(core: Core, seconds: int, said: str) -> None:
    """In the unit in which people would say it."""
    await core.seated(ANN, BEN)
    core.time.seconds += seconds
    assert f"(waiting {said})" in (await core.say(await core.waiting(), "a1")).text


async def test_a_stranger(core: Core) -> None:
    """Who plays, and how one can watch."""
    await core.seated(ANN, BEN)
    answer = await core.say(EVE, "a1")
    assert "You are not in L1; " in answer.text
    assert "`/logger board`" in answer.text
    assert len(await core.log()) == 3


async def test_a_lobby_takes_no_turns(core: Core) -> None:
    """It has not begun."""
    await core.open(ANN, 3)
    answer = await core.say(ANN, "a1")
    assert answer.text == "L1 has not started yet: it is still waiting for players."


async def test_a_game_that_has_ended_takes_no_turns(core: Core) -> None:
    """When it ended, and how to open another."""
    await core.seated(ANN, BEN)
    await core.put(position(".Ts../s.Ms./G.T../Msss./G.GGT", "b3,b1", 1, points=(10, 3)))
    mover = await core.mover()
    assert "The game is over." in (await core.say(mover, "stay")).text
    answer = await core.say(mover, "stay")
    assert answer.text.startswith("L1 ended on <t:")
    assert "`/games replay game:L1` shows it, `/logger start` opens another." in answer.text


async def test_an_old_button_is_stale(core: Core) -> None:
    """The guide's "stale button": nothing is changed."""
    game = await core.seated(ANN, BEN)
    await core.say(await core.mover(), "a1")
    answer = await core.say(await core.mover(), "a5", game=game.id, n=game.n)
    assert answer.text == (
        "L1 has moved on since then; nothing was changed. Its newest post shows where it is."
    )


async def test_where_there_is_no_such_game(core: Core) -> None:
    """No game in the channel, none of that name, one on another server."""
    assert "There is no game in this channel." in (await core.say(ANN, "a1")).text
    game = await core.seated(ANN, BEN)
    assert (await core.say(ANN, "a1", name="L8")).text == "There is no game L8 on this server."
    assert (await core.say(ANN, "a1", name="Q1")).text == "There is no game Q1 on this server."
    away = await core.say(ANN, "a1", game=game.id, guild=GUILD + 1)
    assert away.text == "There is no such game on this server."
    assert (await core.say(ANN, "a1", name="L1", guild=GUILD + 1)).text.startswith("There is no")


async def test_a_command_of_another_kind_of_game(core: Core) -> None:
    """Which game is here, and which command is its own."""
    await core.seated(ANN, BEN)
    answer = await core.say(ANN, "a1", kind="logjam")
    assert answer.text.startswith("The game in this channel is L1, Logger, not Logjam.")
    assert answer.text.endswith("Use `/logger` for it.")


async def test_a_named_game_is_played_from_another_channel(core: Core) -> None:
    """Issue 2: games are named L1, L2, … per server; nothing is posted in the other channel."""
    await core.seated(ANN, BEN)
    await core.open(CY, 2, channel=OTHER_CHANNEL)
    await core.join(DEE, channel=OTHER_CHANNEL)
    mover = await core.mover()
    answer = await core.say(mover, "a1", name="L1", channel=OTHER_CHANNEL)
    assert answer.text.startswith("Your turn in L1 counts.")
    assert (await core.table(2)).at.turns == 0
    await core.deliver()
    assert not any("L1" in text for text in core.posts(OTHER_CHANNEL))


async def test_where_only_one_turn_is_possible_saying_any_of_it_plays_it(core: Core) -> None:
    """Design, "a draft is a line of text": saying a word that filled itself in is fine. Without
    a word nothing is played."""
    await core.seated(ANN, BEN)
    await core.put(ONE_WAY)
    mover = await core.mover()
    asked = await core.say(mover)
    assert asked.text.startswith("It is your turn in L1. Only one is possible, `b1`; say it.")
    assert (await core.mover()) == mover
    answer = await core.say(mover, "stay")
    assert answer.text.startswith("Your turn in L1 counts.")
    assert (await core.mover()) != mover


async def test_what_needs_no_saying_is_told(core: Core) -> None:
    """A mover who asks learns what happens without a choice, then what he can choose."""
    await core.seated(ANN, BEN)
    await core.put(position("...../...../s..../.s.../.s...", "a1,e5", supply=(0, 0)))
    blocked = position("...../...../...../Ts.../.T...", "a1,a3", supply=(0, 0))
    await core.put(blocked)
    asked = await core.say(await core.mover())
    assert "Without a choice: " in asked.text
    assert "stayed on a1" in asked.text
    assert "\nYou can chop " in asked.text


# plain lines


async def test_talk_is_not_answered(core: Core) -> None:
    """A plain line counts only when its speaker is on turn and all of it can be read."""
    overhear = core.turns.overhear
    quiet = await overhear(core.wish(ANN, "hello"))
    assert (quiet.text, quiet.quiet) == (NOTHING, True)
    await core.open(ANN)
    assert (await overhear(core.wish(ANN, "a1"))) == quiet
    await core.join(BEN)
    mover, other = await core.mover(), await core.waiting()
    talk = ("shall we?", "", " , ", "stop it", "c3, I mean a5", "z9", "north")
    for who, words in (*((mover, words) for words in talk), (other, "a1")):
        assert (await overhear(core.wish(who, words))) == quiet, words
    assert len(await core.log()) == 3
    assert (await overhear(core.wish(mover, "a1"))).quiet
    assert (await core.log())[-1] == "a1"


async def test_a_plain_line_that_can_be_read_is_answered(core: Core) -> None:
    """An unfinished or forbidden line is no talk."""
    await core.seated(ANN, BEN)
    await core.put(FREE)
    mover = await core.mover()
    kept = await in_words(core.turns.overhear(core.wish(mover, "b1")))
    assert kept.text.startswith("Kept for your turn in L1")
    assert not kept.quiet


async def test_a_plain_line_for_a_named_game(core: Core) -> None:
    """The game that is named counts, not the one of the channel."""
    await core.seated(ANN, BEN)
    mover = await core.mover()
    await in_words(core.turns.overhear(core.wish(mover, "a1", name="L1", channel=OTHER_CHANNEL)))
    assert (await core.log())[-1] == "a1"


# second deliveries


async def test_a_whole_line_delivered_twice_counts_once(core: Core) -> None:
    """The same answer, also when the turn has come round again in the meantime."""
    await core.seated(ANN, BEN)
    await core.put(FREE)
    wish = core.wish(await core.mover(), "b1; plant c1")
    first = await in_words(core.turns.say(wish))
    assert await in_words(core.turns.say(wish)) == first
    other = await core.mover()
    await core.say(other, "d5; plant d4")
    log = await core.log()
    assert await in_words(core.turns.say(wish)) == first
    assert await core.log() == log


async def test_an_old_whole_line_is_no_beginning_of_the_next_turn(core: Core) -> None:
    """What was a whole turn then may be half of one now; it has been said already."""
    await core.seated(ANN, BEN)
    wish = core.wish(await core.mover(), "a1")
    first = await in_words(core.turns.say(wish))
    other = await core.mover()
    await core.say(other, "e5")
    await core.put(FREE)
    assert (await core.mover()).id == wish.user
    assert await in_words(core.turns.say(wish)) == first
    assert await draft_in(core.store, 1, 0) is None


async def test_the_last_line_of_a_game_delivered_twice(core: Core) -> None:
    """The game is over, and the line is what ended it."""
    await core.seated(ANN, BEN)
    await core.put(position(".Ts../s.Ms./G.T../Msss./G.GGT", "b3,b1", 1, points=(10, 3)))
    wish = core.wish(await core.mover(), "stay")
    first = await in_words(core.turns.say(wish))
    assert "The game is over." in first.text
    assert await in_words(core.turns.say(wish)) == first


async def test_an_unfinished_line_delivered_twice_is_said_once(core: Core) -> None:
    """It does not go on from itself."""
    await core.seated(ANN, BEN)
    await core.put(CHOOSE_SEED)
    wish = core.wish(await core.mover(), "b1")
    first = await in_words(core.turns.say(wish))
    assert await in_words(core.turns.say(wish)) == first
    kept = await draft_in(core.store, 1, 0)
    assert kept is not None
    assert kept.line == "b1"
