"""The river on one segment, empty: woods, rocks, water, currents, rapids, start and finish.

The window of a column, from the ground up:

    meadow ──> shore ──> water with its hexes ──> tiles ──> trees, from back to front
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from renderer import figures
from renderer.fellers import tiles
from renderer.fellers.layout import Column
from renderer.paint import SCALE, Point
from renderer.palette import tint
from rules.fellers.river import ROWS, STILL, Course
from rules.hexes import MIDDLE, Place, beside

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
    column: Column

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


def painted(course: Course, column: Column) -> Image.Image:
    """The window of a column without anything afloat, RGB."""
    scenery = Scenery(course, column)
    picture = _ground(scenery)
    for place, tile in _tiles(scenery):
        _put(picture, tile, column.inside(place))
    _grow(picture, column, scenery.dry, _rocks(course))
    return picture


def woodland(column: Column) -> Image.Image:
    """A window where there is no river, RGB."""
    picture = Image.new("RGB", column.size, GROUND)
    _grow(picture, column, column.places, set())
    return picture


def _grow(
    picture: Image.Image, column: Column, dry: Iterable[Place], rocks: Container[Place]
) -> None:
    """Trees and rocks on the land, from back to front."""
    for place in sorted(dry, key=lambda place: column.inside(place)[1]):
        dice, middle = Random(97 * place[0] + 1009 * place[1]), column.inside(place)
        if place in rocks:
            _put(picture, tiles.boulder(column.high, dice.randrange(4)), middle)
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
        ends = [(x * SCALE, y * SCALE) for x, y in tiles.hexagon(column.inside(place), column.side)]
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
            yield place, tiles.deep(column.high)
    yield from _ends(scenery)


def _ends(scenery: Scenery) -> Iterator[tuple[Place, Image.Image]]:
    """Jetty, rapids and finish."""
    high, part = scenery.column.high, scenery.column.part
    first, last = part == 0, part == len(scenery.course.rapids)
    for n, place in enumerate(scenery.above):
        yield place, tiles.jetty(high) if first else tiles.rapids(high, n, downward=False)
    for n, place in enumerate(scenery.below):
        yield place, tiles.finish(high) if last else tiles.rapids(high, n, downward=True)


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
