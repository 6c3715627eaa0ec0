"""Forest Fellers: over the finish, and who wins when."""

import pytest

from rules.fellers.position import FIGURES, HOME, ROUNDS, Phase, Position
from rules.game import NOBODY, Event
from rules.play import winners
from tests.rules.courses import (
    FELLERS,
    after,
    at,
    changed,
    dealt,
    holding,
    logs,
    name,
    position,
    river,
    say,
    told,
    why_not,
)

CHANNEL = river()
FAST = river("\n".join(["# # # . . . # # #"] * 11 + ["# # # . 3 . # # #", "# # # 3 = . # # #"]))
WAYS = ("n", "ne", "se", "s", "sw", "nw")


def drawn(s: Position) -> tuple[Position, list[Event]]:
    """Nature has drawn the one card that is missing."""
    return FELLERS.apply(s, FELLERS.legal(s)[0])


def with_home(s: Position, codes: str) -> Position:
    """These lumberjacks are home."""
    homes = (
        HOME if code in codes.split() else spot
        for code, spot in zip(FIGURES, s.figures, strict=True)
    )
    return changed(s, figures=tuple(homes))


@pytest.mark.parametrize(
    ("goal", "ways"), [("d13", ["se", "s"]), ("e12", ["s"]), ("f13", ["s", "sw"])]
)
def test_which_steps_lead_over_the_finish(goal: str, ways: list[str]) -> None:
    """Fellers 5. Straight down from each goal space, and from the outer two also into the half
    space in the middle, which is off the board (Forest Fellers rules, Game End)."""
    s = position(CHANNEL, "gm3", gm=goal)
    assert [w for w in WAYS if not why_not(s, w) and at(after(s, w), "gm") == "home"] == ways
    assert told(s, ways[0], "finishes") == [("gm", goal)]
    assert told(s, ways[0], "steps") == [("gm", goal, "off")]


def test_example_10_the_step_off_the_board_costs_one_and_ends_the_move() -> None:
    """Fellers 5. A 1 is enough on a goal space, and what is left of a card is lost."""
    assert at(after(position(CHANNEL, "gm1", gm="e12"), "s"), "gm") == "home"
    s = after(position(CHANNEL, "gm5", gm="e12"), "s")
    assert (s.phase, at(s, "gm")) == (Phase.DRAW, "home")


def test_example_10_the_second_in_a_lane_is_shoved_out() -> None:
    """Fellers 7. Over the finish is off the board, also by a shove."""
    s = position(CHANNEL, "gm1", gm="d11", ym="d12", yw="d13")
    there, events = say(s, "s")
    assert (at(there, "ym"), at(there, "yw")) == ("d13", "home")
    assert [(event.verb, event.seat, event.at) for event in events[1:]] == [
        ("shoves", 0, ("ym", "d12", "d13")),
        ("shoves", 0, ("yw", "d13", "off")),
        ("finishes", 1, ("yw", "d13")),
    ]


def test_three_in_a_row_are_not_shoved_even_over_the_finish() -> None:
    """Fellers 8. Although the first of them would leave the board."""
    s = position(CHANNEL, "gm1", gm="d10", ym="d11", yw="d12", logs="d13")
    assert why_not(s, "s") == "three in a row cannot be shoved"


def test_a_log_over_the_finish_is_out_of_the_game() -> None:
    """Fellers 6. Shoved or carried."""
    s = position(CHANNEL, "gm1", gm="e11", logs="e12 d5")
    assert (logs(after(s, "s")), told(s, "s", "loses")) == ({"d5"}, [("log", "e12")])
    s = after(position(FAST, "gm1", logs="e12"), ".")
    assert (logs(after(s, ":e12")), told(s, ":e12", "loses")) == (set(), [("log", "e12")])
    assert told(s, ":e12", "floats") == [("log", "e12", "off")]


def test_a_float_over_the_finish_brings_home_whoever_it_is() -> None:
    """Fellers 7. The mover may have to float a rival home."""
    s = after(position(FAST, "gm1", ym="e12"), ".")
    there, events = say(s, ":ym")
    assert at(there, "ym") == "home"
    assert [(event.verb, event.seat) for event in events] == [("floats", 0), ("finishes", 1)]


def test_ones_own_shoved_out_is_home() -> None:
    """Fellers 7. By one's own lumberjack too."""
    s = position(CHANNEL, "gm1", gm="f12", gw="f13")
    assert told(s, "s", "finishes") == [("gw", "f13")]


def test_the_last_step_wins_at_once() -> None:
    """Fellers 15; Forest Fellers rules, Game End: the first with all of them home, in his turn,
    and before anything floats."""
    s = position(FAST, "gm1", gm="f13", gw="home", kw="home", ym="e12", yw="home", wm="home")
    over, events = say(s, "s")
    assert [event.verb for event in events] == ["steps", "finishes", "wins"]
    assert (over.winner, FELLERS.actor(over), at(over, "ym")) == (0, NOBODY, "e12")
    assert winners(FELLERS, over) == (0,)


def test_the_last_one_may_float_home_in_ones_turn() -> None:
    """Fellers 15. The floats are part of the turn."""
    s = position(FAST, "gm1", gm="e11", gw="home", kw="home", ym="d13", yw="home", wm="home")
    s = after(s, "s")
    assert [event.verb for event in say(s, ":gm")[1]] == ["floats", "finishes", "wins"]
    other = after(s, ":ym")
    assert (at(other, "ym"), other.phase, other.winner) == ("home", Phase.FLOAT, NOBODY)
    assert after(other, ":gm").winner == 0


def test_example_6_a_rival_shoved_home_has_to_wait_for_his_turn() -> None:
    """Forest Fellers rules, Game End: and somebody else may win before."""
    s = position(CHANNEL, "gm1", seats=3, hand="gm2 gw2", gm="f12", bm="f13", ym="e12")
    s = holding(with_home(s, "rm rw yw wm"), 1, "ym2 wm1 wm3")
    shoved = after(s, "s")
    assert (at(shoved, "bm"), shoved.phase, shoved.winner) == ("home", Phase.DRAW, NOBODY)
    due = dealt(shoved)
    assert (due.phase, due.mover) == (Phase.PLAY, 1)
    assert after(due, "ym2 s").winner == 1
    waited, events = drawn(after(due, "ym2 ."))
    assert [event.verb for event in events] == ["draws", "gets", "wins"]
    assert (waited.winner, FELLERS.actor(waited)) == (2, NOBODY)


def test_the_turn_limit_ends_the_race() -> None:
    """Fellers 21. After 400 rounds most lumberjacks home, then fewest steps to go."""
    where = position(CHANNEL, gm="e12", gw="e2", ym="e11", yw="e10").figures
    s = changed(position(CHANNEL, "ym1", mover=1, hand="ym2 ym3"), figures=where)
    over, events = drawn(after(changed(s, round=ROUNDS), "."))
    assert [event.verb for event in events] == ["draws", "gets", "ends"]
    assert (over.phase, over.winner) == (Phase.OVER, NOBODY)
    shore = CHANNEL.shore
    assert FELLERS.scores(over) == ((0, 0, -(1 + 11 + shore)), (0, 0, -(2 + 3 + shore)))
    assert winners(FELLERS, over) == (1,)
    assert drawn(after(changed(s, round=ROUNDS - 1), "."))[0].round == ROUNDS


def test_who_is_home_counts_more_than_steps() -> None:
    """Fellers 21. Distances break ties only."""
    s = position(CHANNEL, gm="home", ym="e12", yw="e12", wm="e12")
    assert winners(FELLERS, s) == (0,)


def test_a_round_is_a_turn_of_everybody() -> None:
    """Fellers 21. Rounds are counted from the first seat."""
    s = position(CHANNEL, "ym1", mover=1, seats=3)
    assert dealt(after(s, ".")).round == 1
    s = position(CHANNEL, "rm1", mover=2, seats=3)
    there = dealt(after(s, "."))
    assert (there.mover, there.round) == (0, 2)


def test_the_shore_is_one_step_further_than_the_nearest_start() -> None:
    """Forest Fellers rules, Playing the Game: the first step is onto a start space."""
    fewest = min(CHANNEL.steps[cell] for cell in CHANNEL.starts)
    assert CHANNEL.shore == fewest + 1
    assert name(position(CHANNEL), CHANNEL.starts[0]) == "d1"
    assert HOME not in CHANNEL.starts
