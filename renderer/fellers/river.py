"""The river on one segment, empty: woods, rocks, water, and tiles for currents, rapids and ends.

A tile is a sprite of 2 x 2 hex heights with its place in the middle. The window of a column, from
the ground up:

    meadow ──> shore ──> water with its hexes ──> tiles ──> trees, from back to front
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import cos, radians, sin, sqrt
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from renderer import figures
from renderer.fellers.layout import RiverColumn
from renderer.paint import SCALE, PaintSheet, Point, smooth
from renderer.palette import tint
from rules.fellers.river import MIDDLE, ROWS, STILL, Course, Place, beside

FOAM = tint("paper", 0)
DEEP = tint("river", 3)  # water with a current: its dark rim tells it apart on a phone
ONWARD = 0.5  # of a hex's height: from its middle to the sign where its current leads


def hexagon(middle: Point, side: float) -> list[Point]:
    """The corners of a flat-topped hex, clockwise from the right."""
    x, y = middle
    return [(x + side * cos(radians(a)), y + side * sin(radians(a))) for a in range(0, 360, 60)]


def _blank(high: int) -> tuple[PaintSheet, list[Point]]:
    """A sheet, and the shape of the place on it."""
    return PaintSheet(2 * high, 2 * high), hexagon((high, high), high / sqrt(3))


@cache
def current(direction: int, high: int) -> Image.Image:
    """Deeper water with the sign where it leads in its middle."""
    sheet = PaintSheet(2 * high, 2 * high).add(_deep(high))
    return sheet.add(_sign(direction, high, 0)).sprite()


@cache
def deep(high: int) -> Image.Image:
    """Water with a current, below the name of its space."""
    return _deep(high).sprite()


def _deep(high: int) -> PaintSheet:
    sheet, _ = _blank(high)
    sheet.polygon(hexagon((high, high), high / sqrt(3) * 0.97), tint("blue", 0))
    return sheet.polygon(hexagon((high, high), high / sqrt(3) * 0.87), DEEP)


@cache
def onward(direction: int, high: int) -> Image.Image:
    """Where a current leads, at the edge of its space, where a name in full leaves room."""
    return _sign(direction, high, ONWARD).sprite()


def _sign(direction: int, high: int, ahead: float) -> PaintSheet:
    way, sheet = radians(-90 + 60 * direction), PaintSheet(2 * high, 2 * high)
    shape = [(ahead + 0.13, 0.0), (ahead - 0.12, 0.3), (ahead - 0.12, -0.3)]
    points = [
        (high * (1 + x * cos(way) - y * sin(way)), high * (1 + x * sin(way) + y * cos(way)))
        for x, y in shape
    ]
    return sheet.polygon(points, FOAM).outline(tint("blue", 0), 2.5)


@cache
def choice(high: int) -> Image.Image:
    """The rim of a space that may be picked."""
    sheet, _ = _blank(high)
    corners = hexagon((high, high), high / sqrt(3) * 0.9)
    for ink, wide in ((tint("ink", 0), 11), (tint("gold", 2), 4)):
        sheet.line([*corners, corners[0]], ink, wide)
    return sheet.sprite()


@cache
def jetty(high: int) -> Image.Image:
    """Planks where the lumberjacks wait."""
    sheet, shape = _blank(high)
    sheet.polygon(shape, tint("wood", 4))
    for n in range(-2, 3):
        x = high * (1 + 0.2 * n)
        plank = [(x - 1, 0), (x + 1, 0), (x + 1, 2 * high), (x - 1, 2 * high)]
        sheet.within(shape, plank, tint("wood", 1))
    return sheet.line([shape[0], shape[1], shape[2], shape[3]], tint("wood", 0), 4).sprite()


@cache
def finish(high: int) -> Image.Image:
    """Chequered: off the board."""
    sheet, shape = _blank(high)
    sheet.polygon(shape, FOAM)
    step = high / 5
    for row in range(10):
        for n in range(row % 2, 10, 2):
            x, y = n * step, row * step
            square = [(x, y), (x + step, y), (x + step, y + step), (x, y + step)]
            sheet.within(shape, square, tint("ink", 0))
    return sheet.line([shape[3], shape[4], shape[5], shape[0]], tint("ink", 0), 4).sprite()


@cache
def rapids(high: int, variant: int, *, downward: bool) -> Image.Image:
    """White water over a place; the edge toward the segment foams."""
    sheet, shape = _blank(high)
    dice, side = Random(variant), high / sqrt(3)
    sheet.polygon(shape, tint("river", 1))
    for n in range(12):
        x = high + side * (-0.94 + 0.17 * n)
        start, end = high * dice.uniform(0.5, 0.75), high * dice.uniform(1.1, 1.5)
        streak = [(x - 2.2, start), (x + 2.2, start), (x + 0.6, end), (x - 0.6, end)]
        sheet.within(shape, streak, tint("river", 4) if n % 3 == 2 else FOAM)
    edge = [shape[k] for k in ((3, 4, 5, 0) if downward else (3, 2, 1, 0))]
    for (x0, y0), (x1, y1) in pairwise(edge):
        for n in range(5):
            x, y = x0 + (x1 - x0) * n / 5, y0 + (y1 - y0) * n / 5
            r = dice.uniform(0.07, 0.12) * high
            sheet.ellipse((x - r, y - r, x + r, y + r), FOAM)
    return sheet.sprite()


@cache
def boulder(high: int, variant: int) -> Image.Image:
    """A rock in the stream."""
    sheet, _ = _blank(high)
    dice, r = Random(variant), high * 0.46
    corners = [
        (
            high + r * dice.uniform(0.9, 1.12) * cos(radians(a)),
            high + r * dice.uniform(0.75, 0.95) * sin(radians(a)),
        )
        for a in range(0, 360, 45)
    ]
    stone = smooth(corners, 4)
    light = [(0, 0), (high * 1.25, 0), (high * 0.95, high * 0.95), (0, high * 1.35)]
    sheet.polygon(stone, tint("rock", 1)).within(stone, light, tint("rock", 2))
    crack = [(high * 0.95, high * 0.95), (high * 1.08, high * 1.1), (high * 1.04, high * 1.25)]
    sheet.line(crack, tint("rock", 0), 2)
    sheet.line([(high * 0.7, high * 0.82), (high * 0.85, high * 0.72)], tint("rock", 3), 3)
    return sheet.outline(tint("ink", 0), 3).sprite()


GROUND = tint("meadow", 5)
MOUTH = (-1, 0, 1)  # the lanes at both ends of a segment
SHORE = (  # by how much of a hex's height it is wider than the water, and its colour
    (0.10, tint("paper", 4)),
    (0.035, tint("river", 4)),
    (0.0, tint("river", 0)),
    (-0.05, tint("river", 2)),
)
LARGEST_ROCK = 2  # places of land together in the stream; more are a wooded island


@dataclass(frozen=True)
class Scenery:
    """What of a course is seen in a column."""

    course: Course
    column: RiverColumn

    @cached_property
    def above(self) -> tuple[Place, ...]:
        """The places just outside, upstream: shore or rapids. Between two segments the middle
        one is a space of the lower."""
        row = self.column.part * ROWS - 1
        return tuple((lane, row) for lane in MOUTH if lane or self.column.part == 0)

    @cached_property
    def below(self) -> tuple[Place, ...]:
        """The places just outside, downstream: rapids or finish."""
        row = (self.column.part + 1) * ROWS
        return tuple((lane, row - (lane == 0)) for lane in MOUTH)

    @cached_property
    def wet(self) -> tuple[Place, ...]:
        """The cells of the column and of what is seen of its neighbours."""
        places = zip(self.course.places, self.course.segment, strict=True)
        cells = (place for place, part in places if part == self.column.part)
        return *cells, *self.above, *self.below

    @property
    def dry(self) -> Iterator[Place]:
        """The land in the window."""
        wet = set(self.wet)
        return (place for place in self.column.places if place not in wet)


def painting(course: Course, column: RiverColumn) -> Image.Image:
    """The window of a column without anything afloat, RGB."""
    scenery = Scenery(course, column)
    picture = _ground(scenery)
    for place, tile in _tiles(scenery):
        _put(picture, tile, column.inside(place))
    _grow(picture, column, scenery.dry, _rocks(course))
    return picture


def woodland(column: RiverColumn) -> Image.Image:
    """A window where there is no river, RGB."""
    picture = Image.new("RGB", column.size, GROUND)
    _grow(picture, column, column.places, set())
    return picture


def _grow(
    picture: Image.Image, column: RiverColumn, dry: Iterable[Place], rocks: Container[Place]
) -> None:
    """Trees and rocks on the land, from back to front."""
    for place in sorted(dry, key=lambda place: column.inside(place)[1]):
        dice, middle = Random(97 * place[0] + 1009 * place[1]), column.inside(place)
        if place in rocks:
            _put(picture, boulder(column.high, dice.randrange(4)), middle)
        else:
            _trees(picture, middle, column.high, dice)


def _put(picture: Image.Image, sprite: Image.Image, middle: Point) -> None:
    at = round(middle[0] - sprite.width / 2), round(middle[1] - sprite.height / 2)
    picture.paste(sprite, at, sprite)


def _ground(scenery: Scenery) -> Image.Image:
    """Meadow and water with a shore between them, soft at the bends."""
    column = scenery.column
    size = column.size[0] * SCALE, column.size[1] * SCALE
    wet, lines = Image.new("L", size), Image.new("L", size)
    for place in scenery.wet:
        ends = [(x * SCALE, y * SCALE) for x, y in hexagon(column.inside(place), column.side)]
        ImageDraw.Draw(wet).polygon(ends, fill=255, outline=255, width=SCALE)
        ImageDraw.Draw(lines).line([*ends, ends[0]], fill=255, width=6)
    soft = wet.filter(ImageFilter.GaussianBlur(column.high * SCALE * 0.12))
    picture = Image.new("RGB", size, GROUND)
    for wider, ink in SHORE:
        level = round(128 - 800 * wider)
        mask = soft.point([255 * (v >= level) for v in range(256)])
        picture.paste(ink, mask=mask)
    inner = Image.composite(lines, Image.new("L", size), mask)
    picture.paste(tint("river", 3), mask=inner)
    return picture.reduce(SCALE)


def _tiles(scenery: Scenery) -> Iterator[tuple[Place, Image.Image]]:
    """What lies on the water and at its ends."""
    course, column = scenery.course, scenery.column
    for cell, place in enumerate(course.places):
        if course.segment[cell] == column.part and course.currents[cell] != STILL:
            yield place, deep(column.high)
    yield from _ends(scenery)


def _ends(scenery: Scenery) -> Iterator[tuple[Place, Image.Image]]:
    """Jetty, rapids and finish."""
    high, part = scenery.column.high, scenery.column.part
    first, last = part == 0, part == len(scenery.course.rapids)
    for n, place in enumerate(scenery.above):
        yield place, jetty(high) if first else rapids(high, n, downward=False)
    for n, place in enumerate(scenery.below):
        yield place, finish(high) if last else rapids(high, n, downward=True)


def _rocks(course: Course) -> set[Place]:
    """Land in the stream that is too small for trees."""
    left = set(course.land)
    rocks: set[Place] = set()
    while left:
        island, due = set[Place](), [left.pop()]
        while due:
            island.add(here := due.pop())
            near = {beside(here, direction) for direction in range(6)} & left
            left -= near
            due += near
        if len(island) <= LARGEST_ROCK and all(abs(lane) < MIDDLE for lane, _ in island):
            rocks |= island
    return rocks


def _trees(picture: Image.Image, middle: Point, high: int, dice: Random) -> None:
    """One to three trees on a place of woodland."""
    for dx, dy in ((-0.2, -0.2), (0.22, 0.0), (-0.1, 0.2))[: dice.choice((1, 2, 3, 3))]:
        share = dice.choice((0.60, 0.66, 0.72)) * high / figures.SIDE
        tree = figures.tree(dice.choice((2, 3, 3)), share)
        across = high * (dx + dice.uniform(-0.05, 0.05))
        _put(picture, tree, (middle[0] + across, middle[1] + high * (dy - 0.12)))
