"""Logjam: what is played for somebody whose time is over."""

from rules.game import NATURE
from rules.logjam.position import Phase
from rules.play import legal, unattended
from tests.rules.rivers_of_logs import LOGJAM, after, opening


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
