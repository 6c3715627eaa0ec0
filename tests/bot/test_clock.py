"""The one task that sleeps until something is due.

Source: issue 2, item 7 (a lobby closes itself after 7 days); see tests/bot/test_lobby.py for when.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot import clock
from bot.clock import AFTER_A_BUG, LONGEST_NAP
from bot.lobby import WEEK
from storage import Game
from tests.bot.hall import ANN, OTHER_CHANNEL, Hall
from tests.bot.test_at_once import Meddled
from tests.bot.test_outbox import until


async def test_how_long_it_sleeps(hall: Hall) -> None:
    """Until the nearest lobby's end, or an hour when there is none."""
    assert await hall.clock.tick() == LONGEST_NAP
    await hall.open(ANN, 2)
    hall.time.seconds += 100
    assert await hall.clock.tick() == WEEK - 100


async def test_it_runs_until_it_is_stopped(hall: Hall) -> None:
    """What is overdue at the start is done at once; woken, it looks again."""
    await hall.open(ANN, 2)
    hall.time.seconds += WEEK
    running = asyncio.create_task(hall.clock.run())
    await _closed(hall, 1)
    await hall.open(ANN, 2)
    hall.time.seconds += WEEK
    hall.clock.wake()
    await _closed(hall, 2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_nap_ends_by_itself(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody need wake it."""
    monkeypatch.setattr(clock, "LONGEST_NAP", 0.01)
    running = asyncio.create_task(hall.clock.run())
    await asyncio.sleep(0)
    await hall.open(ANN, 2)
    hall.time.seconds += WEEK
    await _closed(hall, 1)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_bug_does_not_end_it(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is logged, and after a pause it goes on."""
    monkeypatch.setattr(clock, "AFTER_A_BUG", 0.01)
    bugs = iter([True])

    async def broken(*_: Any) -> None:
        if next(bugs, False):
            raise RuntimeError("boom")

    await hall.open(ANN, 2)
    hall.time.seconds += WEEK
    late = hall.over(Meddled(hall.store, "next_due", broken))
    running = asyncio.create_task(late.clock.run())
    await _closed(hall, 1)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_bug_in_one_game_keeps_no_other_waiting(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that is due first and cannot be dealt with is tried again later."""
    expire = hall.clock._expire

    async def broken(game: Game) -> None:
        if game.number == 1:
            raise RuntimeError("boom")
        await expire(game)

    await hall.open(ANN, 2)
    hall.time.seconds += 1
    await hall.open(ANN, 2, channel=OTHER_CHANNEL)
    hall.time.seconds += WEEK
    monkeypatch.setattr(hall.clock, "_expire", broken)
    assert await hall.clock.tick() == AFTER_A_BUG
    assert (await hall.game(1)).status == "lobby"
    assert (await hall.game(2)).status == "cancelled"
    monkeypatch.undo()
    hall.time.seconds += AFTER_A_BUG
    await hall.clock.tick()
    assert (await hall.game(1)).status == "cancelled"


async def _closed(hall: Hall, number: int) -> None:
    states: list[str] = []

    async def look() -> None:
        while not states or states[-1] != "cancelled":
            states.append((await hall.game(number)).status)
            await asyncio.sleep(0.002)

    looking = asyncio.create_task(look())
    await until(looking.done)
