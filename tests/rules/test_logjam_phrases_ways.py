"""Logjam: a way has a length that was said, or that the rules leave no choice in.

Source: issue 25, items 11, 13 and 14."""

from __future__ import annotations

import pytest

from rules.drafting import Kind, draft
from rules.errors import Illegal
from rules.logjam.english import LogjamEnglish
from rules.logjam.position import Position
from tests.rules.rivers_of_logs import LOGJAM, river

KIND = Kind(LOGJAM, LogjamEnglish())
DRAWING = """
    . . . . . . . . . .
    . . . A . . . . . .
    . . . . . . . . . .
    . 1 1 1 . . . . . .
    . A . . . B . . . .
    . . . . . . . . . .
    A . . . . . . . . C
"""


def at(roll: int) -> Position:
    return river(DRAWING, roll=roll)


def line(s: Position, text: str) -> str:
    return draft(KIND, s, text).line


def refused(s: Position, text: str) -> str:
    with pytest.raises(Illegal) as caught:
        draft(KIND, s, text)
    return str(caught.value).partition(" You can ")[0]


def test_a_direction_without_a_length_asks_how_far() -> None:
    """With each run as a line, up to the roll and as far as the way is free, and off the edge."""
    assert refused(at(3), "a1 forward") == "Say how far, up to 3: `a1-a2`, `a1-a3` or `a1-a4`."
    assert refused(at(6), "run a1 east").startswith("Say how far, up to 6: `a1-b1`, ")
    assert refused(at(5), "d6 north") == "Say how far, up to 2: `d6-d7` or `d6-off`."
    assert refused(at(5), "b3 left, left, left") == "There is no square west of a3."


def test_where_one_length_is_left_it_is_that_one() -> None:
    """By the die, by what is in the way, or by the edge; where none is, the rules say why."""
    assert line(at(1), "a1 forward") == "a1-a2"
    assert line(at(5), "b3 west") == "b3-a3"
    assert refused(at(5), "b3 north") == "`b3 north` is not legal: a log lies on b4."


def test_several_directions_are_one_square_each() -> None:
    """Or as many as are said of each."""
    assert line(at(5), "b3 south, 2 east") == "b3-d2"
    assert line(at(5), "b3 south and east") == "b3-c2"
    assert line(at(5), "b3 e e") == "b3-d3"


def test_a_way_is_gone_as_it_was_said() -> None:
    """Not round what stands in it, nor farther than the roll."""
    assert line(at(6), "b3-b5") == "b3-b5"
    assert refused(at(6), "b3 up 2") == "That way is not free: b4 is taken."
    assert refused(at(2), "b3 e e w") == "That way has 3 squares; you rolled 2."


def test_a_log_goes_one_square() -> None:
    """`up` is north, and two squares are too many; what the die does not allow is told first."""
    assert line(at(3), "b4 up") == "b4+n"
    assert refused(at(3), "move b4 up 2") == "A log moves by one square, no farther."
    assert refused(at(5), "move b4 up 2") == "You rolled 5; a shift needs a 3."


def test_nothing_goes_diagonally() -> None:
    for text in ("b3 southeast", "run b3 north-west", "b3 ne"):
        assert refused(at(5), text).startswith("Nothing moves diagonally: say both directions")


def test_an_arrow_is_whatever_can_be_done_there() -> None:
    """A run, a push of the log or a capture."""
    beside = DRAWING.replace(". A . . . B . . . .", ". A B . . . . . . .")
    assert line(at(5), "b3 -> a3") == "b3-a3"
    assert line(at(2), "b3→b4") == "b3>b4"
    assert line(river(beside, roll=1), "b3 => c3, back to b1") == "b3xc3 @b1"
    assert "a capture needs a 1" in refused(river(beside, roll=5), "b3 ➡️ c3")


def test_who_pushes_is_enough_where_one_log_is_beside_them() -> None:
    assert line(at(2), "push with b3") == "b3>b4"
    assert line(at(2), "b3 pushes it north") == "b3>b4"
    assert refused(at(2), "push the log from d6").startswith("No logger of yours stands where")


@pytest.mark.parametrize("word", ["wait", "stop", "rest", "end", "done", "enough", "Wait!", "ok"])
def test_everyday_words_pass_nothing(word: str) -> None:
    """Issue 25, item 12."""
    with pytest.raises(Exception, match="I can't read"):
        draft(KIND, at(4), word)


def test_a_letter_may_be_that_of_a_direction_or_a_courtesy() -> None:
    """Whoever goes by I or E is sent back as anybody else."""
    back = river(DRAWING, roll=1, phase="return", hand=(0, 1, 1))
    table = KIND.at("AIE")
    assert draft(table, back, "I to b1, E to c1").line == "B@b1 @c1"
    assert draft(table, river(DRAWING, roll=1, phase="return", hand=(0, 2, 0)), "b1, c1").complete
    assert draft(table, back, "I to b1").said == ("B@b1", "@c1")[:1]
    with pytest.raises(Illegal, match="is not legal"):
        draft(table, back, "b1, e to c1")
