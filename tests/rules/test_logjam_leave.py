"""Logjam: a seat that is given up, at any moment (Logjam 21)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import NATURE, NOBODY, Leave
from rules.logjam.position import OUT, Phase, Position
from rules.play import legal
from tests.rules.rivers_of_logs import LOGJAM, after, at, facts, opening, river, whole_game

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


def test_who_leaves_is_taken_off_the_river_and_skipped() -> None:
    """Logjam 21. The loggers go, those that are home count for nothing, and the seat is passed
    over from then on."""
    s, events = LOGJAM.apply(river(THREE, roll=6), Leave(1))
    assert facts(events) == ["leaves 1"]
    assert (at(s, "d5"), s.phase, s.mover) == (".", Phase.MOVE, 0)
    assert LOGJAM.scores(s)[1] == ()
    assert after(s, ".").mover == 2


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


def test_who_was_captured_is_still_sent_back() -> None:
    """Logjam 21. When the mover leaves in the middle, each goes to its own colour on the starting
    row, or to the first empty square; when the captured one leaves, the turn is over."""
    captured = after(river(THREE, roll=1), "b4xc4")
    assert captured.phase is Phase.RETURN
    s = leave(captured, 0)
    assert (at(s, "a1"), s.phase, s.mover, s.hand) == ("C", Phase.ROLL, 1, (0, 0, 0))
    again = river(THREE.rstrip().removesuffix(". .") + "C .", roll=1)
    assert at(leave(after(again, "b4xc4"), 0), "d1") == "C2"
    s = leave(captured, 2)
    assert (s.phase, s.mover, s.hand) == (Phase.ROLL, 1, (0, 0, 0))


@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_players_the_game_of_logjam_ends(seat: int) -> None:
    """Logjam 21. The last one left has nobody to play with, and wins."""
    s = leave(river(MIRROR, roll=6), seat)
    assert LOGJAM.actor(s) == NOBODY
    scores = LOGJAM.scores(s)
    assert (scores[seat], max(scores)) == ((), scores[1 - seat])


def test_who_is_on_his_way_back_has_all_rows_to_go() -> None:
    """Logjam 19 and 21. Also when the game ends before he is sent back."""
    captured = after(river(MIRROR, roll=1), "a4xb4")
    s = leave(captured, 0)
    assert (s.hand, LOGJAM.scores(s)) == ((0, 1), ((), (3, 0, -8)))


MIRROR = "A B \n . . \n . . \n B ."


def test_the_roll_off_goes_on_without_who_left() -> None:
    """Logjam 21. Also when all who shared the highest roll have left: the others roll again."""
    s = leave(after(opening(4), "3"), 1)
    assert (s.mover, s.rolls) == (2, (3, OUT, 0, 0))
    tied = after(s, "3 1")
    assert tied.rolls == (0, OUT, 0, OUT)
    assert leave(tied, 0).mover == 2
    again = leave(after(opening(4), "6 6 1 1"), 0, 1)
    assert (again.phase, again.mover, again.rolls) == (Phase.ROLLOFF, 2, (OUT, OUT, 0, 0))


def test_the_set_up_goes_on_without_who_left() -> None:
    """Logjam 21. The next seat lays and stands."""
    logs = after(opening(3, setup="classic", board="6x8", logs="55"), "6 1 1")
    assert leave(logs, 0).mover == 1
    loggers = after(after(logs, "b3-b7"), "d3-d7")
    assert (loggers.phase, loggers.mover) == (Phase.LOGGERS, 2)
    s = after(leave(loggers, 2), "@a1")
    assert s.mover == 1


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
