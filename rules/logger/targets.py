"""Which squares a kind of step may name: where legality stands, once. steps.py lists them, and
reasons.py says of any other square why it is none."""

from __future__ import annotations

from rules.logger.position import CORNERS, MATURE, NEIGHBOURS, Position, free_around, reach


def corners(s: Position) -> list[int]:
    """The corners that nobody has taken."""
    return [c for c in CORNERS if c not in s.loggers]


def walks(s: Position) -> set[int]:
    """Where the mover may walk: nought, one or two steps through free squares."""
    return reach(s, s.loggers[s.mover])


def seedings(s: Position, tree: int) -> list[int]:
    """Where a tree that must still seed may do so."""
    return free_around(s, tree) if tree in s.owing else []


def plantings(s: Position) -> list[int]:
    """The free squares beside the mover."""
    return free_around(s, s.loggers[s.mover])


def choppings(s: Position) -> list[int]:
    """The mature, unprotested trees beside the mover."""
    return [c for c in NEIGHBOURS[s.loggers[s.mover]] if s.trees[c] == MATURE]


def protests(s: Position) -> list[int]:
    """The trees that the mover could still protect: mature, unprotested, anywhere."""
    if not s.supply[s.mover]:
        return []
    return [c for c, tree in enumerate(s.trees) if tree == MATURE]
