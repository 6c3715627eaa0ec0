"""The river in words: what lies where, lane by lane and row by row, as short as can be read aloud.

1: d-f            water in the lanes d, e and f
4-7: b-c, g-h     four rows alike; between c and g is bank or rock
c3 s6             a current: from c3 six times south
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from string import ascii_lowercase

from rules.fellers.river import BARRED, OFF, STILL, Course
from rules.hexes import COMPASS, MIDDLE, Place, beside, name
from rules.text import NOTHING, Joined, Listed, Text, sentences

COURSES = 64  # of which the words are kept: a river does not change while it is raced on


def bearing(origin: str, to: str) -> str:
    """The direction from one named place to the one beside it, or an empty text: it is not
    beside it, or no place of the river."""
    if not to[1:].isdigit():
        return ""
    ways = (word for i, word in enumerate(COMPASS) if beside(_place(origin), i) == _place(to))
    return next(ways, "")


def _place(called: str) -> Place:
    return ascii_lowercase.index(called[0]) - MIDDLE, int(called[1:]) - 1


def by_lane(names: Iterable[str]) -> str:
    """`b 3, 7; c 12` for b3, b7 and c12."""
    ordered = sorted(names, key=lambda place: (place[0], int(place[1:])))
    lanes = groupby(ordered, key=lambda place: place[0])
    return "; ".join(f"{lane} {', '.join(p[1:] for p in places)}" for lane, places in lanes)


@lru_cache(COURSES)
def currents(course: Course) -> str:
    """Every current from its first space on, one arrow after the other: `c3 s6; b4 se ne se`."""
    known: set[int] = set()
    fed = {course.toward[cell][d] for cell, d in enumerate(course.currents) if d != STILL}
    flowing = [cell for cell, d in enumerate(course.currents) if d != STILL]
    chains = [list(_downward(course, cell, known)) for cell in flowing if cell not in fed]
    return "; ".join(f"{course.names[chain[0]]} {_arrows(course, chain)}" for chain in chains)


def _downward(course: Course, cell: int, known: set[int]) -> Iterator[int]:
    """The spaces that a current leads over, as far as they are not told yet."""
    while cell >= 0 and course.currents[cell] != STILL and cell not in known:
        known.add(cell)
        yield cell
        cell = course.toward[cell][course.currents[cell]]


def _arrows(course: Course, chain: Iterable[int]) -> str:
    """`s6`, `se ne se`."""
    runs = groupby(COMPASS[course.currents[cell]] for cell in chain)
    counts = ((arrow, len(list(run))) for arrow, run in runs)
    return " ".join(arrow if n == 1 else f"{arrow}{n}" for arrow, n in counts)


@lru_cache(COURSES)
def shape(course: Course) -> str:
    """The lanes with water in every row; neighbouring rows that are alike are told at once."""
    lanes = [
        (row, _ranges(lane for lane, _ in places))
        for row, places in groupby(course.places, key=lambda place: place[1])
    ]
    alike = ([row for row, _ in rows] for _, rows in groupby(lanes, key=lambda pair: pair[1]))
    told = dict(lanes)
    return "\n".join(f"{_span(rows)}: {told[rows[0]]}" for rows in alike)


def _span(rows: list[int]) -> str:
    return f"{rows[0] + 1}" if len(rows) == 1 else f"{rows[0] + 1}-{rows[-1] + 1}"


def _ranges(lanes: Iterable[int]) -> str:
    """`b-d, f` for the lanes b, c, d and f."""
    runs: list[list[int]] = []
    for lane in lanes:
        if runs and runs[-1][-1] == lane - 1:
            runs[-1].append(lane)
        else:
            runs.append([lane])
    ends = ([name((lane, 0))[0] for lane in (run[0], run[-1])] for run in runs)
    return ", ".join(first if first == last else f"{first}-{last}" for first, last in ends)


@lru_cache(COURSES)
def gates(course: Course) -> Text:
    """Where one enters, which steps would go back over rapids, and which ones finish."""
    starts = Listed([course.names[cell] for cell in course.starts])
    rapids = _leading(course, BARRED, (c for c, part in enumerate(course.segment) if part))
    finish = _leading(course, OFF, range(len(course.names)))
    return sentences(
        Text("Start: {starts}.", starts=starts),
        Text("You can't go back up the rapids: {steps}.", steps=rapids) if rapids else NOTHING,
        Text("Steps over the finish: {steps}.", steps=finish),
    )


def _leading(course: Course, end: int, cells: Iterable[int]) -> Joined:
    """The steps from these cells that lead there: `d26 se or s`."""
    found = ((cell, _ways(course, end, cell)) for cell in cells)
    steps = (
        Text("{place} {ways}", place=course.names[cell], ways=Listed(ways, "or"))
        for cell, ways in found
        if ways
    )
    return Joined("; ", steps)


def _ways(course: Course, end: int, cell: int) -> list[str]:
    return [COMPASS[way] for way, to in enumerate(course.toward[cell]) if to == end]
