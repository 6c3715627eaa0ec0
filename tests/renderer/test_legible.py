"""Whatever a picture says can be read on a phone, where it is 324 px wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from renderer import Labels
from rules import GAMES
from rules.play import Seen
from tests.renderer import positions, rafts, rivers
from tests.renderer.legible import on_phone, too_small

TARGETS = {"logger": ("a1", "b2"), "logjam": ("a1", "c2"), "fellers": ("e5", "e6")}
COUNTS = {kind: range(GAMES[kind].game.fewest, GAMES[kind].game.most + 1) for kind in TARGETS}


def late(kind: str, seats: int) -> Seen[Any]:
    """A position after many turns, with marks of the last one."""
    views: dict[str, Callable[[], Iterator[Seen[Any]]]] = {
        "logger": lambda: positions.playout(seats, 3),
        "logjam": lambda: rafts.playout(seats, 3),
        "fellers": lambda: rivers.playout(seats, "A+H", 3),
    }
    return next(view for n, view in enumerate(views[kind]()) if n == 24)


def crowded(kind: str, seats: int) -> Labels:
    names = tuple(f"{letter}{'w' * 31}" for letter in "ABCDEF"[:seats])
    return Labels(f"{kind[0].upper()}7", names, 123, TARGETS[kind])


@pytest.mark.parametrize("kind", COUNTS)
def test_nothing_written_is_smaller_than_11_px_on_a_phone(kind: str) -> None:
    """For every number of players. Names as long as they may be, a turn of many digits, and choices
    with their numbers."""
    shown = [(late(kind, seats), crowded(kind, seats)) for seats in COUNTS[kind]]
    sizes = on_phone(kind, *shown)
    assert len(sizes) > 20
    assert too_small(sizes) == {}


def test_a_small_word_would_be_found() -> None:
    """What is measured is what is drawn: the old size of a word under the board."""
    assert too_small({"seedling": 28 * 324 / 1200}) == {"seedling": 7.6}
