"""Logger: where the texts are silent or disagree, one test a ruling, numbered as in
docs/rulings.md."""

import pytest

from rules.game import NOBODY
from rules.logger.rules import Phase
from tests.rules.boards import (
    LOGGER,
    after,
    at,
    choices,
    opening,
    position,
    say,
    squares,
    typed,
    unplaced,
    why_not,
)

ACT = Phase.ACT

ONE_MATURE = """
    . . . . .
    . . . B .
    A . M . .
    . . . . .
    . . . . .
"""


def test_a_mature_tree_seeds_a_seedling_not_a_sapling() -> None:
    """Logger 1. The 2011 sheet (Growth) says sapling once and seedling in the next sentences;
    the Board Game Arena help (2. Growth) and the pyramid rules sheet say seedling."""
    assert at(after(after(position(ONE_MATURE), "a3"), "c3>c4"), "c4") == "s"


def test_a_tree_seeds_any_free_neighbour_and_nothing_else() -> None:
    """Logger 2. Logger, 2011 sheet, Growth, "any space adjacent": outside the row and beside a
    logger too (c4 is next to B), but not onto a tree or a logger."""
    assert choices(after(position(ONE_MATURE), "a3")) == {"c3>b3", "c3>c2", "c3>c4", "c3>d3"}
    crowded = position("""
        . . . . .
        . . s . .
        A . M B .
        . . . . .
        . . . . .
    """)
    owing = after(crowded, "a3")
    assert choices(owing) == {"c3>b3", "c3>c2"}
    assert why_not(owing, "c3>d3") == "d3 is not free"
    assert why_not(owing, "c3>c4") == "c4 is not free"


def test_the_mover_chooses_which_tree_seeds_where_until_none_can() -> None:
    """Logger 3. Logger, 2011 sheet, Questions and Technicalities, gives the order to the mover;
    so one tree may rob another, but none that still can may be left out."""
    s = position("""
        . . . . .
        . . . . B
        . . . . s
        . s M s s
        A s . M s
    """)
    owing = after(s, "a1")
    assert choices(owing) == {"d1>c1"}
    s = position("""
        . . . . .
        . . . . .
        s . . . B
        M . s . .
        . A s M .
    """)
    owing = after(s, "a1")
    assert choices(owing) == {"a2>b2", "d1>d2", "d1>e1"}
    for first, second in (("a2>b2", "d1>e1"), ("d1>e1", "a2>b2")):
        done = after(owing, f"{first} {second}")
        assert {"b2", "e1"} <= squares(done, "s")
        assert done.phase is ACT


def test_guarded_trees_seed_too() -> None:
    """Logger 4. Logger, 2011 sheet, Growth, speaks of mature trees without exception."""
    s = position(ONE_MATURE.replace("M", "G"))
    done = after(s, "a3 c3>c2")
    assert (at(done, "c2"), at(done, "c3")) == ("s", "G")


def test_one_protester_to_a_tree() -> None:
    """Logger 5. The 2011 sheet, Protest, does not say whether a tree holds two; we rule one."""
    s = position(ONE_MATURE, phase=ACT, supply=(2, 0))
    once = after(s, "!c3")
    assert choices(once) == {"."}
    assert why_not(once, "!c3") == "a protester guards the tree on c3"


def test_a_protest_is_compulsory_when_nothing_else_is_possible() -> None:
    """Logger 6. Logger, 2011 sheet, Action: an action must be performed if able, and a protest
    is one; at least one protester, then as many as the mover likes."""
    s = position(
        """
        . . . . M
        . . . . .
        . . . . .
        G . . . .
        A T . . B
    """,
        phase=ACT,
        supply=(2, 0),
    )
    assert choices(s) == {"!e5"}
    assert why_not(s, ".") == "now plant, chop or protest"
    assert typed(s, "").line == "!e5 ."


def test_protesters_are_placed_on_mature_trees_and_never_moved() -> None:
    """Logger 7. Logger, 2011 sheet, Movement and Protest: they only go from a hand onto a mature
    tree and only come down with it, so there is no word for anything else."""
    s = position(ONE_MATURE.replace("M . .", "G T ."), phase=ACT, supply=(1, 0))
    assert choices(s, "!") == set()
    assert why_not(s, "!d3") == "the tree on d3 is only a sapling"
    assert choices(s) == {"+a2", "+a4", "+b3"}
    assert at(after(s, "+a2"), "c3") == "G"


def test_the_supply_of_trees_has_no_limit() -> None:
    """Logger 8. The pyramid rules sheet, Equipment, names 20 trios but no text says what happens
    when they are used up; the last free squares can still be seeded and planted."""
    s = position("""
        T T T T T
        T T T T T
        T T T T M
        T T T T .
        A . T T B
    """)
    assert len(squares(s, "T")) == 20
    planted = after(s, "a1 +b1")
    assert len(squares(planted, "T") | squares(planted, "M") | squares(planted, "s")) == 22
    full = after(planted, "e1 e3>e2")
    assert at(full, "e2") == "s"
    assert squares(full, ".") == set()


@pytest.mark.parametrize("stop", [".", "s", "T", "B"])
def test_anything_but_a_mature_tree_stops_the_row(stop: str) -> None:
    """Logger 9. Logger, 2011 sheet, Chop: a space without a mature tree; the Board Game Arena
    help and the pyramid rules sheet speak of a space occupied by something else, which leaves
    out the empty one. A gap, a younger tree and a logger all stop it, and so does the edge."""
    s = position(
        f"""
        . . . . .
        . . . . .
        A M {stop} M M
        . . . . .
        . . . . {"." if stop == "B" else "B"}
    """,
        phase=ACT,
    )
    done = after(s, "xb3")
    assert (done.points[0], squares(done, "M")) == (1, {"d3", "e3"})
    assert at(done, "c3") == stop


def test_a_tree_that_matured_this_turn_can_be_chopped() -> None:
    """Logger 10. Logger, 2011 sheet, Gameplay: the action comes after the growth."""
    s = position(ONE_MATURE.replace("A . M", "A T ."))
    done = after(s, "a3 xb3")
    assert done.points == (1, 0)


def test_growth_needs_no_line_of_sight() -> None:
    """Logger 11. Logger, 2011 sheet, Growth: all trees in row and column; nothing is said to be
    in the way, neither trees nor loggers."""
    s = position("""
        s . . . .
        G . . . .
        A B T s s
        . . . . .
        . . . . .
    """)
    grown = after(s, "a3")
    assert (at(grown, "a5"), at(grown, "d3"), at(grown, "e3")) == ("T", "T", "T")


def test_out_and_back_is_staying() -> None:
    """Logger 12. Logger, 2011 sheet, Movement: two steps that end where they began change
    nothing, so the own square is one choice, said by its name."""
    s = position(ONE_MATURE)
    assert "a3" in choices(s)
    assert [event.verb for event in say(s, "a3")[1]] == ["stays"]
    assert typed(s, "stay").state == typed(s, "a3").state


def test_a_boxed_in_logger_still_grows_trees_and_acts() -> None:
    """Logger 13. Logger, 2011 sheet, Questions and Technicalities: not moving is allowed, so
    a logger that cannot move has the rest of its turn."""
    s = position("""
        s . . . .
        . . . . .
        . . . . .
        M . . . .
        A T . . B
    """)
    assert choices(s) == {"a1"}
    grown = after(s, "a1")
    assert (at(grown, "a5"), at(grown, "b1")) == ("T", "M")
    assert choices(after(grown, "a2>b2")) == {"xa2", "xb1"}


def test_the_end_is_looked_for_only_when_a_round_is_over() -> None:
    """Logger 14. Logger, 2011 sheet, End Game: whoever passes ten points in the last round
    counts, and so does every point above ten."""
    s = position(
        """
        . . . . .
        . . . . .
        A M . . .
        . . . . .
        . M M M B
    """,
        phase=ACT,
        points=(9, 8),
    )
    s = after(s, "xb3")
    assert (s.phase, s.mover, s.points) == (Phase.WALK, 1, (10, 8))
    s = after(after(s, "e1"), "b1>a1 c1>c2 d1>d2 xd1")
    assert LOGGER.actor(s) == NOBODY
    assert LOGGER.scores(s) == ((10, 0), (11, 0))


def test_ties_are_broken_by_protesters_in_hand_and_then_shared() -> None:
    """Logger 15. Logger, 2011 sheet, End Game, has both steps; the Board Game Arena help (Game
    end) and the pyramid rules sheet (How to win) stop after the first."""
    s = position(ONE_MATURE, phase=Phase.OVER, points=(10, 10), supply=(1, 2))
    assert LOGGER.scores(s) == ((10, 1), (10, 2))
    level = position(ONE_MATURE, phase=Phase.OVER, points=(10, 10), supply=(1, 1))
    assert LOGGER.scores(level)[0] == LOGGER.scores(level)[1]


BOXED_IN = """
    M M M G B
    M M M M G
    M M M M M
    G M M M M
    A G M M M
"""


def test_a_round_in_which_nothing_changed_ends_the_game() -> None:
    """Logger 16. No text has a rule for loggers who are boxed in for ever (2011 sheet, Action:
    the action is skipped); nothing could ever change again, so the game ends."""
    s = position(BOXED_IN, points=(3, 5))
    waiting, events = say(s, "a1")
    assert [event.verb for event in events] == ["stays", "skips"]
    assert (waiting.phase, waiting.mover) == (Phase.WALK, 1)
    over, events = say(waiting, "e5")
    assert [event.verb for event in events] == ["stays", "skips", "stalls"]
    assert LOGGER.actor(over) == NOBODY
    assert LOGGER.scores(over) == ((3, 0), (5, 0))


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


def test_the_last_of_four_gets_the_last_corner() -> None:
    """Logger 17. Logger, 2011 sheet, Setup: each puts his logger on a corner; the fourth has
    none to choose, so he is not asked, and the first player is next."""
    s = opening(4)
    s, first = say(s, "a1")
    s, second = say(s, "e5")
    assert unplaced(s) == {2, 3}
    s, third = say(s, "a5")
    taken = [(event.seat, *event.at) for event in (*first, *second, *third)]
    assert taken == [(0, "a1"), (1, "e5"), (2, "a5"), (3, "e1")]
    assert (s.phase, s.mover) == (Phase.WALK, 0)
