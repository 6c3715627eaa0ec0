r"""Segments joined to a course: cells numbered, and each step's end written down.

a row of          ___     ___      On the last segment the half hex h and what lies below the
goal spaces      /   \___/   \     outer two is off the board: these are the steps that finish.
                 \_d_/   \_f_/     Between two segments h is one whole space that belongs to the
                 /   \_h_/   \     lower one, and no step leads from the lower to the upper.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rules.fellers.river import BANK, BARRED, OFF, Course
from rules.fellers.segments import CURRENTS, HALF, LAND, LANES, LOG, ROWS, Segment
from rules.hexes import COMPASS, MIDDLE, Place, beside

STARTS = ((-1, 0), (0, 0), (1, 0))
ABOVE = frozenset({(-1, -1), (0, -1), (1, -1)})  # upstream of the start


def join(segments: Sequence[Segment]) -> Course:
    """The course of these segments, the first one upstream; whether they may be on one course
    (rules.fellers.segments.unjoinable) is not asked."""
    signs, part = _laid(segments)
    places = tuple(sorted(signs, key=lambda place: (place[1], place[0])))
    cells = {place: cell for cell, place in enumerate(places)}
    toward = tuple(_ends(place, cells, part, len(segments) * ROWS) for place in places)
    starts = tuple(cells[place] for place in STARTS)
    steps = _steps(toward)
    return Course(
        title="+".join(segment.letter for segment in segments),
        places=places,
        toward=toward,
        currents=tuple(CURRENTS.find(signs[place]) for place in places),
        marked=tuple(cells[place] for place in places if signs[place] == LOG),
        starts=starts,
        segment=tuple(part[place] for place in places),
        steps=steps,
        shore=1 + min(steps[cell] for cell in starts),
        land=_land(cells, len(segments) * ROWS),
        rapids=tuple(range(ROWS, len(segments) * ROWS, ROWS)),
    )


def _laid(segments: Sequence[Segment]) -> tuple[dict[Place, str], dict[Place, int]]:
    """The sign of each space, and the segment that it is part of."""
    signs: dict[Place, str] = {}
    part: dict[Place, int] = {}
    for k, segment in enumerate(segments):
        for (lane, y), sign in segment.signs():
            joint = sign == HALF and k + 1 < len(segments)
            if joint or sign not in (LAND, HALF):
                signs[lane, k * ROWS + y] = sign
                part[lane, k * ROWS + y] = k + joint
    return signs, part


def _ends(
    place: Place, cells: dict[Place, int], part: dict[Place, int], rows: int
) -> tuple[int, ...]:
    """Where the steps from a place lead, by direction."""
    below = {(0, rows - 1), (-1, rows), (1, rows)}
    ends = []
    for direction in range(len(COMPASS)):
        there = beside(place, direction)
        if there in cells:
            ends.append(cells[there] if part[there] >= part[place] else BARRED)
        else:
            ends.append(OFF if there in below else BARRED if there in ABOVE else BANK)
    return tuple(ends)


def _steps(toward: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """How few steps lead from each cell off the board; more than there are cells: none do."""
    before: list[list[int]] = [[] for _ in toward]
    for cell, ends in enumerate(toward):
        for end in ends:
            if end >= 0:
                before[end].append(cell)
    steps = {cell: 1 for cell, ends in enumerate(toward) if OFF in ends}
    due = deque(steps)
    while due:
        for cell in before[there := due.popleft()]:
            if cell not in steps:
                steps[cell] = steps[there] + 1
                due.append(cell)
    return tuple(steps.get(cell, len(toward) + 1) for cell in range(len(toward)))


def _land(cells: dict[Place, int], rows: int) -> tuple[Place, ...]:
    frame = ((lane - MIDDLE, row) for row in range(rows) for lane in range(LANES))
    return tuple(place for place in frame if place not in cells and place != (0, rows - 1))
