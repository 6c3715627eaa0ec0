"""Boards to look at: crowded ones of any game, late, with the marks of the last turn."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from renderer import Labels
from rules.game import NATURE, NOBODY, Event, Setup
from rules.play import Seen, look
from tests.games import EVERY
from tests.renderer import positions, rafts, rivers

COUNTS = {kind: range(each.game.fewest, each.game.most + 1) for kind, each in EVERY.items()}
TARGETS = {"logjam": ("a1", "c2"), "fellers": ("e5", "e6")}  # squares that may be picked
TURNS = 25
VIEWS: dict[str, Callable[[int], Iterator[Seen[Any]]]] = {
    "logger": lambda seats: positions.playout(seats, 3),
    "logjam": lambda seats: rafts.playout(seats, 3),
    "fellers": lambda seats: rivers.playout(seats, "A+H", 3),
}


def late(kind: str, seats: int) -> Seen[Any]:
    """A position after many turns, with marks of the last one; of a shorter game the last."""
    views = VIEWS[kind](seats) if kind in VIEWS else _playout(kind, seats)
    return [*islice(views, TURNS)][-1]


def crowded(kind: str, seats: int) -> Labels:
    """Names as long as they may be, a turn of many digits, and choices with their numbers."""
    names = tuple(f"{letter}{'w' * 31}" for letter in "ABCDEFG"[:seats])
    letter = EVERY[kind].game.letter
    return Labels(f"{letter}7", names, 123, TARGETS.get(kind, ("a1", "b2")))


def _playout(kind: str, seats: int) -> Iterator[Seen[Any]]:
    """A game of random turns, seen by a stranger after each."""
    game, dice = EVERY[kind].game, Random(seats)
    s, events = game.new(Setup(seats)), list[Event]()
    while (seat := game.actor(s)) != NOBODY:
        s, more = game.apply(s, dice.choice(game.legal(s)))
        events += more
        if game.actor(s) != seat != NATURE:
            yield look(game, s, events, None)
            events = []
    yield look(game, s, events, None)
