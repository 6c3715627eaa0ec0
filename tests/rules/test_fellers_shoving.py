"""Forest Fellers: steps, shoves, and the borders that are crossed only one way."""

import pytest

from rules.fellers.position import Phase
from tests.rules.courses import after, at, choices, logs, position, river, say, told, why_not

CHANNEL = river()
POND = river(
    """
    # # # . . . # # #
    # # . . . . . # #
    # . . . . . . . #
    . . . . . . . . .
    . . . . # . . . .
    . . . . . . . . .
"""
)
TWO = river("", "")
WAYS = ("n", "ne", "se", "s", "sw", "nw")


def test_a_step_goes_in_six_directions_upstream_too() -> None:
    """Fellers 19; Forest Fellers rules, Playing the Game: in any direction."""
    s = position(POND, "gm1", gm="d4")
    assert choices(s) == [*WAYS, "."]
    ends = [at(after(s, way), "gm") for way in WAYS]
    assert ends == ["d3", "e3", "e4", "d5", "c4", "c3"]
    from_even_lane = [at(after(position(POND, "gm1", gm="e3"), way), "gm") for way in WAYS]
    assert from_even_lane == ["e2", "f3", "f4", "e4", "d4", "d3"]


def test_nobody_steps_onto_bank_or_rock() -> None:
    """Forest Fellers rules, Playing the Game: not through banks or rocks."""
    s = position(POND, "gm1", gm="e4")
    assert why_not(s, "s") == "south of e4 is bank or rock"
    assert why_not(position(POND, "gm1", gm="a4"), "nw") == "northwest of a4 is bank or rock"


def test_upstream_shoves_are_shoves() -> None:
    """Fellers 19. Inside a segment a thing may be shoved any way."""
    s = position(CHANNEL, "gm1", gm="e6", ym="e5", logs="e4")
    assert told(s, "n", "shoves") == [("ym", "e5", "e4"), ("log", "e4", "e3")]


def test_example_4_two_are_shoved_if_there_is_water_behind_them() -> None:
    """Forest Fellers rules, Playing the Game: up to two in a straight line."""
    s = position(POND, "gm2", gm="a4", ym="b5", logs="c5")
    there, events = say(s, "se .")
    assert (at(there, "gm"), at(there, "ym"), logs(there)) == ("b5", "c5", {"d6"})
    assert [(event.verb, event.seat, event.at) for event in events] == [
        ("steps", 0, ("gm", "a4", "b5")),
        ("shoves", 0, ("ym", "b5", "c5")),
        ("shoves", 0, ("log", "c5", "d6")),
    ]


def test_example_4_two_before_a_rock_are_not_shoved() -> None:
    """Forest Fellers rules, Playing the Game: nothing is shoved onto bank or rock."""
    s = position(POND, "gm2", gm="b4", ym="c4", logs="d5")
    assert why_not(s, "se") == "behind the log on d5 is bank or rock"
    s = position(POND, "gm2", gm="e2", logs="e3", ym="e4")
    assert why_not(s, "s") == "behind honey man on e4 is bank or rock"


def test_example_4_three_in_a_row_are_not_shoved_with_water_behind_either() -> None:
    """Forest Fellers rules, Playing the Game: three or more stand fast."""
    s = position(CHANNEL, "gm1", gm="e3", ym="e5", logs="e4 e6")
    assert why_not(s, "s") == "three in a row cannot be shoved"
    assert why_not(position(CHANNEL, "gm1", gm="e3", ym="e5", logs="e4"), "s") is None


def test_a_line_is_straight_and_stops_at_a_gap() -> None:
    """Forest Fellers rules, Playing the Game: only what stands directly behind is shoved too."""
    s = position(CHANNEL, "gm1", gm="e3", ym="e4", logs="d5 f5 e6 e7 e8")
    there = after(s, "s")
    assert (at(there, "ym"), logs(there)) == ("e5", {"d5", "f5", "e6", "e7", "e8"})


def test_nobody_passes_another_but_by_shoving_or_round_about() -> None:
    """Fellers 20. One thing a space; a shove costs nothing beyond the step."""
    s = position(CHANNEL, "gm3", gm="e3", ym="e4", logs="e8 e9 e10")
    pushed = after(s, "s s s")
    assert (at(pushed, "gm"), at(pushed, "ym"), pushed.phase) == ("e6", "e7", Phase.DRAW)
    round_about = after(s, "sw s se")
    assert (at(round_about, "gm"), at(round_about, "ym")) == ("e5", "e4")


def test_ones_own_are_shoved_like_the_others() -> None:
    """Forest Fellers rules, Playing the Game: any other figure."""
    s = position(CHANNEL, "gm1", gm="e3", gw="e4", kw="e5")
    assert told(s, "s", "shoves") == [("gw", "e4", "e5"), ("kw", "e5", "e6")]


def test_the_rapids_are_a_border_and_cost_nothing() -> None:
    """Fellers 9. The space between the boards is whole, and belongs to the lower one."""
    s = position(TWO, "gm3", gm="e12")
    assert at(after(s, "s s s"), "gm") == "e15"
    assert at(after(s, "sw s ."), "gm") == "d14"
    assert at(after(s, "sw se ."), "gm") == "e13"


def test_example_8_nobody_steps_back_over_the_rapids() -> None:
    """Forest Fellers rules, Playing the Game: once across, nobody goes back."""
    for name, ways in {"e13": ["n", "ne", "nw"], "d14": ["n"], "f14": ["n"]}.items():
        s = position(TWO, "gm1", gm=name)
        barred = [way for way in WAYS if why_not(s, way) == "that step goes back over the rapids"]
        assert barred == ways
    assert why_not(position(TWO, "gm1", gm="d14"), "ne") is None


def test_example_8_nothing_is_shoved_back_over_the_rapids() -> None:
    """Fellers 9. The whole step is then impossible, the log's as well as the lumberjack's."""
    s = position(TWO, "gm1", gm="d15", ym="d14")
    assert why_not(s, "n") == "honey man on d14 cannot go back over the rapids"
    s = position(TWO, "gm1", gm="e15", ym="e14", logs="e13")
    assert why_not(s, "n") == "the log on e13 cannot go back over the rapids"


def test_things_are_shoved_forward_over_the_rapids() -> None:
    """Fellers 9. Forward they are no obstacle."""
    s = position(TWO, "gm1", gm="d11", ym="d12", logs="d13")
    assert told(s, "s", "shoves") == [("ym", "d12", "d13"), ("log", "d13", "d14")]


@pytest.mark.parametrize("start", ["d1", "e1", "f1"])
def test_example_8_nobody_leaves_the_board_upstream(start: str) -> None:
    """Fellers 10; Forest Fellers rules, Playing the Game: it is the same at the start."""
    s = position(CHANNEL, "gm1", gm=start)
    assert why_not(s, "n") == "that step goes back over the start"
    assert "n" not in choices(s)
    below = position(CHANNEL, "gm1", gm=f"{start[0]}2", ym=start)
    assert why_not(below, "n") == f"honey man on {start} cannot go back over the start"


def test_one_may_step_and_shove_back_onto_a_start_space() -> None:
    """Fellers 10. The border is behind the start spaces, not before them."""
    assert at(after(position(CHANNEL, "gm1", gm="e2"), "n"), "gm") == "e1"
    s = position(CHANNEL, "gm1", gm="e3", logs="e2")
    assert logs(after(s, "n")) == {"e1"}
