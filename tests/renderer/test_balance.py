"""The curve of who stood better. Source: issue 27, item 10: between two from -1 to 1, among more
shares that add up to one; readable at 324 px, and not by colour alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

import renderer
from renderer import Balance, Labels, Picture, chart, figures, frame, panel
from renderer.chart import ABOVE, BELOW, CURVE, LEFT, RIGHT, curve, seat_cards
from renderer.fellers import sprites
from renderer.palette import COLOURS, FLAT, RGB, tint
from rules.logger.rules import Phase
from rules.play import Seen
from tests.hosted import HOSTED
from tests.renderer.contrast import SIGN, contrast, luminance
from tests.renderer.legible import sizes, too_small
from tests.renderer.positions import PEOPLE, opening, seen

BOX = CURVE[0] + LEFT, CURVE[1] + ABOVE, CURVE[2] - RIGHT, CURVE[3] - BELOW
LIGHT = tint("paper", 0)
TWO = Balance(((0.5, 0.5), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (0.5, 0.5)))
FOUR = Balance(((0.25,) * 4,) * 3 + ((0.5, 0.25, 0.25, 0.0),) * 6, (2, 3))


def all_draw(seats: int) -> tuple[Seen[Any], Labels]:
    """What is seen of a game in which all have as many points."""
    view = seen(opening(seats)._replace(phase=Phase.OVER, points=(9,) * seats))
    return view, Labels("L7", PEOPLE[:seats], 12)


def drawn(balance: Balance) -> Picture:
    view, labels = all_draw(len(balance.shares[0]))
    labels = replace(labels, turn=len(balance.shares) - 1)
    return renderer.draw_balance(HOSTED["logger"], view, labels, balance)


def colour(picture: Picture, x: float, y: float) -> RGB:
    """Of a place in the chart, from 0 to 1 rightwards and down."""
    left, top, right, bottom = BOX
    at = round(left + x * (right - left)), round(top + y * (bottom - top))
    found = Image.open(BytesIO(picture.png)).convert("RGB").getpixel(at)
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def test_between_two_the_line_rises_towards_the_first_and_falls_towards_the_second() -> None:
    first, second = (figures.coat(seat)[0] for seat in range(2))
    picture = drawn(TWO)
    assert colour(picture, 0.25, 0.2) == first
    assert colour(picture, 0.75, 0.8) == second
    assert {colour(picture, 0.25, 0.8), colour(picture, 0.75, 0.2)} == {chart.PAPER}
    assert TWO.leads == [0, 1, 0, -1, 0]


def test_among_more_the_shares_fill_the_chart() -> None:
    """Each in its seat's colour, between lines, and with its letter where it is highest."""
    picture = drawn(FOUR)
    for x, heights in ((0.1, (0.2, 0.4, 0.65, 0.9)), (0.6, (0.4, 0.6, 0.9))):
        for seat, y in enumerate(heights):
            assert colour(picture, x, y) == figures.coat(seat)[0], (x, seat)
    assert colour(picture, 0.6, 0.5) == LIGHT


def test_the_lines_between_areas_are_seen_on_every_colour() -> None:
    """WCAG 2.2, 1.4.11: by their dark edges or their light middle, at 3 : 1; red beside blue has
    less than 2 : 1."""
    fellers = [sprites.coat(ramp)[0] for ramp in sprites.RAMPS.values()]
    for coat in map(luminance, [*(figures.coat(seat)[0] for seat in range(6)), *fellers]):
        assert max(contrast(coat, luminance(ink)) for ink in (figures.INK, LIGHT)) >= SIGN


@pytest.mark.parametrize("balance", [TWO, FOUR], ids=["two", "four"])
def test_it_reads_on_a_phone(balance: Balance) -> None:
    found = sizes(lambda: drawn(balance))
    assert {"A", "B", "0"} <= set(found)
    assert too_small(found) == {}


def test_every_seat_has_its_letter_at_the_curve() -> None:
    """So that nobody has to tell areas apart by their colours."""
    for balance in (TWO, FOUR):
        on = Image.new("L", (1200, 900))
        on.putpalette(FLAT)
        labels = Labels("L7", PEOPLE[: len(balance.shares[0])], 4)
        found = sizes(partial(curve, on, CURVE, balance, labels, frame.logger_coats(None, labels)))
        assert set(labels.letters) <= set(found)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_card_lies_on_the_words_of_another(seats: int) -> None:
    """Four who share a draw have no room for the word under each; the headline tells it."""
    view, labels = all_draw(seats)
    cards = seat_cards(HOSTED["logger"].kind, view, labels)
    assert not panel.overlap(cards)
    assert [bool(card.strip) for card in cards] == [seats < 4] * seats


def test_it_is_told_in_words() -> None:
    """At five turns; parts that add up to a hundred; what is marked."""
    assert drawn(TWO).alt.splitlines()[2:] == [
        "Who was ahead, from 1 (Ana wins) to -1 (Ben wins), after turns 0, 1, 2, 3 and 4: "
        "0.0 · 1.0 · 0.0 · -1.0 · 0.0."
    ]
    shares = Balance(((1 / 3, 1 / 3, 1 / 3), (0.0, 0.0, 1.0)), (1,))
    assert drawn(shares).alt.splitlines()[2:] == [
        "Each player's chance of winning, in percent, after turns 0 and 1: Ana 34, 0 · Ben "
        "33, 0 · Cy 33, 100.",
        "Turn 1 is marked on the curve.",
    ]


@pytest.mark.parametrize("turns", [1, 2, 400])
def test_a_game_of_any_length_has_one(turns: int) -> None:
    picture = drawn(Balance(((0.5, 0.5),) * turns, (0, turns - 1)))
    opened = Image.open(BytesIO(picture.png))
    flat = opened.getpalette() or []
    assert {tuple(flat[n : n + 3]) for n in range(0, len(flat), 3)} <= {*COLOURS, (0, 0, 0)}
    assert len(picture.alt) <= 1024
