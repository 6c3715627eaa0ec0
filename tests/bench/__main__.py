"""`make bench`: every row beside its limit and its record. Only a crash is an error."""

from __future__ import annotations

import argparse
import asyncio
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.ops.service import run_loop
from storage import progress
from tests import sprites
from tests.bench import crowd, masses, measuring, pictures, play, servers, stored, turns, waiting
from tests.bench.measuring import Effort, Key, Line, Row

Found = list[tuple[str, Row]]  # by their part
PARTS: dict[str, Callable[[Effort, Path], Iterable[Row]]] = {
    "pictures": pictures.rows,
    "play": lambda effort, _: play.rows(effort),
    "stored": lambda effort, folder: run_loop(stored.rows(effort, folder)),
    "servers": lambda effort, folder: run_loop(servers.rows(effort, folder)),
    "waiting": lambda effort, folder: asyncio.run(waiting.rows(effort, folder)),
    "masses": lambda effort, folder: asyncio.run(masses.rows(effort, folder)),
    "turns": lambda effort, folder: asyncio.run(turns.rows(effort, folder)),
    "crowd": lambda effort, folder: asyncio.run(crowd.rows(effort, folder)),
}


def main(words: Sequence[str] | None = None) -> int:
    """The exit code: 1 if a part crashed, 0 whatever was measured."""
    asked, start = _asked(words), perf_counter()
    print(f"{date.today()}, {measuring.machine()}", flush=True)
    effort, lines = Effort(asked.quick), measuring.read()
    with TemporaryDirectory() as folder:
        if asked.quick or "pictures" not in asked.only:  # that part leaves drawn ones behind
            sprites.ready()
            sprites.beside(Path(folder) / "games.db")
        rows, crashed = measured(asked.only, effort, Path(folder), lines)
    if asked.quick:
        print("A rehearsal: no number counts.")
    else:
        _sum_up(rows, lines)
    if crashed:
        print(f"CRASHED: {', '.join(crashed)}.")
    if asked.record:
        measuring.write(measuring.renewed(lines, rows))
    print(f"{perf_counter() - start:.0f} s.")
    return 1 if crashed else 0


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a rehearsal; the numbers are rough")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts alone")
    parser.add_argument("--record", action="store_true", help="write the numbers into the record")
    asked = parser.parse_args(words)
    if asked.record and asked.quick:
        parser.error("--quick measures too roughly for a record; leave one of the two out")
    return asked


def measured(
    parts: Iterable[str], effort: Effort, folder: Path, lines: Mapping[Key, Line]
) -> tuple[Found, list[str]]:
    """Run these parts and print each row beside its record; return the rows and the crashed parts.
    A crash stops no other part."""
    rows, crashed = Found(), list[str]()
    for part in progress("Parts", parts):
        try:
            for row in PARTS[part](effort, folder):
                beside = lines.get((part, row.what), Line()).beside(row)
                detail = f"   ({row.detail})" if row.detail else ""
                print(f"{row}   {beside}{detail}", flush=True)
                rows.append((part, row))
        except Exception:
            traceback.print_exc()
            crashed.append(part)
    return rows, crashed


def _sum_up(rows: Found, lines: Mapping[Key, Line]) -> None:
    judged = [(row, lines.get((part, row.what), Line())) for part, row in rows]
    missed = [row.what for row, each in judged if each.missed(row.value)]
    worse = [row.what for row, each in judged if each.worse(row.value)]
    print(f"NOT REACHED: {'; '.join(missed)}." if missed else "Every limit holds.")
    print(f"WORSE: {'; '.join(worse)}." if worse else "No row is worse than its record.")


if __name__ == "__main__":
    sys.exit(main())
