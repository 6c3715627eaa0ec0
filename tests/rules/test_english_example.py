"""Which turn a call names as its example, and which ones are shown first where good turns are.

Source: issue 11, item 2; issue 27, item 6: the example is no coach."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES
from rules.game import Stop
from rules.logger.computer import prospects
from rules.logger.rules import BOARD, NEIGHBOURS, Chop, Phase
from rules.play import TRIED, ordinary, perform, tried
from tests.rules.boards import LOGGER, position, scattered
from tests.rules.games import any_seed, positions
from tests.rules.rivers_of_logs import scattered as rivers
from tests.sensible import sensible


def places(key: str) -> list[Any]:
    """Positions in which somebody is to say a whole turn."""
    rng = Random(11)
    if key == "logjam":
        return [rivers(rng, 2 + n % 5) for n in range(60)]
    boards = (scattered(rng, 2 + n % 3) for n in range(60))
    return [s._replace(phase=Phase.WALK) for s in boards]


@pytest.mark.parametrize("key", ["logger", "logjam"])
def test_the_example_of_a_call_is_legal_and_none_of_the_best(key: str) -> None:
    """Whatever the board; the same for the same board, and more than to do nothing."""
    game = GAMES[key].game
    for s in places(key):
        way, seat = ordinary(game, s), game.actor(s)
        assert way is not None
        assert way == ordinary(game, s)
        steps, there = way
        assert perform(game, s, " ".join(map(str, steps)))[0] == there
        assert game.actor(there) != seat
        found = [each for each in islice(tried(game, s), TRIED) if each is not None]
        best = max(game.appeal(after, seat) for _, after in found)
        others = [each for each in found if game.appeal(each[1], seat) < best]
        assert not others or game.appeal(there, seat) < best
        assert steps != (Stop(),) or all(each[0] == steps for each in others)


@given(st.integers(2, 4), any_seed)
def test_where_a_tree_can_be_chopped_the_first_turn_shown_chops(seats: int, seed: int) -> None:
    """Points are the goal of Logger, so no turn that gets none is named instead."""
    for s in [s for s in positions(seats, seed, "no chop") if s.phase is Phase.WALK][::5]:
        way = sensible(LOGGER, s)
        assert way is not None
        if any(isinstance(step, Chop) for step in prospects(s)):
            assert isinstance(way[0][-1], Chop)


def test_nobody_walks_away_from_a_tree_that_ripens() -> None:
    """Beside a seedling there is something to wait for."""
    s = position("""
        . . . . .
        . . . s .
        . . . A .
        . . . . .
        B . . . .
    """)
    way = sensible(LOGGER, s)
    assert way is not None
    assert BOARD.by_name["d4"] in NEIGHBOURS[way[1].loggers[0]]
