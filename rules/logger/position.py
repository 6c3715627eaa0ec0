"""A position of Logger: the board, the loggers, the hands, and what is due."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules.game import Seat
from rules.squares import Grid

BOARD = Grid(5, 5)
NAMES, NEIGHBOURS, CROSSES, CORNERS = BOARD.names, BOARD.neighbours, BOARD.crosses, BOARD.corners
EMPTY, SEEDLING, SAPLING, MATURE, PROTESTED = range(5)
MIDDLE = BOARD.by_name["c3"]
UNPLACED = -1  # where a logger is before its corner is chosen
GONE = -2  # where a logger is whose player has left
OFF_BOARD = {UNPLACED: "-", GONE: "gone"}


class Phase(StrEnum):
    """What the mover is asked for."""

    CORNER = "corner"
    WALK = "walk"
    SEED = "seed"
    ACT = "act"
    MORE = "more"
    OVER = "over"


class Position(NamedTuple):
    """A whole position. trees: 25 stages from a1 to e5; loggers: squares by seat;
    owing: the trees that must still seed, in order; stirred: something on the board has
    changed since this round began."""

    phase: Phase
    mover: Seat
    trees: tuple[int, ...]
    loggers: tuple[int, ...]
    points: tuple[int, ...]
    supply: tuple[int, ...]
    owing: tuple[int, ...] = ()
    stirred: bool = False

    def __str__(self) -> str:
        rows = ["".join(".sTMG"[t] for t in self.trees[r : r + 5]) for r in range(20, -1, -5)]
        loggers = ",".join(NAMES[c] if c >= 0 else OFF_BOARD[c] for c in self.loggers)
        owing = ",".join(NAMES[c] for c in self.owing) or "-"
        hands = f"{','.join(map(str, self.points))} {','.join(map(str, self.supply))}"
        stirred = "stirred" if self.stirred else "calm"
        return f"{'/'.join(rows)} {loggers} {hands} {self.mover} {self.phase} {owing} {stirred}"


def free_around(s: Position, cell: int) -> list[int]:
    """The free orthogonal neighbours, in order."""
    return [c for c in NEIGHBOURS[cell] if s.trees[c] == EMPTY and c not in s.loggers]


def reach(s: Position, cell: int) -> set[int]:
    """Where a logger on `cell` may walk: nought, one or two steps through free squares."""
    trees, loggers = s.trees, s.loggers
    found = {cell}
    for near in NEIGHBOURS[cell]:
        if not trees[near] and near not in loggers:
            found.add(near)
            for far in NEIGHBOURS[near]:
                if not trees[far] and far not in loggers:
                    found.add(far)
    return found


def felled(s: Position, at: int) -> list[int]:
    """The trees that fall when the mover chops `at`: the unbroken run of mature ones away
    from him, protested or not (pyramid rules sheet, Knocking Down By Chopping)."""
    here = s.loggers[s.mover]
    ray = BOARD.rays[here][BOARD.bearing(here, at) or ""]
    run = next((i for i, c in enumerate(ray) if s.trees[c] < MATURE), len(ray))
    return list(ray[:run])
