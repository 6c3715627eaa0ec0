"""Logjam: the example that a call gives is a sensible turn."""

from random import Random

import pytest

from rules.logjam.position import Position
from rules.play import legal, sensible
from tests.rules.rivers_of_logs import LOGJAM, after, opening, river, scattered

DRAWING = """
    . . A . . . . .
    . . . . . . . .
    . . . . . . . .
    . B . . 2 2 2 .
    . 1 1 1 . . . .
    . A . . A B . .
    . . . . . . . .
    . . . . . B . .
"""


def example(s: Position) -> str:
    way = sensible(LOGJAM, s)
    assert way is not None
    return " ".join(map(str, way[0]))


def to_go(s: Position, seat: int) -> int:
    """Rows that a seat's loggers still have to go, its captured ones from the back wall."""
    return -LOGJAM.scores(s)[seat][2]


def test_what_is_nearer_home_is_worth_more() -> None:
    """rules/game.py, worth: rows of one's own against those of a rival, on average."""
    s = river(DRAWING, roll=4)
    assert (to_go(s, 0), to_go(s, 1), s.home) == (1 + 6 + 6, 4 + 6 + 8, (2, 2))
    assert LOGJAM.worth(s, 0) == 18 - 13 + 2
    assert LOGJAM.worth(s, 1) == 13 - 18 + 2
    three = river(DRAWING, roll=4, seats=3)
    assert LOGJAM.worth(three, 2) == (13 + 18) / 2 + 5


def test_the_example_goes_as_far_as_the_roll_or_takes_what_is_worth_more() -> None:
    """Logjam rules, Moving a Logger and Special Actions: home from the last row, else the furthest
    downstream; a rival who is sent back is worth the rows that they lose."""
    assert example(river(DRAWING, roll=4)) == "b3-a6"
    assert example(river(DRAWING, roll=1)) == "c8-off"
    assert example(river(DRAWING.replace("A . . .", "A B . ."), roll=1)) == "c8xd8 @a1"


@pytest.mark.no_cover
def test_the_example_is_never_a_step_backward() -> None:
    """rules/game.py, worth: whatever the river, doing nothing would not have been better."""
    rng = Random(8)
    for n in range(300):
        s = scattered(rng, 2 + n % 5)
        steps, there = sensible(LOGJAM, s) or ((), s)
        assert steps
        assert LOGJAM.worth(there, s.mover) >= LOGJAM.worth(s, s.mover)
        others = (LOGJAM.apply(s, step)[0] for step in legal(LOGJAM, s))
        whole = [other for other in others if LOGJAM.actor(other) != s.mover]
        best = max(LOGJAM.worth(other, s.mover) for other in whole)
        assert LOGJAM.worth(there, s.mover) >= best


def test_an_example_is_found_in_every_phase() -> None:
    """rules/game.py, worth: the set-up by the players has one too."""
    laying = after(opening(2, setup="classic", board="6x8", logs="23"), "4 2")
    assert example(laying) == "a3-a4"
    standing = after(after(laying, "a3-c3"), "e5-f5")
    assert example(standing) == "@a1"
