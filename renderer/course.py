"""The course of somebody's ratings: a line a game, by the number of rated games.

┌────────────────────────────────────┐
│ Ann: ratings                       │
│ 1,690 ┤            ___/ Logger     │
│       │   ___/‾‾‾‾‾                │
│ 1,480 └───────────────── 12 games  │
└────────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from renderer import figures, frame, panel
from renderer.figures import INK
from renderer.lettering import LEAST, fitted
from renderer.paint import Point, Sheet
from renderer.palette import indexed, lay, tint
from rules.text import Joined, Name, Plural, Text, lines
from rules.voice import Voice

PAPER, MUTED = tint("paper", 1), tint("wood", 2)
HEAD = 62  # px: letters of the headline
MARGIN = 20  # px round the sheet of paper
CHART = (170, 150, 850, 740)  # px: where the lines are, from the least to the best rating
APART = 52  # px between the names at the ends of two lines


class Course(NamedTuple):
    """A game by its title, and the ratings in it after each game, the first ones first."""

    title: str
    ratings: tuple[int, ...]


def drawn(name: str, courses: Sequence[Course], voice: Voice) -> Image.Image:
    """The picture in places of the palette."""
    picture = frame.table()
    picture.paste(_paper(*picture.size), (MARGIN, MARGIN))
    head = voice.say(Text("{name}: ratings", name=Name(name)))
    shown = fitted(head, HEAD, picture.width - 4 * MARGIN)
    panel.write(picture, (3 * MARGIN, 2 * MARGIN), shown, HEAD, (INK, PAPER), tight=True)
    least = min(min(course.ratings) for course in courses)
    best = max(least + 1, *(max(course.ratings) for course in courses))
    most = max(len(course.ratings) for course in courses)
    _lines(picture, courses, (least, best), most)
    _scale(picture, (least, best), most, voice)
    return picture


def alt(name: str, courses: Sequence[Course]) -> Text:
    """The same in words, from the same numbers."""
    rows = (_told(course) for course in courses)
    return lines(Text("The course of {name}'s ratings.", name=Name(name)), *rows)


def _told(course: Course) -> Text:
    return Text(
        "{game}: {games}, from {first} to {last}, at least {least} and at most {best}.",
        game=course.title,
        games=_games(len(course.ratings)),
        first=course.ratings[0],
        last=course.ratings[-1],
        least=min(course.ratings),
        best=max(course.ratings),
    )


def _games(n: int) -> Text:
    return Plural("the last rated game", "the last {n} rated games", n=n)


def _paper(wide: int, high: int) -> Image.Image:
    wide, high = wide - 2 * MARGIN, high - 2 * MARGIN
    sheet = Sheet(wide, high).rounded((0, 0, wide, high), 16, tint("wood", 2))
    sheet.rounded((5, 5, wide - 5, high - 5), 12, PAPER)
    ground = Image.new("RGB", (wide, high), panel.TABLE)
    sprite = sheet.sprite()
    ground.paste(sprite, mask=sprite)
    return indexed(ground)


def _lines(on: Image.Image, courses: Sequence[Course], span: tuple[int, int], most: int) -> None:
    left, top, right, bottom = CHART
    sheet = Sheet(right + 20, bottom + 20)
    for y in (top, (top + bottom) / 2, bottom):
        sheet.line([(left, y), (right, y)], tint("paper", 3), 2)
    ends = []
    for n, course in enumerate(courses):
        points = _points(course.ratings, span, most)
        sheet.line(points, INK, 13).line(points, figures.coat(n)[0], 8)
        ends.append(points[-1])
    lay(sheet.sprite(), on, (0, 0))
    for course, y in zip(courses, _apart([y for _, y in ends]), strict=True):
        title = fitted(course.title, LEAST, on.width - right - 3 * MARGIN)
        at = right + 16, round(y) - LEAST // 2
        panel.write(on, at, title, LEAST, (INK, PAPER), tight=True)


def _points(ratings: Sequence[int], span: tuple[int, int], most: int) -> list[Point]:
    """The points of a line; a single one is drawn as level. Every line ends at the right."""
    left, top, right, bottom = CHART
    least, best = span
    ratings = ratings if len(ratings) > 1 else [*ratings, *ratings]
    step, rise = (right - left) / max(1, most - 1), (bottom - top) / (best - least)
    start = right - (len(ratings) - 1) * step
    return [(start + n * step, bottom - (each - least) * rise) for n, each in enumerate(ratings)]


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, so far moved that no name covers another."""
    placed, free = list(heights), float("-inf")
    for i in sorted(range(len(heights)), key=heights.__getitem__):
        placed[i] = free = max(heights[i], free + APART)
    return placed


def _scale(on: Image.Image, span: tuple[int, int], most: int, voice: Voice) -> None:
    left, top, right, bottom = CHART
    for n, y in zip(span, (bottom, top), strict=True):
        at = left - 16, y - 24
        panel.write(on, at, voice.say(n), LEAST, (MUTED, PAPER), 1, spare=4, tight=True)
    games = voice.say(Joined("", (_games(most),)))
    panel.write(on, (right, bottom + 22), games, LEAST, (MUTED, PAPER), 1, tight=True)
