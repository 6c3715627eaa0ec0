"""Logger: the examples of the rule texts, and others worked out by hand.

The squares are ours where the texts show only a picture of a row.
"""

from rules.logger.rules import Phase
from tests.rules.boards import after, at, opening, position, say, squares, typed, why_not

ACT = Phase.ACT


def test_example_1_the_row_falls_up_to_the_sapling() -> None:
    """Logger, 2011 sheet, Chopping Examples, first picture; Board Game Arena help, Chop: two
    trees fall, the sapling and the mature tree behind it stay."""
    s = position(
        """
        . . . . .
        . . . . .
        A M M T M
        . . . . .
        . . . . B
    """,
        phase=ACT,
    )
    done = after(s, "xb3")
    assert done.points == (2, 0)
    assert (squares(done, "M"), squares(done, "T")) == ({"e3"}, {"d3"})


def test_example_1_as_a_whole_turn() -> None:
    """Logger, 2011 sheet, Gameplay: the same picture as it comes about, growth first."""
    s = position("""
        . . . . .
        . . . . .
        A T T s T
        . . . . .
        . . . . B
    """)
    done, events = say(s, "a3 xb3")
    assert [event.verb for event in events] == ["stays", *["grows"] * 4, "chops"]
    assert done.points == (2, 0)
    assert (squares(done, "M"), squares(done, "T")) == ({"e3"}, {"d3"})
    assert typed(s, "stay, chop b3").state == done


def test_example_1_as_a_whole_turn_when_all_four_mature() -> None:
    """Logger, 2011 sheet, Gameplay: with a sapling on d3 before the growth, four trees fall."""
    s = position("""
        . . . . .
        . . . . .
        A T T T T
        . . . . .
        . . . . B
    """)
    done = after(s, "a3 xb3")
    assert done.points == (4, 0)
    assert squares(done, "M") == set()


def test_example_2_a_protester_behind_is_knocked_out() -> None:
    """Logger, 2011 sheet, Chopping Examples, second picture: both fall, and the protester of
    the second tree is the chopper's."""
    s = position(
        """
        . . . . .
        . . . . .
        A M G . .
        . . . . .
        . . . . B
    """,
        phase=ACT,
    )
    done = after(s, "xb3")
    assert (done.points, done.supply) == ((2, 0), (1, 0))


def test_example_3_a_guarded_tree_in_front_saves_the_row() -> None:
    """Logger, 2011 sheet, Chopping Examples, third picture: this chop is not possible."""
    s = position(
        """
        . . . . .
        . . . . .
        A G M . .
        . . . . .
        . . . . B
    """,
        phase=ACT,
    )
    assert why_not(s, "xb3") == "a protester guards the tree on b3"


def test_example_4_the_second_of_four_reaches_ten() -> None:
    """Logger, 2011 sheet, End Game, example: the third and the fourth have one more turn each,
    the first has none; when the fourth reaches ten, it is over at once."""
    drawing = """
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        A B M C D
    """
    s = position(drawing, phase=ACT, mover=1, points=(0, 9, 0, 0))
    s = after(s, "xc1")
    assert (s.phase, s.mover) == (Phase.WALK, 2)
    s = after(s, "c1 +c2")
    assert (s.phase, s.mover) == (Phase.WALK, 3)
    assert after(s, "e1 +e2").phase is Phase.OVER
    fourth = position(drawing.replace("M C D", "C M D"), phase=ACT, mover=3, points=(0, 0, 0, 9))
    assert after(fourth, "xd1").phase is Phase.OVER


def test_example_5_all_three_stages_in_one_turn() -> None:
    """Logger, 2011 sheet, Growth: seedling, sapling and mature tree each go one stage on; the
    fresh seedling stays one, and the tree that matures now does not seed."""
    s = position("""
        . . . . .
        . . . . .
        A s T M .
        . . . . .
        . . . . B
    """)
    done = after(s, "a3 d3>e3")
    assert [at(done, name) for name in ("b3", "c3", "d3", "e3")] == ["T", "M", "M", "s"]
    assert done.phase is ACT


def test_example_6_one_tree_can_rob_another_of_its_square() -> None:
    """Logger, 2011 sheet, Questions and Technicalities: the mover chooses the order. e1 has
    only d1; c1 has d1 and c2. So d1 alone is possible (c1 took it) and so are both, but not c2
    alone, for then e1 could still seed."""
    s = position("""
        . . . . .
        . . . . .
        . . . . B
        . . . . s
        A s M . M
    """)
    owing = after(s, "a1")
    assert owing.owing == (2, 4)
    robbed = after(owing, "c1>d1")
    assert (squares(robbed, "s"), robbed.phase) == ({"d1", "e2"}, ACT)
    both = after(owing, "c1>c2")
    assert (both.phase, both.owing) == (Phase.SEED, (4,))
    assert why_not(both, "+a2") == "the growth comes first"
    assert squares(after(both, "e1>d1"), "s") == {"d1", "c2", "e2"}


def test_example_7_the_first_walk_to_the_middle_row() -> None:
    """Logger, 2011 sheet, Setup and Growth: from the corner to a3 the centre grows; staying,
    nothing does."""
    s = after(opening(2), ["a1", "e5"][0])
    s = after(s, "e5")
    assert at(after(s, "a3"), "c3") == "T"
    assert at(after(s, "a1"), "c3") == "s"


def test_example_8_four_corners_for_four_loggers() -> None:
    """Logger, 2011 sheet, Setup, and our own ruling: the fourth logger gets the last corner."""
    s = opening(4)
    for corner in ("a1", "e5", "e1"):
        s = after(s, corner)
    assert [at(s, name) for name in ("a1", "e5", "e1", "a5")] == list("ABCD")


def test_example_9_a_gap_stops_the_row() -> None:
    """Logger, 2011 sheet, Chop: it stops at a space without a mature tree."""
    s = position(
        """
        . . . . .
        . . . . .
        A M . M .
        . . . . .
        . . . . B
    """,
        phase=ACT,
    )
    done = after(s, "xb3")
    assert (done.points, squares(done, "M")) == ((1, 0), {"d3"})


def test_example_10_a_logger_stops_the_row() -> None:
    """Logger, Board Game Arena help, Chop: anything other than a mature tree stops it."""
    s = position(
        """
        . . . . .
        . . . . .
        A M B M .
        . . . . .
        . . . . .
    """,
        phase=ACT,
    )
    done = after(s, "xb3")
    assert (done.points, squares(done, "M")) == ((1, 0), {"d3"})
