"""A puzzle: a position with one clearly best turn, out of a game of computers (`make puzzles`).

    puzzle fellers
    made by make puzzles: game 7 of computers      its origin
    best 84 c3 +b2 | d4 xe4 | c2 !d4 .             its player wins 84 of 100 such games; then the
    other 41 c3 +b3 | d4 xd3                       feared reply, and the turn after that
                                                   (an empty line, then a record up to the position)
    lumbercamp record 1
    …

The other turns are the ones that the analysis looked at, the second best first. A day has one
puzzle of each game, the same for everybody, and begins at midnight in UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, NamedTuple

import seeds
from bot.table.game import DAY
from bot.table.lessons import Scene
from rules.game import GameRules
from rules.play import perform
from rules.record import Record, parse


class Judged(NamedTuple):
    """A turn, with its judgement by the analysis."""

    line: str  # as in the log
    share: int  # games that its player wins, of 100
    then: tuple[str, ...] = ()  # the likely reply; after the best turn its answer too


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle's file."""

    kind: str
    made: str
    turns: tuple[Judged, ...]  # the best one first
    record: Record

    @property
    def best(self) -> Judged:
        return self.turns[0]


def read(text: str) -> Puzzle:
    """The puzzle of a file. Raises ValueError if it isn't a puzzle, or Corrupt."""
    head, _, record = text.partition("\n\n")
    (puzzle, kind), (made, where), *turns = (line.split(" ", 1) for line in head.splitlines())
    verbs = [verb for verb, _ in turns]
    if (puzzle, made, verbs) != ("puzzle", "made", ["best", *["other"] * (len(turns) - 1)]):
        raise ValueError("a puzzle has its game, its origin, and its turns, the best first")
    judged = list[Judged]()
    for _, said in turns:
        turn, *then = said.split(" | ")
        share, _, line = turn.partition(" ")
        judged.append(Judged(line, int(share), tuple(then)))
    return Puzzle(kind, where, tuple(judged), parse(record))


@cache
def puzzles_of(kind: str) -> Sequence[Puzzle]:
    """The puzzles of a game, from its files."""
    return tuple(map(read, seeds.puzzles(kind)))


def today(now: float) -> int:
    """The current day, counted since 1970."""
    return int(now // DAY)


def date_of(day: int) -> date:
    return datetime.fromtimestamp(day * DAY, UTC).date()


def of_day(kind: str, day: int) -> Puzzle:
    """A game's puzzle of a day. After the last one, the first one follows."""
    found = puzzles_of(kind)
    return found[day % len(found)]


def game_of_day(kinds: Sequence[str], day: int) -> str:
    """The game of a day's puzzle if no game is named."""
    return kinds[day % len(kinds)]


def found(game: GameRules[Any], puzzle: Puzzle, scene: Scene, after: Any) -> Judged | None:
    """The judgement of a whole turn, by the position it leads to, however it was said. None: the
    analysis didn't look at it."""
    ends = ((turn, perform(game, scene.state, turn.line)[0]) for turn in puzzle.turns)
    return next((turn for turn, end in ends if end == after), None)


def streak(solved: Collection[int], day: int) -> int:
    """The number of consecutive days with a solved puzzle, up to this day, or up to the day before
    while this one can still be solved."""
    last, n = day if day in solved else day - 1, 0
    while last - n in solved:
        n += 1
    return n
