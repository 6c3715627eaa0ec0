"""What somebody who begins goes by. Source: issue 31, item 3: mistakes that people make."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES
from tests.rules.promises import moments

RACES = ("logjam", "fellers")


def met(key: str) -> list[tuple[Any, Any, int]]:
    """Positions before and after whole turns of a random game."""
    rows = [row for row in moments(GAMES[key], 2, 1) if row.seat >= 0]
    return [(row.steps[0][0], rows[n + 1].steps[0][0], row.seat) for n, row in enumerate(rows[:-1])]


@pytest.mark.parametrize("key", RACES)
def test_who_begins_looks_at_the_first_alone(key: str) -> None:
    """It is never more than nothing, which is home, and the others' way does not change it."""
    game = GAMES[key].game
    values = {game.liking(after, seat) for _, after, seat in met(key)}
    assert max(values) <= 0
    assert len(values) > 1


def test_who_begins_forgets_trees_and_room() -> None:
    """Positions of Logger with as much in hand and on the board are alike to them."""
    game: Any = GAMES["logger"].game
    alike: dict[Any, set[float]] = {}
    for _, s, seat in met("logger"):
        have = s.points[seat], s.supply[seat], s.mover == seat
        alike.setdefault(have, set()).add(game.liking(s, seat))
    assert all(len(values) == 1 for values in alike.values())
    assert len(alike) > 1
