"""Whole games by chance: of any game step by step or turn by turn, and those of Logger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from rules.game import NATURE, NOBODY, Event, GameRules, Seat, Step
from rules.logger.rules import Chop, Phase, Position, legal
from tests.rules.boards import LOGGER, opening

STYLES = ("any", "no chop", "chop")  # how the players choose their action


class Said(NamedTuple):
    """One step of a game: from where to where, by whom, and with which events."""

    before: Any
    seat: Seat
    step: Step
    events: list[Event]
    after: Any


class Turn(NamedTuple):
    """A whole turn, or an answer of nature."""

    seat: Seat
    before: Any
    line: str
    after: Any
    events: tuple[Event, ...]


def steps(rules: GameRules[Any], s: Any, choose: Callable[[Any], Step]) -> Iterator[Said]:
    """A whole game from a position on, nature's steps included."""
    while (seat := rules.actor(s)) != NOBODY:
        before, step = s, choose(s)
        s, events = rules.apply(s, step)
        yield Said(before, seat, step, events, s)


def turns(rules: GameRules[Any], s: Any, choose: Callable[[Any], Step]) -> Iterator[Turn]:
    """The same, turn by turn."""
    before, words, events = s, list[str](), list[Event]()
    for said in steps(rules, s, choose):
        words.append(str(said.step))
        events += said.events
        if rules.actor(said.after) != said.seat:
            yield Turn(said.seat, before, " ".join(words), said.after, tuple(events))
            before, words, events = said.after, [], []


def by_chance(rules: GameRules[Any], s: Any, seed: int) -> Iterator[Said]:
    """Steps at random."""
    rng = Random(seed)
    return steps(rules, s, lambda s: rng.choice(rules.legal(s)))


def dealt(rules: GameRules[Any], s: Any, rng: Random) -> Any:
    """Let nature speak by chance as long as she may."""
    while rules.actor(s) == NATURE:
        s, _ = rules.apply(s, rng.choice(rules.legal(s)))
    return s


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
    """A whole game of Logger, turn by turn."""
    rng = Random(seed)
    return turns(LOGGER, opening(seats), lambda s: choose(rng, s, style))


def positions(seats: int, seed: int, style: str = "any") -> Iterator[Position]:
    """Every position of a whole game, also within the turns, the last one included."""
    rng, s = Random(seed), opening(seats)
    yield s
    yield from (said.after for said in steps(LOGGER, s, lambda s: choose(rng, s, style)))


any_seed = st.integers(0, 2**32)
