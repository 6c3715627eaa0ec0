"""The words of Logger, and which of them are legal where."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from rules.game import Step, Stop, Vocabulary
from rules.logger.position import (
    BOARD,
    CORNERS,
    MATURE,
    NAMES,
    NEIGHBOURS,
    Phase,
    Position,
    free_around,
    reach,
)


@dataclass(frozen=True, slots=True)
class Walk(Step):
    to: int

    def __str__(self) -> str:
        return NAMES[self.to]


@dataclass(frozen=True, slots=True)
class Seed(Step):
    tree: int
    to: int

    def __str__(self) -> str:
        return f"{NAMES[self.tree]}>{NAMES[self.to]}"


@dataclass(frozen=True, slots=True)
class Plant(Step):
    at: int

    def __str__(self) -> str:
        return f"+{NAMES[self.at]}"


@dataclass(frozen=True, slots=True)
class Chop(Step):
    at: int

    def __str__(self) -> str:
        return f"x{NAMES[self.at]}"


@dataclass(frozen=True, slots=True)
class Protest(Step):
    open_ended: ClassVar[bool] = True
    at: int

    def __str__(self) -> str:
        return f"!{NAMES[self.at]}"


WALKS = tuple(Walk(c) for c in BOARD.cells)
SEEDS = {(t, c): Seed(t, c) for t in BOARD.cells for c in NEIGHBOURS[t]}
PLANTS = tuple(Plant(c) for c in BOARD.cells)
CHOPS = tuple(Chop(c) for c in BOARD.cells)
PROTESTS = tuple(Protest(c) for c in BOARD.cells)
STOP = Stop()
WORDS = Vocabulary((*WALKS, *SEEDS.values(), *PLANTS, *CHOPS, *PROTESTS, STOP))


def legal(s: Position) -> list[Step]:
    """Every legal step in the order of the words."""
    match s.phase:
        case Phase.CORNER:
            return [WALKS[c] for c in CORNERS if c not in s.loggers]
        case Phase.WALK:
            return [WALKS[c] for c in sorted(reach(s))]
        case Phase.SEED:
            return [SEEDS[t, c] for t in s.owing for c in free_around(s, t)]
        case Phase.ACT:
            return actions(s)
        case Phase.MORE:
            return [*protests(s), STOP]
    return []


def settled(s: Position) -> Step | None:
    """The only legal step, or a tree's only square that no other tree could seed either."""
    options = legal(s)
    if len(options) == 1:
        return options[0]
    seeds = [step for step in options if isinstance(step, Seed)]
    trees, squares = Counter(x.tree for x in seeds), Counter(x.to for x in seeds)
    return next((x for x in seeds if trees[x.tree] == squares[x.to] == 1), None)


def protests(s: Position) -> list[Step]:
    """The trees that the mover could still protect: mature, unprotested, anywhere."""
    if not s.supply[s.mover]:
        return []
    return [PROTESTS[c] for c, tree in enumerate(s.trees) if tree == MATURE]


def actions(s: Position) -> list[Step]:
    """All that the mover may do after growth: plant, chop, protest."""
    here = s.loggers[s.mover]
    plants: list[Step] = [PLANTS[c] for c in free_around(s, here)]
    chops: list[Step] = [CHOPS[c] for c in NEIGHBOURS[here] if s.trees[c] == MATURE]
    return plants + chops + protests(s)
