"""A process that only thinks, beside a bot on the same database: here, both are in one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from bot.table.game import THINK
from bot.table.seats import computers
from bot.table.table import Tables
from bot.thinking.worker import CLAIMED, UNANSWERED, Thinker
from storage import Thought, Unreachable
from tests import postgres
from tests.acting import ANN
from tests.bot.core import Core, Time, finish_thinking
from tests.bot.minds import QuickMind, SlowMind
from tests.bot.playing import any_turn
from tests.patience import PATIENCE

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres.store import PostgresStore  # noqa: E402


class Beside:
    """A bot whose own mind has no room, and a thinker beside it."""

    def __init__(self, core: Core, store: PostgresStore, mind: QuickMind) -> None:
        self.core, self.store, self.mind = core, store, mind
        self.same = True
        self.thinker = Thinker(store, Tables(store, core.games), mind, self._same)

    async def _same(self) -> bool:
        return self.same

    async def waits(self) -> None:
        """Ann has played, and a computer is to think."""
        await self.core.practice()
        await self.core.deliver()
        self.core.mind.room = 0
        await self.core.say(ANN, any_turn(await self.core.table(), Random(1)))


@pytest.fixture
async def beside() -> AsyncIterator[Beside]:
    address, time = postgres.emptied(), Time()
    stores = [await PostgresStore.open(address, time, alone=False) for _ in range(2)]
    await stores[0].take_over(lambda: None)
    yield Beside(Core(stores[0], "", time=time), stores[1], QuickMind())
    for store in stores:
        await store.close()


async def test_the_bot_plays_what_a_thinker_leaves(beside: Beside) -> None:
    core = beside.core
    await beside.waits()
    before = await core.game()
    await finish_thinking(core.thinking)
    assert (await core.game()).n == before.n, "nobody has thought yet"
    await finish_thinking(beside.thinker)
    assert (await core.game()).n == before.n, "a thinker commits nothing"
    await finish_thinking(core.thinking)
    await core.deliver()
    assert (await core.game()).on_turn not in computers(await core.game())
    assert core.transport.messages[-1].alt
    assert len(beside.mind.asked) == 1
    await finish_thinking(beside.thinker)
    assert len(beside.mind.asked) == 1


async def test_a_turn_that_was_thought_of_for_another_position_counts_for_nothing(
    beside: Beside,
) -> None:
    core = beside.core
    await beside.waits()
    (timer,) = await beside.store.claim_thoughts(THINK, CLAIMED, 1)
    await beside.store.leave_thought(Thought(timer, seed="7", line="not a turn"))
    assert isinstance(core.mind, QuickMind)
    asked = len(core.mind.asked)
    await finish_thinking(core.thinking)
    assert len(core.mind.asked) == asked + 1
    assert (await core.game()).on_turn not in computers(await core.game())


async def test_whoever_is_free_thinks(beside: Beside) -> None:
    core = beside.core
    await beside.waits()
    core.thinking._mind = slow = SlowMind()
    await core.thinking.collect()
    await slow.begun.wait()
    await finish_thinking(beside.thinker)
    assert beside.mind.asked == []
    slow.go.set()
    await finish_thinking(core.thinking)
    assert (await core.game()).on_turn not in computers(await core.game())


async def test_what_a_killed_thinker_was_at_is_thought_of_by_the_bot(beside: Beside) -> None:
    """After its claim has expired, and once: its later result comes too late."""
    core = beside.core
    await beside.waits()
    before = await core.game()
    (timer,) = await beside.store.claim_thoughts(THINK, CLAIMED, 1)
    core.mind.room = 1
    core.time.seconds += CLAIMED - 1
    await finish_thinking(core.thinking)
    assert (await core.game()).n == before.n, "its claim stands"
    core.time.seconds += 2
    await finish_thinking(core.thinking)
    after = await core.game()
    assert after.n > before.n
    await beside.store.leave_thought(Thought(timer, seed="7", line="a1"))
    await finish_thinking(core.thinking)
    assert (await core.game()).n == after.n


async def test_two_who_ask_at_once_are_given_different_turns(beside: Beside) -> None:
    """What comes to nothing is another's at once."""
    core = beside.core
    await beside.waits()
    claims = [each.claim_thoughts(THINK, CLAIMED, 1) for each in (core.store, beside.store)]
    (timer,), none = sorted(await asyncio.gather(*claims), key=len, reverse=True)
    assert none == []
    await beside.store.leave_thought(Thought(timer))
    assert await core.store.claim_thoughts(THINK, CLAIMED, 1) == [timer]


async def test_by_other_rules_it_thinks_of_nothing(beside: Beside) -> None:
    await beside.waits()
    beside.same = False
    await finish_thinking(beside.thinker)
    assert beside.mind.asked == []
    beside.same = True
    await finish_thinking(beside.thinker)
    assert len(beside.mind.asked) == 1


async def test_after_a_restart_of_the_server_it_thinks_on_at_once(
    beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    await beside.waits()
    slept, asked = list[float](), PostgresStore.claim_thoughts

    async def once_gone(store: PostgresStore, *what: Any) -> Any:
        if not slept:
            raise Unreachable("PostgreSQL", "the server does not answer")
        return await asked(store, *what)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(PostgresStore, "claim_thoughts", once_gone)
    beside.thinker._sleep = sleep
    running = asyncio.create_task(beside.thinker.run())
    async with asyncio.timeout(PATIENCE):
        while not beside.mind.asked:
            await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await beside.thinker.close()
    assert slept[0] == UNANSWERED
