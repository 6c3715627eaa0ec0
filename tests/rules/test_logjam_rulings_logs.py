"""Logjam: where the text is silent about moving logs and about who goes back, numbered as in
docs/rulings.md."""

import pytest

from rules.game import NOBODY
from rules.logjam.position import Phase
from tests.rules.rivers_of_logs import (
    LOGJAM,
    after,
    at,
    choices,
    drawn,
    facts,
    logs,
    picture,
    river,
    rolled,
    say,
    why_not,
)


def test_a_pushed_stack_never_pushes_another() -> None:
    """Logjam 10. Logjam rules, Rolling a Two: into another colour it is crushed, into its own it
    joins; each stack before a broad log for itself."""
    s = river(
        """
        . . . . . .
        . . . . . .
        . B2 C D . .
        . B C2 B . .
        . 1 1 1 . .
        . . A . . .
        . . . . . .
        . . . . . .
        """,
        roll=2,
    )
    s, events = say(s, "c3>c4")
    assert facts(events)[2:] == ["carried 1 b5 b6 1", "carried 2 c5 c6 2", "crushed 1 d5 1"]
    assert (at(s, "b6"), at(s, "c6"), at(s, "d6"), s.hand) == ("B3", "C3", "D", (0, 1, 0, 0))


def test_a_whole_stack_is_crushed_and_the_one_behind_is_untouched() -> None:
    """Logjam 11. Logjam rules, Example: C and D go back, E stays; one's own loggers are crushed
    like the others."""
    s = river(
        """
        . . . . .
        . . B2 . .
        . . A3 . .
        . . 1 1 .
        . . A . .
        . . . . .
        . . . . .
        """,
        roll=2,
    )
    s = after(s, "c3>c4")
    assert (at(s, "c6"), at(s, "c5"), s.hand) == ("B2", "#", (3, 0))
    assert LOGJAM.actor(s) == 0
    assert at(after(s, "@a1 @a1 @e1"), "a1") == "A2"


EDGE = """
    . B C .
    . 1 1 .
    . . . .
    . . A .
    . . . .
"""


def test_who_is_pushed_off_the_open_edge_is_home() -> None:
    """Logjam 12. Logjam rules, Rolling a Two, tells pushing off from crushing, and Victory
    Conditions ask for no more than being off that edge; so the owner may win on another's turn."""
    s, events = say(river(EDGE, roll=3, home=(4, 3, 4)), "b4+n")
    assert facts(events)[2:] == ["exits 1 b5 off 1", "exits 2 c5 off 1", "wins 2"]
    assert (s.phase, s.winner, LOGJAM.actor(s)) == (Phase.OVER, 2, NOBODY)


@pytest.mark.parametrize(("mover", "winner"), [(0, 1), (1, 1), (2, 2)])
def test_of_two_sets_completed_at_once_the_movers_is_first(mover: int, winner: int) -> None:
    """Logjam 12. The mover before the others, they clockwise from him."""
    s = after(river(EDGE, roll=3, mover=mover), "b4+n")
    assert s.winner == winner
    scores = LOGJAM.scores(s)
    assert scores[winner] == max(scores)
    assert [score[:2] for score in scores[1:]] == [(5, int(seat == winner)) for seat in (1, 2)]


FULL = """
    . . . .
    . . . .
    . . . .
    A B2 . .
    C D E F
"""


def test_what_would_leave_somebody_without_a_square_is_illegal() -> None:
    """Logjam 13. No text says what happens when the starting row has no square for all who go
    back; such an action is not allowed."""
    assert why_not(river(FULL, roll=1), "a2xb2") == "there is nowhere to send them back to"
    own = river(FULL.replace("F", "B"), roll=1)
    assert choices(after(own, "a2xb2")) == {"@d1"}
    free = river(FULL.replace("F", "."), roll=1, seats=6)
    assert choices(free, "x") == {"a2xa1", "a2xb2"}


TIGHT = """
    . . . .
    . 2 2 .
    . C . .
    . 1 1 .
    . A . .
    . . . .
    A B D E
"""


def test_a_push_that_would_crush_somebody_without_a_square_is_illegal() -> None:
    """Logjam 13, for logs as for captures."""
    assert why_not(river(TIGHT, roll=2), "b3>b4") == "there is nowhere to send them back to"
    assert not choices(river(TIGHT, roll=2), ">")
    assert choices(river(TIGHT.replace("E", "."), roll=2, seats=5), ">") == {"b3>b4"}


CROWD = """
    . . . . .
    . 2 2 . .
    . B C . .
    . 1 1 . .
    . A . . .
    . . . . .
    D E F . .
"""


def test_each_who_goes_back_leaves_a_square_for_the_rest() -> None:
    """Logjam 13. Several colours are placed one by one, each word saying whose; a square that
    another colour needs may not be taken in between."""
    s = after(river(CROWD, roll=2), "b3>b4")
    assert s.hand[1:3] == (1, 1)
    assert choices(s) == {"B@d1", "B@e1", "C@d1", "C@e1"}
    assert why_not(s, "@d1") == "several colours go back: say whose logger it is"
    assert why_not(s, "D@d1") == "no logger of that colour goes back"
    assert choices(after(s, "B@e1")) == {"@d1"}
    two = river(CROWD.replace(" B C", " B2 C"), roll=2)
    once = after(after(two, "b3>b4"), "B@d1")
    assert choices(once) == {"B@d1", "C@e1"}
    assert why_not(once, "B@e1") == "the others would have no square to go back to"


def test_who_is_home_never_comes_back() -> None:
    """Logjam 14. Who went back counts as at the start; nothing in the text touches those who are
    off the board."""
    s = after(after(river(CROWD, roll=2), "b3>b4"), "B@d1 @e1")
    assert s.home == river(CROWD, roll=2).home
    assert (at(s, "d1"), at(s, "e1")) == ("B", "C")


BACK = """
    . . . . .
    . . A . .
    . . 1 1 .
    . . B . .
    . . . . .
    . . . . .
"""


def test_a_push_may_go_back_but_a_shift_may_not() -> None:
    """Logjam 15. Logjam rules, Rolling a Two bars only the two back rows; Rolling a Three bars
    the way back. Loggers may be pushed into the second row."""
    done = after(river(BACK, roll=2), "c5>c4")
    assert (logs(done), at(done, "c2"), at(done, "c4")) == ({"c3-d3"}, "B", "A")
    shift = river(BACK, roll=3)
    assert why_not(shift, "c4+s") == "the log on c4 cannot be shifted toward the starting row"
    assert choices(shift, "+") == {"c4+e", "c4+n", "c4+w"}


def test_the_walls_that_crush_are_the_side_walls() -> None:
    """Logjam 16. Logjam rules, Rolling a Two: crushed into a wall; a log never gets near the
    back wall. A log itself cannot move into a wall."""
    s = river(
        """
        . . . .
        . . . .
        A 1 1 B
        . . . .
        . . . .
        """,
        roll=2,
    )
    s, events = say(s, "a3>b3")
    assert facts(events)[2:] == ["crushed 1 d3 1"]
    assert (logs(s), at(s, "b3")) == ({"c3-d3"}, "A")
    again = rolled(after(s, "@a1"), 6)
    stuck = rolled(after(again, "."), 2)
    assert why_not(stuck, "b3>c3") == "the log on c3 would run into the wall"


def test_a_log_moved_endwise_enters_one_square() -> None:
    """Logjam 17. Logjam rules, Rolling a Two: only its front square is new, so only a logger
    there is in its way."""
    s = river(
        """
        . . . . . .
        . . B B . .
        A 1 1 C . .
        . . D D . .
        . . . . . .
        """,
        roll=2,
    )
    s, events = say(s, "a3>b3")
    assert facts(events)[2:] == ["carried 2 d3 e3 1"]
    assert drawn(s) == picture("""
        . . . . . .
        . . B B . .
        . A # # C .
        . . D D . .
        . . . . . .
    """)
