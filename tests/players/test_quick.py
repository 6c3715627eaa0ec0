"""Looking ahead with a game's machine."""

from __future__ import annotations

from itertools import islice

import pytest

from players import LEVELS, Budget, choose
from players.choice import tree
from players.tree import Quick, Tree
from rules.logger.rules import Phase, Position
from rules.play import perform
from tests.players.solved import forced, winning
from tests.players.solved import positions as solved
from tests.rules.boards import LOGGER
from tests.rules.games import positions

PLENTY = 10**7


def begun() -> list[Position]:
    return [s for s in islice(positions(2, 4), 60) if s.phase is Phase.WALK][3::5]


def test_it_finds_what_the_rules_find() -> None:
    for s in begun()[:2]:
        values = []
        for search in (Tree(LOGGER, s, Budget(PLENTY), 3), tree(LOGGER, s, Budget(PLENTY), 3)):
            turns = sorted(search.turns(s), key=lambda turn: -turn.value)
            for search.depth in (1, 2):
                found = search.round(turns)
            values.append(sorted((turn.value for turn in found), reverse=True)[:3])
        assert values[0] == pytest.approx(values[1])


@pytest.mark.parametrize("s", solved(), ids=str)
def test_a_win_in_two_turns_is_found(s: Position) -> None:
    assert not winning(s, 0)
    steps = choose(LOGGER, s, LEVELS["master"], seed=1)
    after, _ = perform(LOGGER, s, " ".join(map(str, steps)))
    assert forced(after, s.mover, 1)


def test_a_game_with_a_machine_is_looked_at_with_it() -> None:
    """For two; with three the rules look ahead."""
    assert isinstance(tree(LOGGER, begun()[0], Budget(1)), Quick)
    three = next(s for s in positions(3, 4) if s.phase is Phase.WALK)
    assert not isinstance(tree(LOGGER, three, Budget(1)), Quick)


def test_a_level_has_as_many_more_as_it_says() -> None:
    """`pace` counts where there is a machine, and nowhere else."""
    level, s = LEVELS["master"], begun()[0]
    budget = Budget(level.positions, pace=level.pace)
    tree(LOGGER, s, budget)
    assert budget.left == level.positions * level.pace
    budget = Budget(level.positions, pace=level.pace)
    Tree(LOGGER, s, budget)
    assert budget.left == level.positions
