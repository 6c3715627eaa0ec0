"""Logger: its own valuation, for whoever looks ahead, and what a turn gains, in words."""

from rules.game import NOBODY
from tests.rules.boards import LOGGER, position

ROWS = """
    . . . . .
    . . . . .
    M A M T .
    . . . . .
    . . . . B
"""


CORNER = """
    . . . . .
    . . . . .
    . . . . .
    s . . . .
    A s . . B
"""


def worth(points: tuple[int, ...] = (), supply: tuple[int, ...] = ()) -> float:
    return LOGGER.worth(position(ROWS, points=points, supply=supply), 0)


def test_points_and_protesters_are_worth_having() -> None:
    """2011 sheet, End Game: the most points win, then protesters; more so near the end."""
    start, late = worth(points=(1, 0)), worth(points=(8, 0))
    assert start < worth(points=(2, 0))
    assert worth(points=(9, 0)) - late > worth(points=(2, 0)) - start
    assert start < worth(points=(1, 0), supply=(1, 0)) < worth(points=(1, 0), supply=(2, 0))


def test_who_is_shut_in_stands_badly() -> None:
    """2011 sheet, Movement: not through trees or loggers."""
    corner = position(CORNER)
    assert LOGGER.worth(corner, 0) < LOGGER.worth(corner, 1) + 2


def test_points_come_first_in_what_is_shown() -> None:
    """2011 sheet, End Game: an example is to show how points are won."""
    for hand in (0, 9):
        poor = position(ROWS, points=(0, 0), supply=(hand, 0))
        assert LOGGER.appeal(position(ROWS, points=(1, 0)), 0) > LOGGER.appeal(poor, 0)


def test_a_catch_is_the_points_that_were_won() -> None:
    """2011 sheet, Chop: what anybody sees; nobody else's points count."""
    before = position(ROWS, points=(1, 4))
    assert LOGGER.catch(before, position(ROWS, points=(3, 5)), 0) == 2


def test_nothing_is_prepared_when_the_game_is_over() -> None:
    """2011 sheet, End Game: the last turn of all is good for its points alone."""
    s = position(ROWS, mover=1, points=(10, 0))
    over = next(after for _, after in LOGGER.whole(s) if LOGGER.actor(after) == NOBODY)
    assert LOGGER.reasons(s, over, 1) == []
