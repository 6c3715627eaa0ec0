"""Whole games of Forest Fellers by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from rules.fellers.position import Phase, Position
from rules.fellers.river import OFF, pairs
from rules.fellers.rules import Go
from rules.game import NOBODY, Event, Seat, Setup, Step
from tests.rules.courses import FELLERS

DOWNSTREAM = ("s", "se", "sw")
MOSTLY = 0.8  # of the steps lead nearer to the finish, if there is such a step
SOME_COURSES = ("A+H", "D+E", "B+L", "C+G", "F+I", "E+K")
COURSES = tuple(f"{one.letter}+{two.letter}" for one, two in pairs(FELLERS.segments.values()))


@dataclass(frozen=True)
class Said:
    """One step of a game: from where to where, and with which events."""

    before: Position
    step: Step
    after: Position
    events: tuple[Event, ...]

    @property
    def seat(self) -> Seat:
        """The seat that said it."""
        return FELLERS.actor(self.before)


def choose(rng: Random, s: Position, downstream: float) -> Step:
    """A legal step; on the river, more or less often one towards the finish."""
    options = FELLERS.legal(s)
    if s.phase is Phase.MOVE and rng.random() < downstream:
        options = [step for step in options if nearer(s, step)] or options
    return rng.choice(options)


def nearer(s: Position, step: Step) -> bool:
    """A step after which the lumberjack has fewer to go."""
    here = s.figures[s.figure]
    if s.course is None or here < 0 or not isinstance(step, Go):
        return False
    there = s.course.toward[here][step.direction]
    return there == OFF or s.course.steps[there] < s.course.steps[here]


def race(seats: int, course: str, seed: int, downstream: float = MOSTLY) -> Iterator[Said]:
    """A whole game, step by step, nature's included."""
    rng = Random(seed)
    s = FELLERS.new(Setup(seats, {"course": course}))
    while FELLERS.actor(s) != NOBODY:
        step = choose(rng, s, downstream)
        there, events = FELLERS.apply(s, step)
        yield Said(s, step, there, tuple(events))
        s = there


any_seed = st.integers(0, 2**32)


def game(seats: int, seed: int, course: str = "") -> Iterator[Said]:
    """A whole game, by chance on one of some courses."""
    return race(seats, course or Random(seed).choice(SOME_COURSES), seed)
