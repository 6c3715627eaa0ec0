"""English: the example of a call is a sensible turn, never a step backward.

Source: issue 11, item 2."""

from hypothesis import given
from hypothesis import strategies as st

from rules.logger.lookahead import prospects
from rules.logger.rules import BOARD, NEIGHBOURS, Chop, Phase
from rules.play import sensible
from tests.rules.boards import LOGGER, position
from tests.rules.games import any_seed, positions


@given(st.integers(2, 4), any_seed)
def test_where_a_tree_can_be_chopped_the_example_chops(seats: int, seed: int) -> None:
    """Points are the goal of Logger, so no turn that gets none is named instead."""
    for s in [s for s in positions(seats, seed, "no chop") if s.phase is Phase.WALK][::5]:
        way = sensible(LOGGER, s)
        assert way is not None
        if any(isinstance(step, Chop) for step in prospects(s)):
            assert isinstance(way[0][-1], Chop)


def test_the_longer_row_is_chopped() -> None:
    s = position("""
        . . . . .
        . . . . .
        M A M M .
        . . . . .
        . . . . B
    """)
    way = sensible(LOGGER, s)
    assert way is not None
    assert way[1].points[0] >= 2


def test_nobody_walks_away_from_a_tree_that_ripens() -> None:
    """Beside a seedling there is something to wait for."""
    s = position("""
        . . . . .
        . . . s .
        . . . A .
        . . . . .
        B . . . .
    """)
    way = sensible(LOGGER, s)
    assert way is not None
    assert BOARD.by_name["d4"] in NEIGHBOURS[way[1].loggers[0]]
