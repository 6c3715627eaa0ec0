"""What people play: mostly anything, but in a race rather on than back, or it would never end."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.table.table import Table
from rules.game import Game, Step
from rules.play import legal
from tests.rules import races

EAGER = 0.9  # of the steps in a race lead on


def any_turn(table: Table, chance: Random) -> str:
    """A whole legal turn in notation."""
    return whole_turn(table.kind.game, table.at.state, chance)[0]


def any_order(table: Table, seat: int, chance: Random) -> str:
    """A premove of a seat for its next turn, empty where it cannot be foreseen: what would
    be possible after one of the turns that may come before it. It waits for any turn, for that one,
    or for what begins like it."""
    rules = table.kind.game
    if rules.key != "logger" or table.actor in (seat, -1, -2):
        return ""
    condition, after = whole_turn(rules, table.at.state, chance)
    if rules.actor(after) != seat:
        return ""
    condition = chance.choice(("anything", condition, condition.split()[0]))
    return f"if {condition}, then {whole_turn(rules, after, chance)[0]}"


def whole_turn(rules: Game[Any], state: Any, chance: Random) -> tuple[str, Any]:
    """A whole legal turn, and the position after it."""
    actor, said = rules.actor(state), list[str]()
    while rules.actor(state) == actor:
        said.append(str(step := _step(rules, state, actor, chance)))
        state, _ = rules.apply(state, step)
    return " ".join(said), state


def _step(rules: Game[Any], state: Any, seat: int, chance: Random) -> Step:
    if rules.key == "fellers":
        return races.choose(chance, state, EAGER)
    steps = legal(rules, state)
    if rules.key == "logjam" and chance.random() < EAGER:
        return max(steps, key=lambda step: rules.scores(rules.apply(state, step)[0])[seat])
    return chance.choice(steps)
