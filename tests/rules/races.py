"""Whole games of Forest Fellers by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.fellers.position import Phase, Position
from rules.fellers.river import OFF, pairs
from rules.fellers.rules import Go
from rules.game import Setup, Step
from tests.rules.courses import FELLERS
from tests.rules.games import Said, steps

DOWNSTREAM = ("s", "se", "sw")
MOSTLY = 0.8  # of the steps lead nearer to the finish, if there is such a step
COURSES = tuple(f"{one.letter}+{two.letter}" for one, two in pairs(FELLERS.segments.values()))


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
    rng, s = Random(seed), FELLERS.new(Setup(seats, {"course": course}))
    return steps(FELLERS, s, lambda s: choose(rng, s, downstream))
