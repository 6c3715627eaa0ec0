"""A line and its answer: what did not happen, why, what is legal, what is kept.

Source of the promises: issue 2, items 4 and 7, and "Must hold".
"""

from __future__ import annotations

import pytest

from bot.text import errors
from rules import GAMES
from tests.bot.hall import (
    ANN,
    BEN,
    CHANNEL,
    CY,
    DEE,
    EVE,
    GUILD,
    OTHER_CHANNEL,
    Hall,
)
from tests.bot.playing import position

ONE_WAY = position(".Ts../s.Ms./G.T../Msss./G.GGT", "b1,b3", points=(9, 3), supply=(0, 0))
FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))
CHOOSE_SEED = position("...../...../..M../...../.....", "c1,e5", supply=(2, 2))


async def test_a_whole_line_counts_at_once(hall: Hall) -> None:
    """And the answer, for the mover alone, tells what it did and who is next."""
    await hall.seated(ANN, BEN)
    mover, other = await hall.mover(), await hall.waiting()
    answer = await hall.say(mover, "corner a1")
    assert answer.text == (
        f"Your turn in L1 counts. {mover.name}: took corner a1.\n{other.name} is next."
    )
    assert answer.quiet, "under a message nothing need be said: the board tells it"
    assert (await hall.mover()) == other


async def test_an_illegal_word_says_why_and_what_is_legal(hall: Hall) -> None:
    """The guide's "illegal action": nothing of the line counts."""
    await hall.seated(ANN, BEN)
    await hall.put(FREE)
    log = await hall.log()
    answer = await hall.say(await hall.mover(), "b1; plant e1")
    assert "is not legal: e1 is not next to you" in answer.text
    assert "You can plant" in answer.text
    assert await hall.log() == log
    assert await hall.store.draft(1, 0) is None


async def test_an_unreadable_line(hall: Hall) -> None:
    """The guide's "not parsed": with what can be said, and nothing of it unescaped."""
    await hall.seated(ANN, BEN)
    answer = await hall.say(await hall.mover(), "`@everyone` **frobnicate**")
    assert answer.text.startswith("I can't read `")
    assert "You can take corner a1, a5, e1 or e5." in answer.text
    inside = answer.text.split("`")[1]
    assert "`" not in inside
    assert answer.pings == ()


async def test_a_line_too_long_is_not_read(hall: Hall) -> None:
    """Issue 2: "4,000 characters"."""
    await hall.seated(ANN, BEN)
    answer = await hall.say(await hall.mover(), "a1 " * 1400)
    assert answer.text.startswith("That line has more than 2,000 characters, so it was not read")


async def test_not_your_turn(hall: Hall) -> None:
    """Whose it is, since when, and where one will be called."""
    await hall.seated(ANN, BEN)
    hall.time.seconds += 3 * 3600
    mover, other = await hall.mover(), await hall.waiting()
    answer = await hall.say(other, "a1")
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
async def test_how_long_somebody_has_been_waited_for(hall: Hall, seconds: int, said: str) -> None:
    """In the unit in which people would say it."""
    await hall.seated(ANN, BEN)
    hall.time.seconds += seconds
    assert f"(waiting {said})" in (await hall.say(await hall.waiting(), "a1")).text


async def test_a_stranger(hall: Hall) -> None:
    """Who plays, and how one can watch."""
    await hall.seated(ANN, BEN)
    answer = await hall.say(EVE, "a1")
    assert "You are not in L1; " in answer.text
    assert "`/logger board`" in answer.text
    assert len(await hall.log()) == 3


async def test_a_lobby_takes_no_turns(hall: Hall) -> None:
    """It has not begun."""
    await hall.open(ANN, 3)
    answer = await hall.say(ANN, "a1")
    assert answer.text == "L1 has not started yet: it is still waiting for players."


async def test_a_game_that_has_ended_takes_no_turns(hall: Hall) -> None:
    """When it ended, and how to open another."""
    await hall.seated(ANN, BEN)
    await hall.put(position(".Ts../s.Ms./G.T../Msss./G.GGT", "b3,b1", 1, points=(10, 3)))
    mover = await hall.mover()
    assert "The game is over." in (await hall.say(mover, "stay")).text
    answer = await hall.say(mover, "stay")
    assert answer.text.startswith("L1 ended on <t:")
    assert "`/logger start` opens another." in answer.text


async def test_an_old_button_is_stale(hall: Hall) -> None:
    """The guide's "stale button": nothing is changed."""
    game = await hall.seated(ANN, BEN)
    await hall.say(await hall.mover(), "a1")
    answer = await hall.say(await hall.mover(), "a5", game=game.id, n=game.n)
    assert answer.text == (
        "L1 has moved on since then; nothing was changed. Its newest post shows where it is."
    )


async def test_where_there_is_no_such_game(hall: Hall) -> None:
    """No game in the channel, none of that name, one on another server."""
    assert "There is no game in this channel." in (await hall.say(ANN, "a1")).text
    game = await hall.seated(ANN, BEN)
    assert (await hall.say(ANN, "a1", name="L8")).text == "There is no game L8 on this server."
    assert (await hall.say(ANN, "a1", name="Q1")).text == "There is no game Q1 on this server."
    away = await hall.say(ANN, "a1", game=game.id, guild=GUILD + 1)
    assert away.text == "There is no such game on this server."
    assert (await hall.say(ANN, "a1", name="L1", guild=GUILD + 1)).text.startswith("There is no")


async def test_a_command_of_another_kind_of_game(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which game is here, and which command is its own."""
    monkeypatch.setattr(errors, "GAMES", {"logjam": GAMES["logger"]} | dict(GAMES))
    await hall.seated(ANN, BEN)
    answer = await hall.say(ANN, "a1", kind="logjam")
    assert answer.text.startswith("The game in this channel is L1, Logger, not ")
    assert answer.text.endswith("Use `/logger` for it.")


async def test_a_named_game_is_played_from_another_channel(hall: Hall) -> None:
    """Issue 2: games are named L1, L2, … per server; nothing is posted in the other channel."""
    await hall.seated(ANN, BEN)
    await hall.open(CY, 2, channel=OTHER_CHANNEL)
    await hall.join(DEE, channel=OTHER_CHANNEL)
    mover = await hall.mover()
    answer = await hall.say(mover, "a1", name="L1", channel=OTHER_CHANNEL)
    assert answer.text.startswith("Your turn in L1 counts.")
    assert (await hall.table(2)).at.turns == 0
    await hall.deliver()
    assert not any("L1" in text for text in hall.posts(OTHER_CHANNEL))


async def test_where_only_one_turn_is_possible_saying_any_of_it_plays_it(hall: Hall) -> None:
    """Design, "a draft is a line of text": saying a word that filled itself in is fine. Without
    a word nothing is played."""
    await hall.seated(ANN, BEN)
    await hall.put(ONE_WAY)
    mover = await hall.mover()
    asked = await hall.say(mover)
    assert asked.text.startswith("It is your turn in L1. Only one is possible, `b1`; say it.")
    assert (await hall.mover()) == mover
    answer = await hall.say(mover, "stay")
    assert answer.text.startswith("Your turn in L1 counts.")
    assert (await hall.mover()) != mover


async def test_what_needs_no_saying_is_told(hall: Hall) -> None:
    """A mover who asks learns what happens without a choice, then what he can choose."""
    await hall.seated(ANN, BEN)
    await hall.put(position("...../...../s..../.s.../.s...", "a1,e5", supply=(0, 0)))
    blocked = position("...../...../...../Ts.../.T...", "a1,a3", supply=(0, 0))
    await hall.put(blocked)
    asked = await hall.say(await hall.mover())
    assert "Without a choice: " in asked.text
    assert "stayed on a1" in asked.text
    assert "\nYou can chop " in asked.text


# plain lines


async def test_talk_is_not_answered(hall: Hall) -> None:
    """A plain line counts only when its speaker is on turn and all of it can be read."""
    overhear = hall.turns.overhear
    quiet = await overhear(hall.wish(ANN, "hello"))
    assert (quiet.text, quiet.quiet) == ("", True)
    await hall.open(ANN)
    assert (await overhear(hall.wish(ANN, "a1"))) == quiet
    await hall.join(BEN)
    mover, other = await hall.mover(), await hall.waiting()
    talk = ("shall we?", "", " , ", "stop it", "c3, I mean a5", "z9", "north")
    for who, words in (*((mover, words) for words in talk), (other, "a1")):
        assert (await overhear(hall.wish(who, words))) == quiet, words
    assert len(await hall.log()) == 3
    assert (await overhear(hall.wish(mover, "a1"))).quiet
    assert (await hall.log())[-1] == "a1"


async def test_a_plain_line_that_can_be_read_is_answered(hall: Hall) -> None:
    """An unfinished or forbidden line is no talk."""
    await hall.seated(ANN, BEN)
    await hall.put(FREE)
    mover = await hall.mover()
    kept = await hall.turns.overhear(hall.wish(mover, "b1"))
    assert kept.text.startswith("Kept for your turn in L1")
    assert not kept.quiet


async def test_a_plain_line_for_a_named_game(hall: Hall) -> None:
    """The game that is named counts, not the one of the channel."""
    await hall.seated(ANN, BEN)
    mover = await hall.mover()
    await hall.turns.overhear(hall.wish(mover, "a1", name="L1", channel=OTHER_CHANNEL))
    assert (await hall.log())[-1] == "a1"


# second deliveries


async def test_a_whole_line_delivered_twice_counts_once(hall: Hall) -> None:
    """The same answer, also when the turn has come round again in the meantime."""
    await hall.seated(ANN, BEN)
    await hall.put(FREE)
    wish = hall.wish(await hall.mover(), "b1; plant c1")
    first = await hall.turns.say(wish)
    assert await hall.turns.say(wish) == first
    other = await hall.mover()
    await hall.say(other, "d5; plant d4")
    log = await hall.log()
    assert await hall.turns.say(wish) == first
    assert await hall.log() == log


async def test_an_old_whole_line_is_no_beginning_of_the_next_turn(hall: Hall) -> None:
    """What was a whole turn then may be half of one now; it has been said already."""
    await hall.seated(ANN, BEN)
    wish = hall.wish(await hall.mover(), "a1")
    first = await hall.turns.say(wish)
    other = await hall.mover()
    await hall.say(other, "e5")
    await hall.put(FREE)
    assert (await hall.mover()).id == wish.user
    assert await hall.turns.say(wish) == first
    assert await hall.store.draft(1, 0) is None


async def test_the_last_line_of_a_game_delivered_twice(hall: Hall) -> None:
    """The game is over, and the line is what ended it."""
    await hall.seated(ANN, BEN)
    await hall.put(position(".Ts../s.Ms./G.T../Msss./G.GGT", "b3,b1", 1, points=(10, 3)))
    wish = hall.wish(await hall.mover(), "stay")
    first = await hall.turns.say(wish)
    assert "The game is over." in first.text
    assert await hall.turns.say(wish) == first


async def test_an_unfinished_line_delivered_twice_is_said_once(hall: Hall) -> None:
    """It does not go on from itself."""
    await hall.seated(ANN, BEN)
    await hall.put(CHOOSE_SEED)
    wish = hall.wish(await hall.mover(), "b1")
    first = await hall.turns.say(wish)
    assert await hall.turns.say(wish) == first
    kept = await hall.store.draft(1, 0)
    assert kept is not None
    assert kept.line == "b1"
