"""Logger: the set-up and the order of turns."""

import pytest

from rules.logger.rules import Phase
from rules.play import turns
from tests.rules.boards import (
    LOGGER,
    after,
    at,
    choices,
    opening,
    unplaced,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_corners_are_taken_in_turn_order_from_those_left(seats: int) -> None:
    """Logger, 2011 sheet, Setup: from the first player on, each puts his logger on a corner."""
    s = opening(seats)
    for seat, corner in enumerate(["e5", "a1", "e1"][:seats]):
        assert LOGGER.actor(s) == seat
        assert corner in choices(s)
        s = after(s, corner)
        assert at(s, corner) == "ABCD"[seat]
        assert corner not in choices(s) or s.phase is Phase.WALK
    assert unplaced(s) == set()
    assert (s.phase, s.mover) == (Phase.WALK, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_play_goes_round_from_the_first_player(seats: int) -> None:
    """Logger, 2011 sheet, Setup and End Game: who went first stays the first of each round."""
    s = opening(seats)
    while s.phase is Phase.CORNER:
        s = after(s, min(choices(s)))
    movers = []
    for _ in range(2 * seats):
        movers.append(LOGGER.actor(s))
        _, s = next(turns(LOGGER, s))
    assert movers == [*range(seats), *range(seats)]
