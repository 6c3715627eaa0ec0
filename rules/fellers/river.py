r"""A course on the river: what lies where, and where every step leads. Nothing here changes in a
game; what moves stands in rules.fellers.position.

a row of          ___     ___      On the last segment the half hex h and what lies below the
goal spaces      /   \___/   \     outer two is off the board: these are the steps that finish.
                 \_d_/   \_f_/     Between two segments h is one whole space that belongs to the
                 /   \_h_/   \     lower one, and no step leads from the lower to the upper.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules.errors import Unavailable, quoted
from rules.fellers.segments import CURRENTS, HALF, LAND, LANES, LOG, ROWS, Segment, unjoinable
from rules.hexes import COMPASS, MIDDLE, Place, beside, name
from rules.text import Text

# Where a step leads that does not lead to a cell.
BANK = -1  # bank or rock
OFF = -2  # off the board over the finish
BARRED = -3  # backward over rapids, or off the board at the start
STILL = -1  # no current

SHOVED = 2  # things that a step or a float can shove at once


@dataclass(frozen=True)
class Course:
    """One to four segments, one below the other. Cells are numbers in order of row, then lane.

    title: the letters of its segments, `A+B`; places: of each cell; toward: for each cell and
    direction (rules.hexes.COMPASS) the next cell, BANK, OFF or BARRED; currents: for each cell
    the direction in which it carries, or STILL; marked: the cells where a log lies at first;
    starts: the three cells that a lumberjack may enter by; segment: for each cell which
    segment it is part of, 0 is the first; steps: for each cell how few steps lead off the
    board, and `shore` from before the start; land: places of bank and rock inside the frame;
    rapids: for each but the last segment the row where the next one begins.
    """

    title: str
    places: tuple[Place, ...]
    toward: tuple[tuple[int, ...], ...]
    currents: tuple[int, ...]
    marked: tuple[int, ...]
    starts: tuple[int, ...]
    segment: tuple[int, ...]
    steps: tuple[int, ...]
    shore: int
    land: tuple[Place, ...]
    rapids: tuple[int, ...]

    def __hash__(self) -> int:
        return hash(self.title)  # the rest is large, and there are few courses

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: `e1` is the topmost of the middle lane."""
        return tuple(map(name, self.places))

    @cached_property
    def called(self) -> dict[int, str]:
        """The name of each cell, and what the water beyond the finish is called in an event."""
        return {OFF: "off", **dict(enumerate(self.names))}

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The cell of each name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def eddies(self) -> tuple[int, ...]:
        """For each cell a number, shared by those that floats and their shoves can carry a thing
        to and fro between; most share it with none. What has left its eddy is not carried back."""
        ways = self._carrying()
        reached = {cell: _reached(ways, cell) for cell in ways}
        return tuple(
            min({cell, *(c for c in reached.get(cell, ()) if cell in reached.get(c, ()))})
            for cell in range(len(self.places))
        )

    def _carrying(self) -> dict[int, set[int]]:
        """Where a current can bring a thing at once: what floats goes on by one cell, and so does
        what lies before it."""
        ways: dict[int, set[int]] = {}
        for start, current in enumerate(self.currents):
            here = start
            for _ in range(1 + SHOVED if current != STILL else 0):
                if (to := self.toward[here][current]) < 0:
                    break
                ways.setdefault(here, set()).add(to)
                here = to
        return ways


def _reached(ways: dict[int, set[int]], start: int) -> set[int]:
    found, waiting = set[int](), [start]
    while waiting:
        fresh = ways.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found


STARTS = ((-1, 0), (0, 0), (1, 0))
ABOVE = frozenset({(-1, -1), (0, -1), (1, -1)})  # upstream of the start


def course_of(known: Mapping[str, Segment], text: str) -> Course:
    """The course of these segments; capitals, spaces and signs between the letters do not
    matter. Raises Unavailable, with the reason."""
    letters = [letter for letter in text.upper() if letter.isalnum()]
    unknown = next((x for x in letters if x not in known), None)
    if unknown:
        raise Unavailable(_no_segment(text, unknown, min(known), max(known)))
    segments = tuple(known[letter] for letter in letters)
    if reason := unjoinable(segments):
        no_course = Text("{text} isn't a valid course: {reason}.", text=quoted(text), reason=reason)
        raise Unavailable(no_course)
    return _joined(segments)


def _no_segment(text: str, letter: str, first: str, last: str) -> Text:
    return Text(
        "{text}: there's no segment {letter}, only {first} to {last}.",
        text=quoted(text),
        letter=letter,
        first=first,
        last=last,
    )


@lru_cache(maxsize=32)
def _joined(segments: tuple[Segment, ...]) -> Course:
    return join(segments)


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
