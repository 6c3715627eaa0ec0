"""The things on the river: logs, and loggers on their rafts. They are painted for squares of UNIT
and reduced to the square of the board."""

from functools import lru_cache
from math import ceil
from random import Random

from PIL import Image, ImageFilter

from renderer.figures import BRIGHT, INK, SEATS, coat, put_hat
from renderer.lettering import LEAST, stencil
from renderer.paint import SCALE, PaintSheet, Point, oval, smooth
from renderer.palette import tint
from renderer.shelf import sprite_cache

UNIT = 100
LIGHT = tint("paper", 0)
KEPT = 256  # sprites of a kind; boards of other sizes need their own


@sprite_cache(KEPT)
def log(across: bool, length: int, side: int) -> Image.Image:
    """A whole log: `length` squares to the right, or up the river."""
    size = (length * UNIT, UNIT) if across else (UNIT, length * UNIT)
    trunk = PaintSheet(*size)

    def turned(points: list[Point]) -> list[Point]:
        """Turn points of a lying log; the cut end is at the left or at the bottom."""
        return points if across else [(y, size[1] - x) for x, y in points]

    half, end = ((0, 30), (0.8, 18), (1, 0), (0.8, -18), (0, -30)), length * UNIT - 18
    body: list[Point] = [(17 - 12.6 * t, 50 + s) for t, s in half]
    body += [(end + 11 * t, 50 + s) for t, s in reversed(half)]
    trunk.polygon(turned(body), tint("wood", 3))
    dim, lit = ((58, 90), (0, 36)) if across else ((58, 90), (0, 34))
    for (low, high), shade in ((dim, 2), (lit, 4)):
        strip: list[Point] = [(0, low), (length * UNIT, low), (length * UNIT, high), (0, high)]
        trunk.inlay(turned(body), turned(strip), tint("wood", shade))
    for line, shade, width in _bark(length):
        trunk.line(turned(line), tint("wood", shade), width)
    for ring, shade in ((30, 1), (27, 5), (20, 4), (16, 5), (9, 4), (5, 5)):
        trunk.polygon(turned(oval(17, 50, ring * 0.42, ring)), tint("wood", shade))
    trunk.outline(INK, 4)
    lower = [(x + 6, y + 8) for x, y in turned(body)]
    trunk.shadow(lower, tint("river", 5), 0.75, 3)
    return trunk.sprite(side / UNIT)


def _bark(length: int) -> list[tuple[list[Point], int, float]]:
    """Grooves, and a knot here and there: lines, their shade and width."""
    dice = Random(length)
    lines: list[tuple[list[Point], int, float]] = []
    for n in range(7 * length):
        x = dice.uniform(36, length * UNIT - 60)
        y = (27.0, 40.0, 48.0, 57.0, 66.0, 73.0, 34.0)[n % 7]
        long, wave = dice.uniform(14, 34), dice.uniform(-2, 2)
        line: list[Point] = [(x, y), (x + long / 2, y + wave), (x + long, y)]
        lines.append((line, 1 if y > 35 else 3, 2.6))
    for n in range(1, length):
        x, y = n * UNIT + dice.uniform(-20, 20), dice.uniform(40, 62)
        lines.append(([*oval(x, y, 8, 5), (x + 8, y)], 1, 2.6))
    return lines


@lru_cache(KEPT)
def loggers(seat: int, letter: str, count: int, side: int) -> Image.Image:
    """The loggers of a seat on a square: a letter, and their number if there are several."""
    shown = crew(seat, count, side).copy()
    dark, middle = SEATS[seat] in BRIGHT, 69 if count == 1 else 75.5
    shown.alpha_composite(_letter(letter, dark, side, middle))
    return shown


@sprite_cache(KEPT)
def crew(seat: int, count: int, side: int) -> Image.Image:
    """The loggers of a seat on a raft, without their letter."""
    sheet = PaintSheet(UNIT, UNIT).tile((2, 86, 98, 97), 6, tint("wood", 3))
    sheet.tile((2, 86, 98, 91), 3, tint("wood", 4)).outline(INK, 3.4)  # the raft
    if count == 1:
        sheet.add(_coat(seat)).add(_head(seat, 50))
    else:
        # A slim face leaves room for the number.
        sheet.add(_coat(seat)).add(_head(seat, 25, 12.5)).add(label(count, side))
    sheet.shadow(oval(55, 90, 46, 9), tint("river", 5), 0.8, 3)
    return sheet.sprite(side / UNIT)


def _coat(seat: int) -> PaintSheet:
    """Broad shoulders, with room for a letter."""
    left, right = ((5, 93), (5, 66), (13, 50), (34, 42)), ((66, 42), (87, 50), (95, 66), (95, 93))
    shape, (colour, lit) = smooth((*left, *right)), coat(seat)
    body = PaintSheet(UNIT, UNIT).polygon(shape, colour)
    light = ((0, 30), (38, 30), (18, 58), (15, 100), (0, 100))
    return body.inlay(shape, light, lit).outline(INK, 3.6)


def _head(seat: int, x: float, half: float = 15.0) -> PaintSheet:
    """Face, beard and hat, centred over x. half: half the width of the face."""
    beard = ((35, 29), (42, 34), (50, 32), (58, 34), (65, 29), (62, 41), (50, 48), (38, 41))
    y = 29.0
    head = PaintSheet(UNIT, UNIT).polygon(oval(x, y, half, 13), tint("skin", 0))
    head.polygon(smooth([(x + px - 50, py) for px, py in beard]), tint("wood", 1))
    for eye in (x - 6.5, x + 6.5):
        head.polygon(oval(eye, y - 1, 2.6, 3.0), INK)
    put_hat(head, seat, SEATS[seat], lambda at: (x + half * at[0], y + half * at[1]))
    return head.outline(INK, 3.4)


@sprite_cache(KEPT)
def _letter(letter: str, dark: bool, side: int, middle: float) -> Image.Image:
    """A letter for a coat that reads on a phone, with a rim; middle: its height."""
    sign, mask = PaintSheet(UNIT, UNIT), stencil(letter, legible(side))
    at = round(50 * SCALE - mask.width / 2), round(middle * SCALE - mask.height / 2)
    ink, rim = (INK, LIGHT) if dark else (LIGHT, INK)
    sign.paint.paste(ink, at, mask)
    return sign.outline(ink, 1.5).outline(rim, 5).sprite(side / UNIT)


def label(count: int, side: int) -> PaintSheet:
    """A number at the top right, beside the head, with a light rim."""
    sign, digit = PaintSheet(UNIT, UNIT), stencil(str(count), legible(side))
    sign.paint.paste(INK, (round(97 * SCALE) - digit.width, SCALE), digit)
    return sign.outline(LIGHT, 5)


def legible(side: int) -> int:
    """The size of a letter that reads on a phone, on a square of this side, in UNITs."""
    return max(62, ceil(LEAST * UNIT / side))


FOOT = 36  # px: the height of the loggers on a card


def row(seat: int, home: int, out: int, hand: int, wide: int) -> Image.Image:
    """All loggers of a seat in a row: home, on the river (pale), still to be placed (rings)."""
    shown = Image.new("RGBA", (wide, FOOT))
    step = min(FOOT + 4, (wide - FOOT) // max(1, home + out + hand - 1))
    for n, kind in enumerate([0] * home + [1] * out + [2] * hand):
        sprite = (_bust, _shade, _gap)[kind](seat)
        shown.alpha_composite(sprite, (n * step, 0))
    return shown


@lru_cache(KEPT)
def _bust(seat: int) -> Image.Image:
    return _coat(seat).add(_head(seat, 50)).sprite(FOOT / UNIT)


@lru_cache(KEPT)
def _shade(seat: int) -> Image.Image:
    """A logger who is still on the way: an outline."""
    form = _bust(seat).getchannel("A")
    pale = Image.new("RGBA", form.size, (*tint("wood", 2), 255))
    pale.putalpha(form)
    pale.paste(tint("wood", 4), mask=form.filter(ImageFilter.MinFilter(5)))
    return pale


@lru_cache(KEPT)
def _gap(seat: int) -> Image.Image:
    """A logger to be placed: a ring of its colour."""
    sheet = PaintSheet(UNIT, UNIT).ring((18, 24, 82, 88), INK, 24)
    return sheet.ring((25, 31, 75, 81), tint(SEATS[seat], 2), 9).sprite(FOOT / UNIT)
