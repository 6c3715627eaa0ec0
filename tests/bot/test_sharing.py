"""A private board is shown to everybody by Share: once, and as everybody may see it.

Source: issue 14, item 1 ("**Share** posts one board publicly"), and "Must hold": pressed twice,
killed in between; hidden hands stay hidden while the game runs.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.boundary import answered
from bot.core.rows import row_class
from bot.delivery.transport import PermanentError
from bot.domain.boards import SharedByStranger
from bot.messages.message import Message
from rules.text import Text
from tests.bot.controls import Controls, button
from tests.bot.core import ANN, BEN, CHANNEL, EVE, OTHER_CHANNEL, Core, Person
from tests.bot.leaks import cards
from tests.bot.test_boards import begun, newest, plays, press
from tests.bot.transport import Killed, Posted


async def share(core: Core, who: Person, page: Message, **more: Any) -> Message:
    _, verb, game, n = button(page, "Share").id.split(":")
    assert verb == "share"
    wish = core.wish(who, game=int(game), n=int(n), **{"channel": OTHER_CHANNEL} | more)
    return await answered(core.cases.boards.share(wish))


def shared(core: Core, channel: int = OTHER_CHANNEL) -> list[Posted]:
    return [post for post in core.transport.in_channel(channel) if "Shared by" in post.text]


async def looking(core: Core, who: Person, *, kind: str = "logger") -> Message:
    """A game of five turns, and its board before the last one, as somebody looks at it."""
    await begun(core, kind, ANN, BEN)
    await plays(core, 5)
    await core.deliver()
    return await press(core, who, await newest(core, who), "Back")


async def test_a_board_is_shown_where_it_was_asked_for(core: Core) -> None:
    """With its turn, its story, its picture and a way to step on; nobody is pinged, and where the
    game is played nothing comes between."""
    page = await looking(core, EVE)
    before = len(core.posts(CHANNEL))
    assert "Everybody here" in (await share(core, EVE, page)).text
    await core.deliver()
    (post,) = shared(core)
    assert post.text.startswith(f"**L1** (Logger), turn 5 of 6. Shared by <@{EVE.id}>.\n")
    assert page.picture is not None
    assert (post.alt, post.pings) == (page.picture.alt, ())
    assert len(core.posts(CHANNEL)) == before
    _, verb, game, n = post.buttons[0].id.split(":")
    again = await answered(
        getattr(core.cases.boards, verb)(core.wish(BEN, game=int(game), n=int(n)))
    )
    assert button(again, "Share").id == button(page, "Share").id


async def test_pressed_twice_it_is_there_once(core: Core) -> None:
    """While it is on its way and when it is there, which its answer leads to; another person, and
    another board, are another wish."""
    page = await looking(core, EVE)
    await share(core, EVE, page)
    assert "on its way" in (await share(core, EVE, page)).text
    await core.deliver()
    assert f"/{shared(core)[0].id})" in (await share(core, EVE, page)).text
    await core.deliver()
    assert len(shared(core)) == 1
    await share(core, ANN, page)
    await share(core, EVE, await newest(core, EVE))
    await core.deliver()
    assert len(shared(core)) == 3


@pytest.mark.parametrize("sent", [False, True])
async def test_a_kill_neither_loses_nor_repeats_it(lasting: Core, sent: bool) -> None:
    """Before it was sent, and after it while nobody knew."""
    core, transport = lasting, lasting.transport
    await share(core, EVE, await looking(core, EVE))
    fail = transport.fail_after if sent else transport.fail
    fail("post", Killed())
    (row,) = [
        post for post in await core.store.pending() if row_class(post.kind) is SharedByStranger
    ]
    game = await core.game()
    with pytest.raises(Killed):
        await core.outbox._delivery.deliver(row, again=False)
    core.transport.forget_nonces()
    core = await core.again()
    await core.deliver()
    assert len(shared(core)) == 1
    assert (await core.game()).n == game.n
    await core.store.close()


async def test_what_was_taken_back_is_not_shown(core: Core) -> None:
    """A board that counts no more, whether that happens before Share or behind it."""
    await begun(core, "logger", ANN, BEN)
    await plays(core, 5)
    page, mover = await newest(core, EVE), await core.waiting()
    await share(core, EVE, page)
    await Controls(core).undo(mover)
    assert "was taken back" in (await share(core, ANN, page)).text
    await core.deliver()
    assert shared(core) == []


async def test_a_board_that_has_grown_is_the_same(core: Core) -> None:
    """Chance has answered since it was looked at: the press is about the same turn."""
    await begun(core, "logjam", ANN, BEN)
    await plays(core, 5)
    page = await newest(core, EVE)
    await plays(core, 1)
    await share(core, EVE, page)
    await core.deliver()
    assert "turn 6 of" in shared(core)[0].text


async def test_where_we_may_not_post_nothing_is_promised(core: Core) -> None:
    """The refusal names the permission; where it is lost only then, the board comes to nothing: it
    would be out of place later, and can be asked for again."""
    page = await looking(core, EVE)
    refused = await share(core, EVE, page, muted=True)
    assert "Send Messages" in refused.text
    await share(core, EVE, page)
    core.transport.fail_in(OTHER_CHANNEL, PermanentError(Text("a permission is missing")))
    await core.deliver()
    assert (shared(core), core.transport.told) == ([], [])
    assert "Everybody here" in (await share(core, EVE, page)).text
    await core.deliver()
    assert len(shared(core)) == 1


async def test_no_hand_is_shared_while_the_game_runs(core: Core) -> None:
    """Its owner reads it on the private board; everybody reads what everybody could see."""
    mover = ANN
    page = await looking(core, mover, kind="fellers")
    assert "Your hand: " in page.text
    await share(core, mover, page)
    await core.deliver()
    (post,) = shared(core)
    assert "hand" not in post.text
    strangers = await press(core, EVE, await newest(core, EVE), "Back")
    assert strangers.picture is not None
    assert post.alt == strangers.picture.alt


async def test_hands_lie_open_when_the_game_is_over(core: Core) -> None:
    """Everybody's, at each board, for everybody: its record has them too. Until then nobody's."""
    await begun(core, "fellers", ANN, BEN)
    await plays(core, 2)
    held = (await core.table()).at.state.hands
    await plays(core, 1, seed=5)
    assert "Hands: " not in (await newest(core, EVE)).text
    controls, mover = Controls(core), await core.mover()
    asked = await controls.resign(mover)
    await controls.press(mover, asked, f"Resign From {(await core.game()).rules.letter}1")
    page = await press(core, EVE, await newest(core, EVE), "Back")
    (line,) = [each for each in page.text.split("\n") if each.startswith("Hands: ")]
    assert cards(line) == {card for hand in held for card in hand}
    await share(core, EVE, page)
    await core.deliver()
    assert line in shared(core)[0].text
