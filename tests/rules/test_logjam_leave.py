"""Logjam: a seat that is given up, at any moment (Logjam 21)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import NATURE, NOBODY, Leave
from rules.logjam.position import Phase, Position
from rules.play import legal, unattended
from tests.rules.rivers_of_logs import LOGJAM, after, opening, river, whole_game

THREE = """
    . . . . .
    . . . B .
    . A C . .
    . 1 1 . .
    . . . . .
    . . . . .
"""


def leave(s: Position, *seats: int) -> Position:
    for seat in seats:
        s, _ = LOGJAM.apply(s, Leave(seat))
    return s


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_leaves_takes_nobody_along_who_is_home(seat: int) -> None:
    """Logjam 14 and 21 (issue 25, item 16). Only what is on the river or on its way back is taken
    off: those who are home stay counted, the leaver's own and everybody else's, also when
    more leave, and when the game is over by that."""
    s = river(THREE, roll=6, home=(1, 2, 3))
    gone = leave(s, seat)
    assert (gone.home, gone.loggers[seat], gone.hand[seat]) == ((1, 2, 3), (), 0)
    others = [each for each in range(3) if each != seat]
    assert leave(gone, others[0]).home == (1, 2, 3)
    captured = replace(after(river(THREE, roll=1), "b4xc4"), home=(1, 2, 0))
    assert leave(captured, seat).home == (1, 2, 0)


def test_the_turn_of_who_leaves_is_over() -> None:
    """Logjam 21. Whatever was rolled; rounds are counted on from the seat that began."""
    s = leave(river(THREE, roll=6), 0)
    assert (s.phase, s.mover, s.roll, s.round) == (Phase.ROLL, 1, 0, 1)
    s = after(after(after(after(s, "6"), "."), "6"), ".")
    assert (s.mover, s.round) == (1, 2)


@settings(max_examples=60)
@given(st.integers(2, 6), st.integers(0, 2**32), st.sampled_from(["quick", "classic"]))
def test_anybody_may_leave_at_any_moment(seats: int, seed: int, setup: str) -> None:
    """Logjam 21. Nobody's loggers are lost but his, and the game goes on to its end."""
    rng, s = Random(seed), opening(seats, setup=setup, board="6x8", logs="2233")
    for _ in range(4000):
        if LOGJAM.actor(s) == NOBODY:
            break
        here = [x for x, gone in enumerate(s.left) if not gone]
        if rng.random() < 0.01:
            home, s = s.home, leave(s, rng.choice(here))
            assert s.home == home
        else:
            s, _ = LOGJAM.apply(s, rng.choice(legal(LOGJAM, s)))
        assert_whole(s)
    assert LOGJAM.actor(s) == NOBODY


def assert_whole(s: Position) -> None:
    for seat, gone in enumerate(s.left):
        held = len(s.loggers[seat]) + s.hand[seat] + s.home[seat]
        assert (s.loggers[seat], s.hand[seat]) == ((), 0) if gone else held == s.terms.each
    actor = LOGJAM.actor(s)
    assert actor in (NATURE, NOBODY) or not s.left[actor]


def test_the_games_tried_are_long_enough_to_leave_in() -> None:
    """Logjam 21. The random games above pass through every phase."""
    phases = {s.phase for s, *_ in whole_game(3, 1, setup="classic", board="6x8", logs="2233")}
    assert phases == set(Phase) - {Phase.OVER}


def test_when_the_last_who_has_loggers_to_place_leaves_the_game_begins() -> None:
    """Logjam 21 and 7: nobody is left to build, so the first turn is due."""
    played = whole_game(3, 1, setup="classic", board="6x8", logs="2233")
    s = next(s for s, *_ in played if s.phase is Phase.LOGGERS and sum(s.hand) == 1)
    gone = leave(s, s.mover)
    assert (gone.phase, any(gone.hand)) == (Phase.ROLL, False)


def test_the_set_up_goes_on_without_who_does_not_come() -> None:
    """Logjam 23. A classic set-up is laid and stood to its end, all by the clock."""
    s, turns = opening(2, setup="classic"), 0
    while s.phase is not Phase.ROLL:
        if LOGJAM.actor(s) == NATURE:
            s = after(s, str(legal(LOGJAM, s)[turns % 6]))
        else:
            s = unattended(LOGJAM, s)[1]
        turns += 1
    assert turns > 10
    assert all(len(stood) == s.terms.each for stood in s.loggers)
