"""Logger's solved positions: a win in two turns is always found."""

from __future__ import annotations

import pytest

from players import LEVELS, choose
from rules.logger.rules import Position
from rules.play import perform
from tests.players.solved import forced, positions, winning
from tests.rules.boards import LOGGER


@pytest.mark.parametrize("s", positions(), ids=str)
def test_a_win_in_two_turns_is_found(s: Position) -> None:
    """No turn wins at once; after the chosen one, every answer is followed by a turn that wins."""
    assert not winning(s, 0)
    steps = choose(LOGGER, s, LEVELS["master"], seed=1)
    after, _ = perform(LOGGER, s, " ".join(map(str, steps)))
    assert forced(after, s.mover, 1)
