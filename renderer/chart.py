"""A sheet of paper with a chart on it: lines of numbers over a grid, the least and the best of them
written beside it. A line ends at the right edge; names stand at the ends, so that none covers
another.

A chart is as large as the board, so none of it is painted at four times its size at once: of the
paper only the corners are, and of a line strip by strip what has ink on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer import panel
from renderer.figures import INK
from renderer.lettering import LEAST
from renderer.paint import SCALE, Point, Sheet, clipped, polyline
from renderer.palette import RGB, indexed, tint

PAPER, MUTED = tint("paper", 1), tint("wood", 2)
ROUND = 8  # px: by which a thick line is wider than the chart
CORNER, STRIP = 24, 32  # px: of the paper with a corner in it; of a line that is painted at a time


def paper(wide: int, high: int) -> Image.Image:
    """A sheet with round corners, in places of the palette."""
    small, c = _small(), CORNER
    sheet = small.resize((wide, high), Image.Resampling.NEAREST, (c, c, c + 1, c + 1))
    for left, x in ((0, 0), (c, wide - c)):
        rim = small.crop((left, c, left + c, c + 1)).resize((c, high))
        sheet.paste(rim, (x, 0))
    for top, y in ((0, 0), (c, high - c)):
        rim = small.crop((c, top, c + 1, top + c)).resize((wide, c))
        sheet.paste(rim, (0, y))
        for left, x in ((0, 0), (c, wide - c)):
            sheet.paste(small.crop((left, top, left + c, top + c)), (x, y))
    return sheet


@cache
def _small() -> Image.Image:
    """The smallest sheet of paper, which is all corners."""
    side = 2 * CORNER
    sheet = Sheet(side, side).rounded((0, 0, side, side), 16, tint("wood", 2))
    sheet.rounded((5, 5, side - 5, side - 5), 12, PAPER)
    ground = Image.new("RGB", (side, side), panel.TABLE)
    sprite = sheet.sprite()
    ground.paste(sprite, mask=sprite)
    return indexed(ground)


class Plot:
    """A part of the paper that has nothing on it yet, in RGB and of its final size; what is painted
    on it is measured from the corner of the whole picture."""

    def __init__(self, box: tuple[int, int, int, int]) -> None:
        self._at = left, top = box[:2]
        self._paint = Image.new("RGB", (box[2] - left, box[3] - top), PAPER)

    def level(self, left: int, right: int, y: int, ink: RGB) -> None:
        """A thin level line."""
        x, top = self._at
        box = (left - x, y - 1 - top, right - x - 1, y - top)
        ImageDraw.Draw(self._paint).rectangle(box, fill=ink)

    def line(self, points: Sequence[Point], ink: RGB, width: float) -> None:
        """A line with round joints and ends, from left to right."""
        x, y = self._at
        points = [(px - x, py - y) for px, py in points]
        first, last = floor(points[0][0] - width), ceil(points[-1][0] + width)
        for left in range(max(0, first), min(last, self._paint.width), STRIP):
            self._strip(points, ink, width, left)

    def _strip(self, points: Sequence[Point], ink: RGB, width: float, left: int) -> None:
        """What of a line is in a strip. It is painted a bit beyond, and cut."""
        part = clipped(points, left - width, left + STRIP + width)
        heights = [y for _, y in part]
        top, bottom = floor(min(heights) - width), ceil(max(heights) + width)
        mask = Image.new("L", (STRIP * SCALE, (bottom - top) * SCALE))
        polyline(ImageDraw.Draw(mask), [(x - left, y - top) for x, y in part], 255, width)
        self._paint.paste(ink, (left, top), mask.reduce(SCALE))

    def lay(self, on: Image.Image) -> None:
        """Put it on the picture, in places of the palette."""
        on.paste(indexed(self._paint), self._at)


class Chart(NamedTuple):
    """Where the lines are, in pixels, from the least number to the best."""

    box: tuple[int, int, int, int]
    least: int
    best: int

    def plot(self) -> Plot:
        """What of the paper it is drawn on, with its grid."""
        left, top, right, bottom = self.box
        plot = Plot((left - ROUND, top - ROUND, right + ROUND, bottom + ROUND))
        for y in (top, (top + bottom) // 2, bottom):
            plot.level(left, right, y, tint("paper", 3))
        return plot

    def line(self, on: Plot, values: Sequence[int], ink: RGB, steps: int | None = None) -> Point:
        """Draw a line of values and say where it ends; one value is drawn as level.

        steps: how many a line over the whole width has, without a number this one.
        """
        left, _, right, bottom = self.box
        values = values if len(values) > 1 else [*values, *values]
        step = (right - left) / max(1, steps or len(values) - 1)
        rise = (bottom - self.box[1]) / (self.best - self.least)
        start = right - (len(values) - 1) * step
        points = [
            (start + n * step, bottom - (value - self.least) * rise)
            for n, value in enumerate(values)
        ]
        on.line(points, INK, 13)
        on.line(points, ink, 8)
        return points[-1]

    def scale(self, on: Image.Image, least: str, best: str, last: str) -> None:
        """Write the least and best number beside the lines, and what the last one is, below."""
        left, top, right, bottom = self.box
        for text, y in ((least, bottom), (best, top)):
            at = left - 16, y - 24
            panel.write(on, at, text, LEAST, (MUTED, PAPER), 1, spare=4, tight=True)
        panel.write(on, (right, bottom + 22), last, LEAST, (MUTED, PAPER), 1, tight=True)


def spread(heights: Sequence[float], apart: float) -> list[float]:
    """Heights, moved down so far that any two are so many pixels apart."""
    placed, free = list(heights), float("-inf")
    for i in sorted(range(len(heights)), key=heights.__getitem__):
        placed[i] = free = max(heights[i], free + apart)
    return placed
