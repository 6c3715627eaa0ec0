"""A course before anything floats on it: the wooden plate with its windows, coordinates, legend. A
tile is a sprite of 2 x 2 hex heights with its place in the middle."""

from collections.abc import Container, Iterable
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, radians, sin, sqrt
from random import Random
from string import ascii_lowercase

from PIL import Image, ImageDraw, ImageFilter

from renderer import figures
from renderer.board import carve, round_corners
from renderer.fellers import marks
from renderer.fellers.layout import LANES, LEFT, RULER, RiverColumn, RiverLayout, layout_of, middles
from renderer.lettering import headroom, paint, side_by_side, stencil, width
from renderer.paint import SCALE, PaintSheet, Point, smooth
from renderer.palette import tint, to_palette
from renderer.picture import WIDTH
from renderer.shelf import sprite_cache
from rules.fellers.river import COMPASS, MIDDLE, ROWS, STILL, Course, Place, next_place
from rules.text import Text

TABLE = tint("table", 2)
NAME = tint("table", 0)  # the ink of a space's name
LETTER = 42  # px: a coordinate, a word of the legend
ROUND = 16  # px: the plate's corners
SIGNS = 46  # px: the height of the signs in the legend
LEGEND = Text("current"), Text("rapids"), Text("moved"), Text("shoved"), Text("floated")


@sprite_cache(0)
def empty(course: Course, private: bool, legend: tuple[str, ...]) -> Image.Image:
    """The picture before anything floats. private: whether names of spaces have a halo."""
    layout, picture = layout_of(course), _painted(course).copy()
    for cell, place in enumerate(course.places):
        x, y = layout.columns[course.segment[cell]].middle(place)
        halo = private or course.currents[cell] != STILL
        name = sign_texts(course.names[cell], layout.high, halo)
        picture.paste(name, (round(x - name.width / 2), round(y - name.height / 2)), name)
    for cell, direction in enumerate(course.currents):  # arrows on other spaces lie over the names
        if direction != STILL:
            sprite, (x, y) = onward(direction, layout.high), middles(course)[cell]
            at = round(x - sprite.width / 2), round(y - sprite.height / 2)
            picture.paste(sprite, at, sprite)
    # The signs of the legend and their words, under the plate.
    arrows = [marks.arrow(kind, marks.LEGEND, SIGNS - 4)[0] for kind in ("walk", "shove", "float")]
    tiles = [current(COMPASS.index("s"), SIGNS), rapids(SIGNS, 1, downward=True), *arrows]
    signs, bottom = [tile.crop(tile.getbbox()) for tile in tiles], layout.plate[3]
    room = WIDTH - 2 * LEFT - sum(sprite.width + 8 for sprite in signs)
    fit = side_by_side(legend, LETTER, room - 12 * len(signs))
    used = sum(width(word, LETTER) for word in fit)
    gap, left = min(60, (room - used) // (len(signs) - 1)), LEFT + 4
    for sprite, word in zip(signs, fit, strict=True):
        picture.paste(sprite, (left, bottom + 8 + (SIGNS - sprite.height) // 2), sprite)
        left += sprite.width + 8
        paint(picture, (left, bottom + 4 + headroom(LETTER)), word, LETTER, tint("paper", 2))
        left += width(word, LETTER) + gap
    return to_palette(picture)


@lru_cache(4)
def _painted(course: Course) -> Image.Image:
    """The plate without any words, RGB."""
    layout = layout_of(course)
    picture = Image.new("RGB", (WIDTH, layout.height), TABLE)
    _plate(picture, layout)
    for column in layout.columns:
        picture.paste(painting(course, column), (column.left, column.top))
        _sunk(picture, column)
        for lane in range(column.lanes[0], column.lanes[1] + 1):
            x, _ = column.middle((lane, 0))
            for y in (column.top - LANES / 2, column.top + column.size[1] + LANES / 2):
                carve(picture, ascii_lowercase[lane + MIDDLE], (x, y), LETTER)
        for row in range(column.part * ROWS - (column.part > 0), (column.part + 1) * ROWS):
            y = column.level(row)
            if y < column.top + column.size[1] - column.high / 4:
                carve(picture, str(row + 1), (column.left - RULER / 2, y), LETTER)
    if spare := layout.spare:
        woods = Image.new("RGB", spare.size, _GROUND)
        _grow(woods, spare, spare.places, set())
        picture.paste(woods, (spare.left, spare.top))
        _sunk(picture, spare)
    return picture


@lru_cache(1024)
def sign_texts(name: str, high: int, halo: bool) -> Image.Image:
    """The name of a space, as wide as the space's upper edge. halo: round its letters."""
    mask, side = stencil(name, LETTER), high / sqrt(3)
    wide = min(mask.width, round(side * 1.5 * SCALE))
    sheet = PaintSheet(-(-wide // SCALE) + 8, LETTER)
    mask = mask.resize((wide, mask.height), Image.Resampling.BOX)
    sheet.paint.paste(NAME, sheet.middle(mask), mask)
    return (sheet.outline(tint("river", 0), 2.5) if halo else sheet).sprite()


def _plate(picture: Image.Image, layout: RiverLayout) -> None:
    """Planks of wood with round corners, and their shadow on the table."""
    left, top, right, bottom = layout.plate
    shade = Image.new("L", picture.size)
    box = (left + 6, top + 8, right + 4, bottom + 8)
    ImageDraw.Draw(shade).rounded_rectangle(box, ROUND + 2, fill=190)
    picture.paste(tint("table", 0), mask=shade.filter(ImageFilter.GaussianBlur(5)))
    wide, high = right - left, bottom - top
    sheet, dice = PaintSheet(wide, high), Random(3)
    for n in range(wide // 3):  # grain downward
        x, start = dice.uniform(0, wide), dice.uniform(-200, high)
        ends = [(x, start), (x + dice.uniform(-3, 3), start + dice.uniform(120, 500))]
        sheet.line(ends, tint("wood", (1, 3)[n % 2]), dice.uniform(1.0, 2.2))
    wood = sheet.flatten(tint("wood", 2))
    pen = ImageDraw.Draw(wood)  # bright edges to the light
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), ROUND, outline=tint("wood", 0), width=3)
    pen.line([(ROUND, 4), (wide - ROUND, 4)], tint("wood", 5), 2)
    pen.line([(4, ROUND), (4, high - ROUND)], tint("wood", 5), 2)
    picture.paste(wood, (left, top), round_corners(wide, high, ROUND))


def _sunk(picture: Image.Image, column: RiverColumn) -> None:
    """The plate stands higher than the river: a dark edge around the window."""
    x, y, (width, high) = column.left, column.top, column.size
    pen = ImageDraw.Draw(picture)
    pen.rectangle((x - 3, y - 3, x + width + 2, y + high + 2), outline=tint("wood", 0), width=3)
    pen.line([(x - 4, y + high + 3), (x + width + 3, y + high + 3)], tint("wood", 4), 2)
    pen.line([(x + width + 3, y - 4), (x + width + 3, y + high + 3)], tint("wood", 4), 2)


FOAM = tint("paper", 0)
DEEP = tint("river", 3)  # water with a current: its dark rim tells it apart on a phone
ONWARD = 0.5  # of a hex's height: from its middle to the sign of its current


def _hexagon(middle: Point, side: float) -> list[Point]:
    """The corners of a flat-topped hex, clockwise from the right."""
    x, y = middle
    return [(x + side * cos(radians(a)), y + side * sin(radians(a))) for a in range(0, 360, 60)]


def _hex(high: int) -> tuple[PaintSheet, list[Point]]:
    """A sheet, and the shape of the place on it."""
    return PaintSheet(2 * high, 2 * high), _hexagon((high, high), high / sqrt(3))


@cache
def current(direction: int, high: int) -> Image.Image:
    """Deeper water with the sign of its current in the middle."""
    return _deep(high).add(_leads(direction, high, 0)).sprite()


@cache
def deep(high: int) -> Image.Image:
    """Water with a current, below the name of its space."""
    return _deep(high).sprite()


def _deep(high: int) -> PaintSheet:
    sheet = PaintSheet(2 * high, 2 * high)
    sheet.polygon(_hexagon((high, high), high / sqrt(3) * 0.97), tint("blue", 0))
    return sheet.polygon(_hexagon((high, high), high / sqrt(3) * 0.87), DEEP)


@cache
def onward(direction: int, high: int) -> Image.Image:
    """The sign of a current at the edge of its space, if the space's full name leaves room."""
    return _leads(direction, high, ONWARD).sprite()


def _leads(direction: int, high: int, ahead: float) -> PaintSheet:
    way, sheet = radians(-90 + 60 * direction), PaintSheet(2 * high, 2 * high)
    shape = [(ahead + 0.13, 0.0), (ahead - 0.12, 0.3), (ahead - 0.12, -0.3)]
    points = [
        (high * (1 + x * cos(way) - y * sin(way)), high * (1 + x * sin(way) + y * cos(way)))
        for x, y in shape
    ]
    return sheet.polygon(points, FOAM).outline(tint("blue", 0), 2.5)


@cache
def choice(high: int) -> Image.Image:
    """The rim of a space to pick."""
    sheet, _ = _hex(high)
    corners = _hexagon((high, high), high / sqrt(3) * 0.9)
    for ink, wide in ((tint("ink", 0), 11), (tint("gold", 2), 4)):
        sheet.line([*corners, corners[0]], ink, wide)
    return sheet.sprite()


@cache
def jetty(high: int) -> Image.Image:
    """Planks where the lumberjacks wait."""
    sheet, shape = _hex(high)
    sheet.polygon(shape, tint("wood", 4))
    for n in range(-2, 3):
        x = high * (1 + 0.2 * n)
        plank = [(x - 1, 0), (x + 1, 0), (x + 1, 2 * high), (x - 1, 2 * high)]
        sheet.inlay(shape, plank, tint("wood", 1))
    return sheet.line([shape[0], shape[1], shape[2], shape[3]], tint("wood", 0), 4).sprite()


@cache
def finish(high: int) -> Image.Image:
    """The chequered finish, off the board."""
    sheet, shape = _hex(high)
    sheet.polygon(shape, FOAM)
    step = high / 5
    for row in range(10):
        for n in range(row % 2, 10, 2):
            x, y = n * step, row * step
            square = [(x, y), (x + step, y), (x + step, y + step), (x, y + step)]
            sheet.inlay(shape, square, tint("ink", 0))
    return sheet.line([shape[3], shape[4], shape[5], shape[0]], tint("ink", 0), 4).sprite()


@cache
def rapids(high: int, variant: int, *, downward: bool) -> Image.Image:
    """White water over a place; the edge toward the segment foams."""
    sheet, shape = _hex(high)
    dice, side = Random(variant), high / sqrt(3)
    sheet.polygon(shape, tint("river", 1))
    for n in range(12):
        x = high + side * (-0.94 + 0.17 * n)
        start, end = high * dice.uniform(0.5, 0.75), high * dice.uniform(1.1, 1.5)
        streak = [(x - 2.2, start), (x + 2.2, start), (x + 0.6, end), (x - 0.6, end)]
        sheet.inlay(shape, streak, tint("river", 4) if n % 3 == 2 else FOAM)
    edge = [shape[k] for k in ((3, 4, 5, 0) if downward else (3, 2, 1, 0))]
    for (x0, y0), (x1, y1) in pairwise(edge):
        for n in range(5):
            x, y = x0 + (x1 - x0) * n / 5, y0 + (y1 - y0) * n / 5
            r = dice.uniform(0.07, 0.12) * high
            sheet.ellipse((x - r, y - r, x + r, y + r), FOAM)
    return sheet.sprite()


@cache
def boulder(high: int, variant: int) -> Image.Image:
    sheet, _ = _hex(high)
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
    sheet.polygon(stone, tint("rock", 1)).inlay(stone, light, tint("rock", 2))
    crack = [(high * 0.95, high * 0.95), (high * 1.08, high * 1.1), (high * 1.04, high * 1.25)]
    sheet.line(crack, tint("rock", 0), 2)
    sheet.line([(high * 0.7, high * 0.82), (high * 0.85, high * 0.72)], tint("rock", 3), 3)
    return sheet.outline(tint("ink", 0), 3).sprite()


_GROUND = tint("meadow", 5)
MOUTH = (-1, 0, 1)  # the lanes at both ends of a segment
SHORE = (  # its extra width beyond the water in hex heights, and its colour
    (0.10, tint("paper", 4)),
    (0.035, tint("river", 4)),
    (0.0, tint("river", 0)),
    (-0.05, tint("river", 2)),
)


def painting(course: Course, column: RiverColumn) -> Image.Image:
    """The window of a column without anything afloat, RGB."""
    part, high = column.part, column.high
    # The places just outside: shore or rapids upstream, rapids or finish downstream. Between two
    # segments the middle one is of the lower.
    above = [(lane, part * ROWS - 1) for lane in MOUTH if lane or part == 0]
    below = [(lane, (part + 1) * ROWS - (lane == 0)) for lane in MOUTH]
    cells = zip(course.places, course.segment, strict=True)
    wet = [*(place for place, its in cells if its == part), *above, *below]
    picture = _ground(column, wet)
    for cell, place in enumerate(course.places):
        if course.segment[cell] == part and course.currents[cell] != STILL:
            _paste(picture, deep(high), column.inside(place))
    for n, place in enumerate(above):
        tile = jetty(high) if part == 0 else rapids(high, n, downward=False)
        _paste(picture, tile, column.inside(place))
    for n, place in enumerate(below):
        tile = finish(high) if part == len(course.rapids) else rapids(high, n, downward=True)
        _paste(picture, tile, column.inside(place))
    land = {*column.places} - {*wet}
    _grow(picture, column, [place for place in column.places if place in land], _rocks(course))
    return picture


def _grow(
    picture: Image.Image, column: RiverColumn, dry: Iterable[Place], rocks: Container[Place]
) -> None:
    """Trees and rocks on the land, from back to front."""
    for place in sorted(dry, key=lambda place: column.inside(place)[1]):
        dice, middle = Random(97 * place[0] + 1009 * place[1]), column.inside(place)
        if place in rocks:
            _paste(picture, boulder(column.high, dice.randrange(4)), middle)
        else:
            for dx, dy in ((-0.2, -0.2), (0.22, 0.0), (-0.1, 0.2))[: dice.choice((1, 2, 3, 3))]:
                share = dice.choice((0.60, 0.66, 0.72)) * column.high / figures.SIDE
                tree = figures.tree(dice.choice((2, 3, 3)), share)
                across = column.high * (dx + dice.uniform(-0.05, 0.05))
                down = column.high * (dy - 0.12)
                _paste(picture, tree, (middle[0] + across, middle[1] + down))


def _paste(picture: Image.Image, sprite: Image.Image, middle: Point) -> None:
    at = round(middle[0] - sprite.width / 2), round(middle[1] - sprite.height / 2)
    picture.paste(sprite, at, sprite)


def _ground(column: RiverColumn, places: Iterable[Place]) -> Image.Image:
    """Meadow and water with a shore between them, soft at the bends."""
    size = column.size[0] * SCALE, column.size[1] * SCALE
    wet, lines = Image.new("L", size), Image.new("L", size)
    for place in places:
        ends = [(x * SCALE, y * SCALE) for x, y in _hexagon(column.inside(place), column.side)]
        ImageDraw.Draw(wet).polygon(ends, fill=255, outline=255, width=SCALE)
        ImageDraw.Draw(lines).line([*ends, ends[0]], fill=255, width=6)
    soft = wet.filter(ImageFilter.GaussianBlur(column.high * SCALE * 0.12))
    picture = Image.new("RGB", size, _GROUND)
    for wider, ink in SHORE:
        level = round(128 - 800 * wider)
        mask = soft.point([255 * (v >= level) for v in range(256)])
        picture.paste(ink, mask=mask)
    inner = Image.composite(lines, Image.new("L", size), mask)
    picture.paste(tint("river", 3), mask=inner)
    return picture.reduce(SCALE)


def _rocks(course: Course) -> set[Place]:
    """Land in the stream that is too small for trees."""
    left = set(course.land)
    rocks: set[Place] = set()
    while left:
        island, due = set[Place](), [left.pop()]
        while due:
            island.add(here := due.pop())
            near = {next_place(here, direction) for direction in range(6)} & left
            left -= near
            due += near
        if len(island) <= 2 and all(abs(lane) < MIDDLE for lane, _ in island):
            rocks |= island
    return rocks
