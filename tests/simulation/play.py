"""What people play: mostly anything, but in a race rather on than back, or it would never end."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.games.table import Table
from rules.game import Game, Step
from rules.play import legal
from tests.rules import races

EAGER = 0.9  # of the steps in a race lead on


def any_turn(table: Table, chance: Random) -> str:
    """A whole legal turn in notation."""
    rules, state, said = table.kind.game, table.at.state, list[str]()
    while rules.actor(state) == table.actor:
        said.append(str(step := _step(rules, state, table.actor, chance)))
        state, _ = rules.apply(state, step)
    return " ".join(said)


def _step(rules: Game[Any], state: Any, seat: int, chance: Random) -> Step:
    if rules.key == "fellers":
        return races.choose(chance, state, EAGER)
    steps = legal(rules, state)
    if rules.key == "logjam" and chance.random() < EAGER:
        return max(steps, key=lambda step: rules.scores(rules.apply(state, step)[0])[seat])
    return chance.choice(steps)
