"""Why a step of Logger is forbidden, in words; whatever has no reason is legal."""

from __future__ import annotations

from rules.game import Step, Stop, WrongPhase
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
    is_free,
    reach,
)
from rules.logger.steps import Chop, Plant, Protest, Seed, Walk

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


def why_not(s: Position, step: Step) -> str | None:
    """The reason, without capital or full stop, or None: the step is legal."""
    match s.phase, step:
        case Phase.CORNER, Walk(to):
            return _why_not_stand(s, to)
        case Phase.WALK, Walk(to):
            return _why_not_walk(s, to)
        case Phase.SEED, Seed(tree, to):
            return _why_not_seed(s, tree, to)
        case Phase.ACT, Plant(at):
            return _why_not_plant(s, at)
        case Phase.ACT, Chop(at):
            return _why_not_chop(s, at)
        case ((Phase.ACT | Phase.MORE), Protest(at)):
            return _why_not_protest(s, at)
        case Phase.MORE, Stop():
            return None
    return WrongPhase(NOT_YET[s.phase])


def _why_not_stand(s: Position, to: int) -> str | None:
    if to not in CORNERS:
        return f"{NAMES[to]} is not a corner"
    return f"another logger stands on {NAMES[to]}" if to in s.loggers else None


def _why_not_walk(s: Position, to: int) -> str | None:
    if s.trees[to]:
        return f"there is a tree on {NAMES[to]}"
    if to in s.loggers and to != s.loggers[s.mover]:
        return f"another logger stands on {NAMES[to]}"
    if to not in reach(s):
        return (
            f"{NAMES[to]} is out of reach: a logger walks at most two spaces,"
            " not diagonally, and not through trees or loggers"
        )
    return None


def _why_not_seed(s: Position, tree: int, to: int) -> str | None:
    if tree not in s.owing:
        return (
            f"the tree on {NAMES[tree]} has nothing to seed now"
            if s.trees[tree]
            else (f"there is no tree on {NAMES[tree]}")
        )
    if to not in NEIGHBOURS[tree]:
        return f"{NAMES[to]} is not next to the tree on {NAMES[tree]}"
    return None if is_free(s, to) else f"{NAMES[to]} is not free"


def _why_not_plant(s: Position, at: int) -> str | None:
    if at not in NEIGHBOURS[s.loggers[s.mover]]:
        return f"{NAMES[at]} is not next to you"
    return None if is_free(s, at) else f"{NAMES[at]} is not free"


def _why_not_chop(s: Position, at: int) -> str | None:
    if at not in NEIGHBOURS[s.loggers[s.mover]]:
        return f"{NAMES[at]} is not next to you"
    return _why_not_mature(s, at)


def _why_not_protest(s: Position, at: int) -> str | None:
    if not s.supply[s.mover]:
        return "you have no protester in hand"
    return _why_not_mature(s, at)


def _why_not_mature(s: Position, at: int) -> str | None:
    reason = UNFIT.get(s.trees[at])
    return reason and reason.format(NAMES[at])
