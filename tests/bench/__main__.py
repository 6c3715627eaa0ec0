"""`make bench`: every row beside what it is held to. A row that is missed is told, and no error."""

from __future__ import annotations

import argparse
import asyncio
import platform
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.ops import loop
from tests import sprites
from tests.bench import (
    clocks,
    crowd,
    endings,
    films,
    languages,
    letters,
    masses,
    million,
    minds,
    painters,
    pictures,
    play,
    results,
    servers,
    stored,
    thinking,
    turns,
    waiting,
    watchers,
)
from tests.bench.measuring import Effort, Row

PARTS: Mapping[str, Callable[[Effort, Path], Iterable[Row]]] = {
    "pictures": lambda effort, folder: pictures.rows(effort, folder / sprites.NAME),
    "painters": lambda effort, folder: painters.rows(effort, folder / sprites.NAME),
    "films": lambda effort, _: films.rows(effort),
    "play": lambda effort, _: play.rows(effort),
    "letters": lambda effort, _: letters.rows(effort),
    "thinking": lambda effort, _: thinking.rows(effort),
    "stored": lambda effort, folder: loop.run(stored.rows(effort, folder)),
    "servers": lambda effort, folder: loop.run(servers.rows(effort, folder)),
    "million": lambda effort, folder: loop.run(million.rows(effort, folder)),
    "results": lambda effort, folder: asyncio.run(results.rows(effort, folder)),
    "clocks": lambda effort, folder: asyncio.run(clocks.rows(effort, folder)),
    "turns": lambda effort, folder: asyncio.run(turns.rows(effort, folder)),
    "languages": lambda effort, folder: asyncio.run(languages.rows(effort, folder)),
    "endings": lambda effort, folder: asyncio.run(endings.rows(effort, folder)),
    "crowd": lambda effort, folder: asyncio.run(crowd.rows(effort, folder)),
    "minds": lambda effort, folder: asyncio.run(minds.rows(effort, folder)),
    "waiting": lambda effort, folder: asyncio.run(waiting.rows(effort, folder)),
    "watchers": lambda effort, folder: asyncio.run(watchers.rows(effort, folder)),
    "masses": lambda effort, folder: asyncio.run(masses.rows(effort, folder)),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a rehearsal; the numbers are rough")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts alone")
    how_many = "how many games there are in the part million (100000)"
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help=how_many)
    asked, start = parser.parse_args(), perf_counter()
    print(f"{date.today()}, {cpu_count()} cores, Python {platform.python_version()}")
    effort = Effort(asked.quick, asked.games)
    with TemporaryDirectory() as folder:
        if asked.quick:
            sprites.beside(Path(folder) / "games.db")  # those of all tests, drawn by now
        rows = (row for part in asked.only for row in PARTS[part](effort, Path(folder)))
        missed = _told(rows)
    verdict = f"NOT REACHED: {'; '.join(missed)}." if missed else "Every limit is kept."
    print(f"{verdict} {perf_counter() - start:.0f} s.")


def _told(rows: Iterable[Row]) -> list[str]:
    """Print every row as soon as it is there; the names of those that miss a limit."""
    missed = []
    for row in rows:
        print(row, flush=True)
        missed += [row.what] if row.missed else []
    return missed


if __name__ == "__main__":
    main()
