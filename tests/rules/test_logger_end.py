"""Logger: equal turns, the end and who wins."""

import pytest
from hypothesis import given

from rules.game import NOBODY
from rules.logger.rules import GOAL, Phase
from tests.rules.boards import LOGGER, position, say
from tests.rules.games import Turn, any_game


@pytest.mark.parametrize("mover", [0, 1, 2])
def test_after_ten_points_those_who_follow_in_the_round_still_play(mover: int) -> None:
    """Logger, 2011 sheet, End Game: who has not had a turn this round gets one more."""
    points = tuple(9 if seat == mover else 0 for seat in range(4))
    s = position(
        """
        . . . . .
        . M . M .
        A M C M B
        . M . M .
        . . D . .
    """,
        phase=Phase.ACT,
        mover=mover,
        points=points,
    )
    s, events = say(s, {0: "xb3", 1: "xd3", 2: "xb3"}[mover])
    assert events[-1].verb == "reaches"
    assert s.phase is Phase.WALK
    movers = []
    while LOGGER.actor(s) != NOBODY:
        if LOGGER.actor(s) not in movers:
            movers.append(LOGGER.actor(s))
        s, events = LOGGER.apply(s, LOGGER.legal(s)[0])
    assert movers == list(range(mover + 1, 4))
    assert events[-1].verb == "ends"


@given(any_game)
def test_all_have_had_equally_many_turns_when_it_ends(game: list[Turn]) -> None:
    """Logger, 2011 sheet, End Game: a game of equal turns. The fourth of four has no turn for
    his corner, which is the only one left."""
    seats = len(game[0].before.loggers)
    movers = [turn.seat for turn in game if turn.before.phase is not Phase.CORNER]
    assert movers == [*range(seats)] * (len(movers) // seats)


@given(any_game)
def test_a_game_ends_only_at_the_end_of_a_round(game: list[Turn]) -> None:
    """Logger, 2011 sheet, End Game: nothing but ten points, or a round without any change, is
    the end, and only when the last player has moved."""
    last = len(game[0].before.loggers) - 1
    for turn in game:
        over = turn.after.phase is Phase.OVER
        if turn.seat != last or turn.before.phase is Phase.CORNER:
            assert not over
        elif not over:
            assert max(turn.after.points) < GOAL
    assert game[-1].after.phase is Phase.OVER
    assert max(game[-1].after.points) >= GOAL or game[-1].events[-1].verb == "stalls"
