"""Killed while something is being told: the next process tells it, and nothing twice.

Source: the tests' table of the design ("killed between commit and post").
"""

from __future__ import annotations

from random import Random

import pytest

from tests.bot.hall import ANN, BEN, Hall
from tests.bot.office import Killed
from tests.bot.playing import turn
from tests.bot.test_outbox import plays


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
    (hall.office.fail if moment == "before" else hall.office.fail_after)("post", Killed())
    await _cause(hall, kind)
    count = len(hall.posts())
    await hall.outbox.collect()
    with pytest.raises(Killed):
        await hall.outbox.drained()
    hall.office.forget_nonces()
    next_one = await hall.again()
    assert not (await next_one.store.pending())[0].fresh
    await next_one.deliver()
    assert len(next_one.posts()) == count + 1
    last = next_one.office.messages[-1]
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
    lasting.office.fail("strip", Killed())
    await plays(lasting, "a1")
    await lasting.outbox.collect()
    with pytest.raises(Killed):
        await lasting.outbox.drained()
    next_one = await lasting.again()
    await next_one.deliver()
    assert len(next_one.posts()) == 3
    assert next_one.office.messages[1].buttons == ()
    await next_one.store.close()
