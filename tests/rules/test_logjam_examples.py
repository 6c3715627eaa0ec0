"""Logjam: the example of the rules text and those that follow from its sentences, drawn."""

import pytest

from rules.logjam.position import Phase
from tests.rules.rivers_of_logs import (
    after,
    at,
    choices,
    drawn,
    facts,
    logs,
    picture,
    river,
    rolled,
    say,
    why_not,
)

PRINTED = """
    . . . . . . . .
    . . . . 2 . . .
    . . . . 2 E . .
    . . . B C D . .
    . . . 1 1 1 . .
    . . . . A . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_example_1_the_push_of_the_rules_text() -> None:
    """Logjam rules, Example: B is carried, C is crushed by the log behind him, D by E, who
    stays."""
    s, events = say(river(PRINTED, roll=2), "e4>e5")
    assert drawn(s) == picture("""
        . . . . . . . .
        . . . . # . . .
        . . . B # E . .
        . . . # # # . .
        . . . . A . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert facts(events) == [
        "pushes 0 e4 e5",
        "slides 0 d5 e5 f5 d6 e6 f6",
        "carried 1 d6 d7 1",
        "crushed 2 e6 1",
        "crushed 3 f6 1",
    ]
    assert (s.phase, s.hand) == (Phase.RETURN, (0, 0, 1, 1, 0))
    done = after(s, "D@h1 @a1")
    assert (at(done, "a1"), at(done, "h1"), done.phase) == ("C", "D", Phase.ROLL)


def test_example_1_with_d_and_e_of_one_colour() -> None:
    """Logjam rules, Example: then D would not be crushed but share the square of E."""
    s = after(river(PRINTED.replace("E", "D"), roll=2), "e4>e5")
    assert (at(s, "f7"), s.hand) == ("D2", (0, 0, 1, 0))


def test_example_3_a_log_pushes_a_stack_over_the_open_edge_and_then_leaves() -> None:
    """Logjam rules, Rolling a Two: a log can push loggers off the open edge; a log of which any
    part passes it is out of the game, and the pusher stands where it was."""
    s = river(
        """
        . . . B2 . .
        . . 1 1 1 .
        . . . A . .
        . . . . . .
        . . . . B .
        """,
        roll=2,
    )
    s, events = say(s, "d3>d4")
    assert facts(events)[2:] == ["exits 1 d5 off 2"]
    assert (logs(s), s.home[1], at(s, "d4")) == ({"c5-e5"}, 4, "A")
    gone, events = say(rolled(after(rolled(s, 6), "."), 2), "d4>d5")
    assert facts(events) == ["pushes 0 d4 d5", "drifts 0 c5 d5 e5"]
    assert (logs(gone), at(gone, "d5")) == (set(), "A")


def test_example_4_a_log_along_the_flow_leaves_as_a_whole() -> None:
    """Logjam rules, Rolling a Two: if any part moves over the open edge, the log is removed."""
    s = river(
        """
        . 1 . .
        . 1 . .
        . 1 . .
        . A . .
        . . B .
        """,
        roll=2,
    )
    assert drawn(after(s, "b2>b3")) == picture("""
        . . . .
        . . . .
        . A . .
        . . . .
        . . B .
    """)


WALLED = """
    . . . . . .
    . . . A . .
    . . 1 1 . .
    . . . . . .
    . . . . . B
"""


def test_example_5_no_log_goes_back_into_the_two_rows_at_the_wall() -> None:
    """Logjam rules, Rolling a Two and Rolling a Three: not with a push, and with a shift not back
    at all; sideways it may go."""
    entering = "the log on c3 would enter the two rows at the back wall"
    assert why_not(river(WALLED, roll=2), "d4>d3") == entering
    shift = river(WALLED, roll=3)
    assert why_not(shift, "c3+s") == "the log on c3 cannot be shifted toward the starting row"
    assert choices(shift, "+") == {"c3+e", "c3+n", "c3+w"}


def test_example_7_a_1_captures_a_whole_stack() -> None:
    """Logjam rules, Rolling a One: one or more of an opponent's loggers."""
    s = river(
        """
        . . . .
        . . . .
        . A B3 .
        . . . .
        . . . .
        """,
        roll=1,
    )
    s, events = say(s, "b3xc3")
    assert facts(events) == ["captures 0 b3 c3", "captured 1 c3 3"]
    assert (s.hand, at(s, "c3"), at(s, "b3")) == ((0, 3), "A", ".")


@pytest.mark.parametrize("roll", [2, 3, 4, 5, 6])
def test_example_7_any_other_roll_enters_nobodys_square(roll: int) -> None:
    """Logjam rules, Moving a Logger: not over another colour, and not onto it."""
    s = river("  A B . \n . . . \n . . . \n . . .", roll=roll)
    assert why_not(s, "a4-b4") == "b4 is held by another colour"
    assert why_not(s, "a4xb4") == f"you rolled {roll}; a capture needs a 1"


@pytest.mark.parametrize(("roll", "leaves"), [(1, {"a5-off"}), (2, {"a5-off", "c4-off"})])
def test_example_8_the_open_edge_costs_one_step(roll: int, leaves: set[str]) -> None:
    """Logjam rules, Moving a Logger: one move from the last row."""
    s = river(
        """
        A . . .
        . . A .
        . . . .
        . A . .
        . . . B
        """,
        roll=roll,
    )
    assert choices(s, "off") == leaves
    _, events = say(s, "a5-off")
    assert facts(events) == ["exits 0 a5 off 1"]


BUILDING = """
    . . . . . .
    . . . . . .
    . . 1 1 . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("a3-c3", None),
        ("f4-f6", None),
        ("a4-a6", None),
        ("e5-e7", "a log on e5 would touch the log on c6"),
        ("a5-c5", "a log on a5 would touch the log on c6"),
        ("b3-b5", "a log on b3 would touch the log on c6"),
        ("c6-e6", "a log on c6 would touch the log on c6"),
        ("a2-a4", "a log on a2 would lie in the two rows at the back wall"),
        ("a1-c1", "a log on a1 would lie in the two rows at the back wall"),
        ("a6-a8", "a log on a8 would lie in the row at the open edge"),
        ("a3-a4", "no log of 2 squares is left to lay"),
    ],
)
def test_example_9_where_a_log_may_lie(word: str, reason: str | None) -> None:
    """Logjam rules, Initial Setup, 2: not in three rows, never beside another, not even at a
    corner; the side walls may be touched."""
    s = river(BUILDING, phase=Phase.LOGS, unused="33", seats=2)
    assert why_not(s, word) == reason
