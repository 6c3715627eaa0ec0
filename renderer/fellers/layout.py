"""The place of everything in a race's picture, with a column for each segment. If two are too wide
for seats beside them, or there are more, the title stands above the river and the seats below it. A
space has room for its name, and a lumberjack for a letter that reads on a phone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from renderer.paint import Point
from renderer.picture import WIDTH
from rules.fellers.river import ROWS, Course, Place

LEFT, TOP = 14, 76  # px: the corner of the wooden plate below the title
RULER, LANES, RIM = 50, 46, 14  # px of wood with numbers, with letters, and without
LEGEND = 64  # px below the plate
ROOMY = 240  # px: seats beside the river with room for everything they show
GAP = 16  # px: between two cards of seats, and from the river to them
LINE = 48  # px: a second line of the title
EDGE = 0.27  # land beside the outermost lanes, in sides of a hex
_ABREAST = 2  # columns
TALL = ROWS + 1  # hexes: half a hex more at both ends


@dataclass(frozen=True, slots=True)
class RiverColumn:
    """The window on one segment."""

    part: int
    left: int
    top: int
    lanes: tuple[int, int]  # the first and the last
    high: int  # of a hex, in px

    @property
    def side(self) -> float:
        return self.high / sqrt(3)

    @property
    def size(self) -> tuple[int, int]:
        return round(_sides(self.lanes) * self.side), TALL * self.high

    @property
    def places(self) -> Iterator[Place]:
        """The places with a visible part, also a little beyond the frame."""
        first, last = self.lanes
        for row in self.rows:
            for lane in range(first - 1, last + 2):
                yield lane, row

    @property
    def rows(self) -> range:
        """The rows with a visible part."""
        return range(self.part * ROWS - 1, (self.part + 1) * ROWS + 1)

    def inside(self, place: Place) -> Point:
        """The middle of a place, from the corner of the window; it may lie outside."""
        lane, row = place
        x = (EDGE + 1 + 1.5 * (lane - self.lanes[0])) * self.side
        return x, self.high * (row - self.part * ROWS + (1.5 if lane % 2 == 0 else 1))

    def level(self, row: int) -> float:
        """The height of a row's number in the picture, between its higher and its lower places.
        So no place lies half-way between two numbers."""
        return (self.middle((0, row))[1] + self.middle((1, row))[1]) / 2

    def middle(self, place: Place) -> Point:
        """The middle of a place in the picture."""
        x, y = self.inside(place)
        return self.left + x, self.top + y


class Area(NamedTuple):
    """The area of the seats' cards."""

    left: int  # the corner of the first
    top: int
    wide: int  # of each
    across: int  # cards abreast

    def corner(self, nth: int, heights: Sequence[int]) -> tuple[int, int]:
        """The corner of a card. heights: at least those of the cards before it."""
        row, column = divmod(nth, self.across)
        above = (heights[n * self.across : (n + 1) * self.across] for n in range(row))
        top = self.top + sum(max(its) + GAP for its in above)
        return self.left + column * (self.wide + GAP), top


@dataclass(frozen=True, slots=True)
class RiverLayout:
    """Columns, the box of the wooden plate, and the area of the cards."""

    height: int  # to the cards
    high: int
    columns: tuple[RiverColumn, ...]
    plate: tuple[int, int, int, int]
    cards: Area

    @property
    def title(self) -> int:
        """The left end of the title: above the river, or above the seats beside it."""
        return LEFT if self.cards.across > 1 else self.cards.left

    @property
    def spare(self) -> RiverColumn | None:
        """A window beside the last column if there is no segment for it."""
        *others, last = self.columns
        if not others or len(others) % _ABREAST:
            return None
        return replace(others[-1], part=last.part + 1, top=last.top)

    def outline(self, course: Course, cell: int) -> tuple[Point, ...]:
        """The corners of a cell."""
        (x, y), side, half = middles(course)[cell], self.high / sqrt(3), self.high / 2
        shape = ((-side / 2, -half), (side / 2, -half), (side, 0.0))
        return tuple((x + dx, y + dy) for dx, dy in (*shape, *((-dx, -dy) for dx, dy in shape)))

    @property
    def finish(self) -> tuple[int, int, int, int]:
        """The box of the finish and its wood below the last row: left, top, width, height."""
        last, half = self.columns[-1], self.high // 2
        wide, high = last.size
        return last.left, last.top + high - half, wide, half + LANES


@lru_cache(64)
def layout_of(course: Course) -> RiverLayout:
    """Place the seats beside the river; else use the largest hexes with the seats below."""
    parts = range(len(course.rapids) + 1)
    wet = [
        [p[0] for p, its in zip(course.places, course.segment, strict=True) if its == part]
        for part in parts
    ]
    lanes = [(min(its), max(its)) for its in wet]
    stacks = [lanes[n % _ABREAST :: _ABREAST] for n in parts]  # columns below each other, as wide
    lanes = [(min(a for a, _ in its), max(b for _, b in its)) for its in stacks]
    low = _laid(lanes, 58, LEFT, LEFT)  # leaves room for words above it on a phone
    left = low.plate[2] + GAP
    if len(lanes) <= _ABREAST and WIDTH - LEFT - left >= 168:  # the narrowest seats
        wide = WIDTH - LEFT - left
        return replace(low, cards=Area(left, TOP + LINE * (wide < ROOMY), wide, 1))
    abreast = max(sum(map(_sides, row)) for row in _by_row(lanes))
    room = WIDTH - 2 * LEFT - _ABREAST * RULER - RIM
    high = min(66, int(room * sqrt(3) / abreast))
    taken = abreast * high / sqrt(3) + _ABREAST * RULER + RIM
    return _laid(lanes, high, round((WIDTH - taken) / 2), TOP)


@lru_cache(64)
def middles(course: Course) -> tuple[Point, ...]:
    """The middle of each cell in the picture."""
    columns, spots = layout_of(course).columns, zip(course.segment, course.places, strict=True)
    return tuple(columns[part].middle(place) for part, place in spots)


def _laid(lanes: list[tuple[int, int]], high: int, left: int, top: int) -> RiverLayout:
    """The river with its corner at this point, and the seats below it."""
    columns, upper = list[RiverColumn](), top + LANES
    for n, row in enumerate(_by_row(lanes)):  # all rows from the same left
        start = left
        for k, its in enumerate(row):
            columns.append(RiverColumn(_ABREAST * n + k, start + RULER, upper, its, high))
            start = columns[-1].left + columns[-1].size[0]
        upper += TALL * high + LANES
    right = max(column.left + column.size[0] for column in columns) + RIM
    stacked = -(-len(lanes) // _ABREAST)
    bottom = top + stacked * (TALL * high + LANES) + LANES
    plate = columns[0].left - RULER, top, right, bottom
    return RiverLayout(bottom + LEGEND, high, tuple(columns), plate, seat_area(bottom + LEGEND))


def seat_area(top: int) -> Area:
    return Area(LEFT, top, (WIDTH - 2 * LEFT - GAP) // 2, 2)


def _sides(lanes: tuple[int, int]) -> float:
    """The width of a column in sides of a hex."""
    return 1.5 * (lanes[1] - lanes[0]) + 2 + 2 * EDGE


def _by_row(lanes: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    for n in range(0, len(lanes), _ABREAST):
        yield lanes[n : n + _ABREAST]
