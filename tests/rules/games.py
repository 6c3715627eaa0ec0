"""Whole games of Logger by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from rules.game import NOBODY, Event, Seat, Step
from rules.logger.rules import Chop, Phase, Position, legal
from tests.rules.boards import LOGGER, opening

STYLES = ("any", "no chop", "chop")  # how the players choose their action


@dataclass(frozen=True)
class Turn:
    """One turn of a game: who, from where to where, by which steps, and with which events."""

    seat: Seat
    before: Position
    steps: tuple[Step, ...]
    events: tuple[Event, ...]
    after: Position

    @property
    def line(self) -> str:
        return " ".join(map(str, self.steps))


def choose(rng: Random, s: Position, style: str) -> Step:
    """A legal step; lovers and haters of chopping have their way where they can."""
    options = legal(s)
    chops = [step for step in options if isinstance(step, Chop)]
    others = [step for step in options if not isinstance(step, Chop)]
    if style == "chop" and chops:
        return rng.choice(chops)
    if style == "no chop" and others and s.phase is Phase.ACT:
        return rng.choice(others)
    return rng.choice(options)


def game(seats: int, seed: int, style: str = "any") -> Iterator[Turn]:
    """A whole game, turn by turn."""
    rng, s = Random(seed), opening(seats)
    while (seat := LOGGER.actor(s)) != NOBODY:
        before, steps, events = s, list[Step](), list[Event]()
        while LOGGER.actor(s) == seat:
            steps.append(choose(rng, s, style))
            s, more = LOGGER.apply(s, steps[-1])
            events += more
        yield Turn(seat, before, tuple(steps), tuple(events), s)


def positions(seats: int, seed: int, style: str = "any") -> Iterator[Position]:
    """Every position of a whole game, also within the turns, the last one included."""
    for turn in game(seats, seed, style):
        s = turn.before
        for step in turn.steps:
            yield s
            s, _ = LOGGER.apply(s, step)
    yield s


any_seed = st.integers(0, 2**32)
