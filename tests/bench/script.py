"""Random games of Logger that are the same in every run, as positions and lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from rules import GAMES
from rules.game import NOBODY, Event, Game, Seat, Setup
from rules.play import legal

LOGGER: Game[Any] = GAMES["logger"].game


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: who says which line where, and what comes of it."""

    seat: Seat
    before: Any
    line: str
    after: Any
    events: tuple[Event, ...]


def game(seats: int, seed: int) -> Iterator[Turn]:
    """A random game, turn by turn."""
    chance, s = Random(seed), LOGGER.new(Setup(seats))
    while (seat := LOGGER.actor(s)) != NOBODY:
        before, words, events = s, list[str](), list[Event]()
        while LOGGER.actor(s) == seat:
            step = chance.choice(legal(LOGGER, s))
            words.append(str(step))
            s, more = LOGGER.apply(s, step)
            events += more
        yield Turn(seat, before, " ".join(words), s, tuple(events))


def long_game(seats: int, turns: int) -> list[Turn]:
    """The first of the random games that lasts so many turns, cut there."""
    games = ([*game(seats, seed)] for seed in count())
    return next(played for played in games if len(played) > turns)[:turns]
