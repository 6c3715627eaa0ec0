"""Logjam's empty board: a river between planks, with a wall behind and open ahead.

     a  b  c
  │≈≈≈≈≈≈≈≈≈≈│    the open edge: the water falls
3 │~~~~~~~~~~│ 3
  │o-o-o-o-o-│    a rope with floats: no log ever comes below it
2 │          │ 2
1 │          │ 1
  └──────────┘    the back wall
     a  b  c
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import pi, sin
from random import Random
from string import ascii_lowercase

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.board import ROTATED, Board, carve, plank
from renderer.paint import Point, Sheet
from renderer.palette import tint
from renderer.panel import Column
from renderer.picture import HEIGHT, WIDTH
from rules.logjam.position import QUIET_ROWS

RIM = 42  # px: planks a little narrower than Logger's, the squares need the room
MARGIN = 12  # px: around the board
NARROWEST, WIDEST = 372, 400  # px: the panel
LETTER = 30  # px: so that 12 fits a plank
VARIANTS = 4  # kinds of grain


@dataclass(frozen=True, slots=True)
class River(Board):
    """The river among planks; the plank at the top is left out."""

    def _frame(self) -> Image.Image:
        frame = Board._frame(self)
        side = plank(self.height, 2, self.rim).transpose(ROTATED)
        for x in (0, self.width - self.rim):
            frame.paste(side.crop((0, 0, self.rim, 2 * self.rim)), (x, 0))
        self._posts(frame)
        frame.paste(_falls(self.columns * self.side, self.rim), (self.rim, 0))
        return frame

    def _posts(self, frame: Image.Image) -> None:
        """The upper ends of the planks at both sides."""
        pen, right = ImageDraw.Draw(frame), self.width - 1
        for x in (0, right - self.rim + 1):
            pen.line([(x + 4, 3), (x + self.rim - 5, 3)], tint("wood", 5), 2)
        for x in (0, self.rim - 2, right - self.rim + 2, right):
            pen.line([(x, 0), (x, 2 * self.rim)], tint("wood", 0), 3)
        pen.rounded_rectangle((0, 0, right, self.height + 40), 16, outline=tint("wood", 0), width=3)
        pen.line([(4, 18), (4, 2 * self.rim)], tint("wood", 5), 2)

    def _ground(self, cell: int) -> Image.Image:
        """Water, light and dark squares in turn, flowing up."""
        row, column = divmod(cell, self.columns)
        dark = (row + column) % 2 == 0
        return _water(self.side, dark, (3 * row + 2 * column) % VARIANTS)

    def _inner_shade(self, on: Image.Image) -> None:
        """What the left plank throws on the water; the rope; the lip of the falls."""
        left, top = self.left + self.rim, self.top + self.rim
        right, bottom = left + self.columns * self.side, top + self.rows * self.side
        shade, inside = Image.new("L", on.size), Image.new("L", on.size)
        ImageDraw.Draw(shade).rectangle((left - 20, top - 20, left + 5, bottom), fill=170)
        ImageDraw.Draw(inside).rectangle((left, top, right - 1, bottom - 1), fill=255)
        shade = shade.filter(ImageFilter.GaussianBlur(3))
        on.paste(tint("river", 4), mask=ImageChops.multiply(shade, inside))
        rope = _rope(self.columns, self.side)
        on.paste(rope, (left, bottom - QUIET_ROWS * self.side - rope.height // 2), rope)
        lip = _lip(self.columns * self.side)
        on.paste(lip, (left, top), lip)
        pen = ImageDraw.Draw(on)
        pen.line([(left - 2, top), (left - 2, bottom + 1)], tint("wood", 0), 3)
        pen.line([(right + 1, top), (right + 1, bottom + 1)], tint("wood", 0), 3)
        pen.line([(left - 3, bottom + 1), (right + 2, bottom + 1)], tint("wood", 0), 3)

    def _coordinates(self, on: Image.Image) -> None:
        """As on any board, but the letters at the top are in the falling water."""
        for column in range(self.columns):
            x = self.left + self.rim + (column + 0.5) * self.side
            carve(on, ascii_lowercase[column], (x, self.top + self.rim * 0.44), LETTER)
            carve(
                on, ascii_lowercase[column], (x, self.top + self.height - self.rim / 2 - 2), LETTER
            )
        for row in range(self.rows):
            y = self.top + self.rim + (self.rows - row - 0.5) * self.side
            for x in (self.left + self.rim / 2, self.left + self.width - self.rim / 2):
                carve(on, str(row + 1), (x, y), LETTER)

    def beyond(self, column: int) -> tuple[int, int]:
        """The top left pixel of the place in the falls over a column, `side` x `rim`."""
        return self.left + self.rim + column * self.side, self.top


@cache
def placed(columns: int, rows: int) -> tuple[River, Column]:
    """The board as large as the picture allows, and the panel beside it."""
    across = WIDTH - NARROWEST - 4 * MARGIN - 2 * RIM
    down = HEIGHT - 2 * MARGIN - 2 * RIM
    side = min(across // columns, down // rows)
    wide, high = columns * side + 2 * RIM, rows * side + 2 * RIM
    panel = min(WIDEST, WIDTH - wide - 4 * MARGIN)
    column = Column(WIDTH - panel - 18, panel)
    return River((column.left - wide) // 2, (HEIGHT - high) // 2, side, columns, rows, RIM), column


@lru_cache(64)
def _water(side: int, dark: bool, variant: int) -> Image.Image:
    """A square of water: long strokes of light and of depth, along the current."""
    dice, sheet = Random(variant * 2 + dark + 5), Sheet(side, side)
    base, ground = (2, tint("river", 2)) if dark else (1, tint("river", 1))
    for n in range(4):
        x, long = (n + dice.uniform(0.2, 0.8)) * side / 4, dice.uniform(0.15, 0.4) * side
        y = dice.uniform(4, side - long - 4)
        sheet.line(_ripple(x, y, long, dice.choice((-1, 1))), tint("river", base - 1), 1.6)
    x, y = dice.uniform(0.2, 0.8) * side, dice.uniform(0.1, 0.6) * side
    sheet.line(_ripple(x, y, 0.2 * side, 1), tint("river", base + 1), 1.6)
    water = Image.new("RGB", (side, side), ground)
    strokes = sheet.sprite()
    water.paste(strokes, mask=strokes)
    return water


def _ripple(x: float, y: float, long: float, bend: int) -> list[Point]:
    """A line along the current that bends a little."""
    return [(x + bend * 2.2 * sin(n / 8 * pi), y + long * n / 8) for n in range(9)]


def _rope(columns: int, side: int) -> Image.Image:
    """A rope with floats, red and white in turn."""
    sheet, y = Sheet(columns * side, 22), 11.0
    length = columns * side
    rope = [(x, y + 1.5 * sin(x / side * 2 * pi)) for x in range(0, length + 4, 4)]
    for ink, width in ((tint("river", 5), 4.5), (tint("paper", 2), 2.4)):
        sheet.line(rope, ink, width)
    for n in range(columns * 2):
        x, ink = (n + 0.5) * side / 2, tint("red", 2) if n % 2 else tint("paper", 0)
        sheet.ellipse((x - 6, y - 5, x + 6, y + 5), tint("ink", 0))
        sheet.ellipse((x - 4, y - 3, x + 4, y + 3), ink)
    return sheet.sprite()


def _falls(wide: int, high: int) -> Image.Image:
    """The water beyond the open edge: layers that fall away into the dark."""
    falls = Image.new("RGB", (wide, high), tint("table", 2))
    sheet = Sheet(wide, high)
    for reach, shade, seed in ((1.0, 5, 1), (0.86, 4, 2), (0.3, 3, 3)):
        sheet.polygon(_layer(wide, high, reach, seed), tint("river", shade))
    dice = Random(8)
    for _ in range(wide // 9):
        x, y = dice.uniform(0, wide), dice.uniform(0.2, 0.75) * high
        sheet.line([(x, y), (x, y + dice.uniform(4, 12))], tint("river", 3), 1.6)
    drawn = sheet.sprite()
    falls.paste(drawn, mask=drawn)
    return falls


def _layer(wide: int, high: int, reach: float, seed: int) -> list[Point]:
    """Water from the edge up to a wavy end at so much of the height."""
    dice, points = Random(seed), [(float(wide), float(high)), (0.0, float(high))]
    x = 0.0
    while x <= wide + 20:
        step = dice.uniform(14, 24)
        y = high * (1 - reach) + dice.uniform(0, 4)
        points += [(x + step * t, y + 4 - 4 * sin(pi * t)) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
        x += step
    return points


def _lip(wide: int) -> Image.Image:
    """Foam on the last row, where the water bends over the edge."""
    dice, sheet, x = Random(4), Sheet(wide, 14), 0.0
    while x < wide:
        step = dice.uniform(10, 22)
        box = (x, -9.0, x + step, dice.uniform(5, 9))
        sheet.ellipse(box, tint("paper", 0))
        x += step * 0.8
    return sheet.sprite()
