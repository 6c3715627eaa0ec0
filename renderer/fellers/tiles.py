"""What lies on single places of the river: currents, jetty, white water, finish, rocks.

Every tile is a sprite of 2 x 2 hex heights with the place in its middle; `high` is the height
of a hex in px.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, radians, sin, sqrt
from random import Random

from PIL import Image

from renderer.paint import Point, Sheet, smooth
from renderer.palette import tint

FOAM = tint("paper", 0)
DEEP = tint("river", 3)  # water with a current: its dark rim tells it apart on a phone
ONWARD = 0.5  # of a hex's height: from its middle to the sign where its current leads


def hexagon(middle: Point, side: float) -> list[Point]:
    """The corners of a flat-topped hex, clockwise from the right."""
    x, y = middle
    return [(x + side * cos(radians(a)), y + side * sin(radians(a))) for a in range(0, 360, 60)]


def _blank(high: int) -> tuple[Sheet, list[Point]]:
    """A sheet, and the shape of the place on it."""
    return Sheet(2 * high, 2 * high), hexagon((high, high), high / sqrt(3))


@cache
def current(direction: int, high: int) -> Image.Image:
    """Deeper water with the sign where it leads in its middle."""
    sheet = Sheet(2 * high, 2 * high).add(_deep(high))
    return sheet.add(_sign(direction, high, 0)).sprite()


@cache
def deep(high: int) -> Image.Image:
    """Water with a current, below the name of its space."""
    return _deep(high).sprite()


def _deep(high: int) -> Sheet:
    sheet, _ = _blank(high)
    sheet.polygon(hexagon((high, high), high / sqrt(3) * 0.97), tint("blue", 0))
    return sheet.polygon(hexagon((high, high), high / sqrt(3) * 0.87), DEEP)


@cache
def onward(direction: int, high: int) -> Image.Image:
    """Where a current leads, at the edge of its space, where a name in full leaves room."""
    return _sign(direction, high, ONWARD).sprite()


def _sign(direction: int, high: int, ahead: float) -> Sheet:
    way, sheet = radians(-90 + 60 * direction), Sheet(2 * high, 2 * high)
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
