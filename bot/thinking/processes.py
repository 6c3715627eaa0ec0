"""Thinks in separate processes, so players never wait for computers.

A process starts when it is first needed, and then thinks about one position at a time. One that
dies or takes too long is ended and replaced; its position is lost.

Hints come first, then turns in the order of asking, then suggestions:

    asked ──> waits by (rank, when) ──> a free place ──> some seconds of thinking

If many wait, each gets less time, so nobody waits long: a computer that searches less deeply is
better than a person who has left.
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
    """Kinds of thoughts, most urgent first."""

    HINT = 0  # a person looks at the screen and waits
    TURN = 1
    SUGGESTION = 2  # for a panel that works without it
    REVIEW = 3  # of a finished game


# Seconds from the question to the end of the thought. Answers should take 4 and 10; the rest is for
# the commit, the picture and the post.
WITHIN: Final[Mapping[Rank, float]] = MappingProxyType(
    {Rank.HINT: 3.0, Rank.TURN: 7.0, Rank.SUGGESTION: 90.0, Rank.REVIEW: 90.0}
)
# Seconds of thinking at most. A thought is never interrupted, so a turn leaves time for a hint.
MOST: Final[Mapping[Rank, float]] = MappingProxyType(
    {Rank.HINT: 1.5, Rank.TURN: 2.5, Rank.SUGGESTION: 0.5, Rank.REVIEW: 50.0}
)
# Seconds of thinking at least: a machine with less time is too small.
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
    """A number of places, each for one thought. now: a monotonic clock in seconds."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        self._places, self._free, self._now = places, places, now
        self._waiting: list[_Asked] = []
        self._behind: Sequence[float] = ()  # deadlines of turns that wait in the store
        self._elsewhere = 0
        self._count = count()

    @asynccontextmanager
    async def place(self, rank: Rank, waits: Waits = ALONE) -> AsyncIterator[float]:
        """Wait for a place and hold it; yield the seconds of thinking."""
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
                self._next()  # it got the place at the same moment
            raise

    def _next(self) -> None:
        while self._waiting:
            first = heappop(self._waiting)
            if not first.place.done():
                first.place.set_result(None)
                return
        self._free += 1

    def _seconds(self, asked: _Asked) -> float:
        """The seconds for each waiting thought that let all answers be in time. Hints use only this
        process; other processes share the turns."""
        line = [asked, *sorted(each for each in self._waiting if not each.place.done())]
        here = [each.deadline for each in line if each.rank <= asked.rank]
        now, places = self._now(), self._places
        behind = (end for end in self._behind if end + WITHIN[Rank.TURN] > now)
        everybody = [*(each.deadline for each in line), *behind]
        share = min(each_of(here, now, places), each_of(everybody, now, places + self._elsewhere))
        return max(LEAST[asked.rank], min(MOST[asked.rank], share))


def each_of(deadlines: Sequence[float], now: float, places: int) -> float:
    """The seconds for each thought if they run in this order, `places` at a time, and all meet
    their deadlines."""
    rounds: Iterable[int] = (-(-n // places) for n in range(1, len(deadlines) + 1))
    return min((end - now) / n for end, n in zip(deadlines, rounds, strict=True))


PATIENCE: Final = 20.0  # seconds for a turn, from a running process
REVIEW_PATIENCE: Final = 90.0  # for a whole game
ROOT: Final = Path(__file__).parents[2]
CHILD: Final = (sys.executable, "-m", "bot.thinking.child")
# All environment variables of a process: never a token. The hashes are the same in every process,
# so the same seed gives the same turn.
SURROUNDINGS: Final = ("PATH", "SYSTEMROOT", "LANG", "TMPDIR", "TEMP")

Process = asyncio.subprocess.Process


def beside_the_bot(asked: int, there: int | None = None) -> int:
    """The number of processes that think at once: those asked for, but each on a core other than
    the bot's; at least one. there: cores, None: those that we may use."""
    return max(1, min(asked, (there or cores()) - 1))


def cores() -> int:
    """The number of cores that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes:
    """A bot.table.computers.Mind with a number of processes. command: starts a process; patience:
    seconds for an answer; kept: reuse a process for the next question."""

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
        with suppress(ProcessLookupError):  # already ended
            process.kill()
        await process.wait()


async def _asked(process: Process, question: tuple[Any, ...]) -> Any:
    """Ask a process. Raises OSError or EOFError if it has died."""
    assert process.stdin is not None
    assert process.stdout is not None
    asked = pickle.dumps(question)
    process.stdin.write(LENGTH.pack(len(asked)) + asked)
    await process.stdin.drain()
    (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return json.loads(await process.stdout.readexactly(size))
