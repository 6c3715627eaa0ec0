"""Logger: set-up, growth, rulings, the end, leaving, and the promises of every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Leave, Step
from rules.logger.computer import prospects
from rules.logger.rules import BOARD, GOAL, UNPLACED, Phase, Position, Seed, TreeAction
from rules.play import turns
from tests.rules.boards import LOGGER, after, at, choices, opening, position, scattered
from tests.rules.games import any_seed, game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_corners_are_taken_in_turn_order_from_those_left(seats: int) -> None:
    """Logger, 2011 sheet, Setup: from the first player on, each puts his logger on a corner."""
    s = opening(seats)
    for seat, corner in enumerate(["e5", "a1", "e1"][:seats]):
        assert LOGGER.actor(s) == seat
        assert corner in choices(s)
        s = after(s, corner)
        assert at(s, corner) == "ABCD"[seat]
        assert corner not in choices(s) or s.phase is Phase.WALK
    assert UNPLACED not in s.loggers
    assert (s.phase, s.mover) == (Phase.WALK, 0)


def test_a_tree_seeds_no_square_that_is_not_next_to_it() -> None:
    """Logger, 2011 sheet, Growth: an adjacent space."""
    owing = after(
        position("""
        . . . . .
        . . . . .
        A . M . .
        . . . . .
        . . . . B
    """),
        "a3",
    )
    for square in ("c1", "d4", "e1"):
        far = Seed(BOARD.by_name["c3"], BOARD.by_name[square])
        assert str(LOGGER.why_not(owing, far)) == f"{square} isn't next to the tree on c3"


BOXED_IN = """
    M M M G B
    M M M M G
    M M M M M
    G M M M M
    A G M M M
"""


def test_a_change_earlier_in_the_round_keeps_the_game_going() -> None:
    """Logger 16. Only a whole round without any change ends the game."""
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


@pytest.mark.parametrize(("seats", "style"), [(2, "chop"), (3, "no chop"), (4, "any")])
def test_a_game_ends_only_at_the_end_of_a_round(seats: int, style: str) -> None:
    """Logger, 2011 sheet, Setup and End Game: by ten points, or a round without any change; from
    the first player round the table, with as many turns for everybody."""
    *before, last = played = [*game(seats, 1, style)]
    movers = [turn.seat for turn in played if turn.before.phase is not Phase.CORNER]
    assert movers == [*range(seats)] * (len(movers) // seats)
    for turn in before:
        assert turn.after.phase is not Phase.OVER
        if turn.seat == seats - 1 and turn.before.phase is not Phase.CORNER:
            assert max(turn.after.points) < GOAL
    assert (last.seat, last.after.phase) == (seats - 1, Phase.OVER)
    assert max(last.after.points) >= GOAL or last.events[-1].verb == "stalls"


TABLE_OF_THREE = """
    . . . . .
    . . . G .
    . M A M B
    . . . . .
    . . C . .
"""


def left(s: Position, seat: int) -> Position:
    return LOGGER.apply(s, Leave(seat))[0]


def test_the_seat_is_skipped_from_then_on() -> None:
    """Logger 18. The rounds continue in the original order."""
    s = left(position(TABLE_OF_THREE), 1)
    movers = []
    for _ in range(4):
        movers.append(s.mover)
        while s.mover == movers[-1]:
            s, _ = LOGGER.apply(s, LOGGER.legal(s)[0])
    assert movers == [0, 2, 0, 2]


def test_the_round_begins_with_the_first_who_is_left() -> None:
    """Logger 18. When the first player has gone, the second begins the rounds."""
    s = left(position(TABLE_OF_THREE, mover=2), 0)
    assert s.mover == 2
    assert after(s, "c1 +c2").mover == 1


@settings(max_examples=20)
@given(st.integers(2, 4), any_seed)
def test_the_prospects_are_the_actions_of_all_turns(seats: int, seed: int) -> None:
    """Logger, 2011 sheet, Gameplay: every action of some turn, and from where."""
    s = scattered(Random(seed), seats, crowd=0.4)
    expected: dict[Step, set[int]] = {}
    for steps, there in turns(LOGGER, s):
        for step in steps:
            if isinstance(step, TreeAction):
                expected.setdefault(step, set()).add(there.loggers[s.mover])
    assert prospects(s) == expected
