"""Drawing at four times the size, for soft edges, from back to front. All measures are pixels of
the finished picture; light falls from the top left."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, cos, radians, sin
from typing import Self

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.palette import RGB

SCALE = 4
Point = tuple[float, float]
Box = tuple[float, float, float, float]


class PaintSheet:
    """A transparent sheet of paint, `width` x `height`. mode: RGBa for a sheet without soft paint,
    which is made smaller as it is."""

    def __init__(self, width: int, height: int, mode: str = "RGBA") -> None:
        self.width, self.height = width, height
        self.size = (width * SCALE, height * SCALE)
        self.paint = Image.new(mode, self.size, (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.paint)

    def polygon(self, points: Sequence[Point], ink: RGB) -> Self:
        self.pen.polygon(_scaled(points), fill=ink)
        return self

    def ellipse(self, box: Box, ink: RGB) -> Self:
        self.pen.ellipse(_box(box), fill=ink)
        return self

    def tile(self, box: Box, radius: float, ink: RGB) -> Self:
        self.pen.rounded_rectangle(_box(box), round(radius * SCALE), fill=ink)
        return self

    def line(self, points: Sequence[Point], ink: RGB, width: float) -> Self:
        """A line with round joints and ends."""
        polyline(self.pen, points, ink, width)
        return self

    def ring(self, box: Box, ink: RGB, width: float) -> Self:
        self.pen.ellipse(_box(box), outline=ink, width=round(width * SCALE))
        return self

    def inlay(self, shape: Sequence[Point], inner: Sequence[Point], ink: RGB) -> Self:
        """Paint the part of `inner` that lies in `shape`: light and shade on a thing."""
        masks = [Image.new("1", self.size) for _ in range(2)]
        for mask, points in zip(masks, (shape, inner), strict=True):
            ImageDraw.Draw(mask).polygon(_scaled(points), fill=1)
        self.paint.paste(ink, mask=ImageChops.logical_and(*masks))
        return self

    def shadow(self, shape: Sequence[Point], ink: RGB, share: float, soft: float) -> Self:
        """Paint a soft shadow under anything painted later. share: 0 nothing, 1 solid."""
        mask = Image.new("L", self.size)
        ImageDraw.Draw(mask).polygon(_scaled(shape), fill=round(255 * share))
        self._under(mask, soft * SCALE, ink)
        return self

    def outline(self, ink: RGB, width: float) -> Self:
        """Paint a rim of even width around the paint so far."""
        alpha = self.paint.getchannel("A")
        self._under(alpha, width * SCALE / 2, ink, lambda a: min(255, max(0, (a - 8) * 8)))
        return self

    def _under(
        self, mask: Image.Image, blur: float, ink: RGB, hard: Callable[[int], int] = int
    ) -> None:
        """Paint an ink under the paint so far, through a mask that is blurred and perhaps hardened.
        Only the part where the mask isn't empty is painted, a small part of most sheets."""
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        far = ceil(4 * blur) + 4  # farther than a blur reaches
        box = (left - far, top - far, right + far, bottom + far)
        box = (max(0, box[0]), max(0, box[1]), min(mask.width, box[2]), min(mask.height, box[3]))
        soft = mask.crop(box).filter(ImageFilter.GaussianBlur(blur))
        part = Image.new("RGBA", soft.size, (*ink, 255))
        part.putalpha(soft.point(hard))
        part.alpha_composite(self.paint.crop(box))
        self.paint.paste(part, box)

    def shrunk(self, share: float, around: Point) -> Self:
        """Reduce the paint so far to a share of its size, around a point that stays."""
        small = self.paint.resize(
            [round(side * share) for side in self.size], Image.Resampling.LANCZOS
        )
        left, top = (round((1 - share) * at * SCALE) for at in around)
        self.paint.paste((0, 0, 0, 0), (0, 0, *self.size))
        self.paint.paste(small, (left, top))
        return self

    def add(self, other: "PaintSheet") -> Self:
        """Another sheet of the same size on top."""
        if box := other.paint.getbbox():
            self.paint.alpha_composite(other.paint, box[:2], box)
        return self

    def sprite(self, share: float = 1) -> Image.Image:
        """The paint at its final size, or a share of it, RGBA."""
        size = round(self.width * share), round(self.height * share)
        way = Image.Resampling.BOX if share == 1 else Image.Resampling.LANCZOS
        return self.paint.resize(size, way).convert("RGBA")

    def middle(self, mask: Image.Image) -> tuple[int, int]:
        """The corner of a mask of painting size in the middle of the sheet."""
        wide, high = self.size
        return round((wide - mask.width) / 2), round((high - mask.height) / 2)

    def flatten(self, ground: RGB) -> Image.Image:
        """The paint on a ground of one colour, RGB."""
        picture, sprite = Image.new("RGB", (self.width, self.height), ground), self.sprite()
        picture.paste(sprite, mask=sprite)
        return picture


def polyline(
    pen: ImageDraw.ImageDraw, points: Sequence[Point], ink: RGB | int, width: float
) -> None:
    """Draw a line with round joints and ends, at four times the size."""
    at, half = _scaled(points), width * SCALE / 2
    pen.line(at, fill=ink, width=round(2 * half), joint="curve")
    for x, y in (at[0], at[-1]):
        pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)


def clip(points: Sequence[Point], left: float, right: float) -> list[Point]:
    """The part of a line from left to right between two x; beyond an end, that end."""
    first, last = (min(max(x, points[0][0]), points[-1][0]) for x in (left, right))
    inner = [point for point in points if first < point[0] < last]
    return [_at(points, first), *inner, _at(points, last)]


def _at(points: Sequence[Point], x: float) -> Point:
    """The point of a line at x."""
    for (x1, y1), (x2, y2) in pairwise(points):
        if x1 <= x <= x2:
            return x, y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    return points[-1]


def smooth(corners: Sequence[Point], steps: int = 10) -> list[Point]:
    """A closed curve through the corners (Catmull-Rom), as a polygon."""
    curve: list[Point] = []
    for n in range(len(corners)):
        a, b, c, d = (corners[(n + k) % len(corners)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            x, y = (_through(*four, t) for four in zip(a, b, c, d, strict=True))
            curve.append((x, y))
    return curve


def _through(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )


def oval(x: float, y: float, rx: float, ry: float) -> list[Point]:
    """An ellipse around (x, y) as a polygon."""
    return [(x + rx * cos(radians(a)), y + ry * sin(radians(a))) for a in range(0, 360, 6)]


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]


def _box(box: Box) -> Box:
    left, top, right, bottom = (round(edge * SCALE) for edge in box)
    return left, top, right - 1, bottom - 1
