"""Logger: movement."""

from rules.logger.rules import Phase
from tests.rules.boards import after, at, choices, position, squares, why_not

OPEN = """
    . . . . .
    . . . . .
    . . A . .
    . . . . .
    . . . . B
"""


def test_a_logger_walks_nought_one_or_two_spaces() -> None:
    """Logger, 2011 sheet, Movement: up to two spaces."""
    near = {"b3", "d3", "c2", "c4"}
    far = {"a3", "e3", "c1", "c5", "b2", "b4", "d2", "d4"}
    assert choices(position(OPEN)) == {"c3"} | near | far


def test_nothing_goes_diagonally() -> None:
    """Logger, 2011 sheet, No Diagonals: b2 is two steps away, and out of reach when both ways
    round are blocked."""
    s = position("""
        . . . . .
        . . . . .
        . s A . .
        . . s . .
        . . . . B
    """)
    assert "b2" not in choices(s)
    assert (why_not(s, "b2") or "").startswith("b2 is out of reach")


def test_a_logger_may_stay() -> None:
    """Logger, 2011 sheet, Questions and Technicalities: not moving at all is allowed."""
    s = position(OPEN)
    assert at(after(s, "c3"), "c3") == "A"


def test_a_logger_does_not_enter_or_pass_a_tree() -> None:
    """Logger, 2011 sheet, Movement: a space with a tree is neither occupied nor crossed."""
    s = position("""
        . . . . .
        . . . . .
        . . s . .
        s . . . .
        A . s . B
    """)
    assert choices(s) == {"a1", "b1", "b2"}
    assert why_not(s, "c1") == "there is a tree on c1"
    assert (why_not(s, "a3") or "").startswith("a3 is out of reach")


def test_a_logger_does_not_enter_or_pass_another_logger() -> None:
    """Logger, 2011 sheet, Movement: nor a space with another logger."""
    s = position("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        A B . . .
    """)
    assert choices(s) == {"a1", "a2", "a3", "b2"}
    assert why_not(s, "b1") == "another logger stands on b1"
    assert (why_not(s, "c1") or "").startswith("c1 is out of reach")


def test_three_spaces_are_too_far() -> None:
    """Logger, 2011 sheet, Movement: two spaces at most."""
    s = position("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        A . . . B
    """)
    assert "d1" not in choices(s)
    assert "c2" not in choices(s)
    assert (why_not(s, "d1") or "").startswith("d1 is out of reach")


def test_trees_and_protesters_never_move() -> None:
    """Logger, 2011 sheet, Movement: a walk changes nothing but the mover's own place."""
    s = position("""
        . . . . .
        . s . G .
        . . . . .
        . . . T .
        A . . . B
    """)
    walked = after(s, "a2")
    assert walked.phase is Phase.ACT
    assert squares(walked, "G") == {"d4"}
    assert squares(walked, "s") == {"b4"}
    assert squares(walked, "M") == {"d2"}
    assert at(walked, "e1") == "B"
