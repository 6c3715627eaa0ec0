"""What was parked comes back by itself, and what waits goes on as soon as it can.

Source: issue 9, items 14 and 15: whatever was in the way, once it is over the player on turn is
called within the hour, without anybody's doing.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.delivery.outbox import PARKED
from bot.delivery.transport import PermanentError, TransientError
from rules.text import Text
from tests.bot.core import ANN, BEN, GUILD, Core
from tests.bot.test_at_once import Meddled
from tests.bot.test_outbox import plays, until
from tests.patience import PATIENCE


async def test_what_was_parked_is_tried_again_within_the_hour(core: Core) -> None:
    """Nobody does anything, and nobody is written to a second time as long as it lasts."""
    await core.seated(ANN, BEN)
    await core.deliver()
    await plays(core, "a1")
    core.transport.fail(
        "post", *(PermanentError(Text("a permission is missing")) for _ in range(3))
    )
    await core.deliver()
    for _ in range(3):
        assert len(core.posts()) == 2
        core.time.seconds += PARKED
        await core.outbox.retry(PARKED)
        await core.outbox.drained()
    assert "took corner a1" in core.posts()[-1]
    assert core.transport.messages[-1].pings == ((await core.mover()).id,)
    assert len(core.transport.told) == 1
    assert PARKED < 3600


async def test_a_second_parking_is_told_again(core: Core) -> None:
    """It came back in between: this is another trouble."""
    await core.seated(ANN, BEN)
    await core.deliver()
    for line in ("a1", "e5"):
        core.transport.fail("post", PermanentError(Text("a permission is missing")))
        await plays(core, line)
        await core.deliver()
        await core.outbox.retry()
        await core.outbox.drained()
    assert len(core.transport.told) == 2
    assert len(core.posts()) == 4


async def test_turns_that_are_taken_while_a_board_is_parked_write_no_more_letters(
    core: Core,
) -> None:
    """And once the permission is back, one board tells all that its reader has missed, and the line
    that the board before becomes tells both turns."""
    await core.seated(ANN, BEN)
    await core.deliver()
    core.transport.fail(
        "post", *(PermanentError(Text("a permission is missing")) for _ in range(2))
    )
    for line in ("a1", "e5"):
        await plays(core, line)
        await core.deliver()
    assert len(core.transport.told) == 1
    await core.outbox.retry(guild=GUILD)
    await core.outbox.drained()
    assert len(core.posts()) == 3
    assert "took corner e5" in core.posts()[-1]
    printed = core.posts()[1]
    assert -1 < printed.find("took corner a1") < printed.find("took corner e5")
    assert await core.store.retry() == []


async def test_a_lobby_s_card_and_its_thread_come_back_too(core: Core) -> None:
    """The card as it is by then; the thread was waiting for it."""
    core.transport.fail("post", PermanentError(Text("a permission is missing")))
    await core.open(ANN, 3, thread=True)
    await core.join(BEN, game=1)
    await core.deliver()
    assert core.posts() == []
    assert len(core.transport.told) == 1
    await core.outbox.retry(guild=GUILD)
    await core.outbox.drained()
    (card,) = core.posts()
    assert "Ben" in card
    assert (await core.game()).channel == core.transport.messages[0].id


async def test_an_invitation_to_what_is_closed_does_not_come_back(core: Core) -> None:
    core.transport.fail("post", PermanentError(Text("a permission is missing")))
    await core.open(ANN, 3)
    await core.deliver()
    await core.cancel(ANN)
    await core.deliver()
    await core.outbox.retry()
    await core.outbox.drained()
    assert ["is closed" in text for text in core.posts()] == [True]


async def test_what_was_parked_is_looked_at_at_the_start_and_every_hour(core: Core) -> None:
    """`watch` alone does it; a store that cannot be read for once ends it not."""
    await core.open(ANN, 2)
    core.transport.fail(
        "post", *(PermanentError(Text("a permission is missing")) for _ in range(3))
    )
    await core.deliver()
    bugs = iter([True])

    async def broken(*_: Any) -> None:
        if next(bugs, False):
            raise RuntimeError("boom")

    late = core.over(Meddled(core.store, "retry", broken))
    task = asyncio.create_task(late.outbox.watch())
    await until(lambda: late.posts())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    tries = [where for verb, where in late.transport.calls if verb == "post"]
    assert len(tries) == 4
    assert len(late.naps) * 60 >= 2 * PARKED


@pytest.mark.parametrize("moment", ["post", "tell"])
async def test_what_changes_while_it_is_being_refused_is_not_missed(
    core: Core, moment: str
) -> None:
    """The right is granted before the refusal has arrived, or while the host is written to."""
    await core.seated(ANN, BEN)
    await core.deliver()
    await plays(core, "a1")
    core.transport.fail("post", PermanentError(Text("a permission is missing")))
    changes = iter([moment])

    async def granted(verb: str, _: int) -> None:
        if verb == moment and next(changes, None):
            await core.outbox.retry(guild=GUILD)

    core.transport.look = granted
    await core.deliver()
    assert "took corner a1" in core.posts()[-1]


async def test_a_pause_ends_when_discord_is_there_again(core: Core) -> None:
    """An outage of hours is over: nobody waits for the rest of half an hour."""
    never = asyncio.Event()
    core.outbox._sleep = lambda _: never.wait()  # type: ignore[assignment, return-value]
    await core.open(ANN, 2)
    core.transport.fail("post", TransientError(Text("busy")))
    await core.outbox.collect()
    await until(lambda: core.outbox._naps)
    assert core.posts() == []
    core.outbox.hurry()
    await core.outbox.drained()
    assert len(core.posts()) == 1


async def test_a_pause_ends_when_somebody_does_something(core: Core) -> None:
    """Who took a turn was heard, so the table's posts are tried at once."""
    never = asyncio.Event()
    core.outbox._sleep = lambda _: never.wait()  # type: ignore[assignment, return-value]
    await core.open(ANN, 2)
    core.transport.fail("post", TransientError(Text("busy")))
    await core.outbox.collect()
    await until(lambda: core.outbox._naps)
    await core.join(BEN)
    await core.deliver()
    assert len(core.posts()) == 2


async def test_a_thread_that_is_tried_before_its_card_is_tried_after_it(core: Core) -> None:
    """The right is granted while the thread, which has no card to hang under, is being parked."""
    parked: list[Core] = []

    async def granted(*_: Any) -> None:
        parked.append(late)
        if len(parked) == 2:
            await late.outbox.retry(guild=GUILD)

    late = core.over(Meddled(core.store, "park", granted))
    core.transport.fail("post", PermanentError(Text("a permission is missing")))
    await core.open(ANN, 2, thread=True)
    await late.deliver()
    assert (await core.game()).channel == late.transport.messages[0].id


async def test_closing_does_not_wait_for_a_pause(core: Core) -> None:
    """A stop takes no longer while Discord is away; the row stays for the next start."""
    never = asyncio.Event()
    core.outbox._sleep = lambda _: never.wait()  # type: ignore[assignment, return-value]
    await core.open(ANN, 2)
    core.transport.fail("post", TransientError(Text("busy")))
    await core.outbox.collect()
    await until(lambda: core.outbox._naps)
    async with asyncio.timeout(PATIENCE):
        await core.outbox.close(10**6)
    assert len(await core.store.pending()) == 1
    assert [verb for verb, _ in core.transport.calls] == ["post"]


async def test_a_thread_that_comes_up_before_its_card_is_opened_behind_it(core: Core) -> None:
    """The permission is back in the very moment in which the card is parked, and the thread waits
    behind it: the card is tried anew, and the thread once more after that."""

    async def the_permission_is_back(verb: str, where: int) -> None:
        if verb == "tell":
            await core.outbox.retry(guild=GUILD)

    core.transport.look = the_permission_is_back
    core.transport.fail("post", PermanentError(Text("a permission is missing")))
    await core.open(ANN, 2, thread=True)
    await core.deliver()
    assert len(core.posts()) == 1, "the card"
    assert (await core.game()).channel not in (None, (await core.game()).home)
