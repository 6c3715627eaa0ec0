"""Why a step of Logger is forbidden, in words. Whether it is, stands in targets.py."""

from __future__ import annotations

from rules.game import Step, Stop, WrongPhase
from rules.logger import targets
from rules.logger.position import (
    CORNERS,
    NAMES,
    NEIGHBOURS,
    PROTESTED,
    SAPLING,
    SEEDLING,
    Phase,
    Position,
)
from rules.logger.steps import Chop, Plant, Protest, Seed, Walk
from rules.text import Code, Text

NOT_YET = {
    Phase.CORNER: WrongPhase("first choose a corner"),
    Phase.WALK: WrongPhase("first walk: name a square, or your own to stay"),
    Phase.SEED: WrongPhase("the growth comes first"),
    Phase.ACT: WrongPhase("now plant, chop or protest"),
    Phase.MORE: WrongPhase(
        "you are placing protesters: name another tree, or say {stop}", stop=Code(".")
    ),
    Phase.OVER: WrongPhase("the game is over"),
}


def why_not(s: Position, step: Step) -> Text | None:
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
    return NOT_YET[s.phase]


def why_none(s: Position, kind: type[Plant | Chop | Protest]) -> Text:
    """Why nothing of this kind is legal, where nothing is."""
    timely = s.phase is Phase.ACT or (s.phase is Phase.MORE and kind is Protest)
    if not timely:
        return NOT_YET[s.phase]
    if kind is Plant:
        return Text("no square next to you is free")
    if kind is Chop:
        return Text("no unguarded mature tree is next to you")
    if s.supply[s.mover]:
        return Text("there is no unguarded mature tree")
    return Text("you have no protester in hand")


def _no_corner(s: Position, to: int) -> Text:
    if to not in CORNERS:
        return Text("{square} is not a corner", square=NAMES[to])
    return _taken(to)


def _no_walk(s: Position, to: int) -> Text:
    if s.trees[to]:
        return Text("there is a tree on {square}", square=NAMES[to])
    if to in s.loggers:
        return _taken(to)
    return Text(
        "{square} is out of reach: a logger walks at most two spaces,"
        " not diagonally, and not through trees or loggers",
        square=NAMES[to],
    )


def _no_seeding(s: Position, tree: int, to: int) -> Text:
    if not s.trees[tree]:
        return _unfit(s, tree)
    if tree not in s.owing:
        return Text("the tree on {square} has nothing to seed now", square=NAMES[tree])
    if to not in NEIGHBOURS[tree]:
        return Text(
            "{square} is not next to the tree on {tree}", square=NAMES[to], tree=NAMES[tree]
        )
    return Text("{square} is not free", square=NAMES[to])


def _no_planting(s: Position, at: int) -> Text:
    if at in NEIGHBOURS[s.loggers[s.mover]]:
        return Text("{square} is not free", square=NAMES[at])
    return _too_far(at)


def _no_chopping(s: Position, at: int) -> Text:
    return _unfit(s, at) if at in NEIGHBOURS[s.loggers[s.mover]] else _too_far(at)


def _no_protest(s: Position, at: int) -> Text:
    return _unfit(s, at) if s.supply[s.mover] else Text("you have no protester in hand")


def _taken(at: int) -> Text:
    return Text("another logger stands on {square}", square=NAMES[at])


def _too_far(at: int) -> Text:
    return Text("{square} is not next to you", square=NAMES[at])


def _unfit(s: Position, at: int) -> Text:
    """Why a square has no tree that could be felled or protected."""
    stage, square = s.trees[at], NAMES[at]
    if stage == PROTESTED:
        return Text("a protester guards the tree on {square}", square=square)
    if stage == SAPLING:
        return Text("the tree on {square} is only a sapling", square=square)
    if stage == SEEDLING:
        return Text("the tree on {square} is only a seedling", square=square)
    return Text("there is no tree on {square}", square=square)
