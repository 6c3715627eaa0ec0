"""The words of Logger, and which of them are legal where."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from rules.game import Step, Stop, Vocabulary
from rules.logger.position import BOARD, NAMES, NEIGHBOURS, Phase, Position
from rules.logger.targets import choppings, corners, plantings, protests, seedings, walks


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
            return [WALKS[c] for c in corners(s)]
        case Phase.WALK:
            return [WALKS[c] for c in sorted(walks(s))]
        case Phase.SEED:
            return [SEEDS[t, c] for t in s.owing for c in seedings(s, t)]
        case Phase.ACT:
            plants: list[Step] = [PLANTS[c] for c in plantings(s)]
            chops: list[Step] = [CHOPS[c] for c in choppings(s)]
            return plants + chops + [PROTESTS[c] for c in protests(s)]
        case Phase.MORE:
            return [*[PROTESTS[c] for c in protests(s)], STOP]
    return []


def unattended(s: Position) -> Step:
    """Stay; let grow what must, the lowest square first; then plant, or else protest, or else chop,
    on the lowest square (Logger 19)."""
    match s.phase:
        case Phase.WALK:
            return WALKS[s.loggers[s.mover]]
        case Phase.SEED:
            tree = min(tree for tree in s.owing if seedings(s, tree))
            return SEEDS[tree, min(seedings(s, tree))]
        case Phase.ACT:
            ways = ((PLANTS, plantings(s)), (PROTESTS, protests(s)), (CHOPS, choppings(s)))
            return next(words[min(cells)] for words, cells in ways if cells)
        case Phase.MORE:
            return STOP
    return legal(s)[0]


def settled(s: Position) -> Step | None:
    """The only legal step, or a tree's only square that no other tree could seed either."""
    options = legal(s)
    if len(options) == 1:
        return options[0]
    if s.phase is not Phase.SEED:
        return None
    seeds = [step for step in options if isinstance(step, Seed)]
    trees, squares = Counter(x.tree for x in seeds), Counter(x.to for x in seeds)
    return next((x for x in seeds if trees[x.tree] == squares[x.to] == 1), None)
