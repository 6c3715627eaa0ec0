"""Players of Logger who type English: they chop when they can, and otherwise do anything legal.
And players of anything who speak the notation."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.table.table import Table
from rules.game import Step, Stop
from rules.logger.rules import NAMES, Chop, Phase, Plant, Position, Protest, Seed, Walk
from tests.sensible import sensible


def any_turn(table: Table, chance: Random) -> str:
    """A whole legal turn of any game, in notation."""
    rules, state, said = table.kind.game, table.at.state, list[str]()
    while rules.actor(state) == table.actor:
        said.append(str(step := chance.choice(rules.legal(state))))
        state, _ = rules.apply(state, step)
    return " ".join(said)


def good_turn(table: Table) -> str:
    """A whole turn of any game that is sensible, in notation: with such ones a game is short."""
    way = sensible(table.kind.game, table.mine)
    assert way is not None
    return " ".join(map(str, way[0]))


def turn(table: Table, chance: Random) -> str:
    """A whole legal turn as people type it."""
    rules, said = table.kind.game, list[str]()
    state: Any = table.at.state
    while rules.actor(state) == table.actor:
        step = _choice(rules.legal(state), chance)
        said.append(_english(state, step))
        state, _ = rules.apply(state, step)
        if chance.random() < 0.5:
            said[-1] = said[-1].upper()
    return chance.choice(("; ", ", then ", " ")).join(said)


def _choice(options: list[Step], chance: Random) -> Step:
    chops = [step for step in options if isinstance(step, Chop)]
    return chance.choice(chops or options)


def _english(s: Position, step: Step) -> str:
    match step:
        case Walk(to) if to == s.loggers[s.mover]:
            return "stay"
        case Walk(to):
            return f"{'take corner' if s.phase is Phase.CORNER else 'move to'} {NAMES[to]}"
        case Seed(tree, to):
            return f"grow {NAMES[tree]} to {NAMES[to]}"
        case Plant(at):
            return f"plant {NAMES[at]}"
        case Chop(at):
            return f"chop {NAMES[at]}"
        case Protest(at):
            return f"protest {NAMES[at]}"
        case Stop():
            return "done"
    raise AssertionError(step)


def position(rows: str, loggers: str, mover: int = 0, **more: Any) -> Position:
    """A position drawn like its str(): rows from the top, `.sTMG`, and the squares of loggers."""
    top_down = rows.split("/")
    trees = tuple(".sTMG".index(c) for row in reversed(top_down) for c in row)
    places = tuple(NAMES.index(name) for name in loggers.split(","))
    none = (0,) * len(places)
    given: dict[str, Any] = {"points": none, "supply": none, "stirred": True} | more
    return Position(Phase.WALK, mover, trees, places, **given)
