"""A game is ended, left or moved from any channel of its server, by its name.

Source: issue 9, item 16: the channel of a game may be gone.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.boundary import answered
from bot.delivery.transport import PermanentError
from bot.messages.message import Message
from rules.text import Text
from rules.voice import ENGLISH
from tests.bot.controls import Controls, begun
from tests.bot.core import ANN, BEN, CHANNEL, CY, DEE, EVE, OTHER_CHANNEL, Core, Person


async def move(core: Core, who: Person, name: str | None = "L1", **more: Any) -> Message:
    """Said in the other channel."""
    wish = core.wish(who, name=name, **{"channel": OTHER_CHANNEL} | more)
    return await answered(core.cases.move.here(wish))


async def test_a_game_goes_on_where_it_is_moved_to(core: Core) -> None:
    """The card and the board are posted there, the mover is called once more, the draft and the
    row stay as they were."""
    await core.seated(ANN, BEN)
    await core.deliver()
    before, mover = await core.game(), await core.mover()
    told = await move(core, BEN)
    assert told.text == (
        "L1 goes on in this channel: its card and its board come here now. Nothing of it has "
        "changed."
    )
    await core.deliver()
    now = await core.game()
    assert (now.channel, now.home, now.n) == (OTHER_CHANNEL, OTHER_CHANNEL, before.n)
    card, board = core.transport.in_channel(OTHER_CHANNEL)
    assert card.text.startswith("**L1 · Logger**")
    assert board.pings == (), "one mention for a turn"
    assert "counts" in (await core.say(mover, "a1", channel=OTHER_CHANNEL)).text
    await core.deliver()
    assert len(core.posts(OTHER_CHANNEL)) == 3
    assert len(core.posts(CHANNEL)) == 2
    left = core.transport.in_channel(CHANNEL)
    assert left[0].text == f"**L1 · Logger** goes on in <#{OTHER_CHANNEL}>."
    assert [message.buttons for message in left] == [(), ()]
    assert "There is no game in this channel" in (await core.say(mover, "a1")).text


async def test_what_was_said_so_far_is_kept(core: Core) -> None:
    """A move is no turn: a draft, and the buttons of the board, go on."""
    await begun(core, ANN, BEN, lines=2)
    mover = await core.mover()
    await core.say(mover, "stay")
    row = (await core.game()).n
    await move(core, mover)
    told = await core.say(mover, "plant n", channel=OTHER_CHANNEL, n=row)
    assert "counts" in told.text


async def test_a_lobby_is_moved(core: Core) -> None:
    await core.open(ANN, 2)
    await core.deliver()
    assert "its card comes here now" in (await move(core, ANN)).text
    await core.deliver()
    assert "Ann is looking for" in core.posts(OTHER_CHANNEL)[-1]
    await core.join(BEN, channel=OTHER_CHANNEL)
    assert (await core.game()).status == "playing"
    await core.deliver()
    assert "Ann is looking for" not in core.posts(OTHER_CHANNEL)[0]


async def test_in_the_wait_for_a_die_only_the_card_comes(core: Core) -> None:
    """Nobody is on turn, so nobody is called; the die is rolled when it is due."""
    core.kind = "logjam"
    await core.seated(ANN, BEN)
    await core.say(await core.mover(), ".")
    await core.deliver()
    await move(core, ANN, "J1")
    await core.deliver()
    assert len(core.posts(OTHER_CHANNEL)) == 1
    core.time.seconds += 3600
    await core.clock.tick()
    await core.deliver()
    assert "your turn in **J1**" in core.posts(OTHER_CHANNEL)[-1]


async def test_who_may_move_a_game(core: Core) -> None:
    """Its players, or who may manage the channels of the whole server: of the channel that it is
    moved to is not enough."""
    await core.seated(ANN, BEN)
    for moderator in (False, True):
        told = await move(core, EVE, moderator=moderator)
        assert told.text.startswith("L1 was not moved: its players, ")
    assert (await core.game()).channel == CHANNEL
    assert "goes on in this channel" in (await move(core, EVE, steward=True)).text


async def test_not_where_another_game_is_played(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.open(CY, channel=OTHER_CHANNEL)
    told = await move(core, ANN)
    assert told.text == (
        "L1 was not moved: L2 is waiting for players in this channel. Say it in another channel, "
        "or in a thread."
    )
    assert (await core.game()).channel == CHANNEL


async def test_moved_twice_it_is_there_once(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.deliver()
    await move(core, ANN, key="same")
    assert "already, so nothing was moved" in (await move(core, ANN, key="same")).text
    await core.deliver()
    assert len(core.posts(OTHER_CHANNEL)) == 2


@pytest.mark.parametrize("started", [True, False], ids=["game", "lobby"])
async def test_what_was_not_posted_yet_is_posted_once(core: Core, started: bool) -> None:
    """Card and board were still on their way to the old channel when the game was moved."""
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


async def test_what_could_not_be_posted_is_not_posted_after_the_move(core: Core) -> None:
    """The rows of the deleted channel come to rest; each board is posted once."""
    await core.seated(ANN, BEN)
    await core.deliver()
    core.transport.look = _deleted
    await core.say(await core.mover(), "a1")
    await core.deliver()
    await move(core, ANN)
    await core.deliver()
    core.transport.look = None
    await core.outbox.retry()
    await core.outbox.drained()
    _, board = core.posts(OTHER_CHANNEL)
    assert "took corner a1" in board
    assert len(core.posts(CHANNEL)) == 2


async def test_a_game_that_comes_back_has_its_card_and_board_again(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.deliver()
    await move(core, ANN)
    await core.deliver()
    told = await move(core, ANN, channel=CHANNEL)
    assert "goes on in this channel" in told.text
    await core.deliver()
    texts = core.posts(CHANNEL)
    assert len(texts) == 4
    assert "It has begun" in texts[2]
    assert "your turn in **L1**" in texts[3]
    assert f"goes on in <#{CHANNEL}>" in core.posts(OTHER_CHANNEL)[0]


async def test_what_is_over_is_not_moved(core: Core) -> None:
    await core.open(ANN)
    await core.cancel(ANN)
    assert "L1 was closed on" in (await move(core, ANN)).text
    assert "There is no game L9 on this server." in (await move(core, ANN, "L9")).text


@pytest.mark.parametrize("who", [ANN, EVE], ids=["host", "steward"])
async def test_a_game_is_cancelled_by_name_from_anywhere(core: Core, who: Person) -> None:
    """The question is answered with its button, which is pressed in the other channel too."""
    more = {"channel": OTHER_CHANNEL, "steward": who == EVE}
    await core.seated(ANN, BEN)
    asked = await core.cancel(who, name="L1", **more)
    _, _, game, n = asked.buttons[0].id.split(":")
    done = await core.cancel(who, game=int(game), n=int(n), **more)
    assert "is closed" in done.text
    assert (await core.game()).status == "cancelled"


async def test_who_may_manage_another_channel_cancels_nothing_here(core: Core) -> None:
    """What somebody may do is known of the channel where they speak; from elsewhere it has to be
    the whole server."""
    await core.seated(ANN, BEN)
    told = await core.cancel(EVE, name="L1", channel=OTHER_CHANNEL, moderator=True)
    assert "only its host, Ann, or somebody who may manage its channel" in told.text


async def test_a_game_is_left_by_name_from_anywhere(core: Core) -> None:
    controls = await begun(core, ANN, BEN, CY, lines=3)
    asked = await controls.resign(BEN, name="L1", channel=OTHER_CHANNEL)
    told = await controls.press(BEN, asked, "Resign From L1", channel=OTHER_CHANNEL)
    assert told.text.startswith("You have left L1.")


async def test_the_names_that_are_offered(core: Core) -> None:
    """Open games of this kind on this server, one's own first, those that begin as typed."""
    await core.open(BEN, 2)
    await core.join(CY)
    await core.open(DEE, 3, channel=OTHER_CHANNEL)
    await core.open(ANN, 3, channel=OTHER_CHANNEL + 1, kind="logjam")
    queries = Controls(core).queries

    async def offered(who: Person, typed: str) -> list[str]:
        found = await queries.names(core.wish(who, typed, kind="logger"))
        return [ENGLISH.say(choice.label) for choice in found]

    other = "L2: Dee, waiting for players"
    assert (await offered(DEE, ""))[0] == other
    assert (await offered(BEN, ""))[1] == other
    assert await offered(EVE, "l2") == [other]
    assert await offered(EVE, "J") == []
