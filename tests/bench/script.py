"""Random games that are the same in every run, as positions and lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from typing import Any

from rules import GAMES
from rules.game import NOBODY, Event, GameRules, Seat, Setup, Step
from tests.rules import races

MEASURED = ("logger", "logjam", "fellers")  # the games of the record
LOGGER: GameRules[Any] = GAMES["logger"].game
DOWNSTREAM = 0.8  # of the steps in Forest Fellers, or a race would hardly end


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: who says which line where, and the result."""

    seat: Seat
    before: Any
    line: str
    after: Any
    events: tuple[Event, ...]


def chosen(chance: Random, rules: GameRules[Any], s: Any) -> Step:
    """A legal step, nature's too: in Forest Fellers mostly towards the finish."""
    if rules.key == "fellers":
        return races.choose(chance, s, DOWNSTREAM)
    return chance.choice(rules.legal(s))


def game(seats: int, seed: int, kind: str = "logger") -> Iterator[Turn]:
    """A random game, turn by turn, without nature's words."""
    rules: GameRules[Any] = GAMES[kind].game
    chance, s = Random(seed), rules.new(Setup(seats))
    while (seat := rules.actor(s)) != NOBODY:
        before, words, events = s, list[str](), list[Event]()
        while rules.actor(s) == seat:
            step = chosen(chance, rules, s)
            words.append(str(step))
            s, more = rules.apply(s, step)
            events += more
        if seat >= 0:
            yield Turn(seat, before, " ".join(words), s, tuple(events))


def long_game(seats: int, turns: int, kind: str = "logger") -> list[Turn]:
    """The first of the random games that is long enough, cut at its nth turn."""
    games = ([*islice(game(seats, seed, kind), turns + 1)] for seed in count())
    return next(played for played in games if len(played) > turns)[:turns]
