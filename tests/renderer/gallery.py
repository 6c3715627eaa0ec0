"""Boards to look at: of random games, late and crowded, and where two pictures differ."""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from PIL import Image, ImageChops

import renderer
from renderer import Labels
from renderer.places import bounds
from rules.game import NATURE, Event
from rules.play import Seen, look
from tests.games import EVERY
from tests.hosted import HOSTED, draw, rgb
from tests.rules.promises import moments

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus")
COUNTS = {kind: range(each.game.fewest, each.game.most + 1) for kind, each in EVERY.items()}
OURS = ("logger", "logjam", "fellers")  # long games, whose places change one by one
TARGETS = {"logjam": ("a1", "c2"), "fellers": ("e5", "e6")}  # squares that may be picked
TURNS = 25
Box = tuple[int, int, int, int]


def labels(kind: str, seats: int, turn: int = 12) -> Labels:
    return Labels(f"{EVERY[kind].game.letter}7", PEOPLE[:seats], turn)


def seen(kind: str, s: Any, *events: Event) -> Seen[Any]:
    """By a stranger, after these events."""
    return look(EVERY[kind].game, s, events, None)


@lru_cache(16)
def picture(kind: str, s: Hashable, *events: Event) -> Image.Image:
    """The finished picture in RGB."""
    game: Any = EVERY[kind].game
    return rgb(draw(kind, seen(kind, s, *events), labels(kind, len(game.scores(s)))))


def boxes(kind: str, s: Any) -> dict[str, Box]:
    """Where each place is in the picture, by its name."""
    found = dict[str, Box]()
    for place in renderer.surface(HOSTED[kind], seen(kind, s), labels(kind, 2)).places:
        left, top, right, bottom = map(round, bounds((place,)))
        found[place.names[0]] = left, top, right, bottom
    return found


def differences(a: Image.Image, b: Image.Image, parts: dict[str, Box]) -> set[str]:
    """The parts in which two pictures differ; "beside" for the rest of the picture."""
    apart = ImageChops.difference(a, b)
    found = {name for name, part in parts.items() if apart.crop(part).getbbox()}
    for part in parts.values():
        apart.paste((0, 0, 0), part)
    return found | ({"beside"} if apart.getbbox() else set())


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
def late_view(kind: str, seats: int) -> Seen[Any]:
    """A position after many turns, with marks of the last one; of a shorter game the last."""
    return [*islice(playout(kind, seats), TURNS)][-1]


def crowd_labels(kind: str, seats: int) -> Labels:
    """Names as long as they may be, a turn of many digits, and choices with their numbers."""
    names = tuple(f"{letter}{'w' * 31}" for letter in "ABCDEFG"[:seats])
    return replace(labels(kind, seats, 123), names=names, targets=TARGETS.get(kind, ("a1", "b2")))
