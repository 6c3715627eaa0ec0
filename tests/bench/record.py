"""What each row of the bench is held to, and its last measurement: tests/bench/record.tsv.

    part    row    limit    measured    date    machine

A limit is `≤ 1.2` or `≥ 30`; a sign alone says which way is better. People write limits,
`python -m tests.bench --record` writes the rest.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from os import cpu_count
from pathlib import Path

from tests.bench.measuring import Row, number

FILE = Path(__file__).with_name("record.tsv")
LESS, MORE = "≤", "≥"
WORDS = {LESS: "at most", MORE: "at least"}
Key = tuple[str, str]  # a part, and the name of a row


@dataclass(frozen=True, slots=True)
class Line:
    """A limit, and a measurement unless the row is new."""

    limit: str = LESS
    measured: float | None = None
    date: str = ""
    machine: str = ""

    @property
    def better(self) -> str:
        return self.limit[0]

    @property
    def bound(self) -> float | None:
        return float(self.limit[1:]) if self.limit[1:] else None

    @property
    def source(self) -> str:
        """When and where it was measured: only ratios travel between machines."""
        return f"on {self.date}, {self.machine}"

    def missed(self, value: float) -> bool:
        if self.bound is None:
            return False
        return value < self.bound if self.better == MORE else value > self.bound

    def worse(self, value: float) -> bool:
        """Worse than the record by more than noise: a quarter of it, or a tenth of the limit."""
        if self.measured is None:
            return False
        noise = max(abs(self.measured) / 4, (self.bound or 0) / 10)
        more = value - self.measured
        return (-more if self.better == MORE else more) > noise

    def beside(self, row: Row) -> str:
        """The record and the limit, with a verdict on each."""
        said = []
        if self.measured is not None:
            worse = " WORSE" if self.worse(row.value) else ""
            said.append(f"recorded {number(self.measured)}{row.unit}{worse}")
        if self.bound is not None:
            verdict = "NOT REACHED" if self.missed(row.value) else "✓"
            said.append(f"{WORDS[self.better]} {self.bound:g}{row.unit} {verdict}")
        return ", ".join(said) or "no record"


def read() -> dict[Key, Line]:
    found = dict[Key, Line]()
    for written in FILE.read_text(encoding="utf-8").splitlines():
        part, what, limit, measured, day, where = written.split("\t")
        found[part, what] = Line(limit, float(measured) if measured else None, day, where)
    return found


def write(lines: Mapping[Key, Line]) -> None:
    FILE.write_text(
        "".join(
            "\t".join((*key, line.limit, _plain(line.measured), line.date, line.machine)) + "\n"
            for key, line in lines.items()
        ),
        encoding="utf-8",
    )


def _plain(measured: float | None) -> str:
    return "" if measured is None else f"{measured:.4g}"


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
