"""`make bench`: every row beside what it is held to. A row that is missed is told, and no error."""

from __future__ import annotations

import argparse
import asyncio
import platform
from collections.abc import Iterable
from datetime import date
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench import (
    clocks,
    crowd,
    films,
    letters,
    masses,
    pictures,
    play,
    results,
    stored,
    thinking,
    turns,
)
from tests.bench.measuring import Effort, Row


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a rehearsal; the numbers are rough")
    effort, start = Effort(parser.parse_args().quick), perf_counter()
    print(f"{date.today()}, {cpu_count()} cores, Python {platform.python_version()}")
    with TemporaryDirectory() as folder:
        missed = _told(effort, Path(folder))
    verdict = f"NOT REACHED: {'; '.join(missed)}." if missed else "Every limit is kept."
    print(f"{verdict} {perf_counter() - start:.0f} s.")


def _told(effort: Effort, folder: Path) -> list[str]:
    """Print every row as soon as it is there; the names of those that miss a limit."""
    missed = []
    for row in _rows(effort, folder):
        print(row, flush=True)
        missed += [row.what] if row.missed else []
    return missed


def _rows(effort: Effort, folder: Path) -> Iterable[Row]:
    yield from pictures.rows(effort, folder / "sprites")
    yield from films.rows(effort)
    yield from play.rows(effort)
    yield from letters.rows(effort)
    yield from thinking.rows(effort)
    for part in (stored, results, clocks, turns, crowd, masses):
        yield from asyncio.run(part.rows(effort, folder))


if __name__ == "__main__":
    main()
