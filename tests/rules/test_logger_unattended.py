"""Logger: what is played for somebody whose time is over."""

from rules.logger.rules import Phase
from rules.play import perform
from rules.unattended import unattended
from tests.rules.boards import LOGGER, opening, position


def test_a_logger_that_nobody_moves_stays_and_plants() -> None:
    """Logger 19. On the lowest square, counted from a1 along the rows."""
    s = position("""
        . . . . .
        . . . . .
        . . A . .
        . . . . .
        . . . . B
    """)
    line, after = unattended(LOGGER, s)
    assert line == "c3 +c2"
    assert after.mover == 1
    assert perform(LOGGER, s, line)[0] == after


def test_what_must_grow_is_settled_by_the_lowest_square() -> None:
    """Logger 19. The lowest tree first, onto its lowest free square."""
    s = position("""
        . . . . .
        . . M . .
        . . A . M
        . . . . .
        . . . . B
    """)
    line, _ = unattended(LOGGER, s)
    assert line == "c3 e3>e2 c4>b4 +c2"


def test_where_nothing_can_be_planted_it_protests_or_chops() -> None:
    """Logger 19. One protester is enough, and the chop is of the lowest tree."""
    full = """
        M M M M .
        M M G M M
        M G A G M
        M M M M M
        . M M M B
    """
    s = position(full, supply=(2, 1))
    assert unattended(LOGGER, s)[0].split()[-2:] == ["!b1", "."]
    bare = position(full.replace("G", "M"))
    assert unattended(LOGGER, bare)[0].split()[-1] == "xc2"


def test_a_player_who_never_came_gets_the_lowest_corner() -> None:
    """Logger 19. The corner that is left, if it is the only one, needs nobody (Logger 17)."""
    s = opening(2)
    line, after = unattended(LOGGER, s)
    assert line == "a1"
    assert unattended(LOGGER, after)[0] == "e1"
    assert after.phase is Phase.CORNER
