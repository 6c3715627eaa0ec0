"""Thinks in processes of their own, so that whoever plays never waits for whoever thinks.

A process is started when it is first needed, and then thinks about one position at a time. One that
dies or takes too long is ended and replaced; the position that it was about is lost.

Hints come first, then turns in the order of asking, then suggestions:

    asked ──> waits by (rank, when) ──> one of so many places ──> so many seconds

Where many wait, each is thought of for a shorter time, so that nobody waits long: a computer that
looks less far is better than a person who has gone.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bot.table.computers import ALONE, BetterTurn, GoodTurn, Lost, PlayedGame, Problem, Waits
from bot.thinking.child import LENGTH


class Rank(IntEnum):
    """What is thought of, the first one first."""

    HINT = 0  # somebody looks at the screen and waits
    TURN = 1
    SUGGESTION = 2  # a panel that can be used without it
    REVIEW = 3  # of a game that is over


# Seconds from the question to the end of the thought. What is asked for is an answer within 4 and
# 10; the rest is for the commit, the picture and the post.
WITHIN: Final[Mapping[Rank, float]] = MappingProxyType(
    {Rank.HINT: 3.0, Rank.TURN: 7.0, Rank.SUGGESTION: 90.0, Rank.REVIEW: 90.0}
)
# Seconds of thinking at most. A thought is not interrupted, so a turn leaves a hint time enough.
MOST: Final[Mapping[Rank, float]] = MappingProxyType(
    {Rank.HINT: 1.5, Rank.TURN: 2.5, Rank.SUGGESTION: 0.5, Rank.REVIEW: 50.0}
)
# Seconds of thinking at least: with less nothing is found, and it is the machine that is too small.
LEAST: Final[Mapping[Rank, float]] = MappingProxyType(
    {Rank.HINT: 0.5, Rank.TURN: 0.2, Rank.SUGGESTION: 0.2, Rank.REVIEW: 5.0}
)


@dataclass(order=True)
class _Asked:
    rank: Rank
    n: int
    deadline: float = field(compare=False)
    place: asyncio.Future[None] = field(compare=False)


class Queue:
    """So many places, each for one thought. now: seconds that only ever grow."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        self._places, self._free, self._now = places, places, now
        self._waiting: list[_Asked] = []
        self._behind: Sequence[float] = ()  # deadlines of turns that wait in the store
        self._elsewhere = 0
        self._count = count()

    @asynccontextmanager
    async def place(self, rank: Rank, waits: Waits = ALONE) -> AsyncIterator[float]:
        """Wait for a place, and have it for so many seconds of thinking."""
        now, place = self._now(), asyncio.get_running_loop().create_future()
        asked = _Asked(rank, next(self._count), now - waits.this + WITHIN[rank], place)
        if rank == Rank.TURN:
            self._behind = [now - waited + WITHIN[rank] for waited in waits.behind]
            self._elsewhere = waits.elsewhere
        await self._admitted(asked)
        try:
            yield self._seconds(asked)
        finally:
            self._next()

    async def _admitted(self, asked: _Asked) -> None:
        if self._free:
            self._free -= 1
            return
        heappush(self._waiting, asked)
        try:
            await asked.place
        except asyncio.CancelledError:
            if not asked.place.cancelled():
                self._next()  # it was given the place in the same moment
            raise

    def _next(self) -> None:
        while self._waiting:
            first = heappop(self._waiting)
            if not first.place.done():
                first.place.set_result(None)
                return
        self._free += 1

    def _seconds(self, asked: _Asked) -> float:
        """What everybody may have who waits now, so that each is answered in time. Hints are
        thought of here alone; other processes take their share of the turns."""
        line = [asked, *sorted(each for each in self._waiting if not each.place.done())]
        here = [each.deadline for each in line if each.rank <= asked.rank]
        now, places = self._now(), self._places
        behind = (end for end in self._behind if end + WITHIN[Rank.TURN] > now)
        everybody = [*(each.deadline for each in line), *behind]
        share = min(each_of(here, now, places), each_of(everybody, now, places + self._elsewhere))
        return max(LEAST[asked.rank], min(MOST[asked.rank], share))


def each_of(deadlines: Sequence[float], now: float, places: int) -> float:
    """The seconds that each may take of those who are served in this order, so many at a time, for
    all to be done by their deadlines."""
    rounds: Iterable[int] = (-(-n // places) for n in range(1, len(deadlines) + 1))
    return min((end - now) / n for end, n in zip(deadlines, rounds, strict=True))


PATIENCE: Final = 20.0  # seconds for a turn, from a process that is there
REVIEW_PATIENCE: Final = 90.0  # for a whole game
ROOT: Final = Path(__file__).parents[2]
CHILD: Final = (sys.executable, "-m", "bot.thinking.child")
# All that a process is told of its surroundings: no token is among it. The same hashes in every
# process, so that the same seed thinks the same.
SURROUNDINGS: Final = ("PATH", "SYSTEMROOT", "LANG", "TMPDIR", "TEMP")

Process = asyncio.subprocess.Process


def beside_the_bot(asked: int, there: int | None = None) -> int:
    """How many processes may think at once: as many as are asked for, but each on a core (None: of
    those that we may use) that is not the bot's own; one at least."""
    return max(1, min(asked, (there or cores()) - 1))


def cores() -> int:
    """How many this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes:
    """So many processes, a bot.table.computers.Mind. command: what is run; patience: seconds for an
    answer; kept: each is there for the next question, too."""

    def __init__(
        self,
        count: int = 1,
        command: tuple[str, ...] = CHILD,
        patience: float = PATIENCE,
        *,
        kept: bool = True,
    ) -> None:
        self._command, self._patience, self._kept = command, patience, kept
        self.room, self._queue = count, Queue(count)
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        async with self._queue.place(Rank.TURN, waits) as seconds:
            return str(await self._answer("turn", *position, seconds))

    async def best(self, position: Problem) -> list[GoodTurn]:
        return await self._good(Rank.HINT, position)

    async def suggested(self, position: Problem) -> list[GoodTurn]:
        return await self._good(Rank.SUGGESTION, position)

    async def _good(self, rank: Rank, position: Problem) -> list[GoodTurn]:
        async with self._queue.place(rank) as seconds:
            found = await self._answer("best", *position, seconds)
        return [GoodTurn(*each) for each in found]

    async def turned(self, game: PlayedGame) -> list[BetterTurn]:
        return await self._reviewed("turned", Rank.REVIEW, game)

    async def glimpsed(self, game: PlayedGame) -> list[BetterTurn]:
        return await self._reviewed("glimpse", Rank.HINT, game)

    async def _reviewed(self, how: str, rank: Rank, game: PlayedGame) -> list[BetterTurn]:
        async with self._queue.place(rank) as seconds:
            found = await self._answer(how, *game, seconds)
        return [BetterTurn(int(n), str(better)) for n, better in found]

    async def _answer(self, *question: Any) -> Any:
        """Raises Lost."""
        process = self._idle.pop() if self._idle else await self._started()
        try:
            async with asyncio.timeout(self._patience):
                answer = await _asked(process, question)
        except (OSError, EOFError, TimeoutError) as lost:
            raise Lost(type(lost).__name__) from lost
        else:
            self._idle += [process] if self._kept else []
            return answer
        finally:
            if process not in self._idle:
                await self._ended(process)

    async def close(self) -> None:
        self._idle.clear()
        for process in tuple(self._all):
            await self._ended(process)

    async def _started(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            env={name: os.environ[name] for name in SURROUNDINGS if name in os.environ}
            | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"},
        )
        self._all.add(process)
        return process

    async def _ended(self, process: Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):  # it is gone already
            process.kill()
        await process.wait()


async def _asked(process: Process, question: tuple[Any, ...]) -> Any:
    """What a process answers. Raises OSError or EOFError when it has died."""
    assert process.stdin is not None
    assert process.stdout is not None
    asked = pickle.dumps(question)
    process.stdin.write(LENGTH.pack(len(asked)) + asked)
    await process.stdin.drain()
    (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return json.loads(await process.stdout.readexactly(size))
