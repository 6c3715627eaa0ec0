"""`make learn`: what weights are fitted with. Source: issue 31, item 1."""

from __future__ import annotations

from random import Random

import pytest

from rules.logger.rules import Phase
from rules.logger.weights import MOVES, WAITS
from tests.learn.__main__ import played, told
from tests.learn.logger import row
from tests.learn.regression import fitted, likely
from tests.rules.boards import LOGGER
from tests.rules.games import positions

WEIGHTS = [weight for role in (WAITS, MOVES) for part in role for weight in part]


def test_amounts_and_weights_make_the_worth() -> None:
    """What is learnt is what the computer plays by."""
    for s in positions(2, 3):
        if s.phase is Phase.WALK:
            lead = LOGGER.worth(s, 0) - LOGGER.worth(s, 1)
            assert lead == pytest.approx(sum(w * x for w, x in zip(WEIGHTS, row(s), strict=True)))


def test_known_weights_are_found_again() -> None:
    """Of 2,000 games that were drawn by a rule."""
    chance, true = Random(1), (1.5, -0.5)
    rows = [(chance.gauss(0, 1), chance.gauss(0, 1)) for _ in range(2_000)]
    won = [chance.random() < likely(sum(w * x for w, x in zip(true, r, strict=True))) for r in rows]
    assert fitted(rows, won, 1.0) == pytest.approx(true, abs=0.2)


def test_the_same_seed_teaches_the_same() -> None:
    """A game is played again to the last turn, and both know who won it."""
    first, second = (played(3, 30, 0) for _ in range(2))
    assert first == second
    assert {won for _, won in first} <= {0.0, 0.5, 1.0}


def test_weights_are_told_as_they_stand() -> None:
    """They can be put into the file as they are."""
    said = "\n".join(told(WEIGHTS))
    assert f"points=({WAITS.points[0]:.3f}, {WAITS.points[1]:.3f})" in said
    assert said.count("Weights(") == 2
