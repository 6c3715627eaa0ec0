"""A game is ended, left or moved from any channel of its server, by its name.

Source: issue 9, item 16: the channel of a game may be gone.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.boundary import answered
from bot.delivery.transport import PermanentError
from bot.messages.message import Message
from tests.bot.desks import Desks, begun
from tests.bot.hall import ANN, BEN, CHANNEL, CY, DEE, EVE, OTHER_CHANNEL, Hall, Person


async def move(hall: Hall, who: Person, name: str | None = "L1", **more: Any) -> Message:
    """Said in the other channel."""
    wish = hall.wish(who, name=name, **{"channel": OTHER_CHANNEL} | more)
    return await answered(hall.cases.move.here(wish))


async def test_a_game_goes_on_where_it_is_moved_to(hall: Hall) -> None:
    """The card and the board are posted there, the mover is called once more, the draft and the
    row stay as they were."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    before, mover = await hall.game(), await hall.mover()
    told = await move(hall, BEN)
    assert told.text == (
        "L1 goes on in this channel: its card and its board come here now. Nothing of it has "
        "changed."
    )
    await hall.deliver()
    now = await hall.game()
    assert (now.channel, now.home, now.n) == (OTHER_CHANNEL, OTHER_CHANNEL, before.n)
    card, board = hall.transport.in_channel(OTHER_CHANNEL)
    assert card.text.startswith("**L1 · Logger**")
    assert board.pings == (mover.id,)
    assert "counts" in (await hall.say(mover, "a1", channel=OTHER_CHANNEL)).text
    await hall.deliver()
    assert len(hall.posts(OTHER_CHANNEL)) == 3
    assert len(hall.posts(CHANNEL)) == 2
    left = hall.transport.in_channel(CHANNEL)
    assert left[0].text == f"**L1 · Logger** goes on in <#{OTHER_CHANNEL}>."
    assert [message.buttons for message in left] == [(), ()]
    assert "There is no game in this channel" in (await hall.say(mover, "a1")).text


async def test_what_was_said_so_far_is_kept(hall: Hall) -> None:
    """A move is no turn: a draft, and the buttons of the board, go on."""
    await begun(hall, ANN, BEN, lines=2)
    mover = await hall.mover()
    await hall.say(mover, "stay")
    row = (await hall.game()).n
    await move(hall, mover)
    told = await hall.say(mover, "plant n", channel=OTHER_CHANNEL, n=row)
    assert "counts" in told.text


async def test_a_lobby_is_moved(hall: Hall) -> None:
    await hall.open(ANN, 2)
    await hall.deliver()
    assert "its card comes here now" in (await move(hall, ANN)).text
    await hall.deliver()
    assert "Ann is looking for" in hall.posts(OTHER_CHANNEL)[-1]
    await hall.join(BEN, channel=OTHER_CHANNEL)
    assert (await hall.game()).status == "playing"
    await hall.deliver()
    assert "Ann is looking for" not in hall.posts(OTHER_CHANNEL)[0]


async def test_in_the_wait_for_a_die_only_the_card_comes(hall: Hall) -> None:
    """Nobody is on turn, so nobody is called; the die is rolled when it is due."""
    hall.kind = "logjam"
    await hall.seated(ANN, BEN)
    await hall.say(await hall.mover(), ".")
    await hall.deliver()
    await move(hall, ANN, "J1")
    await hall.deliver()
    assert len(hall.posts(OTHER_CHANNEL)) == 1
    hall.time.seconds += 3600
    await hall.clock.tick()
    await hall.deliver()
    assert "your turn in **J1**" in hall.posts(OTHER_CHANNEL)[-1]


async def test_who_may_move_a_game(hall: Hall) -> None:
    """Its players, or who may manage the channels of the whole server: of the channel that it is
    moved to is not enough."""
    await hall.seated(ANN, BEN)
    for moderator in (False, True):
        told = await move(hall, EVE, moderator=moderator)
        assert told.text.startswith("L1 was not moved: its players, ")
    assert (await hall.game()).channel == CHANNEL
    assert "goes on in this channel" in (await move(hall, EVE, steward=True)).text


async def test_not_where_another_game_is_played(hall: Hall) -> None:
    await hall.seated(ANN, BEN)
    await hall.open(CY, channel=OTHER_CHANNEL)
    told = await move(hall, ANN)
    assert told.text == (
        "L1 was not moved: L2 is waiting for players in this channel. Say it in another channel, "
        "or in a thread."
    )
    assert (await hall.game()).channel == CHANNEL


async def test_moved_twice_it_is_there_once(hall: Hall) -> None:
    await hall.seated(ANN, BEN)
    await hall.deliver()
    await move(hall, ANN, key="same")
    assert "already, so nothing was moved" in (await move(hall, ANN, key="same")).text
    await hall.deliver()
    assert len(hall.posts(OTHER_CHANNEL)) == 2


@pytest.mark.parametrize("started", [True, False], ids=["game", "lobby"])
async def test_what_was_not_posted_yet_is_posted_once(hall: Hall, started: bool) -> None:
    """Card and board were still on their way to the old channel when the game was moved."""
    await hall.open(ANN, 2)
    if started:
        await hall.join(BEN)
    await move(hall, ANN)
    await hall.deliver()
    assert len(hall.posts(OTHER_CHANNEL)) == 1 + started
    assert hall.posts(CHANNEL) == []


async def _deleted(verb: str, where: int) -> None:
    if where == CHANNEL:
        raise PermanentError("the channel is gone")


async def test_what_could_not_be_posted_is_not_posted_after_the_move(hall: Hall) -> None:
    """The rows of the deleted channel come to rest; each board is posted once."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    hall.transport.look = _deleted
    await hall.say(await hall.mover(), "a1")
    await hall.deliver()
    await move(hall, ANN)
    await hall.deliver()
    hall.transport.look = None
    await hall.outbox.retry()
    await hall.outbox.drained()
    _, board = hall.posts(OTHER_CHANNEL)
    assert "took corner a1" in board
    assert len(hall.posts(CHANNEL)) == 2


async def test_a_game_that_comes_back_has_its_card_and_board_again(hall: Hall) -> None:
    await hall.seated(ANN, BEN)
    await hall.deliver()
    await move(hall, ANN)
    await hall.deliver()
    told = await move(hall, ANN, channel=CHANNEL)
    assert "goes on in this channel" in told.text
    await hall.deliver()
    texts = hall.posts(CHANNEL)
    assert len(texts) == 4
    assert "It has begun" in texts[2]
    assert "your turn in **L1**" in texts[3]
    assert f"goes on in <#{CHANNEL}>" in hall.posts(OTHER_CHANNEL)[0]


async def test_what_is_over_is_not_moved(hall: Hall) -> None:
    await hall.open(ANN)
    await hall.cancel(ANN)
    assert "L1 was closed on" in (await move(hall, ANN)).text
    assert "There is no game L9 on this server." in (await move(hall, ANN, "L9")).text


@pytest.mark.parametrize("who", [ANN, EVE], ids=["host", "steward"])
async def test_a_game_is_cancelled_by_name_from_anywhere(hall: Hall, who: Person) -> None:
    """The question is answered with its button, which is pressed in the other channel too."""
    more = {"channel": OTHER_CHANNEL, "steward": who == EVE}
    await hall.seated(ANN, BEN)
    asked = await hall.cancel(who, name="L1", **more)
    _, _, game, n = asked.buttons[0].id.split(":")
    done = await hall.cancel(who, game=int(game), n=int(n), **more)
    assert "is closed" in done.text
    assert (await hall.game()).status == "cancelled"


async def test_who_may_manage_another_channel_cancels_nothing_here(hall: Hall) -> None:
    """What somebody may do is known of the channel where they speak; from elsewhere it has to be
    the whole server."""
    await hall.seated(ANN, BEN)
    told = await hall.cancel(EVE, name="L1", channel=OTHER_CHANNEL, moderator=True)
    assert "only its host, Ann, or somebody who may manage its channel" in told.text


async def test_a_game_is_left_by_name_from_anywhere(hall: Hall) -> None:
    desks = await begun(hall, ANN, BEN, CY, lines=3)
    asked = await desks.resign(BEN, name="L1", channel=OTHER_CHANNEL)
    told = await desks.press(BEN, asked, "Resign From L1", channel=OTHER_CHANNEL)
    assert told.text == "You have left L1."


async def test_the_names_that_are_offered(hall: Hall) -> None:
    """Open games of this kind on this server, one's own first, those that begin as typed."""
    await hall.open(BEN, 2)
    await hall.join(CY)
    await hall.open(DEE, 3, channel=OTHER_CHANNEL)
    await hall.open(ANN, 3, channel=OTHER_CHANNEL + 1, kind="logjam")
    desk = Desks(hall).queries

    async def offered(who: Person, typed: str) -> list[str]:
        found = await desk.names(hall.wish(who, typed, kind="logger"))
        return [choice.label for choice in found]

    other = "L2: Dee, waiting for players"
    assert (await offered(DEE, ""))[0] == other
    assert (await offered(BEN, ""))[1] == other
    assert await offered(EVE, "l2") == [other]
    assert await offered(EVE, "J") == []
