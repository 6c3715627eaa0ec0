"""Logjam's empty board: a river between planks, with a wall behind and the falls ahead. A rope with
floats shows below which row no log ever comes."""

from dataclasses import dataclass
from functools import cache, lru_cache
from math import pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.board import ROTATED, SquareBoard, plank
from renderer.lettering import fit, stencil
from renderer.marks import signboard
from renderer.paint import SCALE, PaintSheet, Point
from renderer.palette import tint
from renderer.panel import Column
from renderer.picture import HEIGHT, WIDTH
from rules.logjam.position import QUIET_ROWS

RIM = 50  # px: planks at both sides, as wide as "12"
_BAND = 80  # px: the falls and the wall: a line of coordinates, and the name of the row
BEYOND = 45  # px: the part of the falls below the coordinates
MARGIN, ABOVE = 12, 4  # px: beside the board, above and below it
WORD, SIGN = 42, 42  # px: "start", "finish", and what they stand on


@dataclass(frozen=True, slots=True)
class RiverBoard(SquareBoard):
    """The river between planks; band: the height of the falls ahead and of the wall behind."""

    band: int = _BAND
    outer: float = _BAND / 4  # the upper letters are in the falling water
    letter: int = 42

    def _frame(self) -> Image.Image:
        """A plank at each side, the wall below, the falls above."""
        frame = Image.new("RGB", (self.width, self.height), tint("wood", 2))
        side = plank(self.height, 2, self.rim).transpose(ROTATED)
        for x in (0, self.width - self.rim):
            frame.paste(side, (x, 0))
        frame.paste(plank(self.width, 3, self.band), (0, self.height - self.band))

        # Dark joints, bright edges to the light, dark ones away from it.
        pen, (right, bottom) = ImageDraw.Draw(frame), (self.width - 1, self.height - 1)
        wall = self.height - self.band
        for x in (0, right - self.rim):
            pen.line([(x, wall), (x + self.rim, wall)], tint("wood", 0), 2)
            pen.line([(x + 4, 3), (x + self.rim - 4, 3)], tint("wood", 5), 2)
        pen.rounded_rectangle((0, 0, right, bottom), 16, outline=tint("wood", 0), width=3)
        pen.line([(4, 18), (4, bottom - 18)], tint("wood", 5), 2)
        pen.line([(18, bottom - 4), (right - 18, bottom - 4)], tint("wood", 1), 3)
        pen.line([(right - 4, 18), (right - 4, bottom - 18)], tint("wood", 1), 3)
        frame.paste(_falls(self.columns * self.side, self.band), (self.rim, 0))
        return frame

    def _ground(self, cell: int) -> Image.Image:
        """Water, light and dark squares in turn, flowing up."""
        row, column = divmod(cell, self.columns)
        dark = (row + column) % 2 == 0
        return _water(self.side, dark, (3 * row + 2 * column) % 4)

    def _inner_shade(self, on: Image.Image) -> None:
        """The left plank's shadow on the water; the rope; the lip of the falls."""
        left, top = self.left + self.rim, self.top + self.band
        right, bottom = left + self.columns * self.side, top + self.rows * self.side
        shade, inside = Image.new("L", on.size), Image.new("L", on.size)
        ImageDraw.Draw(shade).rectangle((left - 20, top - 20, left + 5, bottom), fill=170)
        ImageDraw.Draw(inside).rectangle((left, top, right - 1, bottom - 1), fill=255)
        shade = shade.filter(ImageFilter.GaussianBlur(3))
        on.paste(tint("river", 4), mask=ImageChops.multiply(shade, inside))
        rope = _rope(self.columns, self.side)
        on.paste(rope, (left, bottom - QUIET_ROWS * self.side - rope.height // 2), rope)
        dice, foam, x = Random(4), PaintSheet(right - left, 14), 0.0
        while x < right - left:  # foam on the last row, where the water bends over the edge
            step = dice.uniform(10, 22)
            foam.ellipse((x, -9.0, x + step, dice.uniform(5, 9)), tint("paper", 0))
            x += step * 0.8
        lip = foam.sprite()
        on.paste(lip, (left, top), lip)
        pen = ImageDraw.Draw(on)
        pen.line([(left - 2, top), (left - 2, bottom + 1)], tint("wood", 0), 3)
        pen.line([(right + 1, top), (right + 1, bottom + 1)], tint("wood", 0), 3)
        pen.line([(left - 3, bottom + 1), (right + 2, bottom + 1)], tint("wood", 0), 3)

    def sign(self, on: Image.Image, finish: str, start: str) -> None:
        """Name the rows where loggers start and finish."""
        room = round(self.width * 0.4)
        for word, (x, y) in self.sign_places(finish, start):
            mask = stencil(fit(word, WORD, room), WORD)
            sign = signboard(mask.width / SCALE + 28, SIGN, mask, (9, 7))
            on.paste(sign, (round(x - sign.width / 2), round(y - sign.height / 2)), sign)

    def sign_places(self, finish: str, start: str) -> tuple[tuple[str, Point], ...]:
        """The middles of the signs; two at the open edge, as a mark may hide one."""
        high, low = self.top + self.band - SIGN / 2 - 1, self.top + self.height - self.band + 2
        shares = ((finish, 0.28, high), (finish, 0.72, high), (start, 0.5, low + SIGN / 2))
        return tuple((word, (self.left + self.width * x, y)) for word, x, y in shares)

    def beyond(self, column: int) -> tuple[int, int]:
        """The top left pixel of the place in the falls over a column, below its letter."""
        return self.left + self.rim + column * self.side, self.top + self.band - BEYOND

    @property
    def falls(self) -> tuple[int, int, int, int]:
        """The box of the falls over the open edge: left, top, width, height."""
        return self.left + self.rim, self.top, self.columns * self.side, self.band


@cache
def placement(columns: int, rows: int) -> tuple[RiverBoard, Column]:
    """The largest board that fits, and the panel. Many rows make the picture taller."""
    across = WIDTH - 320 - 4 * MARGIN - 2 * RIM  # beside the narrowest panel
    down = HEIGHT - 2 * ABOVE - 2 * _BAND
    # A square holds a letter which reads on a phone.
    side = min(across // columns, max(56, down // rows))
    wide, high = columns * side + 2 * RIM, rows * side + 2 * _BAND
    panel = min(440, WIDTH - wide - 4 * MARGIN)
    column = Column(WIDTH - panel - 18, panel)
    left, top = (column.left - wide) // 2, max(ABOVE, (HEIGHT - high) // 2)
    return RiverBoard(left, top, side, columns, rows, RIM), column


def tall(river: RiverBoard) -> int:
    """The height of the picture with this board."""
    return max(HEIGHT, river.height + 2 * ABOVE)


@lru_cache(64)
def _water(side: int, dark: bool, variant: int) -> Image.Image:
    """A square of water: long strokes of light and of depth, along the current."""
    dice, sheet = Random(variant * 2 + dark + 5), PaintSheet(side, side)
    base, ground = (2, tint("river", 2)) if dark else (1, tint("river", 1))
    for n in range(4):
        x, long = (n + dice.uniform(0.2, 0.8)) * side / 4, dice.uniform(0.15, 0.4) * side
        y = dice.uniform(4, side - long - 4)
        sheet.line(_ripple(x, y, long, dice.choice((-1, 1))), tint("river", base - 1), 1.6)
    x, y = dice.uniform(0.2, 0.8) * side, dice.uniform(0.1, 0.6) * side
    sheet.line(_ripple(x, y, 0.2 * side, 1), tint("river", base + 1), 1.6)
    return sheet.flatten(ground)


def _ripple(x: float, y: float, long: float, bend: int) -> list[Point]:
    """A line along the current that bends a little."""
    return [(x + bend * 2.2 * sin(n / 8 * pi), y + long * n / 8) for n in range(9)]


def _rope(columns: int, side: int) -> Image.Image:
    """A rope with floats, red and white in turn."""
    length, y = columns * side, 11.0
    sheet = PaintSheet(length, 22)
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
    sheet = PaintSheet(wide, high)
    for reach, shade, seed in ((1.0, 5, 1), (0.52, 4, 2), (0.3, 3, 3)):
        dice, points = Random(seed), [(float(wide), float(high)), (0.0, float(high))]
        x = 0.0
        while x <= wide + 20:  # from the edge up to a wavy end at a share of the height
            step = dice.uniform(14, 24)
            y = high * (1 - reach) + dice.uniform(0, 4)
            points += [(x + step * t, y + 4 - 4 * sin(pi * t)) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
            x += step
        sheet.polygon(points, tint("river", shade))
    dice = Random(8)
    for _ in range(wide // 9):
        x, y = dice.uniform(0, wide), dice.uniform(0.2, 0.75) * high
        sheet.line([(x, y), (x, y + dice.uniform(4, 12))], tint("river", 3), 1.6)
    return sheet.flatten(tint("table", 2))
