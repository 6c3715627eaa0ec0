"""Which turns are called good, and what they give away. Source: docs/decisions.md, 56."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from players import LEVELS, Advice, advice
from players.advice import MARGIN, ideas
from players.choice import rank
from players.search import Budget
from rules import GAMES
from rules.game import NOBODY, Setup, Step
from rules.logger.rules import Phase, Position
from rules.logjam.position import Placement
from rules.play import perform, turns
from tests.games import EVERY
from tests.players.solved import forced, positions, winning
from tests.players.test_players import met
from tests.rules.boards import LOGGER, whole

FEW = 3_000  # positions


def after(game: Any, s: Any, steps: tuple[Step, ...]) -> Any:
    return perform(game, s, " ".join(map(str, steps)))[0]


def told(s: Position, seed: int = 1) -> Advice:
    return advice(LOGGER, s, seed, LEVELS["master"].positions, LEVELS["master"].pace)


def hopeless(found: Advice) -> bool:
    """Every turn loses; the good turns are those that may last longest."""
    return found.good[0].sure and found.good[0].share < MARGIN


@pytest.mark.parametrize("s", positions()[::10], ids=str)
def test_where_some_turns_win_by_force_no_other_is_called_good(s: Position) -> None:
    """Trying everything proves that some do; the suggested answer can be played."""
    found = told(s)
    assert not hopeless(found)
    for way in found.good:
        there = after(LOGGER, s, way.steps)
        assert not winning(there, 0)
        assert way.sure
        assert way.share > 0.99
        assert after(LOGGER, there, way.answer) in whole(there)


@pytest.mark.parametrize("s", positions()[:1], ids=str)
def test_where_all_turns_lose_by_force_none_is_called_good(s: Position) -> None:
    """Before, three were good in any position, also in one where each of them lost."""
    lost = winning(s, 1)[0]
    assert all(forced(answered, s.mover, 1) for answered in whole(lost))
    assert hopeless(told(lost))


def endangered() -> Iterator[tuple[Position, list[Position]]]:
    """Positions of random games in which nobody wins at once, and some turns, not all, let the
    other one win at once; with the positions after those."""
    for seed in range(1, 400):
        chance, s = Random(seed), LOGGER.new(Setup(2))
        while LOGGER.actor(s) != NOBODY:
            if s.phase is Phase.WALK and max(s.points) >= 5 and not winning(s, 0):
                losing = [each for each in whole(s) if winning(each, 0)]
                if 0 < len(losing) < len(whole(s)):
                    yield s, losing
                    break
            some = chance.sample(list(whole(s)), k=min(4, len(whole(s))))
            s = max(some, key=lambda each: LOGGER.worth(each, s.mover))


def test_no_turn_that_loses_at_once_is_called_good() -> None:
    """And if only one turn holds, the loss of the others shows it."""
    found = list(islice(endangered(), 3))
    assert len(found) == 3
    for s, losing in found:
        advised = told(s)
        for way in advised.good:
            assert hopeless(advised) or after(LOGGER, s, way.steps) not in losing
            assert 0 <= way.lost <= MARGIN
        assert not advised.only or len(advised.good) == 1


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_is_told_is_the_best_first_and_within_the_margin(key: str) -> None:
    """Also where chance and hidden hands come between: then nobody's answer is feared."""
    game, s = EVERY[key].game, met(key)[2]
    seen = game.view(s, game.actor(s))
    found = advice(game, seen, 5, FEW)
    assert found == advice(game, seen, 5, FEW)
    shares = [way.share for way in found.good]
    assert shares == sorted(shares, reverse=True)
    assert [way.lost for way in found.good] == [shares[0] - share for share in shares]
    for way in found.good:
        there = after(game, seen, way.steps)
        assert game.actor(there) != game.actor(s)
        over = game.actor(there) < 0
        assert bool(way.answer) == (not over and not game.hidden_information)


def test_turns_that_differ_only_in_where_a_rival_is_put_back_are_one_idea() -> None:
    """One shift once filled a menu of 25 with its variants."""
    game, s = EVERY["logjam"].game, returning()
    ways = rank(game, s, 5, Budget(FEW))
    moves = {tuple(step for step in way.steps if not isinstance(step, Placement)) for way in ways}
    assert len(moves) < len(ways)
    assert len(ideas(game, ways)) == len(moves)
    assert ideas(game, ways)[0] == ways[0]


def test_a_turn_that_is_nothing_but_putting_back_is_an_idea() -> None:
    game, s = EVERY["logjam"].game, returning()
    way = next(way for way in rank(game, s, 5, Budget(FEW)) if isinstance(way.steps[-1], Placement))
    for step in way.steps[:-1]:
        s, _ = game.apply(s, step)
    left = rank(game, s, 5, Budget(FEW))
    assert ideas(game, left) == left


def returning() -> Any:
    """A position of random play in which a logger can be sent back to one of several squares."""
    game = EVERY["logjam"].game
    for seed in range(1, 40):
        chance, s = Random(seed), game.new(Setup(2))
        while (seat := game.actor(s)) != NOBODY:
            if seat >= 0 and game.dice(s) is not None:
                ends = [steps for steps, _ in islice(turns(game, s), 300)]
                if sum(isinstance(steps[-1], Placement) and len(steps) > 1 for steps in ends) > 3:
                    return s
            s, _ = game.apply(s, chance.choice([*game.legal(s)]))
    raise AssertionError("none was found")


def test_who_has_no_time_is_told_what_was_found_by_then() -> None:
    s = positions()[0]
    assert advice(LOGGER, s, 1, FEW, passed=lambda: 2.0).good
