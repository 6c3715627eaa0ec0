"""Logger's solved positions: a win in two turns is always found.

They are twenty, found by exhaustive search.
"""

from __future__ import annotations

import pytest

from players import LEVELS, choose
from rules.logger.rules import Position
from rules.play import perform
from tests.players.solved import MANY, forced, positions, winning
from tests.rules.boards import LOGGER


def test_there_are_as_many_as_promised() -> None:
    """Different ones, and for both seats."""
    assert len(set(positions())) == MANY
    assert {s.mover for s in positions()} == {0, 1}


@pytest.mark.parametrize("s", positions(), ids=str)
def test_a_win_in_two_turns_is_found(s: Position) -> None:
    """No turn wins at once; after the chosen one, every answer is followed by a turn that wins."""
    assert not winning(s, 0)
    steps = choose(LOGGER, s, LEVELS["master"], seed=1)
    after, _ = perform(LOGGER, s, " ".join(map(str, steps)))
    assert forced(after, s.mover, 1)
