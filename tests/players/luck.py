"""A game in which nature speaks in the middle of a turn and after it: the player to move throws a
coin or rests, and after heads throws again or not. Three points win. It brings nothing but the
rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.game import NATURE, NOBODY, Event, GameRules, Seat, Setup, Step
from rules.text import Text
from tests.rules.keep import Say

GOAL = 3


THROW, REST, HEADS, TAILS = map(Say, ("throw", "rest", "heads", "tails"))


class Table(NamedTuple):
    mover: Seat
    thrown: bool
    points: tuple[int, ...]
    guess: str = ""


class Coins(GameRules[Table]):
    key, title, letter = "coins", "Coins", "C"
    fewest, most = 2, 3

    def opening(self, setup: Setup) -> Table:
        return Table(0, False, (0,) * setup.seats)

    def actor(self, s: Table) -> Seat:
        if max(s.points) >= GOAL:
            return NOBODY
        return NATURE if s.thrown else s.mover

    def candidates(self, s: Table) -> Iterable[Step]:
        return (HEADS, TAILS) if s.thrown else (THROW, REST)

    def why_not(self, s: Table, step: Step) -> Text | None:
        return None

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        if step is THROW:
            return s._replace(thrown=True), []
        points = list(s.points)
        points[s.mover] += step is HEADS
        mover = s.mover if step is HEADS else (s.mover + 1) % len(points)
        return Table(mover, False, tuple(points)), []

    def scores(self, s: Table) -> tuple[tuple[int, ...], ...]:
        return tuple((points,) for points in s.points)


class Guesses(Coins):
    """The coin is thrown whatever the mover guesses: no turn is better than the other."""

    key, title = "guesses", "Guesses"

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        if not s.thrown:
            return s._replace(thrown=True, guess=str(step)), []
        points = list(s.points)
        points[s.mover] += (step is HEADS) == (s.guess == str(THROW))
        return Table((s.mover + 1) % len(points), False, tuple(points)), []
