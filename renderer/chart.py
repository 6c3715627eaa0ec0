"""A sheet of paper with a chart on it: lines of numbers over a grid, the least and the best of them
written beside it. A line ends at the right edge; names stand at the ends, so that none covers
another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from renderer import panel
from renderer.figures import INK
from renderer.lettering import LEAST
from renderer.paint import Point, Sheet
from renderer.palette import RGB, indexed, tint

PAPER, MUTED = tint("paper", 1), tint("wood", 2)


def paper(wide: int, high: int) -> Image.Image:
    """A sheet with round corners, in places of the palette."""
    sheet = Sheet(wide, high).rounded((0, 0, wide, high), 16, tint("wood", 2))
    sheet.rounded((5, 5, wide - 5, high - 5), 12, PAPER)
    ground = Image.new("RGB", (wide, high), panel.TABLE)
    sprite = sheet.sprite()
    ground.paste(sprite, mask=sprite)
    return indexed(ground)


class Chart(NamedTuple):
    """Where the lines are, in pixels, from the least number to the best."""

    box: tuple[int, int, int, int]
    least: int
    best: int

    def grid(self, sheet: Sheet) -> None:
        """Level lines below, in the middle and above."""
        left, top, right, bottom = self.box
        for y in (top, (top + bottom) / 2, bottom):
            sheet.line([(left, y), (right, y)], tint("paper", 3), 2)

    def line(
        self, sheet: Sheet, values: Sequence[int], ink: RGB, steps: int | None = None
    ) -> Point:
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
        sheet.line(points, INK, 13).line(points, ink, 8)
        return points[-1]

    def scale(self, on: Image.Image, least: str, best: str, last: str) -> None:
        """Write the least and best number beside the lines, and what the last one is, below."""
        left, top, right, bottom = self.box
        for text, y in ((least, bottom), (best, top)):
            at = left - 16, y - 24
            panel.write(on, at, text, LEAST, (MUTED, PAPER), 1, spare=4, tight=True)
        panel.write(on, (right, bottom + 22), last, LEAST, (MUTED, PAPER), 1, tight=True)


def spread(heights: Sequence[float], apart: float) -> list[float]:
    """The same heights, so far moved down that any two are so many pixels apart."""
    placed, free = list(heights), float("-inf")
    for i in sorted(range(len(heights)), key=heights.__getitem__):
        placed[i] = free = max(heights[i], free + apart)
    return placed
