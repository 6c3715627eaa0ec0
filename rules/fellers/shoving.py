"""What a step meets: the things that it would shove, in a straight line, and what lies behind.

. A B C .      a step onto A shoves A and B, if the space behind them is free; with C there
               it would be three, which cannot be shoved (Forest Fellers rules, Playing)
"""

from __future__ import annotations

from collections.abc import Container

from rules.fellers.river import BANK, BARRED, SHOVED, Course
from rules.hexes import COMPASS

DOWNSTREAM = COMPASS.index("s")  # the way that a first step onto the river shoves


def ahead(course: Course, taken: Container[int], here: int, direction: int) -> list[int]:
    """What a step from a cell meets: the taken cells in a straight line, nearest first, and then
    what is not taken: a cell, OFF, BANK or BARRED."""
    row = [course.toward[here][direction]]
    while row[-1] in taken:
        row.append(course.toward[row[-1]][direction])
    return row


def entering(course: Course, taken: Container[int], start: int) -> list[int]:
    """The same for the first step of a lumberjack, from the shore onto a start space."""
    return [start, *ahead(course, taken, start, DOWNSTREAM)] if start in taken else [start]


def free(row: list[int]) -> bool:
    """The step can be made: two at most are shoved, and there is room behind them. Three cannot
    be shoved even where the first of them would leave the board (our ruling)."""
    return len(row) <= SHOVED + 1 and row[-1] not in (BANK, BARRED)
