r"""The river of Forest Fellers: segments (docs/rivers.md has their form), courses, faults, words.

a row of          ___     ___      On the last segment the half hex h and the spaces below the
goal spaces      /   \___/   \     outer two are off the board: steps there finish.
                 \_d_/   \_f_/     Between two segments h is one whole space that belongs to the
                 /   \_h_/   \     lower one, and no step leads from the lower to the upper.

    n               A place is a flat-topped hex (lane, row). Lanes are counted from the middle,
nw ___ ne           -4 to 4, and named a to i; rows are counted from 0 and named 1, 2, 3 …
  /   \             downstream. Even lanes lie half a hex lower than odd ones.
  \___/
sw     se
    s

A segment is fit to race on (our ruling) with at least two ways that do not meet, so no jam closes
the river for good, without closed currents, so floats end, and with plain water at both ends.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from string import ascii_lowercase

from rules.errors import Unavailable, quote
from rules.text import NOTHING, Joined, Listed, Text, sentences

Place = tuple[int, int]  # lane, row

COMPASS = ("n", "ne", "se", "s", "sw", "nw")
SPELT = (
    Text("north"),
    Text("northeast"),
    Text("southeast"),
    Text("south"),
    Text("southwest"),
    Text("northwest"),
)
MIDDLE = 4  # lanes to the west of the middle lane, e


def next_place(place: Place, direction: int) -> Place:
    """The next place in a direction, a number into COMPASS."""
    lane, row = place
    even = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    odd = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
    across, down = (odd if lane % 2 else even)[direction]
    return lane + across, row + down


def name(place: Place) -> str:
    """The name of a place: e1 is the topmost one of the middle lane."""
    return f"{ascii_lowercase[place[0] + MIDDLE]}{place[1] + 1}"


LANES, ROWS = 9, 13
LAND, WATER, LOG, HALF, CURRENTS = "#", ".", "o", "=", "012345"
TOP, BOTTOM = "###...###", "###.=.###"
_HEAD_LINES = 3
LOGS, LONGEST = 45, 4  # logs in the box; segments of a course (our ruling)
FIRST = "A+H"  # the course for a first race


@dataclass(frozen=True, slots=True)
class Segment:
    """One side of a board."""

    letter: str
    name: str
    board: int
    side: str
    sentence: str
    rows: tuple[str, ...]  # ROWS strings of LANES signs, the upstream end first

    def __str__(self) -> str:
        head = f"{self.letter} {self.name}: board {self.board}, {self.side}\n{self.sentence}\n\n"
        return head + "".join(" ".join(row) + "\n" for row in self.rows)

    @property
    def logs(self) -> int:
        """How many logs lie on it at first."""
        return sum(row.count(LOG) for row in self.rows)

    def signs(self) -> Iterator[tuple[Place, str]]:
        """Every place, row by row, with its sign."""
        for y, row in enumerate(self.rows):
            for x, sign in enumerate(row):
                yield (x - MIDDLE, y), sign


@dataclass(frozen=True, slots=True)
class SegmentFault:
    """A mistake in a segment's text."""

    why: str
    line: int = 0  # counted from 1, as columns are; 0: the whole text
    column: int = 0

    def __str__(self) -> str:
        where = [f"{word} {n}" for word, n in (("line", self.line), ("column", self.column)) if n]
        return f"{', '.join(where)}: {self.why}" if where else self.why


class Misdrawn(Exception):
    """A text that isn't a segment, with all faults of its form."""

    def __init__(self, faults: Sequence[SegmentFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


def read(text: str) -> Segment:
    """The segment of a text. `faults` says if it is fit to race on. Raises Misdrawn."""
    lines = [line.rstrip() for line in text.rstrip().splitlines()]
    form = r"([A-Z]) (\S[^:]*): board ([1-9]\d*), (front|back)"
    head = re.fullmatch(form, lines[0]) if lines else None
    faults = [*_row_faults(lines[_HEAD_LINES:])]
    if head is None:
        faults.append(
            SegmentFault("here stands, for example, `A Bends: board 1, front` (or back)", 1)
        )
    if not lines[1:2] or not lines[1]:
        faults.append(SegmentFault("here stands a sentence about what the segment plays like", 2))
    if lines[2:3] and lines[2]:
        faults.append(SegmentFault("this line stays empty; the rows begin on the next", 3))
    if faults or head is None:
        raise Misdrawn(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    letter, name, board, side = head.groups()
    rows = tuple(line[::2] for line in lines[_HEAD_LINES:])
    return Segment(letter, name, int(board), side, lines[1], rows)


def read_all(texts: Mapping[str, str]) -> dict[str, Segment]:
    """The segments of several texts, by letter. Raises Misdrawn, naming the text."""
    found: dict[str, Segment] = {}
    for file, text in texts.items():
        try:
            segment = read(text)
        except Misdrawn as wrong:
            raise Misdrawn([SegmentFault(f"{file}: {wrong}")]) from wrong
        if segment.letter in found:
            raise Misdrawn([SegmentFault(f"{file}: the letter {segment.letter} is taken already")])
        found[segment.letter] = segment
    return dict(sorted(found.items()))


def unjoinable(segments: Sequence[Segment]) -> Text | None:
    """Why these can't be one course, or None. Source: Forest Fellers rules, Set-up (45 logs; the
    two sides of a board); at most four is our ruling."""
    if not 1 <= len(segments) <= LONGEST:
        return Text("a course has 1 to {n} segments", n=LONGEST)
    for i, segment in enumerate(segments):
        for other in segments[:i]:
            if other.letter == segment.letter:
                return Text("segment {letter} is used twice", letter=segment.letter)
            if other.board == segment.board:
                return Text(
                    "segments {one} and {other} are two sides of the same board",
                    one=other.letter,
                    other=segment.letter,
                )
    logs = sum(segment.logs for segment in segments)
    if logs <= LOGS:
        return None
    return Text("this river needs {needed} logs, but there are only {logs}", needed=logs, logs=LOGS)


def pairs(segments: Iterable[Segment]) -> tuple[tuple[Segment, Segment], ...]:
    """Every course of two, in the order of the segments. Nature chooses one of them."""
    known = tuple(segments)
    both = ((one, two) for one in known for two in known)
    return tuple(pair for pair in both if not unjoinable(pair))


def _row_faults(rows: Sequence[str]) -> Iterator[SegmentFault]:
    if len(rows) != ROWS:
        yield SegmentFault(f"there are {ROWS} rows on a segment, here {len(rows)}")
    for y, row in enumerate(rows[:ROWS]):
        line, wrong = y + _HEAD_LINES + 1, list[SegmentFault]()
        if len(row) != 2 * LANES - 1:
            yield SegmentFault(f"a row has {LANES} signs with one space between each two", line)
            continue
        for i, sign in enumerate(row):
            if i % 2 and sign != " ":
                wrong.append(SegmentFault("a space stands between two signs", line, i + 1))
            elif i % 2 == 0 and sign not in LAND + WATER + LOG + CURRENTS + HALF:
                wrong.append(SegmentFault(f"the sign {sign!r} means nothing", line, i + 1))
            elif sign == HALF and (y, i) != (ROWS - 1, 2 * MIDDLE):
                lone = "the half hex stands only in the middle of the last row"
                wrong.append(SegmentFault(lone, line, i + 1))
        yield from wrong
        form = {0: TOP, ROWS - 1: BOTTOM}.get(y)
        if form and not wrong and row[::2] != form:
            end = "first" if y == 0 else "last"
            yield SegmentFault(f"the {end} row is always `{' '.join(form)}`", line)


# Where a step leads that does not lead to a cell.
BANK = -1  # bank or rock
OFF = -2  # off the board over the finish
BARRED = -3  # backward over rapids, or off the board at the start
STILL = -1  # no current

SHOVED = 2  # things that a step or a float can shove at once


@dataclass(frozen=True)
class Course:
    """One to four segments, one below the other. Cells are numbers in order of row, then lane."""

    title: str  # the letters of its segments, `A+B`
    places: tuple[Place, ...]  # by cell
    toward: tuple[tuple[int, ...], ...]  # by cell and direction the next cell, BANK, OFF or BARRED
    currents: tuple[int, ...]  # by cell the direction in which it carries, or STILL
    marked: tuple[int, ...]  # the cells where a log lies at first
    starts: tuple[int, ...]  # the three cells that a lumberjack may enter
    segment: tuple[int, ...]  # by cell the number of its segment, from 0
    steps: tuple[int, ...]  # by cell the fewest steps off the board
    shore: int  # the fewest steps from the shore
    land: tuple[Place, ...]  # bank and rock inside the frame
    rapids: tuple[int, ...]  # the rows where all segments but the first begin

    def __hash__(self) -> int:
        return hash(self.title)  # the rest is large, and there are few courses

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: `e1` is the topmost of the middle lane."""
        return tuple(map(name, self.places))

    @cached_property
    def called(self) -> dict[int, str]:
        """The name of each cell, and of the water beyond the finish."""
        return {OFF: "off", **dict(enumerate(self.names))}

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The cell of each name."""
        return {name: cell for cell, name in enumerate(self.names)}


def course_of(known: Mapping[str, Segment], text: str) -> Course:
    """The course of these segments, whatever the signs between. Raises Unavailable."""
    letters = [letter for letter in text.upper() if letter.isalnum()]
    unknown = next((x for x in letters if x not in known), None)
    if unknown:
        raise Unavailable.because(
            "{text}: there's no segment {letter}, only {first} to {last}.",
            text=quote(text),
            letter=unknown,
            first=min(known),
            last=max(known),
        )
    segments = tuple(known[letter] for letter in letters)
    if reason := unjoinable(segments):
        raise Unavailable.because(
            "{text} isn't a valid course: {reason}.", text=quote(text), reason=reason
        )
    return _joined(segments)


def join(segments: Sequence[Segment]) -> Course:
    """The course of these segments, the first one upstream, even if they are `unjoinable`."""
    signs, part = _laid(segments)
    places = tuple(sorted(signs, key=lambda place: (place[1], place[0])))
    cells = {place: cell for cell, place in enumerate(places)}
    rows = len(segments) * ROWS
    toward = tuple(_ends(place, cells, part, rows) for place in places)
    frame = ((lane - MIDDLE, row) for row in range(rows) for lane in range(LANES))
    starts = tuple(cells[lane, 0] for lane in (-1, 0, 1))
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
        land=tuple(place for place in frame if place not in cells and place != (0, rows - 1)),
        rapids=tuple(range(ROWS, rows, ROWS)),
    )


_joined = lru_cache(maxsize=128)(join)  # all courses of two segments


def _laid(segments: Sequence[Segment]) -> tuple[dict[Place, str], dict[Place, int]]:
    """The sign of each space, and its segment."""
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
    below, above = {(0, rows - 1), (-1, rows), (1, rows)}, {(-1, -1), (0, -1), (1, -1)}
    ends = []
    for direction in range(len(COMPASS)):
        there = next_place(place, direction)
        if there in cells:
            ends.append(cells[there] if part[there] >= part[place] else BARRED)
        else:
            ends.append(OFF if there in below else BARRED if there in above else BANK)
    return tuple(ends)


def _steps(toward: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The fewest steps from each cell off the board; more than there are cells without a way."""
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


def faults(segment: Segment) -> tuple[SegmentFault, ...]:
    """The faults of a segment from top to foot, or none if it is fit."""
    course, found = join([segment]), list[SegmentFault]()
    ends = {(-1, 0), (0, 0), (1, 0), (-1, ROWS - 1), (0, ROWS - 2), (1, ROWS - 1)}

    def fault(place: Place, why: str) -> None:
        line, column = place[1] + _HEAD_LINES + 1, 2 * (place[0] + MIDDLE) + 1
        found.append(SegmentFault(why.format(name(place)), line, column))

    if segment.logs not in range(4, 23):
        found.append(SegmentFault(f"a segment has 4 to 22 logs, this one {segment.logs}"))
    for place, sign in segment.signs():
        if place in ends and sign != ".":
            kind = "start" if place[1] == 0 else "goal"
            thing = "log" if sign == LOG else "current"
            fault(place, f"{{}} is a {kind} space, with no {thing} on it")
    reached, narrow = _reachable(course, STILL), straits(course)
    for cell, (place, current) in enumerate(zip(course.places, course.currents, strict=True)):
        if cell not in reached:
            fault(place, "no way leads to {}")
        elif course.steps[cell] > len(course.steps):
            fault(place, "no way leads from {} off the board")
        if cell in narrow:
            fault(place, "every way leads over {}")
        if current != STILL and course.toward[cell][current] < 0:
            fault(place, "the current on {} leads to no space of the segment")
        elif current != STILL and _circles(course, cell):
            fault(place, "the current on {} comes back to it")
    return tuple(sorted(found, key=lambda fault: (fault.line, fault.column)))


def straits(course: Course) -> tuple[int, ...]:
    """The cells on every way from the shore off the board, without logs. If there are none, two
    ways exist that share no cell (Menger)."""

    def way(shut: int) -> list[int]:
        """A way from the shore off the board without a cell; empty if there is none."""
        before = _reachable(course, shut)
        there = [cell for cell in before if OFF in course.toward[cell]][:1]
        while there and before[there[-1]] != there[-1]:
            there.append(before[there[-1]])
        return there[::-1]

    return tuple(cell for cell in way(STILL) if not way(cell))


def _circles(course: Course, start: int) -> bool:
    """True if a float from a cell comes back to it, not just into some circle."""
    cell = start
    for _ in course.places:
        if cell < 0 or course.currents[cell] == STILL:
            return False
        cell = course.toward[cell][course.currents[cell]]
        if cell == start:
            return True
    return False


def _reachable(course: Course, shut: int) -> dict[int, int]:
    """The cells reachable from the shore without `shut`, nearest first, each with the one before it
    (a start space: itself)."""
    before = {cell: cell for cell in course.starts if cell != shut}
    due = list(before)
    for cell in due:
        for end in course.toward[cell]:
            if end >= 0 and end != shut and end not in before:
                before[end] = cell
                due.append(end)
    return before


def bearing(origin: str, to: str) -> str:
    """The direction from one named place to the one beside it, or an empty text."""
    if not to[1:].isdigit():
        return ""
    here, there = ((ascii_lowercase.index(x[0]) - MIDDLE, int(x[1:]) - 1) for x in (origin, to))
    return next((word for i, word in enumerate(COMPASS) if next_place(here, i) == there), "")


def by_lane(names: Iterable[str]) -> str:
    """`b 3, 7; c 12` for b3, b7 and c12."""
    ordered = sorted(names, key=lambda place: (place[0], int(place[1:])))
    lanes = groupby(ordered, key=lambda place: place[0])
    return "; ".join(f"{lane} {', '.join(p[1:] for p in places)}" for lane, places in lanes)


@lru_cache(64)
def currents(course: Course) -> str:
    """Every current from its first space on, arrow by arrow: `c3 s6; b4 se ne se`."""
    known: set[int] = set()
    fed = {course.toward[cell][d] for cell, d in enumerate(course.currents) if d != STILL}
    flowing = [cell for cell, d in enumerate(course.currents) if d != STILL]
    chains = list[str]()
    for start in (cell for cell in flowing if cell not in fed):
        cell, ways = start, list[str]()
        while cell >= 0 and course.currents[cell] != STILL and cell not in known:
            known.add(cell)
            ways.append(COMPASS[course.currents[cell]])
            cell = course.toward[cell][course.currents[cell]]
        counts = ((arrow, len(list(run))) for arrow, run in groupby(ways))
        arrows = (arrow if n == 1 else f"{arrow}{n}" for arrow, n in counts)
        chains.append(" ".join((course.names[start], *arrows)))
    return "; ".join(chains)


@lru_cache(64)
def shape(course: Course) -> str:
    """The lanes with water in every row, equal neighbouring rows together: `4-7: b-c, g-h`."""
    lanes = [
        (row, _ranges(lane for lane, _ in places))
        for row, places in groupby(course.places, key=lambda place: place[1])
    ]
    told = list[str]()
    for spans, alike in groupby(lanes, key=lambda pair: pair[1]):
        first, *_, last = 2 * [row + 1 for row, _ in alike]
        told.append(f"{first}: {spans}" if first == last else f"{first}-{last}: {spans}")
    return "\n".join(told)


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


@lru_cache(64)
def gates(course: Course) -> Text:
    """The start spaces, the steps back over rapids, and the steps over the finish."""
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
    steps = list[Text]()
    for cell in cells:
        if ways := [COMPASS[way] for way, to in enumerate(course.toward[cell]) if to == end]:
            place = course.names[cell]
            steps.append(Text("{place} {ways}", place=place, ways=Listed(ways, "or")))
    return Joined("; ", steps)
