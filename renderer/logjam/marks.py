"""What shows Logjam's last turn, square by square: trails, rings, ghosts of logs, chevrons."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from renderer.figures import BRIGHT, INK, SEATS, coat
from renderer.lettering import LEAST, stencil
from renderer.logjam.sprites import KEPT, LIGHT, UNIT, legible, log
from renderer.paint import SCALE, Point, Sheet, oval
from renderer.palette import RGB, tint
from rules.squares import COMPASS


def _toward(side: str, far: float) -> Point:
    """So far from the middle of a square to one of its sides."""
    dx, dy = COMPASS[side]
    return 50 + dx * far, 50 - dy * far


@lru_cache(KEPT)
def trail(come: str, go: str, begins: bool, side: int) -> Image.Image:
    """A piece of the way of a logger, from side to side; "" is the middle: its start. begins: it
    starts at the side, because somebody stands on the square before."""
    sheet = Sheet(UNIT, UNIT)
    start = _toward(come, 28 if begins else 50) if come else _toward(go, -16)
    path = [start, (50.0, 50.0), _toward(go, 50)]
    for ink, width, half in ((INK, 19.0, 19.5), (LIGHT, 9.0, 14.5)):
        sheet.line(path, ink, width)
        if begins or not come:
            sheet.polygon(oval(*start, half, half), ink)
    return sheet.sprite(side / UNIT)


# Rim and fill of a head: how far its tip and back are from the middle, half its width.
HEAD = ((INK, 50.0, 13.0, 29.0), (LIGHT, 43.0, 18.0, 20.0))


@lru_cache(KEPT)
def head(go: str, side: int) -> Image.Image:
    """The head of an arrow that leaves a square by a side."""
    sheet, (dx, dy) = Sheet(UNIT, UNIT), COMPASS[go]
    for ink, tip, back, half in HEAD:
        (x, y), (bx, by) = _toward(go, tip), _toward(go, back)
        sheet.polygon(
            [(x, y), (bx + dy * half, by + dx * half), (bx - dy * half, by - dx * half)], ink
        )
    return sheet.sprite(side / UNIT)


@lru_cache(KEPT)
def source(side: int) -> Image.Image:
    """A light rim under who has stayed where somebody has set out."""
    sheet = Sheet(UNIT, UNIT)
    for n in range(4):
        for ink, width in ((INK, 15.0), (LIGHT, 6.0)):
            for start, end in ((9, 26), (43, 57), (74, 91)):
                line = [(start, 7), (end, 7)], [(93, start), (93, end)]
                more = [(start, 93), (end, 93)], [(7, start), (7, end)]
                sheet.line((*line, *more)[n], ink, width)
    return sheet.sprite(side / UNIT)


@lru_cache(KEPT)
def bright(side: int) -> Image.Image:
    """A bright square with a rim under who has just come to it."""
    sheet = Sheet(UNIT, UNIT).rounded((1, 1, 99, 99), 16, INK).rounded((4, 4, 96, 96), 13, LIGHT)
    return sheet.rounded((11, 11, 89, 89), 8, tint("river", 0)).sprite(side / UNIT)


@lru_cache(KEPT)
def laid(side: int) -> Image.Image:
    """A dot on each square of a log that has just been laid."""
    sheet = Sheet(UNIT, UNIT).polygon(oval(50, 50, 15, 15), INK)
    return sheet.polygon(oval(50, 50, 10, 10), LIGHT).sprite(side / UNIT)


@lru_cache(KEPT)
def burst(side: int) -> Image.Image:
    """A jagged star behind somebody who has captured."""
    sheet = Sheet(UNIT, UNIT)
    for ink, more in ((INK, 0.0), (tint("red", 2), 4.0), (tint("gold", 2), 13.0)):
        sheet.polygon(_star(50 - more, 38 - more), ink)
    return sheet.sprite(side / UNIT)


def _star(outer: float, inner: float) -> list[Point]:
    points = []
    for n in range(24):
        far, way = inner if n % 2 else outer, n * pi / 12
        points.append((50 + far * cos(way), 50 + far * sin(way)))
    return points


@lru_cache(KEPT)
def returned(side: int) -> Image.Image:
    """Chevrons down, at the top left of a square, beside the face: somebody was sent back to
    it."""
    return _chevrons((14, 24), "s", tint("red", 2), 11).sprite(side / UNIT)


@lru_cache(KEPT)
def drift(toward: str, side: int) -> Image.Image:
    """Chevrons in the middle of a square that a log has left."""
    return _chevrons((50, 50), toward, LIGHT).sprite(side / UNIT)


def _chevrons(at: Point, toward: str, fill: RGB, half: float = 18) -> Sheet:
    sheet, (dx, dy), (x, y) = Sheet(UNIT, UNIT), COMPASS[toward], at
    for ink, width in ((INK, 16.0), (fill, 8.0)):
        for ahead in (-9, 9):
            tip = x + dx * (ahead + 7), y - dy * (ahead + 7)
            back = x + dx * (ahead - 9), y - dy * (ahead - 9)
            arms = [(back[0] + s * dy * half, back[1] + s * dx * half) for s in (1, -1)]
            sheet.line([arms[0], tip, arms[1]], ink, width)
    return sheet


@lru_cache(KEPT)
def ghost(across: bool, length: int, side: int) -> Image.Image:
    """The place that a log has left: its dashed outline and a trace of its colour."""
    form = log(across, length, side).getchannel("A").point(lambda a: 255 * (a > 200))
    trace = Image.new("RGBA", form.size, (*tint("wood", 4), 0))
    trace.putalpha(form.point(lambda a: a * 2 // 5))
    sheet = Sheet(*((length * UNIT, UNIT) if across else (UNIT, length * UNIT)))
    for start in range(12, length * UNIT - 20, 25):
        for edge in (19, 81):
            line: list[Point] = [(start, edge), (start + 11, edge)]
            sheet.line(line if across else [(y, x) for x, y in line], tint("wood", 0), 7)
    trace.alpha_composite(sheet.sprite(side / UNIT))
    return trace


@lru_cache(KEPT)
def lost(seat: int, letter: str, side: int) -> Image.Image:
    """A logger's letter on a cross: here they were crushed."""
    sheet = Sheet(UNIT, UNIT)
    for ink, width in ((INK, 22.0), (tint("red", 2), 13.0)):
        for x in (15, 85):
            sheet.line([(x, 15), (100 - x, 85)], ink, width)
    return sheet.add(_disc((seat, letter), UNIT, UNIT, 40, legible(side))).sprite(side / UNIT)


@lru_cache(KEPT)
def gone(seat: int, letter: str, side: int, high: int) -> Image.Image:
    """A logger's letter in the falls, `side` x `high` px: they are home."""
    return _disc((seat, letter), side, high, high / 2 - 1, LEAST).sprite()


def _disc(whose: tuple[int, str], wide: int, high: int, half: float, size: int) -> Sheet:
    """A seat's letter on a disc of its colour, in the middle of a sheet."""
    ramp, letter = SEATS[whose[0]], stencil(whose[1], size)
    sheet = Sheet(wide, high)
    sheet.polygon(oval(wide / 2, high / 2, half, half), INK)
    sheet.polygon(oval(wide / 2, high / 2, half - 3, half - 3), coat(whose[0])[0])
    at = round((wide * SCALE - letter.width) / 2), round((high * SCALE - letter.height) / 2)
    sheet.paint.paste(INK if ramp in BRIGHT else LIGHT, at, letter)
    return sheet
