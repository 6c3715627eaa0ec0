"""Logger: the set-up and the order of turns."""

import pytest

from rules.errors import Unavailable
from rules.game import NOBODY
from rules.logger.rules import Phase
from rules.play import turns
from tests.rules.boards import (
    LOGGER,
    after,
    at,
    choices,
    opening,
    position,
    say,
    squares,
    unplaced,
    why_not,
)


def test_one_seedling_stands_in_the_middle() -> None:
    """Logger, 2011 sheet, Setup: the board is empty but for a seedling in the centre."""
    s = opening(2)
    assert at(s, "c3") == "s"
    assert len(squares(s, ".")) == 24


@pytest.mark.parametrize(("seats", "hand"), [(2, 2), (3, 1), (4, 1)])
def test_two_players_begin_with_two_protesters_each_and_more_with_one(
    seats: int, hand: int
) -> None:
    """Logger, pyramid rules sheet, Setup: one protester each, two each for two players."""
    assert opening(seats).supply == (hand,) * seats
    assert opening(seats).points == (0,) * seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_logger_is_for_two_to_four(seats: int) -> None:
    """Logger, pyramid rules sheet, title: 2 to 4 players."""
    with pytest.raises(Unavailable, match="2 to 4 players"):
        opening(seats)


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
    assert unplaced(s) == set()
    assert (s.phase, s.mover) == (Phase.WALK, 0)


def test_only_a_free_corner_can_be_taken() -> None:
    """Logger, 2011 sheet, Setup: a logger begins on a corner, and each on his own."""
    s = after(opening(3), "a1")
    assert choices(s) == {"e1", "a5", "e5"}
    assert why_not(s, "a1") == "another logger stands on a1"
    assert why_not(s, "c3") == "c3 is not a corner"
    assert why_not(s, "+b1") == "first choose a corner"


def test_the_third_of_three_still_chooses_between_two_corners() -> None:
    """Logger, 2011 sheet, Setup: with three players one corner stays empty, so all choose."""
    s = after(opening(3), "a1")
    s = after(s, "e5")
    assert LOGGER.actor(s) == 2
    assert choices(s) == {"e1", "a5"}


def test_the_second_of_two_chooses_between_three_corners() -> None:
    """Logger, 2011 sheet, Setup: nobody but a fourth player ever has no choice."""
    assert choices(after(opening(2), "e1")) == {"a1", "a5", "e5"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_play_goes_round_from_the_first_player(seats: int) -> None:
    """Logger, 2011 sheet, Setup and End Game: who went first stays the first of each round."""
    s = opening(seats)
    while s.phase is Phase.CORNER:
        s = after(s, min(choices(s)))
    movers = []
    for _ in range(2 * seats):
        movers.append(LOGGER.actor(s))
        _, s = next(turns(LOGGER, s))
    assert movers == [*range(seats), *range(seats)]


def test_a_turn_is_movement_then_growth_then_action() -> None:
    """Logger, 2011 sheet, Gameplay: the three parts of a turn come in this order. Here the tree
    next to the new square matures after the walk and is chopped in the same turn."""
    s = position("""
        . . . . .
        . . . . .
        . . T . .
        . . . . .
        A . . . B
    """)
    assert why_not(s, "+a2") == "first walk: name a square, or your own to stay"
    walked, events = say(s, "b2")
    assert [event.verb for event in events] == ["walks"]
    assert (walked.phase, walked.mover) == (Phase.ACT, 0)
    assert why_not(walked, "b3") == "now plant, chop or protest"
    done, events = say(s, "c1 +c2")
    assert [event.verb for event in events] == ["walks", "grows", "plants"]
    assert (done.phase, done.mover) == (Phase.WALK, 1)
    assert at(done, "c3") == "M"


def test_nobody_speaks_when_the_game_is_over() -> None:
    """Logger, 2011 sheet, End Game: after the last turn nothing more is done."""
    s = position(
        """
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        A . . . B
    """,
        phase=Phase.OVER,
    )
    assert LOGGER.actor(s) == NOBODY
    assert choices(s) == set()
    assert why_not(s, "a1") == "the game is over"
