"""Finding your way: your games, the next one, the server's; and games that move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.messages.courier import PermanentError
from bot.messages.layout import Message
from bot.table.game import CLOCK
from rules.text import Text
from storage import Change, NewTimer
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core
from tests.bot.playing import turn


async def two_games(core: Core) -> None:
    """L1 in the channel and L2 in another one, an hour later, both with their boards posted."""
    await core.begin(ANN, BEN)
    await core.deliver()
    core.time.seconds += 3600
    await core.open(ANN, 2, channel=601)
    await core.join(BEN, channel=601)
    await core.deliver()


async def asked(core: Core, verb: str, who: Person = ANN) -> str:
    wish = core.wish(who, guild=GUILD if verb == "nearby" else 0, channel=0)
    return (await core.answer(verb, wish)).text


async def clocked(core: Core, number: int, due: float) -> None:
    """Give the player to move time until then."""
    game = await core.game(number)
    await core.store.commit(game.id, game.n, Change((), "c", timers=(NewTimer(CLOCK, due),)))


async def turns(core: Core, who: Person) -> list[int]:
    return [n for n in (1, 2) if (await core.mover(n)).id == who.id]


async def link(core: Core, number: int) -> str:
    game = await core.game(number)
    board = await core.store.latest(game.id, "turn")
    assert board is not None
    return f"[L{number}](https://discord.com/channels/{GUILD}/{board.channel}/{board.message})"


async def test_each_game_in_ones_list_leads_to_its_newest_board(core: Core) -> None:
    await two_games(core)
    told = await asked(core, "mine")
    for number in (1, 2):
        assert await link(core, number) in told
    assert await link(core, 2) in await asked(core, "nearby", EVE)


async def test_the_list_says_until_when_and_begins_with_what_ends_first(core: Core) -> None:
    await two_games(core)
    for _ in range(2):  # until it is Ann's turn in both
        for number, channel in ((1, CHANNEL), (2, 601)):
            if number not in await turns(core, ANN):
                line = turn(await core.table(number), Random(number))
                await core.say(BEN, line, channel=channel)
    assert await turns(core, ANN) == [1, 2]
    await clocked(core, 1, 1_090_000.0)
    await clocked(core, 2, 1_080_000.0)
    told = (await asked(core, "mine")).splitlines()
    mine = [row for row in told if row.startswith("**Your turn:**")]
    assert ["L2" in row for row in mine] == [True, False]
    assert "Turn due by <t:1080000:f> (<t:1080000:R>)." in mine[0]


async def test_next_is_the_game_that_has_waited_longest(core: Core) -> None:
    await two_games(core)
    for who in (ANN, BEN):
        waiting = await turns(core, who)
        told = await asked(core, "next", who)
        if not waiting:
            assert "No game is waiting for you" in told
        else:
            assert await link(core, waiting[0]) in told
            assert "has been waiting for you the longest" in told
    assert "No game is waiting for you" in await asked(core, "next", EVE)


async def test_the_card_of_a_game_in_a_thread_says_who_is_waited_for_and_until_when(
    core: Core,
) -> None:
    await core.open(ANN, 2, thread=True)
    await core.deliver()
    thread = (await core.game()).channel
    assert thread is not None
    await core.join(BEN, channel=thread)
    await clocked(core, 1, 1_300_000.0)
    await core.deliver()
    (card,) = core.posts()
    assert f"It's {(await core.mover()).name}'s turn. Waiting since <t:1000000:f>." in card
    assert " Turn due by <t:1300000:f> (<t:1300000:R>)." in card


# -- A game is ended, left or moved from any channel of its server, by its name.


async def move(core: Core, who: Person, name: str | None = "L1", **more: Any) -> Message:
    """Said in the other channel."""
    return await core.do(who, "move", name=name, **{"channel": OTHER_CHANNEL} | more)


async def test_a_game_goes_on_where_it_is_moved_to(opening: Core) -> None:
    before, mover = await opening.game(), await opening.mover()
    told = await move(opening, BEN)
    assert told.text == ("L1 now continues in this channel. I'm posting its status and board here.")
    await opening.deliver()
    now = await opening.game()
    assert (now.channel, now.home, now.n) == (OTHER_CHANNEL, OTHER_CHANNEL, before.n)
    card, board = opening.transport.in_channel(OTHER_CHANNEL)
    assert card.text.startswith("**L1 · Logger**")
    assert board.pings == (), "one mention for a turn"
    assert "Turn played" in (await opening.say(mover, "a1", channel=OTHER_CHANNEL)).text
    await opening.deliver()
    assert len(opening.posts(OTHER_CHANNEL)) == 3
    assert len(opening.posts(CHANNEL)) == 2
    left = opening.transport.in_channel(CHANNEL)
    assert left[0].text == f"**L1 · Logger** continues in <#{OTHER_CHANNEL}>."
    assert [message.buttons for message in left] == [(), ()]
    assert "There's no game in this channel" in (await opening.say(mover, "a1")).text


async def test_who_may_move_a_game(two: Core) -> None:
    for moderator in (False, True):
        told = await move(two, EVE, moderator=moderator)
        assert told.text.startswith("Only the players of L1 (")
    assert (await two.game()).channel == CHANNEL
    assert "now continues in this channel" in (await move(two, EVE, steward=True)).text


async def test_not_where_another_game_is_played(two: Core) -> None:
    await two.open(CY, channel=OTHER_CHANNEL)
    told = await move(two, ANN)
    assert told.text == (
        "I couldn't move L1: L2 is waiting for players in this channel. Try another channel "
        "or a thread."
    )
    assert (await two.game()).channel == CHANNEL


@pytest.mark.parametrize("started", [True, False], ids=["game", "lobby"])
async def test_what_was_not_posted_yet_is_posted_once(core: Core, started: bool) -> None:
    await core.open(ANN, 2)
    if started:
        await core.join(BEN)
    await move(core, ANN)
    await core.deliver()
    assert len(core.posts(OTHER_CHANNEL)) == 1 + started
    assert core.posts(CHANNEL) == []


async def _deleted(verb: str, where: int) -> None:
    if where == CHANNEL:
        raise PermanentError(Text("the channel is gone"))


async def test_what_could_not_be_posted_is_not_posted_after_the_move(opening: Core) -> None:
    opening.transport.look = _deleted
    await opening.tell("a1")
    await move(opening, ANN)
    await opening.deliver()
    opening.transport.look = None
    await opening.outbox.retry()
    await opening.drain()
    _, board = opening.posts(OTHER_CHANNEL)
    assert "took corner a1" in board
    assert len(opening.posts(CHANNEL)) == 2


async def test_moved_twice_it_is_there_once_and_it_may_come_back(opening: Core) -> None:
    await move(opening, ANN, key="same")
    assert "is already in this channel" in (await move(opening, ANN, key="same")).text
    await opening.deliver()
    assert len(opening.posts(OTHER_CHANNEL)) == 2
    told = await move(opening, ANN, channel=CHANNEL)
    assert "now continues in this channel" in told.text
    await opening.deliver()
    texts = opening.posts(CHANNEL)
    assert len(texts) == 4
    assert "In progress" in texts[2]
    assert "your turn in **L1**" in texts[3]
    assert f"continues in <#{CHANNEL}>" in opening.posts(OTHER_CHANNEL)[0]


@pytest.mark.parametrize("who", [ANN, EVE], ids=["host", "steward"])
async def test_a_game_is_cancelled_by_name_from_anywhere(core: Core, who: Person) -> None:
    """The question is answered with its button, which is pressed in the other channel too."""
    more: dict[str, Any] = {"channel": OTHER_CHANNEL, "steward": who == EVE}
    await core.begin(ANN, BEN)
    asked = await core.do(who, "cancel", name="L1", **more)
    _, _, game, n = asked.buttons[0].id.split(":")
    done = await core.do(who, "cancel", game=int(game), n=int(n), **more)
    assert "was closed without a winner" in done.text
    assert (await core.game()).status == "cancelled"


async def test_who_may_manage_another_channel_cancels_nothing_here(two: Core) -> None:
    """From elsewhere it has to be a right on the whole server."""
    told = await two.do(EVE, "cancel", name="L1", channel=OTHER_CHANNEL, moderator=True)
    assert "Only Ann, who hosts L1, or a channel manager" in told.text
