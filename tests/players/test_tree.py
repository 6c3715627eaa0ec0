"""Looking ahead without chance."""

from __future__ import annotations

from itertools import islice

import pytest

from players import Budget, Level, choose, rank
from players.levels import Skill
from players.search import WON, Lead
from players.tree import Tree
from rules.game import Event, Step
from rules.logger.rules import Phase
from rules.text import NOTHING
from tests.players.heap import Heap, Take, Taking
from tests.rules.boards import LOGGER, whole
from tests.rules.games import positions

DEEP = Level("deep", NOTHING, Skill(3_000), Skill(3_000))


@pytest.mark.parametrize("left", [1, 6, 11, 15])
def test_a_solved_game_is_played_as_it_is_solved(left: int) -> None:
    """Taking: a player who can leave a multiple of four does so, and knows that they win."""
    s, budget = Heap(left, 0, (0, 0)), Budget(10**9)
    assert choose(Taking(), s, DEEP, 1) == (Take(left % 4),)
    assert rank(Taking(), s, 1, budget)[0].value == WON
    assert budget.spent < 20_000, "all positions are soon looked at"


def test_what_is_cut_off_would_have_changed_nothing() -> None:
    begun = (s for s in positions(2, 4) if s.phase is Phase.WALK)
    for s in islice(begun, 6, 30, 6):
        tree, standing = Tree(LOGGER, s, Budget(10**6), exact=3), Lead(LOGGER, s.mover, s)
        tree.depth = 1
        found = tree.round(tree.turns(s))
        least = {
            turn.after: min(map(standing, whole(turn.after)), default=standing(turn.after))
            for turn in found
        }
        true = sorted(least.values(), reverse=True)
        assert sorted((turn.value for turn in found), reverse=True)[:3] == true[:3]


class Trap(Taking):
    """Take more than one and you lose at once."""

    def apply(self, s: Heap, step: Step) -> tuple[Heap, list[Event]]:
        assert isinstance(step, Take)
        if step.n == 1:
            return super().apply(s, step)
        return Heap(0, s.mover, tuple(int(seat != s.mover) for seat in range(len(s.won)))), []


def test_the_only_turn_that_does_not_lose_is_played_without_looking_further() -> None:
    played, asked = Budget(3_000), Budget(3_000)
    assert rank(Trap(), Heap(100, 0, (0, 0)), 1, played, 1)[0].steps == (Take(1),)
    assert rank(Trap(), Heap(100, 0, (0, 0)), 1, asked, 3)[0].steps == (Take(1),)
    assert played.spent < 20 < asked.spent


def test_several_others_do_not_conspire() -> None:
    """Each of them is taken to play the best turn for itself, not the worst for the searcher."""
    s = [s for s in positions(3, 4) if s.phase is Phase.WALK][20]
    tree, after = Tree(LOGGER, s, Budget(10**6)), next(iter(whole(s)))
    (answer,) = tree.turns(after)
    theirs = Lead(LOGGER, after.mover, after)
    assert theirs(answer.after) == max(map(theirs, whole(after)))
    assert answer.value == tree.standing(answer.after)
