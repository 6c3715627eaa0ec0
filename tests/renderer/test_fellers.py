"""The picture of a race: its river, its pieces, the last turn, and nothing hidden."""

from dataclasses import replace
from gettext import NullTranslations

import pytest
from babel import Locale
from PIL import Image, ImageChops, ImageDraw, ImageStat

import renderer
from renderer import Picture
from renderer.fellers import FOOT, TALL, float_stamp, seats, sprites
from renderer.fellers.hand import CardMove, card, ways
from renderer.fellers.layout import layout_of, middles
from rules import GAMES
from rules.fellers.position import FIGURES, HOME, JOKER, VALUES, Position, colour_letters
from rules.fellers.river import join, pairs, read_all
from rules.game import Event, Leave, Seat
from rules.play import look
from rules.voice import ENGLISH, Voice
from seeds import rivers
from tests.hosted import HOSTED, draw, draw_hand, rgb
from tests.renderer.gallery import seen
from tests.renderer.positions import opening as logger_opening
from tests.renderer.rivers import FELLERS, box, changed, float_all, labels, opening, picture, river
from tests.spoken import Spoken


def seats_box(s: Position) -> tuple[int, int, int, int]:
    """Where the seats are in the picture, and the lines under those beside the river."""
    cards = layout_of(river(s)).cards
    return cards.left - 14, cards.top - 4, 1200, 3000


def test_a_hex_is_large_on_every_course_of_two() -> None:
    """A space has room for its name, a lumberjack for a letter: 15 px where 324 are shown."""
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
    """A space is named by its lane and row, so the picture must not leave the row open."""
    for column in layout_of(river(opening())).columns:
        for place in column.places:
            (_, level), row = column.middle(place), place[1]
            above, its, below = (abs(level - column.level(n)) for n in (row - 1, row, row + 1))
            assert its < min(above, below) / 2


@pytest.mark.parametrize("course", ["L", "B+G+I+K"])
def test_every_space_of_a_longer_or_shorter_course_is_in_its_window(course: str) -> None:
    """A longer course makes a taller picture, never smaller hexes than can be read."""
    s = opening(2, course)
    its, layout = river(s), layout_of(river(s))
    assert layout.high >= 58
    view = seen("fellers", s)
    assert renderer.surface(HOSTED["fellers"], view, labels(2)).size[1] >= layout.height
    found = {middles(its)[cell]: layout.columns[part] for cell, part in enumerate(its.segment)}
    assert len(found) == len(its.places)
    for (x, y), column in found.items():
        assert 0 < x - column.left < column.size[0]
        assert 0 < y - column.top < column.size[1]


class German(NullTranslations):
    def gettext(self, message: str) -> str:
        return {"grass": "Wiese", "coal": "Kohle", "wool": "Schafwolle"}.get(message, message)


def forget_figures() -> None:
    for each in (float_stamp, card, seats.chip, seats._figure, seats._narrow_card):
        each.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("voice", "worn"), [(ENGLISH, "GHRBCW"), (Voice(Locale.parse("de"), German()), "IHRBKC")]
)
def test_a_lumberjack_wears_the_first_letter_of_its_colour(
    voice: Voice, worn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the language of the picture, on the board and in a hand; if two would be the same, or it
    is another colour's in the log, the next letter (docs/decisions.md, 57)."""
    everywhere = zip(FIGURES, river(opening(5)).names, strict=False)
    view, found = look(FELLERS, float_all(opening(5), **dict(everywhere)), (), 0), set[str]()

    def note(code: str, letter: str, share: float, *, wet: bool = False) -> Image.Image:
        found.add(f"{code[0]}{letter}")
        return Image.new("RGBA", (40, 40))

    monkeypatch.setattr(sprites, "figure", note)
    forget_figures()
    renderer.draw(HOSTED["fellers"], view, labels(5), voice)
    board = found.copy()
    found.clear()
    renderer.draw_hand(HOSTED["fellers"], view, labels(5), voice)
    forget_figures()
    every = dict(zip("gyrbkw", worn, strict=True))
    assert {each for each in board if len(each) > 1} == {f"{c}{every[c]}" for c in every}
    held = {card[0] for card in view.state.hands[0] if card != "j"}
    assert {each for each in found if len(each) > 1} == {f"{c}{every[c]}" for c in held}


@pytest.mark.slow
def test_the_panel_tells_where_everybody_is_and_how_many_cards_there_are() -> None:
    s = float_all(opening(3), gm="e3")
    home = s._replace(figures=(HOME, *s.figures[1:]))
    used = s._replace(discards=(("gm4",), *s.discards[1:]))
    fewer = s._replace(decks=(s.decks[0][1:], *s.decks[1:]))
    two = s._replace(hands=(s.hands[0][1:], *s.hands[1:]))
    other = s._replace(mover=1)
    gone, _ = FELLERS.apply(s, Leave(2))
    shown = (s, used, fewer, two, other, home, gone)
    assert len({picture(each).crop(seats_box(s)).tobytes() for each in shown}) == len(shown)


def test_the_card_that_was_played_is_shown_to_everybody() -> None:
    s = float_all(opening(), gm="e3")
    shown = [
        picture(s, Event("plays", 0, at)).crop(seats_box(s)).tobytes()
        for at in (("gm1", "gm"), ("gm4", "gm"), ("gm4", "gw"), ("gw4", "gw"), ("j", "gm"))
    ]
    assert len({*shown, picture(s).crop(seats_box(s)).tobytes()}) == 6


LETTERS = colour_letters(ENGLISH)
BARE = float_all(opening())


def crop_river(s: Position, *events: Event) -> Image.Image:
    """A picture without its panel."""
    *_, right, bottom = layout_of(river(s)).plate
    return picture(s, *events).crop((0, 0, right, bottom))


MARKED: tuple[tuple[Event, tuple[str, ...]], ...] = (
    (Event("enters", 0, ("gm", "e1")), ("e1",)),
    (Event("steps", 0, ("gm", "e5", "e6")), ("e5", "e6")),
    (Event("steps", 0, ("gm", "d13", "d14")), ("d13", "d14")),  # over the rapids
    (Event("shoves", 0, ("log", "e6", "e7")), ("e6", "e7")),
    (Event("shoves", 0, ("gw", "e25", "off")), ("e25",)),
    (Event("floats", 0, ("log", "e17", "e18", "e19")), ("e17", "e18", "e19")),
    (Event("stuck", 0, ("log", "e17")), ()),
    (Event("draws", 0, (), 3), ()),
)


def test_an_event_is_marked_on_its_way() -> None:
    """In these spaces and less than a hex around them; the panel doesn't count."""
    bare = crop_river(BARE)
    for event, spaces in MARKED:
        boxes, marked = [box(BARE, name, 0.75) for name in spaces], crop_river(BARE, event)
        assert changed(bare, marked, *boxes) if boxes else bare.tobytes() == marked.tobytes(), event


def test_walk_shove_and_float_look_different() -> None:
    verbs, way = ("steps", "shoves", "floats"), ("gm", "e5", "e6")
    assert len({picture(BARE, Event(verb, 0, way)).convert("L").tobytes() for verb in verbs}) == 3


def test_whoever_moved_last_stands_in_a_ring() -> None:
    s = float_all(opening(), gm="e5", gw="e7")
    card = Event("plays", 0, ("gm1", "gm"))
    other = Event("plays", 0, ("gm1", "gw"))
    man, woman = (crop_river(s, each) for each in (card, other))
    assert changed(man, woman, box(s, "e5", 0.3), box(s, "e7", 0.3))


MIDDLE, AROUND = "e22", ("e21", "f22", "f23", "e23", "d23", "d22")


def show_face(s: Position, code: str) -> tuple[Image.Image, tuple[int, int]]:
    """Where a lumberjack's face and letter are in its sprite, and where that is in the picture."""
    layout = layout_of(river(s))
    share = layout.high * TALL / sprites.SIDE
    signed, plain = (sprites.figure(code, sign, share) for sign in (LETTERS[code[0]], ""))
    face = Image.new("L", plain.size)
    middle, low, half = plain.width / 2, share * 41, share * 17
    ImageDraw.Draw(face).ellipse((middle - half, low - half, middle + half, low + half), fill=255)
    inked = ImageChops.difference(signed.convert("RGB"), plain.convert("RGB")).convert("L")
    shown = ImageChops.lighter(face, inked.point([255 * (n > 90) for n in range(256)]))
    x, y = middles(river(s))[river(s).by_name[MIDDLE]]
    _, (wide, tall) = float_stamp(code, LETTERS[code[0]], layout.high)
    corner = round(x - wide / 2), round(y - tall / 2) + round(layout.high * FOOT - tall / 2)
    return shown, corner


@pytest.mark.parametrize("code", FIGURES[::5])
def test_no_neighbour_and_no_arrow_hides_a_face_or_a_letter(code: str) -> None:
    """Six stand around one of them, who has been shoved from every side and shoves to each
    (docs/decisions.md, 57)."""
    alone = float_all(opening(5), **{code: MIDDLE})
    others = [other for other in FIGURES if other != code][:6]
    crowd = float_all(opening(5), **{code: MIDDLE}, **dict(zip(others, AROUND, strict=True)))
    shown, at = show_face(alone, code)
    box = (*at, at[0] + shown.width, at[1] + shown.height)
    lone = crop_river(alone).crop(box)
    away = [Event("shoves", 0, ("log", MIDDLE, name)) for name in AROUND]
    here = [Event("shoves", 0, ("log", name, MIDDLE)) for name in AROUND]
    for events in ((), away, here):
        hidden = ImageChops.difference(lone, crop_river(crowd, *events).crop(box)).convert("L")
        covered = ImageChops.multiply(hidden.point([0] + [255] * 255), shown)
        assert ImageStat.Stat(covered).sum[0] < 0.04 * ImageStat.Stat(shown).sum[0]


def test_spaces_that_may_be_picked_are_numbered_in_the_picture() -> None:
    s = float_all(opening(), "e6", gm="e5")
    both = labels(2), replace(labels(2), targets=("d5", "e6", "off"))
    bare, shown = (rgb(draw("fellers", look(FELLERS, s, (), 0), each)) for each in both)
    assert changed(bare, shown, box(s, "d5"), box(s, "e6", 0.3))


def hand(s: Position, seat: Seat | None) -> Picture:
    return draw_hand("fellers", look(FELLERS, s, (), seat), labels(len(s.hands)))


def give_hand(*cards: str) -> Position:
    s = opening(2)
    return s._replace(hands=(cards, s.hands[1]))


@pytest.mark.slow
def test_a_hand_is_told_in_words() -> None:
    s = give_hand("gm4", "gw2", "j")
    drawn = hand(s, 0)
    assert rgb(drawn).size == (1200, 716)
    assert drawn.alt == Spoken(GAMES["fellers"].texts).hand(FELLERS.view(s, 0), 0)
    assert "grass man 4" in drawn.alt


def test_every_card_looks_different() -> None:
    """The five values of a lumberjack, another's, another colour's, and the beaver."""
    names = {*(f"gm{n}" for n in VALUES), "gw3", "rm3", JOKER}
    shown = {card(name, (CardMove("gm", "e5", "e8"),)).tobytes() for name in names}
    assert len(shown) == len(names) == 8


def test_a_card_says_where_its_lumberjack_stands_and_how_far_it_gets() -> None:
    """By its own steps, on the river as it is: each leads a space nearer if nothing bars it."""
    s = float_all(give_hand("gm1", "gm4", "gw2"), gm="e1")
    for name, steps in (("gm1", 1), ("gm4", 4)):
        (way,) = ways(s, 0, name)
        here, there = (river(s).steps[river(s).by_name[at]] for at in (way.here, way.there))
        assert (way.code, way.here, here - there) == ("gm", "e1", steps)
    (shore,) = ways(s, 0, "gw2")
    assert (shore.here, shore.there[1:]) == ("shore", "2")
    shown = [hand(each, 0).png for each in (s, float_all(s, gm="e2"))]
    assert len(set(shown)) == 2


def test_the_beaver_and_the_card_of_one_at_home_tell_of_all_others() -> None:
    """It may move any of them (Forest Fellers rules, Playing the Game)."""
    s = float_all(give_hand("gm4", "j"), gm="e5", gw="e9", kw="d12")
    assert [way.code for way in ways(s, 0, "j")] == ["gm", "gw", "kw"]
    home = s._replace(figures=(HOME, *s.figures[1:]))
    assert [way.code for way in ways(home, 0, "gm4")] == ["gw", "kw"]


def test_how_far_a_card_gets_depends_on_nothing_hidden() -> None:
    """Non-interference, also if every other hand and deck is another one."""
    s = float_all(give_hand("gm4", "gw2", "j"), gm="e5", gw="e9")
    view = FELLERS.view(s, 0)
    other = view._replace(hands=(s.hands[0], ("j", "ym5", "yw5")), decks=((), ("ym1",)), mover=1)
    for name in s.hands[0]:
        assert ways(s, 0, name) == ways(view, 0, name) == ways(other, 0, name)


def test_strangers_and_whoever_has_left_see_no_hand() -> None:
    """The interface: only for a seat whose hand may be seen."""
    s = opening(3)
    with pytest.raises(ValueError, match="no hand"):
        hand(s, None)
    gone, _ = FELLERS.apply(s, Leave(1))
    with pytest.raises(ValueError, match="no hand"):
        hand(gone, 1)
    claimed = replace(look(FELLERS, s, (), None), seat=0)  # a view of somebody else
    with pytest.raises(ValueError, match="no hand"):
        draw_hand("fellers", claimed, labels(3))
    with pytest.raises(ValueError, match="no hands"):
        draw_hand("logger", seen("logger", logger_opening()), labels(2))
