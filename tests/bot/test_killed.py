"""Killed while something is being told: the next process tells it, and nothing twice.

Source: the tests' table of the design ("killed between commit and post").
"""

from __future__ import annotations

from random import Random

import pytest

from bot.delivery.transport import PermanentError, TransientError
from tests.bot.hall import ANN, BEN, Hall
from tests.bot.playing import turn
from tests.bot.test_outbox import plays
from tests.bot.transport import Killed


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("kind", ["lobby", "turn", "result", "closed"])
async def test_killed_around_a_post_it_is_posted_exactly_once(
    lasting: Hall, kind: str, moment: str
) -> None:
    """Issue 2: killed between commit and post, and after the post before it was marked, with
    Discord having forgotten the nonce."""
    hall = lasting
    if kind != "lobby":
        await hall.seated(ANN, BEN)
        await hall.deliver()
    (hall.transport.fail if moment == "before" else hall.transport.fail_after)("post", Killed())
    await _cause(hall, kind)
    count = len(hall.posts())
    await hall.outbox.collect()
    with pytest.raises(Killed):
        await hall.outbox.drained()
    hall.transport.forget_nonces()
    next_one = await hall.again()
    assert not (await next_one.store.pending())[0].fresh
    await next_one.deliver()
    assert len(next_one.posts()) == count + 1
    last = next_one.transport.messages[-1]
    post = await next_one.store.posted(last.id)
    assert post is not None
    assert post.kind == kind
    assert await next_one.store.pending() == []
    await next_one.store.close()


async def _cause(hall: Hall, kind: str) -> None:
    """Let something happen that is told by a post of this kind."""
    if kind == "lobby":
        await hall.open(ANN, 2)
    elif kind == "turn":
        await plays(hall, "a1")
    elif kind == "result":
        await _to_the_end(hall)
    else:
        game = await hall.game()
        await hall.cancel(ANN, moderator=True, game=game.id, n=game.n)


async def _to_the_end(hall: Hall) -> None:
    """A real game, since another process will replay it."""
    chance = Random(1)
    while (await hall.game()).status == "playing":
        await hall.say(await hall.mover(), turn(await hall.table(), chance))


async def test_killed_between_the_post_and_the_old_boards_buttons(lasting: Hall) -> None:
    """The next process takes them off."""
    await lasting.seated(ANN, BEN)
    await lasting.deliver()
    lasting.transport.fail("strip", Killed())
    await plays(lasting, "a1")
    await lasting.outbox.collect()
    with pytest.raises(Killed):
        await lasting.outbox.drained()
    next_one = await lasting.again()
    await next_one.deliver()
    assert len(next_one.posts()) == 3
    assert next_one.transport.messages[1].buttons == ()
    await next_one.store.close()


@pytest.mark.parametrize("stripped", [True, False], ids=["the last board", "two boards"])
async def test_a_board_that_nobody_noted_is_found_after_a_turn_in_between(
    lasting: Hall, stripped: bool
) -> None:
    """Issue 9, item 20: killed after the post, a turn, killed before the post is found. Its story
    is told once, and neither it nor the board before it keeps its buttons."""
    await lasting.seated(ANN, BEN)
    await lasting.deliver()
    await plays(lasting, "a1")
    lasting.transport.fail_after("post", Killed())
    await lasting.outbox.collect()
    with pytest.raises(Killed):
        await lasting.outbox.drained()
    if stripped:
        lasting.transport.messages[1].buttons = ()
    second = await lasting.again()
    await plays(second, "e5")
    second.transport.forget_nonces()
    third = await second.again()
    await third.deliver()
    await _told_once(third, 4)
    await third.store.close()


async def test_a_board_whose_answer_was_lost_is_found_after_a_turn_in_between(hall: Hall) -> None:
    """The same without a kill: Discord's answer is lost, and the next turn is quicker than the
    next try."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    await plays(hall, "a1")
    hall.transport.fail_after("post", TransientError("no answer"))

    async def forgets_and_plays(seconds: float) -> None:
        hall.transport.forget_nonces()
        await plays(hall, "e5")

    hall.outbox._sleep = forgets_and_plays
    await hall.deliver()
    await hall.deliver()
    await _told_once(hall, 4)


async def test_a_board_that_is_not_there_is_not_posted_late(lasting: Hall) -> None:
    """Killed before the post, and a turn in between: one board tells both turns."""
    await lasting.seated(ANN, BEN)
    await lasting.deliver()
    await plays(lasting, "a1")
    second = await lasting.again()
    await plays(second, "e5")
    third = await second.again()
    await third.deliver()
    await _told_once(third, 3)
    await third.store.close()


async def test_a_board_that_turns_up_late_takes_no_buttons_off_the_newest(hall: Hall) -> None:
    """It was parked, although it had arrived; it is found after the next one was posted."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    await plays(hall, "a1")
    hall.transport.fail_after("post", TransientError("no answer"))
    hall.transport.fail("found", PermanentError("I may not see the channel"))
    await hall.deliver()
    await plays(hall, "e5")
    await hall.deliver()
    await hall.outbox.retry()
    await hall.outbox.drained()
    assert await hall.store.retry() == []
    assert [bool(m.buttons) for m in hall.transport.messages] == [False, False, False, True]


async def _told_once(hall: Hall, posts: int) -> None:
    """So many posts, each noted; each turn is told by one; the newest alone has buttons."""
    assert len(hall.posts()) == posts
    for told in ("took corner a1", "took corner e5"):
        assert sum(told in text for text in hall.posts()) == 1
    assert [bool(m.buttons) for m in hall.transport.messages] == [False] * (posts - 1) + [True]
    assert None not in [await hall.store.posted(m.id) for m in hall.transport.messages]
    assert await hall.store.pending() == []
