"""A sheet of paper with a chart on it: lines of numbers over a grid, the least and the best of them
written beside it. A line ends at the right edge; names stand at the ends, so that none covers
another.

A chart is as large as the board, so none of it is painted at four times its size at once: of the
paper only the corners are, and of a line strip by strip what has ink on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer import figures, frame, panel
from renderer.figures import INK
from renderer.lettering import LEAST, fit, stencil, width
from renderer.paint import SCALE, PaintSheet, Point, clip, oval, polyline
from renderer.palette import RGB, flatten, tint, to_palette
from renderer.picture import Labels
from rules.text import Joined, Name, Plural, Text, lines
from rules.voice import Voice

PAPER, MUTED = tint("paper", 1), tint("wood", 2)
ROUND = 8  # px: by which a thick line is wider than the chart
DISC = 26  # px: half of a disc with a letter
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
    sheet = PaintSheet(side, side).rounded((0, 0, side, side), 16, tint("wood", 2))
    sheet.rounded((5, 5, side - 5, side - 5), 12, PAPER)
    return flatten(sheet.sprite(), panel.TABLE)


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

    def upright(self, x: int, top: int, bottom: int, width: int, ink: RGB) -> None:
        """An upright line."""
        left, above = x - self._at[0] - width // 2, self._at[1]
        box = (left, top - above, left + width - 1, bottom - above)
        ImageDraw.Draw(self._paint).rectangle(box, fill=ink)

    def area(self, points: Sequence[Point], ink: RGB, low: float = 0, high: float = 1e9) -> None:
        """What lies within a closed line, which may cross itself; of it what is above or below
        these heights is left out. Its edges are rough, so a line belongs over each."""
        x, y = self._at
        mask = Image.new("L", self._paint.size)
        ImageDraw.Draw(mask).polygon([(px - x, py - y) for px, py in points], 255)
        top, bottom = max(0, round(low - y)), min(mask.height, round(high - y))
        self._paint.paste(ink, (0, top), mask.crop((0, top, mask.width, bottom)))

    def line(self, points: Sequence[Point], ink: RGB, width: float) -> None:
        """A line with round joints and ends, from left to right."""
        x, y = self._at
        points = [(px - x, py - y) for px, py in points]
        first, last = floor(points[0][0] - width), ceil(points[-1][0] + width)
        for left in range(max(0, first), min(last, self._paint.width), STRIP):
            self._strip(points, ink, width, left)

    def _strip(self, points: Sequence[Point], ink: RGB, width: float, left: int) -> None:
        """What of a line is in a strip. It is painted a bit beyond, and cut."""
        part = clip(points, left - width, left + STRIP + width)
        heights = [y for _, y in part]
        top, bottom = floor(min(heights) - width), ceil(max(heights) + width)
        mask = Image.new("L", (STRIP * SCALE, (bottom - top) * SCALE))
        polyline(ImageDraw.Draw(mask), [(x - left, y - top) for x, y in part], 255, width)
        self._paint.paste(ink, (left, top), mask.reduce(SCALE))

    def lay(self, on: Image.Image) -> None:
        """Put it on the picture, in places of the palette."""
        on.paste(to_palette(self._paint), self._at)


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
        """Draw a line of values and say where it ends; steps: see `points`."""
        points = self.points(values, steps)
        on.line(points, INK, 13)
        on.line(points, ink, 8)
        return points[-1]

    def points(self, values: Sequence[float], steps: int | None = None) -> list[Point]:
        """Where the values of a line are; one value is a level line.

        steps: how many a line over the whole width has, without a number this one.
        """
        left, _, right, bottom = self.box
        values = values if len(values) > 1 else [*values, *values]
        step = (right - left) / max(1, steps or len(values) - 1)
        rise = (bottom - self.box[1]) / (self.best - self.least)
        start = right - (len(values) - 1) * step
        return [
            (start + n * step, bottom - (value - self.least) * rise)
            for n, value in enumerate(values)
        ]

    def scale(self, on: Image.Image, least: str, best: str, last: str = "") -> None:
        """Write the least and best number beside the lines, and what the last one is, below."""
        left, top, right, bottom = self.box
        for text, y in ((least, bottom), (best, top)):
            at = left - 16, y - 24
            panel.write(on, at, text, LEAST, (MUTED, PAPER), 1, spare=4, tight=True)
        panel.write(on, (right, bottom + 22), last, LEAST, (MUTED, PAPER), 1, tight=True)

    def turns(self, on: Image.Image, last: int, labels: Labels) -> None:
        """Write the first and the last turn below the lines, the first if it has room."""
        left, _, right, bottom = self.box
        words = [labels.say(Text("turn {n}", n=n)) for n in (0, last)]
        first, end = (width(each, LEAST) for each in words)
        ends = [(left, 0.0), (right, 1.0)] if first + end < right - left - 40 else [(right, 1.0)]
        for (x, anchor), said in zip(reversed(ends), reversed(words), strict=False):
            panel.write(on, (x, bottom + 22), said, LEAST, (MUTED, PAPER), anchor, tight=True)


def spread(heights: Sequence[float], apart: float) -> list[float]:
    """Heights, moved down so far that any two are so many pixels apart."""
    placed, free = list(heights), float("-inf")
    for i in sorted(range(len(heights)), key=heights.__getitem__):
        placed[i] = free = max(heights[i], free + apart)
    return placed


@lru_cache(64)
def disc(coat: panel.Coat, letter: str) -> Image.Image:
    """A seat's letter in its colour, as a sprite."""
    sheet, sign, mask = (
        *(PaintSheet(2 * DISC, 2 * DISC) for _ in range(2)),
        stencil(letter, LEAST),
    )
    sheet.polygon(oval(DISC, DISC, DISC, DISC), INK)
    sheet.polygon(oval(DISC, DISC, DISC - 3, DISC - 3), coat.ink)
    width, height = sheet.size
    corner = round((width - mask.width) / 2), round((height - mask.height) / 2)
    sign.paint.paste(INK if coat.dark else tint("paper", 0), corner, mask)
    return sheet.add(sign if coat.dark else sign.outline(INK, 3)).sprite()


HEAD = 62  # px: letters of the headline
MARGIN = 20  # px round the sheet of paper
CHART = (170, 150, 850, 740)  # px: where the lines are, from the least to the best rating
APART = 52  # px between the names at the ends of two lines


class Course(NamedTuple):
    """A game by its title, and the ratings in it after each game, the first ones first."""

    title: str
    ratings: tuple[int, ...]


def draw_ratings(name: str, courses: Sequence[Course], voice: Voice) -> Image.Image:
    """The picture in places of the palette."""
    picture = frame.table()
    picture.paste(paper(picture.width - 2 * MARGIN, picture.height - 2 * MARGIN), (MARGIN, MARGIN))
    head = voice.say(Text("{name}'s ratings", name=Name(name)))
    shown = fit(head, HEAD, picture.width - 4 * MARGIN)
    panel.write(picture, (3 * MARGIN, 2 * MARGIN), shown, HEAD, (INK, PAPER), tight=True)
    least = min(min(course.ratings) for course in courses)
    best = max(least + 1, *(max(course.ratings) for course in courses))
    most = max(len(course.ratings) for course in courses)
    chart = Chart(CHART, least, best)
    _lines(picture, courses, chart, most)
    games = voice.say(Joined("", (_games(most),)))
    chart.scale(picture, voice.say(least), voice.say(best), games)
    return picture


def ratings_alt(name: str, courses: Sequence[Course]) -> Text:
    """The courses in words, from the numbers of the picture."""
    rows = (_told(course) for course in courses)
    return lines(Text("{name}'s rating history.", name=Name(name)), *rows)


def _told(course: Course) -> Text:
    return Text(
        "{game}: {games} took the rating from {first} to {last} (lowest {least}, highest {best}).",
        game=course.title,
        games=_games(len(course.ratings)),
        first=course.ratings[0],
        last=course.ratings[-1],
        least=min(course.ratings),
        best=max(course.ratings),
    )


def _games(n: int) -> Text:
    return Plural("the last rated game", "the last {n} rated games", n=n)


def _lines(on: Image.Image, courses: Sequence[Course], chart: Chart, most: int) -> None:
    right, plot = CHART[2], chart.plot()
    ends = [
        chart.line(plot, course.ratings, figures.coat(n)[0], most - 1)
        for n, course in enumerate(courses)
    ]
    plot.lay(on)
    for course, y in zip(courses, spread([y for _, y in ends], APART), strict=True):
        title = fit(course.title, LEAST, on.width - right - 3 * MARGIN)
        at = right + 16, round(y) - LEAST // 2
        panel.write(on, at, title, LEAST, (INK, PAPER), tight=True)
