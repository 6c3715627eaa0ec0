"""Logger: plant, protest, chop."""

import pytest

from rules.logger.rules import Phase
from tests.rules.boards import after, at, choices, position, say, squares, why_not

ACT = Phase.ACT


def test_an_action_is_exactly_one_of_the_three() -> None:
    """Logger, 2011 sheet, Action: one action, then the next player moves."""
    s = position(
        """
        . . . . .
        . . . . .
        A M . . M
        . . . . .
        . . . . B
    """,
        phase=ACT,
        supply=(1, 0),
    )
    assert choices(s) == {"+a2", "+a4", "xb3", "!b3", "!e3"}
    for action in choices(s):
        done = after(s, action if action[0] != "!" else f"{action} .")
        assert (done.phase, done.mover) == (Phase.WALK, 1)


def test_an_action_is_compulsory_if_one_is_possible() -> None:
    """Logger, 2011 sheet, Action: it must be done if able, so nothing can be said instead."""
    s = position(
        """
        . . . . .
        s . . . .
        A s . . .
        . . . . .
        . . . . B
    """,
        phase=ACT,
    )
    assert choices(s) == {"+a2"}
    assert why_not(s, ".") == "now plant, chop or protest"


def test_an_action_that_is_impossible_is_skipped() -> None:
    """Logger, 2011 sheet, Action: the phase is skipped when there is nothing to do."""
    s = position("""
        . . . . .
        G . . . .
        A G . . .
        G . . . .
        . . . . B
    """)
    blocked, events = say(s, "a3 b3>c3 a2>a1 a4>a5")
    assert [event.verb for event in events] == ["stays", "seeds", "seeds", "seeds", "skips"]
    assert (blocked.phase, blocked.mover) == (Phase.WALK, 1)


def test_a_seedling_is_planted_next_to_the_logger() -> None:
    """Logger, 2011 sheet, Plant: one seedling on an adjacent free space."""
    s = position(
        """
        . . . . .
        . . . . .
        . s A . .
        . . B . .
        . . . . .
    """,
        phase=ACT,
    )
    assert choices(s, "+") == {"+c4", "+d3"}
    assert squares(after(s, "+c4"), "s") == {"b3", "c4"}
    assert why_not(s, "+b3") == "b3 is not free"
    assert why_not(s, "+c2") == "c2 is not free"
    assert why_not(s, "+b2") == "b2 is not next to you"
    assert why_not(s, "+c3") == "c3 is not next to you"


def test_a_protest_puts_protesters_on_mature_trees_anywhere() -> None:
    """Logger, 2011 sheet, Protest: from the supply onto mature trees; no distance is named."""
    s = position(
        """
        M . . . M
        . . . . .
        . . A . .
        . s T . .
        . . . . B
    """,
        phase=ACT,
        supply=(2, 0),
    )
    assert choices(s, "!") == {"!a5", "!e5"}
    assert why_not(s, "!b2") == "the tree on b2 is only a seedling"
    assert why_not(s, "!c2") == "the tree on c2 is only a sapling"
    assert why_not(s, "!a1") == "there is no tree on a1"
    one, events = say(s, "!a5 .")
    assert (squares(one, "G"), one.supply) == ({"a5"}, (1, 0))
    assert [(event.verb, event.at) for event in events] == [("protests", ("a5",))]


def test_a_protest_may_use_several_protesters() -> None:
    """Logger, 2011 sheet, Protest: one or more, in one action; after one, more are free."""
    s = position(
        """
        M . . . M
        . . . . .
        M . A . .
        . . . . .
        . . . . B
    """,
        phase=ACT,
        supply=(2, 1),
    )
    once = after(s, "!a5")
    assert (once.phase, once.mover) == (Phase.MORE, 0)
    assert choices(once) == {"!a3", "!e5", "."}
    assert why_not(once, "+c4") == "you are placing protesters: name another tree, or say `.`"
    twice = after(once, "!e5")
    assert choices(twice) == {"."}
    assert why_not(twice, "!a3") == "you have no protester in hand"
    assert squares(twice, "G") == {"a5", "e5"}
    assert twice.supply == (0, 1)
    assert after(twice, ".").mover == 1


def test_a_protest_needs_a_protester_in_hand() -> None:
    """Logger, 2011 sheet, Protest: they come from the player's own supply."""
    s = position(
        """
        M . . . .
        . . . . .
        . . A . .
        . . . . .
        . . . . B
    """,
        phase=ACT,
        supply=(0, 2),
    )
    assert choices(s, "!") == set()
    assert why_not(s, "!a5") == "you have no protester in hand"


ROW = """
    . . . . .
    . . . . .
    A M . . s
    M . . T .
    . . . . B
"""


def test_only_a_mature_tree_next_to_the_logger_is_chopped() -> None:
    """Logger, 2011 sheet, Chop: an unprotested mature tree adjacent to the logger."""
    s = position(ROW, phase=ACT)
    assert choices(s, "x") == {"xb3", "xa2"}
    assert why_not(s, "xe3") == "e3 is not next to you"
    assert why_not(s, "xb4") == "b4 is not next to you"
    assert why_not(s, "xa4") == "there is no tree on a4"
    assert squares(after(s, "xb3"), "M") == {"a2"}


@pytest.mark.parametrize(("sign", "age"), [("s", "a seedling"), ("T", "a sapling")])
def test_a_young_tree_is_not_chopped(sign: str, age: str) -> None:
    """Logger, 2011 sheet, Chop: mature trees only."""
    s = position(ROW.replace("A M", f"A {sign}"), phase=ACT)
    assert choices(s, "x") == {"xa2"}
    assert why_not(s, "xb3") == f"the tree on b3 is only {age}"


@pytest.mark.parametrize("mover", [0, 1])
def test_a_guarded_tree_is_chopped_first_by_nobody(mover: int) -> None:
    """Logger, 2011 sheet, Protest: not by any player, whoever placed the protester."""
    s = position(
        """
        . . . . .
        . . . . .
        A M . . .
        . B . . .
        . . . . .
    """,
        phase=ACT,
        mover=0,
        supply=(1, 0),
    )
    guarded = after(s, "!b3")
    later = position(
        """
        . . . . .
        . . . . .
        A G . . .
        . B . . .
        . . . . .
    """,
        phase=ACT,
        mover=mover,
    )
    assert guarded.trees == later.trees
    assert choices(later, "x") == set()
    assert why_not(later, "xb3") == "a protester guards the tree on b3"


def test_a_felled_row_falls_away_from_the_logger() -> None:
    """Logger, 2011 sheet, Chop: the mature trees behind the first one fall too, guarded or not;
    a point each, and the freed protester is the chopper's."""
    before = position(
        """
        . . . . .
        . . . . .
        A M G M s
        . . . . .
        . . . . B
    """,
        phase=ACT,
        supply=(2, 1),
    )
    felled, events = say(before, "xb3")
    assert felled.points == (3, 0)
    assert felled.supply == (3, 1)
    assert [event.at for event in events] == [("b3", "c3", "d3"), ("c3",)]
    assert at(felled, "e3") == "s"


def test_a_row_falls_up_to_the_edge_in_every_direction() -> None:
    """Logger, 2011 sheet, Chop: until the edge of the board is reached."""
    s = position(
        """
        . . M . .
        . . M . .
        M M A M M
        . . M . .
        B . M . .
    """,
        phase=ACT,
    )
    fallen = {"xc4": {"c4", "c5"}, "xb3": {"b3", "a3"}, "xd3": {"d3", "e3"}, "xc2": {"c2", "c1"}}
    for word, row in fallen.items():
        done = after(s, word)
        assert squares(s, "M") - squares(done, "M") == row
        assert done.points == (2, 0)


def test_only_the_row_behind_falls() -> None:
    """Logger, 2011 sheet, Chop and No Diagonals: neither beside the row nor behind the logger."""
    s = position(
        """
        . . . . .
        . M M M .
        M A M M .
        . M M M .
        . . . . B
    """,
        phase=ACT,
    )
    done = after(s, "xc3")
    assert squares(s, "M") - squares(done, "M") == {"c3", "d3"}


def test_freed_protesters_are_the_chopper_s_whoever_placed_them() -> None:
    """Logger, 2011 sheet, Chop: all protesters of felled trees go to the chopper's supply."""
    s = position(
        """
        . . . . .
        . . . . .
        B M G G G
        . . . . .
        . . . . A
    """,
        phase=ACT,
        mover=1,
    )
    done, events = say(s, "xb3")
    assert (done.points, done.supply) == ((0, 4), (0, 3))
    assert [(event.verb, event.n) for event in events] == [("chops", 4), ("frees", 3)]
