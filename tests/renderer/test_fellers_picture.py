"""The picture of a race: its shape, its river, who is where, and nothing that is hidden."""

from __future__ import annotations

from gettext import NullTranslations
from io import BytesIO
from itertools import combinations
from math import cos, radians, sin
from statistics import median
from typing import cast

import pytest
from babel import Locale
from PIL import Image, ImageChops, ImageStat

import renderer
from renderer.fellers import TALL, plate, sprites
from renderer.fellers import plate as tiles
from renderer.fellers.layout import layout_of
from renderer.palette import COLOURS, FLAT, tint, to_palette
from rules.fellers.position import FIGURES, HOME, Position
from rules.fellers.river import STILL, join, pairs, read_all
from rules.game import Event, Leave, Setup
from rules.play import look
from rules.voice import ENGLISH, Voice
from seeds import rivers
from tests.hosted import HOSTED, draw
from tests.renderer import written
from tests.renderer.contrast import contrast, luminance
from tests.renderer.legible import forget
from tests.renderer.rivers import (
    FELLERS,
    afloat,
    box,
    changed,
    labels,
    opening,
    picture,
    playout,
    png,
    river,
)

PHONE = 360 / 1200


def grey(image: Image.Image) -> Image.Image:
    """As on a phone, without colour."""
    small = (round(image.width * PHONE), round(image.height * PHONE))
    return image.convert("L").resize(small, Image.Resampling.LANCZOS)


def palette_rgb(picture: Image.Image) -> Image.Image:
    """A picture in places of the palette, in its colours."""
    shown = picture.copy()
    shown.putpalette(FLAT)
    return shown.convert("RGB")


def seated(s: Position) -> tuple[int, int, int, int]:
    """Where the seats are in the picture, and what is told under those beside the river."""
    cards = layout_of(river(s)).cards
    return cards.left - 14, cards.top - 4, 1200, 3000


def apart(a: Image.Image, b: Image.Image) -> float:
    """The mean difference of two small grey pictures, in steps of 255."""
    return ImageStat.Stat(ImageChops.difference(grey(a), grey(b))).mean[0]


@pytest.mark.parametrize(("seats", "course"), [(2, "A+H"), (3, "C+E"), (4, "J+F"), (5, "D+K")])
def test_a_picture_is_1200_px_wide_and_has_at_most_64_colours(seats: int, course: str) -> None:
    """The seats stand beside the river, or below two wide segments: palette image, 1200 px wide."""
    for seen in list(playout(seats, course, 3))[::12]:
        drawn = draw("fellers", seen, labels(seats))
        shown = Image.open(BytesIO(drawn.png))
        assert (shown.format, shown.mode, shown.width) == ("PNG", "P", 1200)
        assert (shown.height == 982) == (course != "D+K")
        assert shown.height < 1700
        flat = shown.getpalette() or []
        assert {tuple(flat[n : n + 3]) for n in range(0, len(flat), 3)} <= {*COLOURS, (0, 0, 0)}
        assert len(drawn.png) < 300_000
        assert 0 < len(drawn.alt) <= 1024


def test_a_hex_is_large_on_every_course_of_two() -> None:
    """A space has room for its name, a lumberjack for a letter: 15 px where 324 are shown. Of a
    hundred courses ninety leave room on a phone for the words above them."""
    courses = [join(pair) for pair in pairs(read_all(rivers()).values())]
    assert len(courses) > 100
    low = [course for course in courses if layout_of(course).height < 1000]
    assert len(low) >= 0.9 * len(courses)
    for course in courses:
        layout = layout_of(course)
        assert layout.high >= 58
        assert layout.plate[0] >= 14
        assert layout.plate[2] <= 1200 - 14
        assert sprites.letter_size(layout.high * TALL / sprites.SIDE) <= sprites.LARGEST


def test_a_space_is_nearest_to_the_number_of_its_own_row() -> None:
    """A space is called by its lane and row, so the picture must not leave the row open."""
    for column in layout_of(river(opening())).columns:
        for place in column.places:
            (_, level), row = column.middle(place), place[1]
            above, its, below = (abs(level - column.level(n)) for n in (row - 1, row, row + 1))
            assert its < min(above, below) / 2


@pytest.mark.parametrize("course", ["A+H", "D+K", "L"])
@pytest.mark.parametrize("private", [False, True])
def test_the_name_of_every_space_is_read_on_its_water(course: str, private: bool) -> None:
    """At 4.5 : 1 at least, on still water and on a current, in the picture for everybody too
    (issue 27, item 8: it was 1.4 : 1)."""
    its = river(opening(2, course))
    layout, bare = layout_of(its), palette_rgb(to_palette(plate._painted(its)))
    shown = palette_rgb(plate.empty(its, private, ("",) * 5))
    for cell, name in enumerate(its.names):
        x, y = layout.on(its, cell)
        box = (round(x - 28), round(y - 20), round(x + 28), round(y + 20))
        written, water = shown.crop(box), bare.crop(box)
        different = ImageChops.difference(written, water).convert("L").point([0] + [255] * 255)
        ink = min(map(luminance, colours(written, different)))
        ground = median(map(luminance, colours(water, ImageChops.invert(different))))
        assert ground > ink
        assert contrast(ground, ink) >= 4.5, name


def colours(picture: Image.Image, where: Image.Image) -> list[tuple[int, int, int]]:
    """The colours of the pixels that a mask shows."""
    every = cast("tuple[tuple[int, int, int], ...]", picture.get_flattened_data())
    return [colour for colour, shown in zip(every, where.tobytes(), strict=True) if shown]


CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@pytest.mark.parametrize("course", ["A+H", "E+C", "L"])
@pytest.mark.parametrize("private", [False, True])
def test_a_picture_shows_where_every_current_leads(course: str, private: bool) -> None:
    """The sign is at the edge of a space, where its name leaves room; the water is dark."""
    its = river(opening(2, course))
    layout, shown = layout_of(its), palette_rgb(plate.empty(its, private, ("",) * 5))
    leading = [(cell, way) for cell, way in enumerate(its.currents) if way != STILL]
    assert leading
    for cell, way in leading:
        (x, y), angle = layout.on(its, cell), radians(-90 + 60 * way)
        far = tiles.ONWARD * layout.high
        at = round(x + far * cos(angle)), round(y + far * sin(angle))
        assert shown.getpixel(at) == tiles.FOAM, its.names[cell]
        corners = [(x + 0.2 * dx * layout.high, y + 0.36 * dy * layout.high) for dx, dy in CORNERS]
        deep = [shown.getpixel((round(a), round(b))) == tiles.DEEP for a, b in corners]
        assert sum(deep) >= 2, its.names[cell]


@pytest.mark.parametrize("course", ["L", "A+D+F", "B+G+I+K"])
def test_every_space_of_a_longer_or_shorter_course_is_in_its_window(course: str) -> None:
    """A longer course makes a taller picture, never smaller hexes than can be read."""
    s = opening(2, course)
    layout = layout_of(river(s))
    assert layout.high >= 58
    assert picture(s).height >= layout.height
    middles = [layout.on(river(s), cell) for cell in range(len(river(s).places))]
    assert len(set(middles)) == len(middles)
    for (x, y), part in zip(middles, river(s).segment, strict=True):
        column = layout.columns[part]
        assert column.left < x < column.left + column.size[0]
        assert column.top < y < column.top + column.size[1]


def test_a_log_is_seen_in_its_space_and_nowhere_else() -> None:
    bare = afloat(opening())
    for name in ("d1", "c3", "e13", "h16", "d26"):
        assert changed(picture(bare), picture(afloat(bare, name)), box(bare, name, 0.1))


@pytest.mark.parametrize("code", ["gm", "gw", "ym", "yw", "kw", "wm"])
def test_a_lumberjack_is_seen_in_his_space_and_on_the_card_of_his_seat(code: str) -> None:
    """A head may reach a little into the space above."""
    bare = afloat(opening())
    shown = picture(afloat(bare, **{code: "e13"}))
    assert changed(picture(bare), shown, box(bare, "e13", 0.25), seated(bare))


def test_lumberjacks_differ_without_colour_on_a_phone() -> None:
    """Grey test: colour is also a letter, and man and woman are different shapes."""
    water = Image.new("RGB", (60, 60), tint("river", 2))
    shown = {}
    for code in FIGURES:
        shown[code] = water.copy()
        sprite = sprites.figure(code, code[0].upper(), 72 / sprites.SIDE, wet=True)
        shown[code].paste(sprite, mask=sprite)
    assert min(apart(water, each) for each in shown.values()) > 25
    assert min(apart(a, b) for a, b in combinations(shown.values(), 2)) > 7
    for colour in "gyrb":
        assert apart(shown[f"{colour}m"], shown[f"{colour}w"]) > 12


def test_the_six_currents_point_six_ways() -> None:
    """A current is an arrow in the direction in which it carries."""
    ways = [(0, -1), (1, -1), (1, 1), (0, 1), (-1, 1), (-1, -1)]
    for direction, (dx, dy) in enumerate(ways):
        left, top, right, bottom = tiles.onward(direction, 100).getbbox() or (0, 0, 0, 0)
        middle = (left + right) / 2 - 100, (top + bottom) / 2 - 100
        assert [(c > 5) - (c < -5) for c in middle] == [dx, dy]
    assert len({tiles.current(direction, 50).tobytes() for direction in range(6)}) == 6


class German(NullTranslations):
    def gettext(self, message: str) -> str:
        return {"grass": "Wiese", "coal": "Kohle", "wool": "Schafwolle"}.get(message, message)


@pytest.mark.parametrize(
    ("voice", "worn"), [(ENGLISH, "GHRBCW"), (Voice(Locale.parse("de"), German()), "IHRBKC")]
)
def test_a_lumberjack_wears_the_first_letter_of_its_colour(
    voice: Voice, worn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the language of the picture, on the board and in a hand; where two would be the same, or
    it is another colour's in the log, the next letter (issue 27, item 8)."""
    written.forget()
    forget()
    everywhere = zip(FIGURES, river(opening(5)).names, strict=False)
    seen = look(FELLERS, afloat(opening(5), **dict(everywhere)), (), 0)
    found = written.noted(monkeypatch)
    renderer.draw(HOSTED["fellers"], seen, labels(5), voice)
    assert {text for text in found if len(text) == 1 and text.isupper()} == {*worn}
    found.clear()
    renderer.draw_hand(HOSTED["fellers"], seen, labels(5), voice)
    own = {worn["gyrbkw".index(card[0])] for card in seen.state.hands[0] if card != "j"}
    assert {text for text in found if len(text) == 1 and text.isupper()} == own


def test_currents_rocks_and_rapids_are_on_the_empty_river() -> None:
    """Every course looks different before anything floats on it."""
    empty = {picture(afloat(opening(2, f"{a}+{b}"))).tobytes() for a, b in ("AC", "CA", "EC", "EH")}
    assert len(empty) == 4


def test_the_panel_tells_where_everybody_is_and_how_many_cards_there_are() -> None:
    """Open information: who is home, and the numbers of cards (Forest Fellers, our ruling)."""
    s = afloat(opening(3), gm="e3")
    home = s._replace(figures=(HOME, *s.figures[1:]))
    used = s._replace(discards=(("gm4",), *s.discards[1:]))
    fewer = s._replace(decks=(s.decks[0][1:], *s.decks[1:]))
    two = s._replace(hands=(s.hands[0][1:], *s.hands[1:]))
    other = s._replace(mover=1)
    gone, _ = FELLERS.apply(s, Leave(2))
    panels = {
        picture(each).crop(seated(s)).tobytes() for each in (s, used, fewer, two, other, home)
    }
    assert len(panels | {picture(gone).crop(seated(s)).tobytes()}) == 7


def test_the_card_that_was_played_is_shown_to_everybody() -> None:
    s = afloat(opening(), gm="e3")
    shown = [
        picture(s, Event("plays", 0, at)).crop(seated(s)).tobytes()
        for at in (("gm1", "gm"), ("gm4", "gm"), ("gm4", "gw"), ("gw4", "gw"), ("j", "gm"))
    ]
    assert len({*shown, picture(s).crop(seated(s)).tobytes()}) == 6


def test_no_picture_depends_on_what_is_hidden() -> None:
    """Non-interference: other hands, other decks, a card just drawn: the same bytes."""
    s = opening(3)
    hand, deck = s.hands[1], s.decks[1]
    other = s._replace(
        hands=(s.hands[0], deck[:3], s.hands[2]),
        decks=(s.decks[0], tuple(sorted((*hand, *deck[3:]))), s.decks[2]),
    )
    drew = Event("draws", 1, (), 3)
    told = Event("gets", 1, (hand[0],), only=1)
    assert png(s, drew, told) == png(other, drew)
    assert png(s, drew, told, seat=1) == png(other, drew, seat=1)


def test_a_race_whose_course_nature_has_still_to_choose_has_a_picture() -> None:
    s = FELLERS.new(Setup(3, {"course": "random"}))
    drawn = draw("fellers", look(FELLERS, s, (), None), labels(3))
    assert Image.open(BytesIO(drawn.png)).size == (1200, 900)
