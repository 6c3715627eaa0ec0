"""Random games that are the same in every run, as positions and lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

from rules import GAMES
from rules.game import GameRules, Setup, Step
from tests.rules import races
from tests.rules.games import Turn, turns

MEASURED = ("logger", "logjam", "fellers")  # the games of the record
LOGGER: GameRules[Any] = GAMES["logger"].game
DOWNSTREAM = 0.8  # of the steps in Forest Fellers, or a race would hardly end


def chosen(chance: Random, rules: GameRules[Any], s: Any) -> Step:
    """A legal step, nature's too: in Forest Fellers mostly towards the finish."""
    if rules.key == "fellers":
        return races.choose(chance, s, DOWNSTREAM)
    return chance.choice(rules.legal(s))


def game(seats: int, seed: int, kind: str = "logger") -> Iterator[Turn]:
    """A random game, turn by turn, without nature's words."""
    rules, chance = GAMES[kind].game, Random(seed)
    played = turns(rules, rules.new(Setup(seats)), lambda s: chosen(chance, rules, s))
    return (turn for turn in played if turn.seat >= 0)


def long_game(seats: int, turns: int, kind: str = "logger") -> list[Turn]:
    """The first of the random games that is long enough, cut at its nth turn."""
    games = ([*islice(game(seats, seed, kind), turns + 1)] for seed in count())
    return next(played for played in games if len(played) > turns)[:turns]
