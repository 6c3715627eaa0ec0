"""Which turn a call names as its example, and which ones are shown first where good turns are.

Source: issue 11, item 2; issue 27, item 6: the example is no coach."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.game import Stop
from rules.logger.rules import Phase
from rules.play import TRIED, ordinary, perform, tried
from tests.rules.boards import scattered
from tests.rules.rivers_of_logs import scattered as rivers


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
