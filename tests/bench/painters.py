"""How many boards a painter draws a second: of games and people that it has never drawn before, as
those of hundreds of tables are, while the pictures of other rows are drawn again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from renderer import Labels
from renderer.palette import encode
from rules import GAMES
from rules.play import Seen
from tests.bench.measuring import Effort, Row, seconds, spoken
from tests.bench.pictures import opened
from tests.bench.script import game
from tests.hosted import draw, prepare

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kai", "Lea")
TURNS = 44  # of each game
Board = tuple[Seen[Any], Labels]


def rows(effort: Effort, sprites: Path) -> Iterator[Row]:
    prepare(sprites)
    for kind in GAMES:
        yield from _rows(effort, kind)


def _rows(effort: Effort, kind: str) -> Iterator[Row]:
    title, many, turns = GAMES[kind].game.title, effort.of(6, 1), effort.of(TURNS, 6)
    nth = iter(range(0, 100 * many, many))

    def unknown() -> list[Board]:
        """Boards of games that no others are of, those of all games in turn."""
        return _boards(kind, range(first := next(nth), first + many), turns)

    _drawn(kind, unknown())
    boards = unknown()
    ours, pngs = _processor(partial(_drawn, kind, boards))
    plain = [opened(png) for png in pngs]
    bare, _ = _processor(lambda: [encode(each) for each in plain])
    detail = f"{spoken(ours / len(boards))} to {spoken(bare / len(boards))} of processor"
    what = f"{title}: picture of a board never drawn before ÷ its bare encoding"
    yield Row(what, ours / bare, detail=detail)
    what = f"{title}: boards never drawn before by one painter, a second of processor"
    yield Row(what, len(boards) / ours)
    alone, together = (_painted(kind, unknown(), painters) for painters in (1, 2))
    detail = f"{alone:.0f} and {together:.0f} a second"
    yield Row(f"{title}: boards by two painters ÷ by one", together / alone, detail=detail)


def _boards(kind: str, seeds: range, turns: int) -> list[Board]:
    """Boards of games for four, each game with people of its own, in no order."""
    boards = []
    for seed in seeds:
        names = tuple(Random(seed).sample(PEOPLE, 4))
        for n, turn in enumerate(islice(game(4, seed, kind), turns)):
            boards.append((Seen(turn.after, turn.events, None), Labels(f"X{seed}", names, n)))
    Random(len(boards)).shuffle(boards)
    return boards


def _drawn(kind: str, boards: Sequence[Board]) -> list[bytes]:
    return [draw(kind, seen, labels).png for seen, labels in boards]


def _processor(work: Callable[[], list[bytes]]) -> tuple[float, list[bytes]]:
    """Seconds of processor that some work takes, and what came of it."""
    start = time.process_time()
    made = work()
    return time.process_time() - start, made


def _painted(kind: str, boards: Sequence[Board], painters: int) -> float:
    """How many boards so many threads draw together, a second on the wall."""

    def all_drawn() -> None:
        with ThreadPoolExecutor(painters) as pool:
            list(pool.map(lambda board: draw(kind, *board), boards))

    return len(boards) / seconds(all_drawn)
