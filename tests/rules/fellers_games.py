"""Whole games of Forest Fellers by chance: players who mostly go downstream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from rules.fellers.position import Position
from rules.game import NOBODY, Event, Seat, Setup, Step
from rules.play import legal
from tests.rules.courses import FELLERS

DOWNSTREAM = ("s", "se", "sw")
COURSES = ("A+H", "D+E", "B+L", "C+G", "F+I", "E+K")

any_seed = st.integers(0, 2**32)


@dataclass(frozen=True)
class Said:
    """One step: who said it, in what position, and what came of it."""

    seat: Seat
    before: Position
    step: Step
    after: Position
    events: tuple[Event, ...]


def game(seats: int, seed: int, course: str = "") -> Iterator[Said]:
    """A whole game, step by step."""
    rng = Random(seed)
    s = FELLERS.new(Setup(seats, {"course": course or rng.choice(COURSES)}))
    while (seat := FELLERS.actor(s)) != NOBODY:
        step = _choose(rng, s)
        after, events = FELLERS.apply(s, step)
        yield Said(seat, s, step, after, tuple(events))
        s = after


def _choose(rng: Random, s: Position) -> Step:
    options = legal(FELLERS, s)
    onward = [step for step in options if str(step) in DOWNSTREAM]
    return rng.choice(onward if onward and rng.random() < 0.8 else options)


def positions(seats: int, seed: int, course: str = "") -> Iterator[Position]:
    """Every position of a whole game, the last one included."""
    said = None
    for said in game(seats, seed, course):
        yield said.before
    if said is not None:
        yield said.after
