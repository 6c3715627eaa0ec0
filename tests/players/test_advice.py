"""Which turns are called good, and what they give away. Source: docs/decisions.md, 56."""

from __future__ import annotations

from typing import Any

import pytest

from players import LEVELS, Advice, advice
from players.advice import MARGIN, ideas
from players.choice import rank
from players.search import Budget
from rules import GAMES
from rules.game import Step
from rules.logger.rules import Position
from rules.logjam.position import Placement
from rules.play import perform
from tests.games import EVERY
from tests.players.solved import forced, positions, read, winning
from tests.players.test_players import met
from tests.rules.boards import LOGGER, whole
from tests.rules.rivers_of_logs import EMPTY, river

FEW = 2_000  # positions


def after(game: Any, s: Any, steps: tuple[Step, ...]) -> Any:
    return perform(game, s, " ".join(map(str, steps)))[0]


def told(s: Position, seed: int = 1) -> Advice:
    return advice(LOGGER, s, seed, LEVELS["master"].positions, LEVELS["master"].pace)


def hopeless(found: Advice) -> bool:
    """Every turn loses; the good turns are those that may last longest."""
    return found.good[0].sure and found.good[0].share < MARGIN


def test_where_some_turns_win_by_force_no_other_is_called_good() -> None:
    s = positions()[0]
    found = told(s)
    assert not hopeless(found)
    for way in found.good:
        there = after(LOGGER, s, way.steps)
        assert not winning(there, 0)
        assert way.sure
        assert way.share > 0.99
        assert after(LOGGER, there, way.answer) in whole(there)


def test_where_all_turns_lose_by_force_none_is_called_good() -> None:
    s = positions()[0]
    lost = winning(s, 1)[0]
    assert all(forced(answered, s.mover, 1) for answered in whole(lost))
    assert hopeless(told(lost))


def test_no_turn_that_loses_at_once_is_called_good() -> None:
    s = read("sMMsG/sMGsT/MMs../...GM/M..sT b1,c2 3,9 1,0 0 walk - calm")
    losing = [each for each in whole(s) if winning(each, 0)]
    assert 0 < len(losing) < len(whole(s))
    advised = told(s)
    for way in advised.good:
        assert hopeless(advised) or after(LOGGER, s, way.steps) not in losing
        assert 0 <= way.lost <= MARGIN
    assert not advised.only or len(advised.good) == 1


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_is_told_is_the_best_first_and_within_the_margin(key: str) -> None:
    """Also where chance and hidden hands come between: then nobody's answer is feared."""
    game, s = EVERY[key].game, met(key)[-1]
    seen = game.view(s, game.actor(s))
    found = advice(game, seen, 5, FEW)
    shares = [way.share for way in found.good]
    assert shares == sorted(shares, reverse=True)
    assert [way.lost for way in found.good] == [shares[0] - share for share in shares]
    for way in found.good:
        there = after(game, seen, way.steps)
        assert game.actor(there) != game.actor(s)
        over = game.actor(there) < 0
        assert bool(way.answer) == (not over and not game.hidden_information)


def test_turns_that_differ_only_in_where_a_rival_is_put_back_are_one_idea() -> None:
    """One shift once filled a menu of 25 with its variants; after it, putting back is an idea."""
    game = EVERY["logjam"].game
    s = river(f"{3 * EMPTY}. . A B2 . .\n{3 * EMPTY}A . . . . B", roll=1, each=3)
    ways = rank(game, s, 5, Budget(FEW))
    moves = {tuple(step for step in way.steps if not isinstance(step, Placement)) for way in ways}
    assert len(moves) < len(ways)
    assert len(ideas(game, ways)) == len(moves)
    assert ideas(game, ways)[0] == ways[0]
    captured, _ = perform(game, s, "c5xd5")
    left = rank(game, captured, 5, Budget(FEW))
    assert len(left) > 1
    assert ideas(game, left) == left
