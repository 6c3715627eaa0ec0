"""Whether a segment is fit to be raced on: what can be wrong beside its form.

Everything here is our ruling, as the printed boards are not in the rules text we had: at least
two ways that do not meet, so that no jam closes the river for good; no closed current, so that
floats end; logs on plain water only, away from both ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.fellers.river import OFF, STILL, Course, join
from rules.fellers.segments import LOG, ROWS, Fault, Segment
from rules.hexes import name

FEWEST_LOGS, MOST_LOGS = 4, 22  # logs on a segment
ENDS = frozenset({(-1, 0), (0, 0), (1, 0), (-1, ROWS - 1), (0, ROWS - 2), (1, ROWS - 1)})


def faults(segment: Segment) -> tuple[Fault, ...]:
    """What is wrong with a segment, from its top to its foot; nothing: it is fit."""
    course = join([segment])
    found = [
        *_log_faults(segment),
        *_end_faults(segment),
        *_reach_faults(course),
        *_current_faults(course),
        *(
            _on(course, cell, f"every way leads over {course.names[cell]}")
            for cell in straits(course)
        ),
    ]
    return tuple(sorted(found, key=lambda fault: (fault.line, fault.column)))


def straits(course: Course) -> tuple[int, ...]:
    """The cells that every way from the shore off the board leads over, logs not counted; none
    means that two ways exist which share no cell (Menger)."""
    way = _way(course, STILL)
    return tuple(cell for cell in way if not _way(course, cell))


def _on(course: Course, cell: int, why: str) -> Fault:
    return Fault.on(course.places[cell], why)


def _log_faults(segment: Segment) -> Iterator[Fault]:
    if not FEWEST_LOGS <= segment.logs <= MOST_LOGS:
        yield Fault(f"a segment has {FEWEST_LOGS} to {MOST_LOGS} logs, this one {segment.logs}")


def _end_faults(segment: Segment) -> Iterator[Fault]:
    for place, sign in segment.signs():
        if place in ENDS and sign != ".":
            kind = "start" if place[1] == 0 else "goal"
            thing = "log" if sign == LOG else "current"
            yield Fault.on(place, f"{name(place)} is a {kind} space, with no {thing} on it")


def _reach_faults(course: Course) -> Iterator[Fault]:
    reached = _reached(course, STILL)
    for cell, steps in enumerate(course.steps):
        if cell not in reached:
            yield _on(course, cell, f"no way leads to {course.names[cell]}")
        elif steps > len(course.steps):
            yield _on(course, cell, f"no way leads from {course.names[cell]} off the board")


def _current_faults(course: Course) -> Iterator[Fault]:
    for cell, current in enumerate(course.currents):
        if current == STILL:
            continue
        if course.toward[cell][current] < 0:
            why = f"the current on {course.names[cell]} leads to no space of the segment"
            yield _on(course, cell, why)
        elif _circles(course, cell):
            yield _on(course, cell, f"the current on {course.names[cell]} comes back to it")


def _circles(course: Course, start: int) -> bool:
    """Whether whoever floats from a cell comes back to it; a current that only leads into a
    circle is not one."""
    cell = start
    for _ in course.places:
        if cell < 0 or course.currents[cell] == STILL:
            return False
        cell = course.toward[cell][course.currents[cell]]
        if cell == start:
            return True
    return False


def _reached(course: Course, shut: int) -> dict[int, int]:
    """The cells that can be reached from the shore without stepping on `shut`, each with the
    one before it (of a start space: itself), nearest first."""
    before = {cell: cell for cell in course.starts if cell != shut}
    due = list(before)
    for cell in due:
        for end in course.toward[cell]:
            if end >= 0 and end != shut and end not in before:
                before[end] = cell
                due.append(end)
    return before


def _way(course: Course, shut: int) -> list[int]:
    """A way from the shore off the board that leaves a cell out; empty when there is none."""
    before = _reached(course, shut)
    cell = next((cell for cell in before if OFF in course.toward[cell]), None)
    if cell is None:
        return []
    way = [cell]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way[::-1]
