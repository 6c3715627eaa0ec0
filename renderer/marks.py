"""The marks of the last turn: arrows for walks and seeds, chevrons for growth, rings; and the
numbers of squares to pick next. An arrow's sprite covers the squares that it spans."""

from collections.abc import Iterator
from functools import cache
from math import atan2, cos, hypot, sin

from PIL import Image

from renderer.figures import INK, MID, SIDE
from renderer.lettering import LEAST, stencil
from renderer.paint import SCALE, PaintSheet, Point, oval
from renderer.palette import RGB, tint
from renderer.shelf import sprite_cache
from rules.squares import COMPASS

LIGHT = tint("paper", 0)


@sprite_cache(0)
def walk(way: str) -> Image.Image:
    """An arrow along a way, `en`: one east, one north. It ends before the logger there."""
    (left, top), at = corner(way), list(_squares(way))
    path: list[Point] = [(MID + SIDE * (x - left), MID + 10 + SIDE * (top - y)) for x, y in at]
    wide, high = max(x for x, _ in at) - left + 1, top - min(y for _, y in at) + 1
    sheet, (before, end) = PaintSheet(SIDE * wide, SIDE * high), path[-2:]
    length = hypot(end[0] - before[0], end[1] - before[1])
    far = _along(before, end, 1 - (CLEAR[way[-1]] + 26) / length)
    for ink, extra in ((INK, 7.0), (LIGHT, 0.0)):
        sheet.polygon(oval(*path[0], 13 + extra / 2, 13 + extra / 2), ink)
        _arrow(sheet, [*path[:-1], far], ink, 9, 23, extra)
    return sheet.sprite()


# The distance from the middle of a square at which an arrow must end to spare the logger there, by
# direction: hats are high, axes stand to the right.
CLEAR = {"n": 54, "e": 54, "s": 78, "w": 66}


def corner(way: str) -> tuple[int, int]:
    """The squares from the start of a way to the top left of its sprite: to the right, and up."""
    at = list(_squares(way))
    return min(x for x, _ in at), max(y for _, y in at)


def _squares(way: str) -> Iterator[tuple[int, int]]:
    """The squares of a way, to the right and up from its first."""
    x = y = 0
    yield x, y
    for side in way:
        dx, dy = COMPASS[side]
        yield (x := x + dx), (y := y + dy)


@sprite_cache(0)
def seed(dx: int, dy: int) -> Image.Image:
    """A thin bent arrow from a tree to before its seedling, `dx` right and `dy` up."""
    sheet = PaintSheet(SIDE * (abs(dx) + 1), SIDE * (abs(dy) + 1))
    x0, y0 = max(0, -dx), max(0, dy)
    start = MID + SIDE * x0, MID + 10 + SIDE * y0
    end = MID + SIDE * (x0 + dx), MID + 10 + SIDE * (y0 - dy)
    bend = (0.0, -34.0) if dx else (38.0, 0.0)
    via = (start[0] + end[0]) / 2 + bend[0], (start[1] + end[1]) / 2 + bend[1]
    shares = [t / 40 for t in range(13 if dy < 0 else 9, 26 if dy > 0 else 31)]
    path = [_along(_along(start, via, t), _along(via, end, t), t) for t in shares]
    for ink, extra in ((INK, 6.0), (tint("sprout", 2), 0.0)):
        _arrow(sheet, path, ink, 6, 15, extra)
    return sheet.sprite()


@sprite_cache(0)
def growth() -> Image.Image:
    """Two small chevrons upward."""
    sheet = PaintSheet(40, 44)
    for ink, width in ((INK, 11.5), (tint("sprout", 2), 5.5)):
        for top in (9, 22):
            sheet.line([(9, top + 11), (20, top), (31, top + 11)], ink, width)
    return sheet.sprite()


@sprite_cache(0)
def rays() -> Image.Image:
    """Short strokes to both sides of a protester who has just sat down."""
    sheet = PaintSheet(SIDE, 64)
    for ink, width in ((INK, 11.0), (LIGHT, 5.0)):
        for side in (-1, 1):
            for a, b in (((40, 10), (58, 6)), ((42, 28), (60, 32)), ((39, 45), (54, 56))):
                sheet.line([(MID + side * a[0], a[1]), (MID + side * b[0], b[1])], ink, width)
    return sheet.sprite()


@sprite_cache()
def ring(wide: float, middle: float) -> Image.Image:
    """A ring on the ground around a foot. The figure is put on top."""
    sheet, high = PaintSheet(SIDE, SIDE), wide * 0.3
    for ink, grow, width in ((INK, 3.0, 11.0), (LIGHT, 0.0, 5.0)):
        box = (MID - wide - grow, middle - high - grow, MID + wide + grow, middle + high + grow)
        sheet.ring(box, ink, width)
    return sheet.sprite()


@cache
def number(text: str) -> Image.Image:
    """A number on a light disc, as wide as it needs, for a square to pick. "": a dot."""
    if not text:
        return _dot()
    mask, high = stencil(text, LEAST), LEAST + 13
    return signboard(max(high, mask.width // SCALE + 26), high, mask, (high / 2, high / 2 - 3))


@cache
def tag(text: str, room: int) -> Image.Image:
    """A tag for small squares: a sign no wider than the room. "": a dot."""
    if not text:
        return _dot()
    mask = stencil(text, LEAST)
    wide = min(room, -(-mask.width // SCALE) + 16)
    inner = min(mask.width, (wide - 10) * SCALE)
    mask = mask.resize((inner, mask.height), Image.Resampling.BOX)
    return signboard(wide, -(-mask.height // SCALE) + 10, mask, (9, 7), 2.5)


def signboard(
    wide: float, high: int, mask: Image.Image, radii: tuple[float, float], rim: float = 3
) -> Image.Image:
    """A text on a golden board with a dark rim. radii: of the corners of both."""
    sheet = PaintSheet(round(wide), high).tile((0, 0, wide, high), radii[0], INK)
    sheet.tile((rim, rim, wide - rim, high - rim), radii[1], tint("gold", 2))
    sheet.paint.paste(INK, sheet.middle(mask), mask)
    return sheet.sprite()


@cache
def _dot() -> Image.Image:
    """The mark of a square to pick without a number."""
    return signboard(26, 26, Image.new("L", (1, 1)), (13, 10))


def _arrow(
    sheet: PaintSheet, path: list[Point], ink: RGB, width: float, head: float, extra: float
) -> None:
    """A line with a head; `extra` widens it all round for its rim."""
    (x0, y0), (x1, y1) = path[-2:]
    way = atan2(y1 - y0, x1 - x0)
    sheet.line(path, ink, width + extra)
    tip = _polar((x1, y1), way, head * 1.15 + extra * 0.75)
    sides = [_polar((x1, y1), way + turn, head * 0.9 + extra * 0.85) for turn in (2.0, -2.0)]
    sheet.polygon([tip, sides[0], sides[1]], ink)


def _polar(origin: Point, way: float, far: float) -> Point:
    return origin[0] + far * cos(way), origin[1] + far * sin(way)


def _along(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
