"""The course of somebody's ratings: a line a game, and its words from the same numbers.

Source: issue 14, item 5.
"""

from __future__ import annotations

import io

import pytest
from PIL import Image

from renderer import Course, draw_course
from tests import pseudo

THREE = (
    Course("Logger", (1500, 1560, 1530, 1600)),
    Course("Logjam", (1480, 1400)),
    Course("Forest Fellers", (1650,)),
)


def test_its_words_have_every_line() -> None:
    """First and last, least and best, and how many games."""
    assert draw_course("Ann", THREE).alt.splitlines() == [
        "Ann's rating history.",
        "Logger: the last 4 rated games took the rating from 1,500 to 1,600 (lowest 1,500, "
        "highest 1,600).",
        "Logjam: the last 2 rated games took the rating from 1,480 to 1,400 (lowest 1,400, "
        "highest 1,480).",
        "Forest Fellers: the last rated game took the rating from 1,650 to 1,650 (lowest "
        "1,650, highest 1,650).",
    ]


def test_what_has_no_ratings_has_no_line() -> None:
    picture = draw_course("Ann", (*THREE[:1], Course("Logjam", ())))
    assert "Logjam" not in picture.alt


@pytest.mark.parametrize("courses", [THREE[:1], THREE[2:], THREE])
def test_lines_end_higher_where_ratings_do(courses: tuple[Course, ...]) -> None:
    """The picture has the size of all others; another rating makes another picture."""
    drawn = draw_course("Ann", courses)
    image = Image.open(io.BytesIO(drawn.png))
    assert image.size == (1200, 900)
    other = courses[0]._replace(ratings=(*courses[0].ratings[:-1], 900))
    assert draw_course("Ann", (other, *courses[1:])).png != drawn.png


def test_it_is_said_in_other_languages() -> None:
    alt = draw_course("Ann", THREE, pseudo.voice()).alt
    names = ("Ann", *(course.title for course in THREE))
    assert list(pseudo.english_left(alt, names)) == []
