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
from tests.bot.hall import ANN, BEN, GUILD, Hall
from tests.bot.test_at_once import Meddled
from tests.bot.test_outbox import plays, until
from tests.patience import PATIENCE


async def test_what_was_parked_is_tried_again_within_the_hour(hall: Hall) -> None:
    """Nobody does anything, and nobody is written to a second time as long as it lasts."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    await plays(hall, "a1")
    hall.transport.fail("post", *(PermanentError("a permission is missing") for _ in range(3)))
    await hall.deliver()
    for _ in range(3):
        assert len(hall.posts()) == 2
        hall.time.seconds += PARKED
        await hall.outbox.retry(PARKED)
        await hall.outbox.drained()
    assert "took corner a1" in hall.posts()[-1]
    assert hall.transport.message(1002).pings == ((await hall.mover()).id,)
    assert len(hall.transport.told) == 1
    assert PARKED < 3600


async def test_a_second_parking_is_told_again(hall: Hall) -> None:
    """It came back in between: this is another trouble."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    for line in ("a1", "e5"):
        hall.transport.fail("post", PermanentError("a permission is missing"))
        await plays(hall, line)
        await hall.deliver()
        await hall.outbox.retry()
        await hall.outbox.drained()
    assert len(hall.transport.told) == 2
    assert len(hall.posts()) == 4


async def test_turns_that_are_taken_while_a_board_is_parked_write_no_more_letters(
    hall: Hall,
) -> None:
    """And once the permission is back, one board tells them all."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    hall.transport.fail("post", *(PermanentError("a permission is missing") for _ in range(2)))
    for line in ("a1", "e5"):
        await plays(hall, line)
        await hall.deliver()
    assert len(hall.transport.told) == 1
    await hall.outbox.retry(guild=GUILD)
    await hall.outbox.drained()
    assert len(hall.posts()) == 3
    assert "took corner a1" in hall.posts()[-1]
    assert "took corner e5" in hall.posts()[-1]
    assert await hall.store.retry() == []


async def test_a_lobby_s_card_and_its_thread_come_back_too(hall: Hall) -> None:
    """The card as it is by then; the thread was waiting for it."""
    hall.transport.fail("post", PermanentError("a permission is missing"))
    await hall.open(ANN, 3, thread=True)
    await hall.join(BEN, game=1)
    await hall.deliver()
    assert hall.posts() == []
    assert len(hall.transport.told) == 1
    await hall.outbox.retry(guild=GUILD)
    await hall.outbox.drained()
    (card,) = hall.posts()
    assert "Ben" in card
    assert (await hall.game()).channel == hall.transport.messages[0].id


async def test_an_invitation_to_what_is_closed_does_not_come_back(hall: Hall) -> None:
    hall.transport.fail("post", PermanentError("a permission is missing"))
    await hall.open(ANN, 3)
    await hall.deliver()
    await hall.cancel(ANN)
    await hall.deliver()
    await hall.outbox.retry()
    await hall.outbox.drained()
    assert ["is closed" in text for text in hall.posts()] == [True]


async def test_what_was_parked_is_looked_at_at_the_start_and_every_hour(hall: Hall) -> None:
    """`watch` alone does it; a store that cannot be read for once ends it not."""
    await hall.open(ANN, 2)
    hall.transport.fail("post", *(PermanentError("a permission is missing") for _ in range(3)))
    await hall.deliver()
    bugs = iter([True])

    async def broken(*_: Any) -> None:
        if next(bugs, False):
            raise RuntimeError("boom")

    late = hall.over(Meddled(hall.store, "retry", broken))
    task = asyncio.create_task(late.outbox.watch())
    await until(lambda: late.posts())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    tries = [where for verb, where in late.transport.calls if verb == "post"]
    assert len(tries) == 4
    assert len(late.naps) * 60 >= 2 * PARKED


@pytest.mark.parametrize("moment", ["post", "tell"])
async def test_what_changes_while_it_is_being_refused_is_not_missed(
    hall: Hall, moment: str
) -> None:
    """The right is granted before the refusal has arrived, or while the host is written to."""
    await hall.seated(ANN, BEN)
    await hall.deliver()
    await plays(hall, "a1")
    hall.transport.fail("post", PermanentError("a permission is missing"))
    changes = iter([moment])

    async def granted(verb: str, _: int) -> None:
        if verb == moment and next(changes, None):
            await hall.outbox.retry(guild=GUILD)

    hall.transport.look = granted
    await hall.deliver()
    assert "took corner a1" in hall.posts()[-1]


async def test_a_pause_ends_when_discord_is_there_again(hall: Hall) -> None:
    """An outage of hours is over: nobody waits for the rest of half an hour."""
    never = asyncio.Event()
    hall.outbox._sleep = lambda _: never.wait()  # type: ignore[assignment, return-value]
    await hall.open(ANN, 2)
    hall.transport.fail("post", TransientError("busy"))
    await hall.outbox.collect()
    await until(lambda: hall.outbox._naps)
    assert hall.posts() == []
    hall.outbox.hurry()
    await hall.outbox.drained()
    assert len(hall.posts()) == 1


async def test_a_pause_ends_when_somebody_does_something(hall: Hall) -> None:
    """Who took a turn was heard, so the table's posts are tried at once."""
    never = asyncio.Event()
    hall.outbox._sleep = lambda _: never.wait()  # type: ignore[assignment, return-value]
    await hall.open(ANN, 2)
    hall.transport.fail("post", TransientError("busy"))
    await hall.outbox.collect()
    await until(lambda: hall.outbox._naps)
    await hall.join(BEN)
    await hall.deliver()
    assert len(hall.posts()) == 2


async def test_a_thread_that_is_tried_before_its_card_is_tried_after_it(hall: Hall) -> None:
    """The right is granted while the thread, which has no card to hang under, is being parked."""
    parked: list[Hall] = []

    async def granted(*_: Any) -> None:
        parked.append(late)
        if len(parked) == 2:
            await late.outbox.retry(guild=GUILD)

    late = hall.over(Meddled(hall.store, "park", granted))
    hall.transport.fail("post", PermanentError("a permission is missing"))
    await hall.open(ANN, 2, thread=True)
    await late.deliver()
    assert (await hall.game()).channel == late.transport.messages[0].id


async def test_closing_does_not_wait_for_a_pause(hall: Hall) -> None:
    """A stop takes no longer while Discord is away; the row stays for the next start."""
    never = asyncio.Event()
    hall.outbox._sleep = lambda _: never.wait()  # type: ignore[assignment, return-value]
    await hall.open(ANN, 2)
    hall.transport.fail("post", TransientError("busy"))
    await hall.outbox.collect()
    await until(lambda: hall.outbox._naps)
    async with asyncio.timeout(PATIENCE):
        await hall.outbox.close(10**6)
    assert len(await hall.store.pending()) == 1
    assert [verb for verb, _ in hall.transport.calls] == ["post"]


async def test_a_thread_that_comes_up_before_its_card_is_opened_behind_it(hall: Hall) -> None:
    """The permission is back in the very moment in which the card is parked, and the thread waits
    behind it: the card is tried anew, and the thread once more after that."""

    async def the_permission_is_back(verb: str, where: int) -> None:
        if verb == "tell":
            await hall.outbox.retry(guild=GUILD)

    hall.transport.look = the_permission_is_back
    hall.transport.fail("post", PermanentError("a permission is missing"))
    await hall.open(ANN, 2, thread=True)
    await hall.deliver()
    assert len(hall.posts()) == 1, "the card"
    assert (await hall.game()).channel not in (None, (await hall.game()).home)
