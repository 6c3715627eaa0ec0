"""A row of the bench, and how two things are timed so that only their ratio matters."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

WIDE = 78  # characters of a row's name


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: `quick` is a rehearsal of every row; games: of the part "million"."""

    quick: bool = False
    games: int = 100_000

    def of(self, full: int, quick: int) -> int:
        return quick if self.quick else full


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement. what: its name in the record; detail: the two sides of a ratio."""

    what: str
    value: float
    unit: str = ""
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.what:{WIDE}} {number(self.value) + self.unit:>10}"


def number(value: float) -> str:
    """`1,234`, `0.07`."""
    return f"{value:,.{0 if abs(value) >= 100 else 2}f}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things timed in turn. ours, theirs: medians in seconds; ratio: the median of the
    ratios of the rounds, so that a busy minute spoils a round and not the result."""

    ours: float
    theirs: float
    ratio: float

    @property
    def detail(self) -> str:
        return f"{spoken(self.ours)} to {spoken(self.theirs)}"


def paired(rounds: Sequence[tuple[float, float]]) -> Pair:
    """What comes of rounds of (our seconds, their seconds)."""
    ours, theirs = zip(*rounds, strict=True)
    return Pair(median(ours), median(theirs), median(a / b for a, b in rounds))


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> Pair:
    """Two pieces of work, one after the other in every round, after a round that warms up."""
    ours(), theirs()
    return paired([(seconds(ours), seconds(theirs)) for _ in range(rounds)])


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


async def timed(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds, and those of the processor in this process."""
    start, used = time.perf_counter(), time.process_time()
    await work()
    return time.perf_counter() - start, time.process_time() - used


def rate(work: Callable[[], object], lasting: float) -> float:
    """How often a second, measured for so many seconds."""
    done, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < lasting:
        work()
        done += 1
    return done / passed


def percentile(times: Sequence[float], which: int) -> float:
    """The value that `which` of a hundred do not exceed."""
    return quantiles(times, n=100)[which - 1] if len(times) > 1 else times[0]


def spoken(time_taken: float) -> str:
    """`35 µs`, `1.24 ms`, `2.1 s`."""
    if time_taken < 1e-3:
        return f"{time_taken * 1e6:.0f} µs"
    return f"{time_taken * 1e3:.2f} ms" if time_taken < 1 else f"{time_taken:.1f} s"
