"""Why a step of Logger is forbidden, in words. Whether it is, stands in targets.py."""

from __future__ import annotations

from rules.game import Step, Stop, WrongPhase
from rules.logger import targets
from rules.logger.position import (
    CORNERS,
    EMPTY,
    NAMES,
    NEIGHBOURS,
    PROTESTED,
    SAPLING,
    SEEDLING,
    Phase,
    Position,
)
from rules.logger.steps import Chop, Plant, Protest, Seed, Walk
from rules.text import Saying

NOT_YET = {
    Phase.CORNER: "first choose a corner",
    Phase.WALK: "first walk: name a square, or your own to stay",
    Phase.SEED: "the growth comes first",
    Phase.ACT: "now plant, chop or protest",
    Phase.MORE: "you are placing protesters: name another tree, or say `.`",
    Phase.OVER: "the game is over",
}

UNFIT = {
    EMPTY: "there is no tree on {}",
    SEEDLING: "the tree on {} is only a seedling",
    SAPLING: "the tree on {} is only a sapling",
    PROTESTED: "a protester guards the tree on {}",
}


def why_not(s: Position, step: Step) -> Saying | None:
    """The reason, without capital or full stop, or None: the step is legal."""
    match s.phase, step:
        case Phase.CORNER, Walk(to):
            return None if to in targets.corners(s) else _no_corner(s, to)
        case Phase.WALK, Walk(to):
            return None if to in targets.walks(s) else _no_walk(s, to)
        case Phase.SEED, Seed(tree, to):
            return None if to in targets.seedings(s, tree) else _no_seeding(s, tree, to)
        case Phase.ACT, Plant(at):
            return None if at in targets.plantings(s) else _no_planting(s, at)
        case Phase.ACT, Chop(at):
            return None if at in targets.choppings(s) else _no_chopping(s, at)
        case ((Phase.ACT | Phase.MORE), Protest(at)):
            return None if at in targets.protests(s) else _no_protest(s, at)
        case Phase.MORE, Stop():
            return None
    return WrongPhase(NOT_YET[s.phase])


def _no_corner(s: Position, to: int) -> str:
    if to not in CORNERS:
        return f"{NAMES[to]} is not a corner"
    return f"another logger stands on {NAMES[to]}"


def _no_walk(s: Position, to: int) -> str:
    if s.trees[to]:
        return f"there is a tree on {NAMES[to]}"
    if to in s.loggers:
        return f"another logger stands on {NAMES[to]}"
    return (
        f"{NAMES[to]} is out of reach: a logger walks at most two spaces,"
        " not diagonally, and not through trees or loggers"
    )


def _no_seeding(s: Position, tree: int, to: int) -> str:
    if tree not in s.owing:
        has = "has nothing to seed now"
        return f"the tree on {NAMES[tree]} {has}" if s.trees[tree] else _unfit(s, tree)
    if to not in NEIGHBOURS[tree]:
        return f"{NAMES[to]} is not next to the tree on {NAMES[tree]}"
    return f"{NAMES[to]} is not free"


def _no_planting(s: Position, at: int) -> str:
    beside = at in NEIGHBOURS[s.loggers[s.mover]]
    return f"{NAMES[at]} is not {'free' if beside else 'next to you'}"


def _no_chopping(s: Position, at: int) -> str:
    beside = at in NEIGHBOURS[s.loggers[s.mover]]
    return _unfit(s, at) if beside else f"{NAMES[at]} is not next to you"


def _no_protest(s: Position, at: int) -> str:
    return _unfit(s, at) if s.supply[s.mover] else "you have no protester in hand"


def _unfit(s: Position, at: int) -> str:
    """Why a square has no tree that could be felled or protected."""
    return UNFIT[s.trees[at]].format(NAMES[at])
