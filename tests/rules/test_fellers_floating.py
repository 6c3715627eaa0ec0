"""Forest Fellers: the currents, after the move."""

from rules.drafting import foreseen
from rules.fellers.position import Phase
from tests.rules.courses import (
    FELLERS,
    after,
    at,
    choices,
    logs,
    position,
    river,
    say,
    told,
    why_not,
)

# The last page of the rules: a current to the southeast with the bank at its end, and one that
# leads into it from below.
LAST_PAGE = river(
    """
    # # # . . . # # #
    # # # . . . # # #
    # # # # # # # # #
    2 # # # # # # # #
    # 2 2 # # # # # #
    # # . 2 2 # # # #
    # # 0 # # . . # #
    # # # # # # # # #
"""
)
DOWN = river("# # # . . . # # #\n# # # . . . # # #\n# # # . 3 . # # #\n# # # . 3 . # # #")
TO_AND_FRO = river(
    """
    # # # . . . # # #
    # # # . . . # # #
    # # # . 3 . # # #
    # # # . . . # # #
    # # # . 0 . # # #
"""
)
TWO_LANES = river("# # # . . . # # #\n# # # . . . # # #\n# # # 3 . 3 # # #")
BENT = river(
    """
    # # # . . . # # #
    # # # . . . # # #
    # # # . 3 . # # #
    # # # . 2 . # # #
"""
)
SIDEWAYS = river(
    """
    # # # . . . # # #
    # # # . . . # # #
    # # # 2 3 . # # #
    # # # . . 3 # # #
"""
)


def test_example_1_the_order_of_the_floats_is_the_movers() -> None:
    """Fellers 12; Forest Fellers rules, After his movement: yellow first, then green, who shoves
    the log onto the current, which carries it until it is blocked."""
    s = position(LAST_PAGE, "gm1", seats=4, gm="c7", ym="b5", bm="g7", logs="c6")
    s = after(s, ".")
    assert (s.phase, choices(s)) == (Phase.FLOAT, [":gm", ":ym"])
    s = after(s, ":ym")
    assert (at(s, "ym"), choices(s)) == ("f7", [":gm"])
    s = after(s, ":gm")
    assert (at(s, "gm"), logs(s), choices(s)) == ("c6", {"c5"}, [":c5"])
    assert told(s, ":c5", "floats") == [("log", "c5", "d6", "e6")]
    s = after(s, ":c5")
    assert (at(s, "bm"), at(s, "ym"), at(s, "gm"), logs(s)) == ("g7", "f7", "c6", {"e6"})
    assert s.phase is Phase.DRAW


def test_example_1_with_water_behind_the_log_would_have_shoved_both() -> None:
    """Forest Fellers rules, After his movement: two are shoved by a float as by a move."""
    longer = river(
        """
        # # # . . . # # #
        # # # # # # # # #
        # # # # # # # # #
        # # # # # # # # #
        # # 2 # # # # # #
        # # # 2 2 # # # #
        # # # # # . . # #
        # # # # # # # . #
    """
    )
    s = after(position(longer, "gm1", seats=4, ym="f7", bm="g7", logs="c5"), ".")
    there, events = say(s, ":c5")
    assert (at(there, "ym"), at(there, "bm"), logs(there)) == ("g7", "h8", {"f7"})
    assert [(event.verb, event.at) for event in events] == [
        ("floats", ("log", "c5", "d6", "e6", "f7")),
        ("shoves", ("ym", "f7", "g7")),
        ("shoves", ("bm", "g7", "h8")),
    ]


def test_example_5_a_current_does_nothing_while_somebody_moves_over_it() -> None:
    """Forest Fellers rules, the example: a log and a rival are shoved on the way, at different
    steps, and nothing floats before the move is over."""
    s = position(DOWN, "gm4", gm="d2", ym="e2", logs="e4")
    moved, events = say(s, "se s s sw")
    assert [event.at for event in events if event.verb == "shoves"] == [
        ("ym", "e2", "f3"),
        ("log", "e4", "e5"),
    ]
    assert (at(moved, "gm"), moved.phase) == ("d5", Phase.DRAW)
    assert not [event for event in events if event.verb == "floats"]


def test_what_is_shoved_onto_a_current_waits_for_the_end_of_the_move() -> None:
    """Fellers 11. Then it floats like the others."""
    s = after(position(DOWN, "gm3", gm="e1", ym="e2"), "s")
    assert (at(s, "ym"), s.phase, s.pending) == ("e3", Phase.MOVE, ())
    s = after(s, ".")
    assert (s.phase, choices(s)) == (Phase.FLOAT, [":ym"])
    assert told(s, ":ym", "floats") == [("ym", "e3", "e4", "e5")]


def test_one_who_stops_on_a_current_floats_from_arrow_to_arrow() -> None:
    """Forest Fellers rules, Playing the Game: to the first space without one."""
    s = after(position(DOWN, "gm3", gm="e2"), "s .")
    assert at(after(s, ":gm"), "gm") == "e5"
    assert at(after(position(DOWN, "gm3", gm="e2"), "s s s"), "gm") == "e5"


def test_each_float_is_finished_before_the_next() -> None:
    """Fellers 12. With the lower one first it is in the other's way; with the upper one first it
    is shoved off its current."""
    s = after(position(BENT, "gm1", ym="e3", wm="e4"), ".")
    low, high = after(s, ":wm :ym"), after(s, ":ym")
    assert (at(low, "ym"), at(low, "wm"), low.phase) == ("e4", "f5", Phase.DRAW)
    assert (at(high, "ym"), at(high, "wm"), high.phase) == ("f5", "e5", Phase.DRAW)
    assert foreseen(FELLERS, s) is None


def test_a_blocked_one_stays_and_tries_again_in_a_later_turn() -> None:
    """Fellers 12; Forest Fellers rules, Playing the Game: after subsequent turns."""
    s = position(DOWN, "gm1", gm="d9", ym="e4", logs="e5 e6 e7")
    s = after(s, ".")
    assert told(s, ":ym", "stuck") == [("ym", "e4")]
    stuck = after(s, ":ym")
    assert (at(stuck, "ym"), stuck.phase) == ("e4", Phase.DRAW)
    later = after(position(DOWN, "gm1", gm="d9", ym="e4", logs="e6 e7"), ".")
    assert at(after(later, ":ym"), "ym") == "e5"


def test_who_has_tried_may_not_try_again() -> None:
    """Fellers 12. So an order may leave something behind, and that is a choice."""
    s = after(position(DOWN, "gm1", ym="e3", logs="e4 e5 e6"), ".")
    assert choices(s) == [":ym", ":e4"]
    tried = after(s, ":ym")
    assert why_not(tried, ":ym") == "honey man on e3 has tried to float already"
    left_behind = after(tried, ":e4")
    assert (at(left_behind, "ym"), logs(left_behind)) == ("e3", {"e5", "e6", "e7"})
    carried = after(s, ":e4 :ym")
    assert (at(carried, "ym"), logs(carried)) == ("e4", {"e5", "e6", "e7"})
    assert carried.phase is Phase.DRAW


def test_a_blocked_one_tries_again_when_it_is_shoved_onto_another_current() -> None:
    """Fellers 12. It has come to rest on a current in this phase."""
    s = after(position(SIDEWAYS, "gm1", ym="e3", wm="d3", logs="e4 e5 e6"), ".")
    tried = after(s, ":ym")
    assert (at(tried, "ym"), choices(tried)) == ("e3", [":wm"])
    shoved = after(tried, ":wm")
    assert (at(shoved, "wm"), at(shoved, "ym"), choices(shoved)) == ("e3", "f4", [":ym"])
    assert at(after(shoved, ":ym"), "ym") == "f5"


def test_what_is_shoved_off_its_current_has_not_to_float() -> None:
    """Fellers 12. Only what stands on a current floats."""
    s = after(position(BENT, "gm1", ym="e4", logs="e3"), ".")
    assert choices(s) == [":ym", ":e3"]
    s = after(s, ":e3")
    assert (logs(s), at(s, "ym"), s.phase) == ({"f5"}, "e5", Phase.DRAW)


def test_floats_that_would_go_round_for_ever_end() -> None:
    """Fellers 13. Two arrows against one another can hand two things to and fro: when everything
    is where it was before, nothing floats any more in this turn."""
    s = after(position(TO_AND_FRO, "gm1", logs="e3", ym="e4"), ".")
    assert choices(s) == [":e3"]
    s = after(s, ":e3")
    assert (logs(s), at(s, "ym"), choices(s)) == ({"e4"}, "e5", [":ym"])
    s = after(s, ":ym")
    assert (logs(s), at(s, "ym"), s.phase) == ({"e3"}, "e4", Phase.DRAW)


def test_floats_that_do_not_touch_need_no_order() -> None:
    """docs/decisions.md, 7: whichever is said first, all ends alike, so it fills itself in."""
    s = after(position(TWO_LANES, "gm1", ym="d3", wm="f3"), ".")
    assert choices(s) == [":ym", ":wm"]
    assert str(foreseen(FELLERS, s)) == ":ym"
    assert after(s, ":ym :wm") == after(s, ":wm :ym")


def test_a_float_over_the_rapids_goes_one_way() -> None:
    """Fellers 9. Down over them it carries on; up against them it is blocked."""
    down = "\n".join(["# # # . . . # # #"] * 11 + ["# # # . 3 . # # #", "# # # . = . # # #"])
    up = "# # # 0 . . # # #"
    course = river(down, up)
    s = after(position(course, "gm1", ym="e12", wm="d14"), ".")
    assert at(after(s, ":ym"), "ym") == "e13"
    assert told(s, ":wm", "stuck") == [("wm", "d14")]


def test_why_something_does_not_float() -> None:
    """docs/decisions.md, 3: each cause is named."""
    s = after(position(DOWN, "gm1", gm="d5", ym="e3", logs="d2"), ".")
    assert why_not(s, ":yw") == "honey woman is not on the river"
    assert why_not(s, ":rm") == "rose man is not on the river"
    assert why_not(s, ":gm") == "grass man on d5 is on no current"
    assert why_not(s, ":d2") == "the log on d2 is on no current"
    assert why_not(s, ":e3") == "there is no log on e3"
    assert why_not(s, ".") == "the move is over: name what floats next"
