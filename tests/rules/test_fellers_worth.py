"""Forest Fellers: its own simple valuation, by which a turn is sensible or not."""

from math import inf

import pytest

from rules.fellers.position import Position
from rules.play import legal
from tests.rules.courses import FELLERS, after, opening, position, river

CHANNEL = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . . . . . # #
    # # . . . . . # #
""")


def worth(s: Position, line: str) -> float:
    """What a position is worth to the mover after some words of theirs."""
    return FELLERS.worth(after(s, line), s.mover)


def test_no_step_backward_is_the_best() -> None:
    """Forest Fellers rules, Game End: who has the shorter ways to go is ahead."""
    s = position(CHANNEL, "gm4", gm="e5")
    best = max(legal(FELLERS, s), key=lambda step: worth(s, str(step)))
    assert str(best) == "s"
    assert worth(s, "s") == worth(s, ".") + 1 == worth(s, "n") + 2


def test_a_rival_shoved_on_is_worth_less() -> None:
    """Forest Fellers rules, Playing the Game: who shoves a rival downstream helps them as much."""
    s = position(CHANNEL, "gm4", gm="e5", ym="e6")
    assert worth(s, "s") == worth(s, ".")
    assert worth(s, "s s") == worth(s, "s")


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_start_is_even_and_victory_is_everything(seats: int) -> None:
    """Forest Fellers rules, Game End; everybody has as far to go."""
    s = opening(seats)
    assert {FELLERS.worth(s, seat) for seat in range(seats)} == {0}
    assert FELLERS.worth(s._replace(winner=1), 1) == inf
