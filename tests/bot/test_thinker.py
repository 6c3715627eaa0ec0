"""A process that only thinks, beside a bot on the same database.

Source: issue 28, C 11. Both are in one process here: what they share is the database alone, and
nothing of this hangs on which one it is.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from bot.app import Nobody, Thinker
from bot.delivery.held import Held
from bot.domain.computers import Problem, computers
from bot.domain.minds import ALONE, Waits
from bot.thinking.worker import BESIDE_OTHERS, UNANSWERED
from rules.text import Text
from storage import LEASE, Unreachable
from storage.store import SqlStore
from tests.bot.core import ANN, OTHER_CHANNEL, Core
from tests.bot.minds import QuickMind, SlowMind
from tests.bot.playing import any_turn
from tests.patience import PATIENCE
from tests.storage.samples import waiting

LOOKS = 2.0


class Beside:
    """A bot, and a thinker beside it."""

    def __init__(self, core: Core, mind: QuickMind, room: int) -> None:
        """room: of the bot's own mind."""
        shared = core.store
        assert isinstance(shared, SqlStore)
        own, self._late = SqlStore(shared._thread, core.time, self._passed), 0.0
        self._clock, shared.passed = shared.passed, self._passed
        for store in (own, shared):
            store.shared(LOOKS)
        shared.duties = BESIDE_OTHERS
        self.core, self.mind, core.mind.room = core, mind, room
        self.thinking = Thinker(own, mind, games=core.games, now=core.time).thinking

    def _passed(self) -> float:
        return self._clock() + self._late

    def later(self, seconds: float) -> None:
        self._late += seconds

    async def tells(self) -> None:
        """The bot's next look at what nobody holds."""
        self.core.outbox.wake()
        await self.core.outbox.collect()
        await self.core.outbox.drained()

    async def waits(self) -> None:
        """Ann has played, and a computer is to think."""
        room, self.core.mind.room = self.core.mind.room, 1
        await self.core.practice()
        await self.core.deliver()
        self.core.mind.room = room
        await self.core.say(ANN, any_turn(await self.core.table(), Random(1)))


async def test_what_a_thinker_plays_is_told_by_the_bot(core: Core) -> None:
    """At its next look, with the board of the turns of all computers, and the bot goes on there: it
    takes no game for what it was when it saw it last."""
    beside = Beside(core, QuickMind(), room=0)
    await core.practice(players=3)
    for turn in range(3):
        await beside.thinking.idle()
        await beside.tells()
        told = core.transport.messages[-1]
        assert told.alt
        assert (await core.game()).on_turn not in computers(await core.game())
        assert (
            "Turn played" in (await core.say(ANN, any_turn(await core.table(), Random(turn)))).text
        )
        await beside.tells()
        assert core.transport.messages[-1] is told, "nobody has thought yet"
    assert len(beside.mind.asked) >= 2 * turn
    assert isinstance(core.mind, QuickMind)
    assert core.mind.asked == []


async def test_however_busy_a_bot_is_it_tells_what_others_have_played(core: Core) -> None:
    """Issue 28, a host's day: it looked only where nothing of its own was new for two seconds."""
    beside = Beside(core, QuickMind(), room=0)
    await beside.waits()
    await beside.tells()
    await beside.thinking.idle()
    before = len(core.transport.messages)
    for seconds in (LOOKS / 2, LOOKS / 2):
        beside.later(seconds)
        core.outbox.wake(())  # something of its own, which has nothing to tell
        await core.outbox.collect()
        await core.outbox.drained()
    assert len(core.transport.messages) == before + 1


async def test_who_has_posts_in_hand_looks_as_often_for_those_of_others(core: Core) -> None:
    """Issue 28, Measures: what a dead one has left is out 35 seconds later."""
    assert isinstance(core.store, SqlStore)
    core.store.shared(LOOKS)
    await core.open(ANN, 2)
    held = Held(core.store)
    for post in await waiting(core.store):
        held.take(post)
    assert await held.renew() == LOOKS


async def test_whoever_is_free_thinks(core: Core) -> None:
    """A bot takes no more than it has room for, the first one first."""
    beside, slow = Beside(core, QuickMind(), room=1), SlowMind()
    await beside.waits()
    slow.room, core.thinking._mind = 1, slow
    await core.practice(channel=OTHER_CHANNEL)
    games = [await core.game(1), await core.game(2)]
    await core.thinking.collect()
    await slow.begun.wait()
    await beside.thinking.idle()
    assert await core.game(1) == games[0], "the bot is at it"
    assert (await core.game(2)).on_turn not in computers(games[1])
    slow.go.set()
    await core.thinking.idle()
    assert (await core.game(1)).n > games[0].n


async def test_what_a_killed_thinker_was_at_is_thought_of_by_the_bot(core: Core) -> None:
    """When its claim is over, and once: what it says after that comes too late."""
    beside = Beside(core, slow := SlowMind(), room=1)
    await beside.waits()
    before = await core.game()
    await beside.thinking.collect()
    await slow.begun.wait()
    beside.later(LEASE - 1)
    await core.thinking.idle()
    assert (await core.game()).n == before.n, "its claim stands"
    beside.later(2)
    await core.thinking.idle()
    after = await core.game()
    assert after.n > before.n
    slow.go.set()
    await beside.thinking.idle()
    assert (await core.game()).n == after.n


@pytest.mark.parametrize("verb", ["claim_timers", "commit"])
async def test_after_a_restart_of_the_server_it_thinks_on_at_once(
    core: Core, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """Issue 28, a host's day: it is no fault of ours, after which a minute is waited."""
    beside = Beside(core, QuickMind(), room=0)
    await beside.waits()
    before, slept, asked = (await core.game()).n, list[float](), getattr(SqlStore, verb)

    async def once_gone(store: SqlStore, *what: Any, **more: Any) -> Any:
        if not slept:
            raise Unreachable("PostgreSQL", "the server does not answer")
        return await asked(store, *what, **more)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(SqlStore, verb, once_gone)
    beside.thinking._sleep = sleep
    running = asyncio.create_task(beside.thinking.run())
    async with asyncio.timeout(PATIENCE):
        while (await core.game()).n == before:
            await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await beside.thinking.close()
    assert slept == [UNANSWERED]


class Noting(QuickMind):
    """Thinks of one position at a time, and notes who waits."""

    room = 1

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[Waits] = []

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        self.waits.append(waits)
        return await super().turn(position, waits)


async def test_a_turn_is_thought_of_by_how_long_all_have_waited(core: Core) -> None:
    """Issue 31, item 5: each process sees what waits in the database, in order, since when, and how
    many turns others have taken."""
    mind, slow = Noting(), SlowMind()
    beside = Beside(core, mind, room=1)
    await beside.waits()
    core.thinking._mind, slow.room = slow, 1
    await core.thinking.collect()
    await slow.begun.wait()
    for channel in (OTHER_CHANNEL, 502, 503):  # in one of them Ann begins
        await core.practice(channel=channel)
    moments = iter((10.0, 12.0, 12.0, 15.0))
    beside.thinking._now = lambda: next(moments)
    for _ in range(2):
        await beside.thinking.collect()
        await asyncio.gather(*beside.thinking._busy.values())
    assert mind.waits == [Waits(2.0, (2.0,), 1), Waits(5.0, (), 1)]
    slow.go.set()
    await core.thinking.idle()


async def test_it_runs_until_it_is_ended(core: Core) -> None:
    """A turn that a bot has committed is found without a word from there."""
    beside = Beside(core, QuickMind(), room=0)
    await beside.waits()
    before, running = (await core.game()).n, asyncio.create_task(beside.thinking.run())
    while (await core.game()).n == before:
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await beside.thinking.close()


async def test_of_discord_s_side_it_knows_nothing() -> None:
    """It has no token; what features ask there has an answer that leads nowhere."""
    nobody = Nobody()
    assert await nobody.reaches(ANN.id, Text("Hello")) is None
    assert await nobody.tried(1, Text("Hello"), "de") is None
    assert (nobody.channels(1), nobody.roles(1)) == ((), ())
    assert (nobody.channel(1, 1), nobody.language(1)) == (None, "")
