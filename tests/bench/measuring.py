"""A row of the bench, the timing of two things by their ratio, and the limit of each row with its
last measurement: tests/bench/record.tsv.

    part    row    limit    measured    date    machine

A limit is `≤ 1.2` or `≥ 30`; a sign alone says which way is better. People write limits,
`python -m tests.bench --record` writes the rest.
"""

from __future__ import annotations

import platform
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from os import cpu_count
from pathlib import Path
from statistics import median, quantiles

WIDE = 78  # characters of a row's name
FILE = Path(__file__).with_name("record.tsv")
LESS, MORE = "≤", "≥"
WORDS = {LESS: "at most", MORE: "at least"}
Key = tuple[str, str]  # a part, and the name of a row


@dataclass(frozen=True, slots=True)
class Effort:
    quick: bool = False  # a rehearsal of every row

    def of(self, full: int, quick: int) -> int:
        return quick if self.quick else full


@dataclass(frozen=True, slots=True)
class Row:
    what: str  # its name in the record
    value: float
    unit: str = ""
    detail: str = ""  # the two sides of a ratio

    def __str__(self) -> str:
        return f"{self.what:{WIDE}} {number(self.value) + self.unit:>10}"


def number(value: float) -> str:
    """`1,234`, `0.07`."""
    return f"{value:,.{0 if abs(value) >= 100 else 2}f}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things timed in turn; a busy minute spoils a round and not the result."""

    ours: float  # median in seconds
    theirs: float  # likewise
    ratio: float  # the median of the rounds' ratios

    @property
    def detail(self) -> str:
        return f"{spoken(self.ours)} to {spoken(self.theirs)}"


def paired(rounds: Sequence[tuple[float, float]]) -> Pair:
    """The result of rounds of (our seconds, their seconds)."""
    ours, theirs = zip(*rounds, strict=True)
    return Pair(median(ours), median(theirs), median(a / b for a, b in rounds))


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> Pair:
    """Two pieces of work, one after the other in every round, after a round that warms up."""
    ours(), theirs()
    return paired([(seconds(ours), seconds(theirs)) for _ in range(rounds)])


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


async def timed(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds, and those of the processor in this process."""
    start, used = time.perf_counter(), time.process_time()
    await work()
    return time.perf_counter() - start, time.process_time() - used


def rate(work: Callable[[], object], lasting: float) -> float:
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


@dataclass(frozen=True, slots=True)
class Line:
    """A limit, and a measurement unless the row is new."""

    limit: str = LESS
    measured: float | None = None
    date: str = ""
    machine: str = ""

    @property
    def bound(self) -> float | None:
        return float(self.limit[1:]) if self.limit[1:] else None

    def missed(self, value: float) -> bool:
        if self.bound is None:
            return False
        return value < self.bound if self.limit[0] == MORE else value > self.bound

    def worse(self, value: float) -> bool:
        """Worse than the record by more than noise: a quarter of it, or a tenth of the limit."""
        if self.measured is None:
            return False
        noise = max(abs(self.measured) / 4, (self.bound or 0) / 10)
        more = value - self.measured
        return (-more if self.limit[0] == MORE else more) > noise

    def beside(self, row: Row) -> str:
        """The record and the limit, with a verdict on each."""
        said = []
        if self.measured is not None:
            worse = " WORSE" if self.worse(row.value) else ""
            said.append(f"recorded {number(self.measured)}{row.unit}{worse}")
        if self.bound is not None:
            verdict = "NOT REACHED" if self.missed(row.value) else "✓"
            said.append(f"{WORDS[self.limit[0]]} {self.bound:g}{row.unit} {verdict}")
        return ", ".join(said) or "no record"


def read() -> dict[Key, Line]:
    found = dict[Key, Line]()
    for written in FILE.read_text(encoding="utf-8").splitlines():
        part, what, limit, measured, day, where = written.split("\t")
        found[part, what] = Line(limit, float(measured) if measured else None, day, where)
    return found


def write(lines: Mapping[Key, Line]) -> None:
    written = list[str]()
    for key, line in lines.items():
        measured = "" if line.measured is None else f"{line.measured:.4g}"
        written.append("\t".join((*key, line.limit, measured, line.date, line.machine)))
    FILE.write_text("\n".join([*written, ""]), encoding="utf-8")


def renewed(lines: Mapping[Key, Line], found: Iterable[tuple[str, Row]]) -> dict[Key, Line]:
    """The record with today's measurements in it; limits stay."""
    today, here, more = date.today().isoformat(), machine(), dict(lines)
    for part, row in found:
        line = more.get((part, row.what), Line())
        more[part, row.what] = replace(line, measured=row.value, date=today, machine=here)
    return more


def machine() -> str:
    """Its processor, its cores, and its Python."""
    about = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", about.read_text("utf-8") if about.exists() else "")
    processor = found[1] if found else platform.machine()
    return f"{processor}, {cpu_count()} cores, Python {platform.python_version()}"
