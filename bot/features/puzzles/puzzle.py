"""A puzzle: a position with one clearly best turn, out of a game of computers (`make puzzles`).

    puzzle fellers
    made by make puzzles: game 7 of computers      where it comes from
    best 84 c3 +b2 | d4 xe4 | c2 !d4 .             of 100 such games its player wins so many; then
    other 41 c3 +b3 | d4 xd3                       the reply that is feared, and the turn after it
                                                   (an empty line, then a record up to the position)
    lumbercamp record 1
    …

The other turns are those that were looked at, the second best in front. A day has one puzzle of
each game, the same for everybody, and begins at midnight in UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, NamedTuple

import seeds
from bot.table.calendar import DAY
from bot.table.lessons import Scene
from rules.game import Game
from rules.play import perform
from rules.record import Record, parse


class Judged(NamedTuple):
    """A turn, and what the analysis says about it."""

    line: str  # as in the log
    share: int  # of 100 such games, how many its player wins
    then: tuple[str, ...] = ()  # the likely reply, and after the best turn the answer to that


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a file says."""

    kind: str
    made: str
    turns: tuple[Judged, ...]  # the best one first
    record: Record

    @property
    def best(self) -> Judged:
        return self.turns[0]


def read(text: str) -> Puzzle:
    """The puzzle of a file. Raises ValueError where it is none, or Corrupt."""
    head, _, record = text.partition("\n\n")
    (puzzle, kind), (made, where), *turns = (line.split(" ", 1) for line in head.splitlines())
    verbs = [verb for verb, _ in turns]
    if (puzzle, made, verbs) != ("puzzle", "made", ["best", *["other"] * (len(turns) - 1)]):
        raise ValueError(
            "a puzzle has its game, where it comes from, and its turns, the best first"
        )
    return Puzzle(kind, where, tuple(_judged(said) for _, said in turns), parse(record))


def _judged(said: str) -> Judged:
    turn, *then = said.split(" | ")
    share, _, line = turn.partition(" ")
    return Judged(line, int(share), tuple(then))


@cache
def puzzles_of(kind: str) -> Sequence[Puzzle]:
    """The puzzles of a game, as its files say them."""
    return tuple(map(read, seeds.puzzles(kind)))


def today(now: float) -> int:
    """The day it is, counted since 1970."""
    return int(now // DAY)


def date_of(day: int) -> date:
    return datetime.fromtimestamp(day * DAY, UTC).date()


def of_day(kind: str, day: int) -> Puzzle:
    """A game's puzzle of a day: one after the other, and then anew."""
    found = puzzles_of(kind)
    return found[day % len(found)]


def game_of_day(kinds: Sequence[str], day: int) -> str:
    """The game of a day's puzzle if no game is named."""
    return kinds[day % len(kinds)]


def found(game: Game[Any], puzzle: Puzzle, scene: Scene, after: Any) -> Judged | None:
    """What was judged of a whole turn, by where it led, however it was said. None: it is none of
    those that were looked at."""
    ends = ((turn, perform(game, scene.state, turn.line)[0]) for turn in puzzle.turns)
    return next((turn for turn, end in ends if end == after), None)


def streak(solved: Collection[int], day: int) -> int:
    """How many days one after the other had a puzzle solved, up to this one, or to the one before
    as long as this one can still be solved."""
    last, n = day if day in solved else day - 1, 0
    while last - n in solved:
        n += 1
    return n
