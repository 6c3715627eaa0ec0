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
from renderer.chart import PAPER, Chart, paper, spread
from renderer.figures import INK
from renderer.lettering import LEAST, fitted
from rules.text import Joined, Name, Plural, Text, lines
from rules.voice import Voice

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
    picture.paste(paper(picture.width - 2 * MARGIN, picture.height - 2 * MARGIN), (MARGIN, MARGIN))
    head = voice.say(Text("{name}'s ratings", name=Name(name)))
    shown = fitted(head, HEAD, picture.width - 4 * MARGIN)
    panel.write(picture, (3 * MARGIN, 2 * MARGIN), shown, HEAD, (INK, PAPER), tight=True)
    least = min(min(course.ratings) for course in courses)
    best = max(least + 1, *(max(course.ratings) for course in courses))
    most = max(len(course.ratings) for course in courses)
    chart = Chart(CHART, least, best)
    _lines(picture, courses, chart, most)
    games = voice.say(Joined("", (_games(most),)))
    chart.scale(picture, voice.say(least), voice.say(best), games)
    return picture


def alt(name: str, courses: Sequence[Course]) -> Text:
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
        title = fitted(course.title, LEAST, on.width - right - 3 * MARGIN)
        at = right + 16, round(y) - LEAST // 2
        panel.write(on, at, title, LEAST, (INK, PAPER), tight=True)
