"""Boards to look at: crowded ones of any game, late, with the marks of the last turn."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from renderer import Labels
from rules.game import NATURE, Event
from rules.play import Seen, look
from tests.games import EVERY
from tests.rules.promises import moments

COUNTS = {kind: range(each.game.fewest, each.game.most + 1) for kind, each in EVERY.items()}
TARGETS = {"logjam": ("a1", "c2"), "fellers": ("e5", "e6")}  # squares that may be picked
TURNS = 25


def playout(kind: str, seats: int, seed: int = 3) -> Iterator[Seen[Any]]:
    """A random game, seen by a stranger after each turn with chance's answer to it."""
    game, events = EVERY[kind].game, list[Event]()
    for row in moments(EVERY[kind], seats, seed):
        if events and row.seat != NATURE:
            yield look(game, row.before, events, None)
            events = []
        events += row.events
    yield look(game, row.after, events, None)


@cache
def late(kind: str, seats: int) -> Seen[Any]:
    """A position after many turns, with marks of the last one; of a shorter game the last."""
    return [*islice(playout(kind, seats), TURNS)][-1]


def crowded(kind: str, seats: int) -> Labels:
    """Names as long as they may be, a turn of many digits, and choices with their numbers."""
    names = tuple(f"{letter}{'w' * 31}" for letter in "ABCDEFG"[:seats])
    letter = EVERY[kind].game.letter
    return Labels(f"{letter}7", names, 123, TARGETS.get(kind, ("a1", "b2")))
