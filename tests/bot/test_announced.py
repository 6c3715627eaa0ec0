"""A start is announced by a post, and the seats are drawn with its number, which nobody knew.

Source: issue 25, item 2; docs/fairness.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.delivery.transport import PermanentError
from rules.game import NATURE
from rules.text import Text
from tests.bot.core import ANN, BEN, CHANNEL, CY, DEE, Core
from tests.bot.transport import Killed

CLOSED = PermanentError(Text("the right to post is missing"))


@pytest.fixture
async def full(core: Core) -> Core:
    """A lobby of Logjam whose last seat was taken; its card was posted, and nothing since."""
    core.unseen, core.kind = False, "logjam"
    await core.open(ANN, 3)
    await core.deliver()
    await core.join(BEN)
    await core.join(CY)
    return core


async def all_told(core: Core) -> None:
    """Also what is to be told once the game has begun by what was told."""
    for _ in range(2):
        await core.deliver()


async def test_seats_are_drawn_from_the_post_that_announces_the_start(full: Core) -> None:
    """Not before it is there; what chance says first is drawn with it as well."""
    game = await full.game()
    assert (game.status, game.settled) == ("lobby", True)
    await all_told(full)
    card, announced, board = full.transport.messages
    assert announced.text == (
        "**J1 · Logjam** begins with Ann, Ben and Cy. The seats and the first draws come from the "
        "number of this post, which Discord has just made."
    )
    assert (announced.pings, announced.silent) == ((), True)
    rows = await full.store.log(game.id)
    drawn = [row for row in rows if row.post]
    assert [row.text.split()[0] for row in rows[:4]] == ["open", "join", "join", "start"]
    assert {row.post for row in drawn} == {announced.id}
    assert drawn == [row for row in rows if row.seat == NATURE or row.text.startswith("start")]
    assert card.id < announced.id < board.id
    assert (await full.game()).status == "playing"


async def test_the_next_draw_takes_the_newest_board(full: Core) -> None:
    await all_told(full)
    board = full.transport.messages[-1]
    await full.say(await full.mover(), ".")
    full.time.seconds += 121
    await full.clock.tick()
    assert (await full.store.log(1))[-1].post == board.id


async def test_nobody_joins_or_leaves_once_the_start_is_announced(full: Core) -> None:
    """Or somebody who knows the seed could choose by going."""
    await full.store.probe()
    assert "has started already, nothing was changed" in (await full.join(DEE)).text
    assert "has started already, nothing was changed" in (await full.leave(BEN)).text
    assert "has started already, nothing was changed" in (await full.seat(ANN, "easy")).text
    assert (await full.join(BEN)).text.startswith("You are in J1, and it has started: as soon as")
    assert (await full.start(ANN)).text.startswith("You are in J1, and it has started: as soon as")
    await full.cases.seats.gone(BEN.id, 900)
    assert len((await full.game()).sitters) == 3
    await full.deliver()
    assert (await full.game()).status == "playing"


async def test_a_start_that_cannot_be_announced_waits_until_it_can(full: Core) -> None:
    """A right is missing: the host hears of it, whoever asks is told, and it begins later."""
    full.transport.fail_in(CHANNEL, CLOSED)
    await full.deliver()
    assert (await full.game()).status == "lobby"
    assert "the right to post is missing" in full.transport.told[-1][1]
    assert "as soon as a post in <#500> says so" in (await full.join(BEN)).text
    await full.outbox.retry()
    await all_told(full)
    assert (await full.game()).status == "playing"
    assert len(full.transport.in_channel(CHANNEL)) == 3


async def test_a_lobby_may_be_closed_before_it_is_announced(full: Core) -> None:
    await full.cancel(ANN)
    await full.deliver()
    assert (await full.game()).status == "cancelled"
    assert not any("begins with" in text for text in full.posts())


@pytest.mark.parametrize("verb", ["before", "after"])
async def test_a_death_around_the_post_leaves_one_post_and_one_start(
    tmp_path: Path, verb: str
) -> None:
    """It is found again, and draws what it would have drawn."""
    core = await Core.build(tmp_path / "games.db", kind="logjam", unseen=False)
    await core.open(ANN, 2)
    await core.deliver()
    await core.join(BEN)
    fail = core.transport.fail if verb == "before" else core.transport.fail_after
    fail("post", Killed())
    with pytest.raises(Killed):
        await core.deliver()
    core = await core.again()
    core.unseen = False
    core.transport.forget_nonces()
    await core.outbox.collect(left=True)
    await core.outbox.drained()
    announced = [m for m in core.transport.messages if "begins with" in m.text]
    assert len(announced) == 1
    start = next(row for row in await core.store.log(1) if row.text.startswith("start"))
    assert start.post == announced[0].id
    await core.store.close()


async def test_a_death_after_the_start_was_written_starts_nothing_twice(tmp_path: Path) -> None:
    """The post is noted then, and stays the one that drew."""
    core = await Core.build(tmp_path / "games.db", kind="logjam", unseen=False)
    await core.open(ANN, 2)
    await core.deliver()
    await core.join(BEN)
    (post,) = await core.store.pending()
    await core.outbox._delivery.deliver(post, again=False)
    rows = await core.store.log(1)
    core = await core.again()
    core.unseen = False
    await core.outbox.collect(left=True)
    await core.outbox.drained()
    assert await core.store.log(1) == rows
    found = await core.store.latest(1, "begins")
    assert found is not None
    assert found.message == rows[2].post
    await core.store.close()


async def test_who_plays_with_computers_alone_begins_at_once(core: Core) -> None:
    """There is nobody to wrong, and no post to wait for."""
    core.unseen, core.kind = False, "logjam"
    await core.practice(ANN)
    assert (await core.game()).status == "playing"
    await core.deliver()
    assert not any("begins with" in text for text in core.posts())
