"""An empty board of squares in a wooden frame, with its coordinates on all four sides. Squares are
numbered by rules.squares: a1 is at the bottom left."""

from dataclasses import dataclass
from random import Random
from string import ascii_lowercase

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.lettering import LEAST, stencil, tail
from renderer.paint import SCALE, PaintSheet, Point
from renderer.palette import tint

RIM = 50  # px: the frame, wide enough for a coordinate


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """A board with squares of `side` px. left, top: the corner of its frame."""

    left: int
    top: int
    side: int
    columns: int
    rows: int
    rim: int = RIM
    band: int = RIM  # px: the frame's height above and below
    outer: float = RIM / 2  # px from the edges above and below to the letters
    letter: int = LEAST  # px: size of a coordinate

    @property
    def width(self) -> int:
        return self.columns * self.side + 2 * self.rim

    @property
    def height(self) -> int:
        return self.rows * self.side + 2 * self.band

    def corner(self, cell: int) -> tuple[int, int]:
        """The top left pixel of a square; 0 is a1."""
        row, column = divmod(cell, self.columns)
        x = self.left + self.rim + column * self.side
        return x, self.top + self.band + (self.rows - 1 - row) * self.side

    @property
    def whole(self) -> tuple[int, int, int, int]:
        """The box of the board with its frame: left, top, right, bottom."""
        return self.left, self.top, self.left + self.width, self.top + self.height

    def paint(self, on: Image.Image) -> None:
        """Draw the empty board on an RGB picture."""
        shade = Image.new("L", on.size)
        box = (self.left + 6, self.top + 8, self.left + self.width + 4, self.top + self.height + 8)
        ImageDraw.Draw(shade).rounded_rectangle(box, 18, fill=190)
        on.paste(tint("table", 0), mask=shade.filter(ImageFilter.GaussianBlur(5)))
        on.paste(self._frame(), (self.left, self.top), round_corners(self.width, self.height, 16))
        for cell in range(self.columns * self.rows):
            on.paste(self._ground(cell), self.corner(cell))
        self._inner_shade(on)
        for column in range(self.columns):
            x = self.left + self.rim + (column + 0.5) * self.side
            for y in (self.top + self.outer, self.top + self.height - self.outer):
                carve(on, ascii_lowercase[column], (x, y), self.letter)
        for row in range(self.rows):
            y = self.top + self.band + (self.rows - row - 0.5) * self.side
            for x in (self.left + self.rim / 2, self.left + self.width - self.rim / 2):
                carve(on, str(row + 1), (x, y), self.letter)

    def _frame(self) -> Image.Image:
        """Four planks, mitred; light from the top left."""
        size, rim = (self.width, self.height), self.rim
        frame = Image.new("RGB", size, tint("wood", 2))
        down = plank(self.height, 2, rim).transpose(ROTATED)
        frame.paste(plank(self.width, 1, rim), (0, 0))
        frame.paste(plank(self.width, 3, rim), (0, self.height - rim))
        for x, ends in ((0, (0, rim)), (self.width - rim, (self.width, self.width - rim))):
            mask, (outer, inner) = Image.new("L", size), ends  # cut at 45 degrees
            side = [(outer, 0), (inner, rim), (inner, self.height - rim), (outer, self.height)]
            ImageDraw.Draw(mask).polygon(side, fill=255)
            frame.paste(down, (x, 0), mask.crop((x, 0, x + rim, self.height)))

        # Bright outer edges to the light, dark ones away from it, and dark joints.
        pen, (right, bottom) = ImageDraw.Draw(frame), (frame.width - 1, frame.height - 1)
        for x, y, ax, ay in ((0, 0, 1, 1), (right, 0, -1, 1), (0, bottom, 1, -1)):
            pen.line([(x, y), (x + ax * rim, y + ay * rim)], tint("wood", 1), 2)
        pen.line([(right, bottom), (right - rim, bottom - rim)], tint("wood", 1), 2)
        pen.rounded_rectangle((0, 0, right, bottom), 16, outline=tint("wood", 0), width=3)
        pen.arc((3, 3, 35, 35), 180, 270, tint("wood", 5), 2)
        pen.line([(18, 4), (right - 18, 4)], tint("wood", 5), 2)
        pen.line([(4, 18), (4, bottom - 18)], tint("wood", 5), 2)
        pen.line([(18, bottom - 4), (right - 18, bottom - 4)], tint("wood", 1), 3)
        pen.line([(right - 4, 18), (right - 4, bottom - 18)], tint("wood", 1), 3)
        return frame

    def _ground(self, cell: int) -> Image.Image:
        """Grass, light and dark squares in turn, each with tufts of its own."""
        row, column = divmod(cell, self.columns)
        dark = (row + column) % 2 == 0
        sheet, dice = PaintSheet(self.side, self.side), Random(cell)
        for _ in range(7):
            x, y = dice.uniform(10, self.side - 10), dice.uniform(14, self.side - 8)
            high, ink = dice.uniform(5, 9), tint("meadow", 3 if dark else 1)
            for lean in (-4, 0, 4):
                tip = x + lean, y - high + abs(lean) * 0.5
                sheet.line([(x + lean * 0.4, y), tip], ink, 1.8)
        if dice.random() < 0.45:  # a flower
            x, y = dice.uniform(12, self.side - 12), dice.uniform(12, self.side - 12)
            for px, py in ((x - 3, y), (x + 3, y), (x, y - 3), (x, y + 3)):
                sheet.ellipse((px - 2.4, py - 2.4, px + 2.4, py + 2.4), tint("paper", 0))
            sheet.ellipse((x - 2, y - 2, x + 2, y + 2), tint("gold", 2))
        return sheet.flatten(tint("meadow", 2 if dark else 0))

    def _inner_shade(self, on: Image.Image) -> None:
        """The frame stands higher than the grass, so its top and left throw a shadow."""
        left, top = self.left + self.rim, self.top + self.rim
        right, bottom = left + self.columns * self.side, top + self.rows * self.side
        shade = Image.new("L", on.size)
        pen = ImageDraw.Draw(shade)
        pen.rectangle((left - 20, top - 20, right, top + 5), fill=150)
        pen.rectangle((left - 20, top - 20, left + 5, bottom), fill=150)
        shade = shade.filter(ImageFilter.GaussianBlur(3))
        inside = Image.new("L", on.size)
        ImageDraw.Draw(inside).rectangle((left, top, right - 1, bottom - 1), fill=255)
        on.paste(tint("meadow", 5), mask=ImageChops.multiply(shade, inside))
        pen = ImageDraw.Draw(on)
        pen.rectangle((left - 3, top - 3, right + 2, bottom + 2), outline=tint("wood", 0), width=3)


ROTATED = Image.Transpose.ROTATE_90


def round_corners(width: int, height: int, radius: int) -> Image.Image:
    """A mask with soft round corners."""
    mask = Image.new("L", (width * 2, height * 2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), radius * 2, 255)
    return mask.reduce(2)


def plank(length: int, seed: int, rim: int) -> Image.Image:
    """A plank with its grain along it, `rim` px wide."""
    dice, sheet = Random(seed), PaintSheet(length, rim)
    for n in range(22):
        y, shade = dice.uniform(0, rim), (1, 3, 1, 3, 1)[n % 5]
        start = dice.uniform(-200, length)
        xs = [start + 40 * k for k in range(dice.randrange(5, 14))]
        wave = dice.uniform(-0.05, 0.05)
        points = [(x, y + wave * (x - start) * 0.3) for x in xs]
        sheet.line(points, tint("wood", shade), dice.uniform(1.0, 2.4))
    return sheet.flatten(tint("wood", 2))


def carve(on: Image.Image, text: str, middle: Point, size: int) -> None:
    """Carve a coordinate into the wood."""
    big = stencil(text, size)
    mask = big.resize((-(-big.width // SCALE), -(-big.height // SCALE)), Image.Resampling.BOX)
    # Letters with a tail or a stem stand on one line: centred as x-high letters are.
    line = round(middle[1] + size * 0.3) + (tail(text, size) if text in ("g", "j", "p") else 0)
    x, y = round(middle[0] - mask.width / 2), line - mask.height
    on.paste(tint("wood", 0), (x + 2, y + 2), mask)
    on.paste(tint("paper", 1), (x, y), mask)
