"""Killed while something is being told: the next process tells it, and nothing twice.

Source: the tests' table of the design ("killed between commit and post").
"""

from __future__ import annotations

from random import Random

import pytest

from bot.delivery.transport import PermanentError, TransientError
from rules.text import Text
from tests.bot.core import ANN, BEN, CHANNEL, Core
from tests.bot.playing import turn
from tests.bot.test_outbox import plays
from tests.bot.transport import Killed


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("kind", ["lobby", "turn", "result", "closed"])
async def test_killed_around_a_post_it_is_posted_exactly_once(
    lasting: Core, kind: str, moment: str
) -> None:
    """Issue 2: killed between commit and post, and after the post before it was marked, with
    Discord having forgotten the nonce."""
    core = lasting
    if kind != "lobby":
        await core.seated(ANN, BEN)
        await core.deliver()
    (core.transport.fail if moment == "before" else core.transport.fail_after)("post", Killed())
    await _cause(core, kind)
    count = len(core.posts())
    await core.outbox.collect()
    with pytest.raises(Killed):
        await core.outbox.drained()
    core.transport.forget_nonces()
    next_one = await core.again()
    assert not (await next_one.store.pending())[0].fresh
    await next_one.deliver()
    assert len(next_one.posts()) == count + 1
    last = next_one.transport.messages[-1]
    post = await next_one.store.posted(last.id)
    assert post is not None
    assert post.kind == kind
    assert await next_one.store.pending() == []
    await next_one.store.close()


async def _cause(core: Core, kind: str) -> None:
    """Let something happen that is told by a post of this kind."""
    if kind == "lobby":
        await core.open(ANN, 2)
    elif kind == "turn":
        await plays(core, "a1")
    elif kind == "result":
        await _to_the_end(core)
    else:
        game = await core.game()
        await core.cancel(ANN, moderator=True, game=game.id, n=game.n)


async def _to_the_end(core: Core) -> None:
    """A real game, since another process will replay it."""
    chance = Random(1)
    while (await core.game()).status == "playing":
        await core.say(await core.mover(), turn(await core.table(), chance))


async def test_killed_between_the_post_and_the_old_boards_buttons(lasting: Core) -> None:
    """The next process makes it a line of the printed game."""
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
    old = next_one.transport.messages[1]
    assert (old.buttons, old.file) == ((), "")
    assert "took corner a1" in old.text
    await next_one.store.close()


@pytest.mark.parametrize("stripped", [True, False], ids=["the last board", "two boards"])
async def test_a_board_that_nobody_noted_is_found_after_a_turn_in_between(
    lasting: Core, stripped: bool
) -> None:
    """Issue 9, item 20: killed after the post, a turn, killed before the post is found. Each turn
    is printed once, and neither it nor the board before it is a board any more."""
    await lasting.seated(ANN, BEN)
    await lasting.deliver()
    await plays(lasting, "a1")
    lasting.transport.fail_after("post", Killed())
    await lasting.outbox.collect()
    with pytest.raises(Killed):
        await lasting.outbox.drained()
    if stripped:
        await lasting.transport.strip(CHANNEL, lasting.transport.messages[1].id, "1 · Ann: a1.")
    second = await lasting.again()
    await plays(second, "e5")
    second.transport.forget_nonces()
    third = await second.again()
    await third.deliver()
    await _told_once(third, 4)
    await third.store.close()


async def test_a_board_whose_answer_was_lost_is_found_after_a_turn_in_between(core: Core) -> None:
    """The same without a kill: Discord's answer is lost, and the next turn is quicker than the
    next try."""
    await core.seated(ANN, BEN)
    await core.deliver()
    await plays(core, "a1")
    core.transport.fail_after("post", TransientError(Text("no answer")))

    async def forgets_and_plays(seconds: float) -> None:
        core.transport.forget_nonces()
        await plays(core, "e5")

    core.outbox._sleep = forgets_and_plays
    await core.deliver()
    await core.deliver()
    await _told_once(core, 4)


async def test_a_board_that_is_not_there_is_not_posted_late(lasting: Core) -> None:
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


async def test_a_board_that_turns_up_late_takes_no_buttons_off_the_newest(core: Core) -> None:
    """It was parked, although it had arrived; it is found after the next one was posted."""
    await core.seated(ANN, BEN)
    await core.deliver()
    await plays(core, "a1")
    core.transport.fail_after("post", TransientError(Text("no answer")))
    core.transport.fail("found", PermanentError(Text("I may not see the channel")))
    await core.deliver()
    await plays(core, "e5")
    await core.deliver()
    await core.outbox.retry()
    await core.outbox.drained()
    assert await core.store.retry() == []
    assert [bool(m.buttons) for m in core.transport.messages] == [False, False, False, True]


async def _told_once(core: Core, posts: int) -> None:
    """So many posts, each noted; each turn is printed once; the newest alone is still a board."""
    assert len(core.posts()) == posts
    for told in ("took corner a1", "took corner e5"):
        assert sum(told in text for text in core.posts()[:-1]) == 1
    for things in ("buttons", "file"):
        shown = [bool(getattr(message, things)) for message in core.transport.messages]
        assert shown == [False] * (posts - 1) + [True]
    assert None not in [await core.store.posted(m.id) for m in core.transport.messages]
    assert await core.store.pending() == []


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_killed_around_the_line_that_the_clock_has_played(lasting: Core, moment: str) -> None:
    """Issue 12, "Must hold": a time-out is played once, told once, and calls the next player
    once."""
    core = lasting
    await core.seated(ANN, BEN, options={"pace": "brisk"})
    for line in ("a1", "e5"):
        await plays(core, line)
    await core.deliver()
    (core.transport.fail if moment == "before" else core.transport.fail_after)("post", Killed())
    core.time.seconds += 40 * 3600.0
    core.passed += 40 * 3600.0
    await core.clock.tick()
    rows = await core.log()
    await core.outbox.collect()
    with pytest.raises(Killed):
        await core.outbox.drained()
    core.transport.forget_nonces()
    next_one = await core.again()
    await next_one.clock.tick()
    await next_one.deliver()
    assert await next_one.log() == rows
    assert sum("The clock played for" in text for text in next_one.posts()) == 1
    boards = [m.posted for m in next_one.transport.messages if m.posted]
    assert len(boards) == len(set(boards))
    assert next_one.transport.messages[-1].pings == ((await next_one.mover()).id,)
    await next_one.store.close()
