"""Thinks in separate processes, so players never wait for computers.

One that dies or takes too long is ended and replaced; its position is lost. If many wait, each gets
less time: a computer that searches less deeply is better than a person who has left.
"""

import asyncio
import json
import os
import pickle
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.table.computers import ALONE, BetterTurn, GoodTurn, PlayedGame, Problem, SearchLost, Waits
from bot.thinking.child import LENGTH


class Urgency(IntEnum):
    """Kinds of thoughts, most urgent first."""

    HINT = 0  # a person looks at the screen and waits
    TURN = 1
    SUGGESTION = 2  # for a panel that works without it
    REVIEW = 3  # of a finished game


# Each a number of seconds by Urgency.
# From the question to the end of the thought. Answers should take 2 and 10; the rest is for the
# commit, the picture and the post.
WITHIN: Final = (1.6, 7.0, 90.0, 90.0)
# Thinking at most. A thought is never interrupted, so a turn leaves time for a hint.
MOST: Final = (1.5, 2.5, 0.5, 50.0)
# Thinking at least: a machine with less time is too small.
LEAST: Final = (0.5, 0.2, 0.2, 5.0)


@dataclass(order=True)
class _Asked:
    rank: Urgency
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
    async def place(self, rank: Urgency, waits: Waits = ALONE) -> AsyncIterator[float]:
        """Wait for a place and hold it; yield the seconds of thinking."""
        now, place = self._now(), asyncio.get_running_loop().create_future()
        asked = _Asked(rank, next(self._count), now - waits.this + WITHIN[rank], place)
        if rank == Urgency.TURN:
            self._behind = [now - waited + WITHIN[rank] for waited in waits.behind]
            self._elsewhere = waits.elsewhere
        if self._free:
            self._free -= 1
        else:
            heappush(self._waiting, asked)
            try:
                await place
            except asyncio.CancelledError:
                if not place.cancelled():
                    self._next()  # it got the place at the same moment
                raise
        try:
            # The seconds for each waiting thought that let all answers be in time. Hints use only
            # this process; other processes share the turns.
            line = [asked, *sorted(each for each in self._waiting if not each.place.done())]
            here = [each.deadline for each in line if each.rank <= rank]
            now, places = self._now(), self._places
            behind = (end for end in self._behind if end + WITHIN[Urgency.TURN] > now)
            everybody = [*(each.deadline for each in line), *behind]
            together = each_of(everybody, now, places + self._elsewhere)
            yield max(LEAST[rank], min(MOST[rank], each_of(here, now, places), together))
        finally:
            self._next()

    def _next(self) -> None:
        while self._waiting:
            first = heappop(self._waiting)
            if not first.place.done():
                first.place.set_result(None)
                return
        self._free += 1


def each_of(deadlines: Sequence[float], now: float, places: int) -> float:
    """The seconds for each thought if they run in this order, `places` at a time, and all meet
    their deadlines."""
    rounds: Iterable[int] = (-(-n // places) for n in range(1, len(deadlines) + 1))
    return min((end - now) / n for end, n in zip(deadlines, rounds, strict=True))


ROOT: Final = Path(__file__).parents[2]

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
        command: tuple[str, ...] = (sys.executable, "-m", "bot.thinking.child"),
        patience: float = 20.0,
        *,
        kept: bool = True,
    ) -> None:
        self._command, self._patience, self._kept = command, patience, kept
        self.room, self._queue = count, Queue(count)
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        async with self._queue.place(Urgency.TURN, waits) as seconds:
            return str(await self._answer("turn", *position, seconds))

    async def best(self, position: Problem) -> list[GoodTurn]:
        return [GoodTurn(*each) for each in await self._found(Urgency.HINT, "best", position)]

    async def suggest(self, position: Problem) -> list[GoodTurn]:
        return [GoodTurn(*each) for each in await self._found(Urgency.SUGGESTION, "best", position)]

    async def find_turning_points(self, game: PlayedGame) -> list[BetterTurn]:
        return [BetterTurn(*each) for each in await self._found(Urgency.REVIEW, "turned", game)]

    async def glimpse(self, game: PlayedGame) -> list[BetterTurn]:
        return [BetterTurn(*each) for each in await self._found(Urgency.HINT, "glimpse", game)]

    async def _found(self, rank: Urgency, how: str, about: Problem | PlayedGame) -> Any:
        async with self._queue.place(rank) as seconds:
            return await self._answer(how, *about, seconds)

    async def _answer(self, *question: Any) -> Any:
        """Raises SearchLost."""
        process = self._idle.pop() if self._idle else await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            asked = pickle.dumps(question)
            async with asyncio.timeout(self._patience):
                process.stdin.write(LENGTH.pack(len(asked)) + asked)
                await process.stdin.drain()
                (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                answer = json.loads(await process.stdout.readexactly(size))
        except (OSError, EOFError, TimeoutError) as lost:
            raise SearchLost(type(lost).__name__) from lost
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
        names = ("PATH", "SYSTEMROOT", "LANG", "TMPDIR", "TEMP")  # never a token
        kept = {name: os.environ[name] for name in names if name in os.environ}
        # The hashes are the same in every process, so the same seed gives the same turn.
        ours = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            env=kept | ours,
        )
        self._all.add(process)
        return process

    async def _ended(self, process: Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):  # already ended
            process.kill()
        await process.wait()
