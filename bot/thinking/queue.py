"""Who is thought for first, and for how long: hints, then turns in the order of asking, then
suggestions.

    asked ──> waits by (rank, when) ──> one of so many places ──> so many seconds

Where many wait, each is thought of for a shorter time, so that nobody waits long: a computer that
looks less far is better than a person who has gone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from types import MappingProxyType
from typing import Final

from bot.table.minds import ALONE, Waits


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
