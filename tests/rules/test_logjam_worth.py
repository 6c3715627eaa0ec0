"""Logjam: the example that a call gives is a sensible turn, and what is played offhand nearly so.

Source: rules/game.py."""

from dataclasses import replace
from random import Random

import pytest

from rules.logjam.computer import steps_to_go
from rules.play import legal
from tests.rules.rivers_of_logs import LOGJAM, after, river, scattered
from tests.sensible import sensible

DRAWING = """
    . . A . . . . .
    . . . . . . . .
    . . . . . . . .
    . B . . 2 2 2 .
    . 1 1 1 . . . .
    . A . . A B . .
    . . . . . . . .
    . . . . . B . .
"""


def test_what_is_nearer_home_is_worth_more() -> None:
    """Logjam rules, Moving a Logger: steps of one's own against those of a rival, on average, round
    the logs; b3 has to go by way of a4, e3 by way of h5."""
    s = river(DRAWING, roll=4)
    assert (steps_to_go(s, 0), steps_to_go(s, 1), s.home) == (1 + 7 + 9, 4 + 8 + 10, (2, 2))
    assert LOGJAM.worth(s, 0) == 22 - 17 == -LOGJAM.worth(s, 1)
    three = river(DRAWING, roll=4, seats=3)
    assert LOGJAM.worth(three, 2) == (17 - 2 + 22 - 2) / 2 + 5


def test_a_catch_is_a_logger_home_before_any_that_are_sent_back() -> None:
    """Logjam rules, Rolling a One: whoever is captured stands on the starting row again; it is the
    other one's catch, and none of whose loggers they are."""
    before = river(DRAWING, roll=1)
    sent = replace(before, loggers=(before.loggers[0], (0, *before.loggers[1][::2])))
    home = replace(before, home=(3, 2))
    assert LOGJAM.catch(before, sent, 0) == 1
    assert LOGJAM.catch(before, sent, 1) == 0
    assert LOGJAM.catch(before, home, 0) > before.terms.each


def test_who_was_sent_back_begins_where_it_is_nearest_and_who_is_shut_in_waits() -> None:
    """Logjam rules, Rolling a One; where there is no way a log has to move first."""
    drawing = """
        . . . . . .
        1 . 1 . . .
        1 A 1 2 2 2
        1 3 3 . . .
        . . . . . .
        . . . . . .
    """
    s = river(drawing, roll=4, hand=(0, 1), each=3)
    assert steps_to_go(s, 0) == 3
    assert steps_to_go(s, 1) == 2 * 6


def test_the_reasons_name_what_a_log_has_changed() -> None:
    """rules/game.py, reasons: there, and back again."""
    pushing = river(
        """
        . . . . . . . .
        . . . . . . . .
        . 1 1 1 . . . .
        . . B . . . . .
        . 2 2 2 . . . .
        . . A . . . . .
        . . . . . . . .
    """,
        roll=2,
    )
    there = after(pushing, "c2>c3 @a1")
    assert str(LOGJAM.reasons(pushing, there, 1)[0]) == "goes 1 step back"
    assert str(LOGJAM.reasons(there, pushing, 0)[-1]).startswith("saves rivals")


@pytest.mark.no_cover
def test_what_is_played_offhand_is_nearly_as_good() -> None:
    """rules/game.py, offhand: legal, and of all that the best turns gain four fifths at least."""
    rng, gained, possible = Random(9), 0.0, 0.0
    for n in range(200):
        s = scattered(rng, 2 + n % 5)
        seat, there = s.mover, s
        while LOGJAM.actor(there) == seat:
            step = LOGJAM.offhand(there)
            assert step in legal(LOGJAM, there)
            there, _ = LOGJAM.apply(there, step)
        _, best = sensible(LOGJAM, s) or ((), s)
        gained += LOGJAM.worth(there, seat) - LOGJAM.worth(s, seat)
        possible += LOGJAM.worth(best, seat) - LOGJAM.worth(s, seat)
    assert possible * 0.8 <= gained <= possible
