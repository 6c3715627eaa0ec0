"""What is played for somebody whose time is over, in any game: a whole legal turn.

Source: issue 12, item 3: no vanished player freezes a table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.game import NATURE, NOBODY, Setup
from rules.play import agree, legal, perform, unattended


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_it_is_a_whole_legal_turn_wherever_a_game_may_be(key: str, seed: int) -> None:
    rng, game = Random(seed), GAMES[key].game
    seats = rng.randint(game.fewest, game.most)
    s: Any = game.new(Setup(seats, agree(game, seats, {})))
    turns = 0
    while game.actor(s) != NOBODY and turns < 150:
        seat = game.actor(s)
        if seat == NATURE:
            s, _ = game.apply(s, rng.choice(legal(game, s)))
            continue
        line, after = unattended(game, s)
        assert perform(game, s, line)[0] == after
        turns += 1
        s = after if rng.random() < 0.5 else said_at_random(game, s, rng)


def said_at_random(game: Any, s: Any, rng: Random) -> Any:
    seat = game.actor(s)
    while game.actor(s) == seat:
        s, _ = game.apply(s, rng.choice(legal(game, s)))
    return s
