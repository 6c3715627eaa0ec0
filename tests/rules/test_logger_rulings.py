"""Logger: where the texts are silent or disagree, one test a ruling, numbered as in
docs/rulings.md."""

import pytest

from rules.logger.rules import Phase
from tests.rules.boards import (
    after,
    position,
)

ACT = Phase.ACT


BOXED_IN = """
    M M M G B
    M M M M G
    M M M M M
    G M M M M
    A G M M M
"""


def test_a_change_earlier_in_the_round_keeps_the_game_going() -> None:
    """Logger 16. Only a whole round without any change ends the game: here one is begun and
    finished after the round that still had one."""
    s = position(BOXED_IN, mover=1, stirred=True)
    for square, phase in (("e5", Phase.WALK), ("a1", Phase.WALK), ("e5", Phase.OVER)):
        s = after(s, square)
        assert s.phase is phase


@pytest.mark.parametrize(
    ("was", "becomes", "line"),
    [
        ("A G M M M", "A . M M M", "b1"),
        ("A G M M M", "A G M M T", "a1"),
        ("M M M G B", ". M M G B", "a1 a4>a5"),
        ("A G M M M", "A T M M M", "a1 xb1"),
        ("A G M M M", "A . M M M", "a1 c1>b1"),
    ],
)
def test_a_walk_growth_a_seedling_or_an_action_is_a_change(
    was: str, becomes: str, line: str
) -> None:
    """Logger 16. Nothing at all: no walk, no growth, no seedling, no action."""
    assert after(position(BOXED_IN.replace(was, becomes)), line).stirred
