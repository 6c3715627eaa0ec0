"""A table under every fault of Discord, of the bot and of its host, where hours take no time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord

from bot.discord import transport as real
from tests.acting import ANN, BEN
from tests.bot.core import GUILD, Core, Time
from tests.bot.playing import turn
from tests.bot.transport import Killed, PaperTransport
from tests.stores import STORES

DAY = 86_400.0
FORGOTTEN = 300.0  # seconds for which Discord remembers a nonce
RESTORING = 120.0  # seconds for which a host is busy with a backup


@dataclass(frozen=True)
class Trouble:
    """Discord's answer: a status with an error code, none at all (0), or an unreadable one (1).
    done: the request takes effect all the same."""

    status: int
    code: int = 0
    done: bool = False

    @property
    def lasting(self) -> bool:
        """Whether someone has to act, as far as the bot knows: it may write to the host."""
        return self.code > 0 or self.status == 1

    def answer(self) -> BaseException:
        if self.status < 2:
            return TypeError("a page in place of JSON") if self.status else TimeoutError()
        response: Any = SimpleNamespace(status=self.status, reason="", headers={})
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        kind = kinds.get(self.status, discord.HTTPException)
        return kind(response, {"code": self.code, "message": "no"})


PASSING = tuple(
    Trouble(status, done=done)
    for status in (0, 401, 403, 404, 429, 500, 503)
    for done in ((False, True) if status in (0, 500, 503) else (False,))
)
LASTING = (
    Trouble(403, 50013),
    Trouble(403, 50001),
    Trouble(400, 50083),
    Trouble(400, 160005),
    Trouble(400, 20031),  # one that the bot does not know
    Trouble(1),
)
VERBS = ("post", "find_copy", "edit", "strip", "delete", "thread", "tell")
QUESTIONS = ("is_member", "is_buried", "direct")  # with which no random trouble meddles


class FaultyTransport(PaperTransport):
    """A transport in which a verb goes wrong as long as a trouble lasts."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles: dict[str, Trouble] = {}
        self.kept: set[int] = set()  # boards whose buttons could not be taken off
        self.unseen = 0  # how often nobody could look for posted messages

    async def _enter(self, verb: str, where: int) -> None:
        await super()._enter(verb, where)
        self.unseen += verb == "find_copy" and verb in self.troubles
        if (trouble := self.troubles.get(verb)) and not trouble.done:
            raise trouble.answer()

    def _leave(self, verb: str) -> None:
        super()._leave(verb)
        if (trouble := self.troubles.get(verb)) and trouble.done:
            raise trouble.answer()

    async def post(self, channel: int, panel: Any, nonce: str, reply: int | None = None) -> int:
        for message in self.messages:
            if message.at < self.now() - FORGOTTEN:
                message.nonce = ""
        return await super().post(channel, panel, nonce, reply)

    async def strip(self, channel: int, message: int, line: str = "") -> None:
        self.kept.add(message)
        await super().strip(channel, message, line)
        self.kept.discard(message)


def sorted_as_by_the_bot(told_apart: Callable[..., Any]) -> type[FaultyTransport]:
    """A FaultyTransport whose troubles reach the outbox like Discord's."""
    verbs = {verb: told_apart(getattr(FaultyTransport, verb)) for verb in (*VERBS, *QUESTIONS)}
    return type("SortedTransport", (FaultyTransport,), verbs)


class AtOnce(Executor):
    """Draws in place, not beside the event loop: no hour passes meanwhile."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kw: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*args, **kw))
        return done


class Passage:
    """Seconds that pass while all tasks sleep."""

    def __init__(self) -> None:
        self.passed = 1_000_000.0
        self.busy = 0  # calls of the store's thread under way
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def __call__(self) -> float:
        return self.passed

    async def sleep(self, seconds: float) -> None:
        awake = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self.passed + seconds, next(self._order), awake))
        await awake

    @property
    def next(self) -> float:
        """When the next sleeper awakes."""
        while self._sleepers and self._sleepers[0][2].done():
            heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else float("inf")

    def awake(self) -> None:
        """Wake the sleepers that are due."""
        while self.next <= self.passed:
            heappop(self._sleepers)[2].set_result(None)

    async def settled(self) -> None:
        """Until nobody has anything to do but to sleep."""
        ready: Any = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0.0002 if self.busy else 0)
            if not self.busy and not ready._ready:
                return


@dataclass
class Table:
    """One game, and whatever befalls it. Each verb is something that may happen."""

    path: Path
    chance: Random
    kind: str
    harsh: bool  # also troubles in which someone has to act, and restores
    transport: FaultyTransport = field(
        default_factory=lambda: sorted_as_by_the_bot(real.told_apart)()
    )
    passage: Passage = field(default_factory=Passage)
    keys: Iterator[int] = field(default_factory=lambda: count(1))  # of lines
    wall: Time = field(default_factory=Time)  # the machine's clock
    told: list[str] = field(default_factory=list)  # the events, for the reader of a failure
    calls: dict[int, float] = field(default_factory=dict)  # when each row was written
    copied: dict[int, float] = field(default_factory=dict)  # the same, as of the backup
    lasting: bool = False  # someone had to act
    restored: int = 0

    async def wake(self) -> None:
        """A process begins."""
        more = {"time": self.wall, "kind": self.kind, "keys": self.keys}
        self.core = await Core.build(self.path, transport=self.transport, **more)
        self.transport.now, self.transport.killed = self.passage, False
        self._count()
        self.core.outbox._sleep = self.passage.sleep
        work = (self.core.outbox.run(), self.core.outbox.watch())
        self.tasks = [asyncio.create_task(each) for each in work]
        await self.passage.settled()

    def _count(self) -> None:
        """Notice when the store is at work."""
        store: Any = self.core.store
        thread = store._thread
        wait = getattr(thread, STORES.waits)

        async def counted(*args: Any, **kw: Any) -> Any:
            self.passage.busy += 1
            try:
                return await wait(*args, **kw)
            finally:
                self.passage.busy -= 1

        setattr(thread, STORES.waits, counted)

    async def die(self) -> None:
        """SIGKILL, at whatever await each task happens to be."""
        everything = [*self.tasks, *self.core.outbox._busy]
        for task in everything:
            task.cancel()
        await asyncio.gather(*everything, return_exceptions=True)
        await self.core.store.close()

    async def passes(self, seconds: float) -> None:
        """Time passes; who is killed meanwhile is started again at once."""
        until = self.passage.passed + seconds
        while True:
            await self.happened()
            left = await self.core.clock.tick()
            await self.happened()
            step = min(until, self.passage.next, self.passage.passed + left) - self.passage.passed
            self.passage.passed += step
            self.core.passed += step
            self.wall.seconds += step
            self.passage.awake()
            if self.passage.passed >= until:
                return await self.happened()

    async def happened(self) -> None:
        """Wait for everything that follows from the last event."""
        await self.passage.settled()
        while self.transport.killed:
            await self.die()
            await self.wake()
        for game in await self.core.store.open_games():
            self.calls.setdefault(game.n, self.passage.passed)

    # -- possible events

    async def opens(self) -> None:
        await self.core.open(ANN, 2, thread=self.chance.random() < 0.3)
        await self.happened()

    async def joins(self) -> None:
        await self.core.join(BEN, game=1)
        await self.happened()

    async def plays(self) -> None:
        game = await self.core.game()
        if game.status != "playing" or game.on_turn is None:
            return
        table = await self.core.table()
        line = "." if self.kind == "logjam" else turn(table, self.chance)
        answer = await self.core.say(await self.core.mover(), line, game=1)
        assert "Turn played" in answer.text, answer.text
        if self.chance.random() < 0.7:
            await self.happened()

    async def goes_wrong(self) -> None:
        trouble = self.chance.choice((*PASSING, *LASTING) if self.harsh else PASSING)
        for verb in self.chance.sample(VERBS, self.chance.choice((1, 1, len(VERBS)))):
            self.transport.troubles[verb] = trouble
            self.told.append(f"  {verb}: {trouble}")
        self.lasting |= trouble.lasting

    async def is_over(self) -> None:
        self.transport.troubles.clear()
        if self.chance.random() < 0.3:
            await self.core.outbox.retry(guild=GUILD)  # an event tells

    async def is_killed(self) -> None:
        await self.die()
        await self.wake()

    async def is_killed_soon(self) -> None:
        verb = self.chance.choice(("post", "post", "find_copy", "strip"))
        arm = self.chance.choice((self.transport.fail, self.transport.fail_after))
        (self.transport.fail if verb in ("find_copy", "strip") else arm)(verb, Killed())

    async def is_copied(self) -> None:
        await self.happened()
        STORES.copy(self.path, self.copy)
        self.copied = dict(self.calls)

    async def is_rolled_back(self) -> None:
        """Turns are lost with the disk, and others are played in their place."""
        await self.is_copied()
        await self.plays()
        await self.plays()
        await self.happened()
        await self.is_restored()
        await self.plays()

    async def is_restored(self) -> None:
        if not self.copied or not self.harsh:
            return
        await self.die()
        STORES.copy(self.copy, self.path)
        self.passage.passed += RESTORING
        self.wall.seconds += RESTORING
        self.restored += 1
        self.calls = dict(self.copied)
        await self.wake()

    async def is_set_back(self) -> None:
        """The machine's clock."""
        if not self.restored and not self.copied:
            self.wall.seconds -= DAY

    async def waits(self) -> None:
        await self.passes(self.chance.choice((1.0, 20.0, 150.0, 1000.0, 8000.0)))

    @property
    def copy(self) -> Path:
        return self.path.with_name("copy.db")
