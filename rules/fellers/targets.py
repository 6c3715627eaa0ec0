"""What each kind of step of Forest Fellers may name: legality, which stands here alone.

steps.py makes the list of legal steps from this; reasons.py words what is not among it."""

from __future__ import annotations

from rules.fellers.position import HOME, SHORE, Position, taken, team
from rules.fellers.river import Course
from rules.fellers.shoving import ahead, entering, free
from rules.hexes import COMPASS

ROUND = range(len(COMPASS))


def water(s: Position) -> Course:
    """The course; there is one from the deal on."""
    assert s.course is not None, "nothing moves before there is a course"
    return s.course


def jacks(s: Position) -> list[int]:
    """The lumberjacks that a card may be for: the mover's, but not who is home (Forest Fellers
    rules, Playing)."""
    return [i for i in team(s, s.mover) if s.figures[i] != HOME]


def entries(s: Position) -> list[int]:
    """The start spaces onto which the lumberjack in hand can step from the shore."""
    if s.figures[s.figure] != SHORE:
        return []
    course, blocked = water(s), taken(s)
    return [cell for cell in course.starts if free(entering(course, blocked, cell))]


def ways(s: Position) -> list[int]:
    """The directions in which the lumberjack in hand can go on the river."""
    here = s.figures[s.figure]
    if here == SHORE:
        return []
    course, blocked = water(s), taken(s)
    return [way for way in ROUND if free(ahead(course, blocked, here, way))]


def swimmers(s: Position) -> list[int]:
    """The lumberjacks that must still try to float."""
    return [i for i, at in enumerate(s.figures) if at in s.pending]


def driftwood(s: Position) -> list[int]:
    """The cells of the logs that must still try to float."""
    return [at for at in s.pending if at in s.logs]
