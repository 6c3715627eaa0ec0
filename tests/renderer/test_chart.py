"""Curves, ratings and ranks: readable at 324 px, not only by colour, and also in words."""

from functools import partial

import pytest
from PIL import Image, ImageChops

import renderer
from renderer import Balance, Labels, Picture, Ranked, Ranks, RatingCourse, figures, frame, panel
from renderer.alt import LIMIT
from renderer.chart import ABOVE, BELOW, CURVE, LEFT, PAPER, RIGHT, curve
from renderer.fellers import sprites
from renderer.palette import FLAT, RGB, tint
from rules.logger.rules import Phase
from rules.text import Text
from tests import pseudo
from tests.approved import Approved
from tests.hosted import HOSTED, rgb
from tests.renderer.contrast import SIGN, contrast, luminance
from tests.renderer.gallery import PEOPLE
from tests.renderer.legible import sizes
from tests.renderer.positions import opening, seen

BOX = CURVE[0] + LEFT, CURVE[1] + ABOVE, CURVE[2] - RIGHT, CURVE[3] - BELOW
LIGHT = tint("paper", 0)
TWO = Balance(((0.5, 0.5), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (0.5, 0.5)))
FOUR = Balance(((0.25,) * 4,) * 3 + ((0.5, 0.25, 0.25, 0.0),) * 6, (2, 3))


def draw_curve(balance: Balance) -> Picture:
    """Of a game in which all have as many points."""
    seats, turns = len(balance.shares[0]), len(balance.shares) - 1
    view = seen(opening(seats)._replace(phase=Phase.OVER, points=(9,) * seats))
    labels = Labels("L7", PEOPLE[:seats], turns)
    return renderer.draw_balance(HOSTED["logger"], view, labels, balance)


def colour(picture: Picture, x: float, y: float) -> RGB:
    """Of a place in the chart, from 0 to 1 rightwards and down."""
    left, top, right, bottom = BOX
    at = round(left + x * (right - left)), round(top + y * (bottom - top))
    found = rgb(picture).getpixel(at)
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def test_between_two_the_line_rises_towards_the_first_and_falls_towards_the_second() -> None:
    first, second = (figures.coat(seat)[0] for seat in range(2))
    picture = draw_curve(TWO)
    assert colour(picture, 0.25, 0.2) == first
    assert colour(picture, 0.75, 0.8) == second
    assert {colour(picture, 0.25, 0.8), colour(picture, 0.75, 0.2)} == {PAPER}
    assert TWO.leads == [0, 1, 0, -1, 0]


def test_among_more_the_shares_fill_the_chart() -> None:
    picture = draw_curve(FOUR)
    for x, heights in ((0.1, (0.2, 0.4, 0.65, 0.9)), (0.6, (0.4, 0.6, 0.9))):
        for seat, y in enumerate(heights):
            assert colour(picture, x, y) == figures.coat(seat)[0], (x, seat)
    assert colour(picture, 0.6, 0.5) == LIGHT


def test_the_lines_between_areas_are_seen_on_every_colour() -> None:
    """WCAG 2.2, 1.4.11: by dark edges or a light middle, as red beside blue has less than 2 : 1."""
    fellers = [sprites.coat(ramp)[0] for ramp in sprites.RAMPS.values()]
    for coat in map(luminance, [*(figures.coat(seat)[0] for seat in range(6)), *fellers]):
        assert max(contrast(coat, luminance(ink)) for ink in (figures.INK, LIGHT)) >= SIGN


def test_every_seat_has_its_letter_at_the_curve() -> None:
    for balance in (TWO, FOUR):
        on = Image.new("L", (1200, 900))
        on.putpalette(FLAT)
        labels = Labels("L7", PEOPLE[: len(balance.shares[0])], 4)
        found = sizes(partial(curve, on, CURVE, balance, labels, frame.logger_coats(None, labels)))
        assert set(labels.letters) <= set(found)


@pytest.mark.parametrize("seats", [3, 4])
def test_no_card_lies_on_the_words_of_another(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four in a shared draw have no room for the word under each; the headline has it."""
    cards = list[panel.SeatCard]()
    monkeypatch.setattr(panel, "cards", lambda on, rows: cards.extend(rows))
    draw_curve(Balance(((1 / seats,) * seats,) * 3))
    assert not panel.overlap(cards)
    assert [bool(card.strip) for card in cards] == [seats < 4] * seats


@pytest.mark.parametrize("turns", [1, 400])
def test_a_game_of_any_length_has_one(turns: int) -> None:
    picture = draw_curve(Balance(((0.5, 0.5),) * turns, (0, turns - 1)))
    assert rgb(picture).size == (1200, 900)
    assert len(picture.alt) <= 1024


THREE = (
    RatingCourse("Logger", (1500, 1560, 1530, 1600)),
    RatingCourse("Logjam", (1480, 1400)),
    RatingCourse("Forest Fellers", (1650,)),
)


def test_another_rating_is_another_line() -> None:
    other = THREE[0]._replace(ratings=(*THREE[0].ratings[:-1], 900))
    one, another = (rgb(renderer.draw_course("Ann", (it, *THREE[1:]))) for it in (THREE[0], other))
    assert one.size == another.size == (1200, 900)
    assert ImageChops.difference(one, another).getbbox()


HEADS = (Text("Pts"), Text("BH"), Text("SB"))
COLUMNS = (Text("points"), Text("Buchholz"), Text("Sonneborn-Berger"))


def ranks(rows: int, *, gone: bool = False, first: bool = False) -> Ranks:
    """The last row is special."""
    made = [Ranked(n + 1, "W" * 32 if n else "A*n", ("2½", "10½", "12¾")) for n in range(rows)]
    made[-1] = made[-1]._replace(gone=gone, first=first)
    title = Text("Season {n}: {game} league", n=3, game="Logger")
    return Ranks(title, Text("at the end"), HEADS, COLUMNS, tuple(made))


@pytest.mark.parametrize(("rows", "high"), [(1, 272), (12, 866), (64, 866)])
def test_it_is_as_high_as_its_rows_and_says_how_many_more_there_are(rows: int, high: int) -> None:
    picture = renderer.draw_ranks(ranks(rows))
    assert rgb(picture).size == (1200, high)
    assert ("and 53 more" in picture.alt) is (rows == 64)
    assert len(picture.alt) <= LIMIT


def test_curves_courses_and_ranks_are_told_in_words(approved: Approved) -> None:
    """WCAG 2.2, 1.1.1: a reader of the alt text knows every number of the picture."""
    shares = Balance(((1 / 3, 1 / 3, 1 / 3), (0.0, 0.0, 1.0)), (1,))
    approved("a curve of two", draw_curve(TWO).alt)
    approved("shares of three", draw_curve(shares).alt)
    approved("ratings", renderer.draw_course("Ann", THREE).alt)
    approved("ranks, the last one withdrawn", renderer.draw_ranks(ranks(2, gone=True)).alt)
    approved("a champion", renderer.draw_ranks(ranks(1, first=True)).alt)


def test_it_is_said_in_other_languages_without_markup() -> None:
    alt = renderer.draw_ranks(ranks(1, gone=True), pseudo.voice()).alt
    assert list(pseudo.english_left(alt, ("A*n", "Logger", "SB"))) == []
    assert "\\" not in alt
