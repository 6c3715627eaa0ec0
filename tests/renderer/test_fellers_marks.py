"""The last turn on the river is marked where it happened."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from renderer.fellers import FOOT, TALL, sprites
from renderer.fellers import float_stamp as afloat_
from renderer.fellers.layout import layout_of
from rules.fellers.position import FIGURES, Position, lettered
from rules.game import Event
from rules.play import look
from rules.voice import ENGLISH
from tests.hosted import draw
from tests.renderer.rivers import (
    FELLERS,
    afloat,
    box,
    changed,
    labels,
    opening,
    picture,
    river,
)

LETTERS = lettered(ENGLISH)
BARE = afloat(opening())
BEYOND = 0.75  # of a hex: how far a mark may reach beyond its spaces


def marked(event: Event, *names: str) -> bool:
    """The event is marked in these spaces and their nearest surroundings only; what the panel
    tells of it is not looked at."""
    boxes = [box(BARE, name, BEYOND) for name in names]
    return changed(of_river(BARE), of_river(BARE, event), *boxes)


def of_river(s: Position, *events: Event) -> Image.Image:
    """A picture without its panel."""
    *_, right, bottom = layout_of(river(s)).plate
    return picture(s, *events).crop((0, 0, right, bottom))


@pytest.mark.parametrize(
    ("event", "spaces"),
    [
        (Event("enters", 0, ("gm", "e1")), ("e1",)),
        (Event("steps", 0, ("gm", "e5", "e6")), ("e5", "e6")),
        (Event("steps", 0, ("gm", "e5", "d5")), ("d5", "e5")),
        (Event("steps", 0, ("gm", "d12", "e12")), ("d12", "e12")),
        (Event("shoves", 0, ("log", "e6", "e7")), ("e6", "e7")),
        (Event("shoves", 0, ("gw", "e25", "off")), ("e25",)),
        (Event("floats", 0, ("log", "e17", "e18", "e19")), ("e17", "e18", "e19")),
        (Event("stuck", 0, ("log", "e17")), ()),
        (Event("draws", 0, (), 3), ()),
    ],
    ids=str,
)
def test_an_event_is_marked_on_its_way(event: Event, spaces: tuple[str, ...]) -> None:
    """Pictures: the last move with its shoves and floats as arrows."""
    if spaces:
        assert marked(event, *spaces)
    else:
        assert of_river(BARE).tobytes() == of_river(BARE, event).tobytes()


def test_a_step_over_the_rapids_is_marked_in_both_columns() -> None:
    """Where one column ends and the next begins, an arrow goes on."""
    over = Event("steps", 0, ("gm", "d13", "d14"))
    assert marked(over, "d13", "d14")


def test_a_walk_is_one_arrow_and_differs_from_its_steps_alone() -> None:
    steps = [("e5", "e6"), ("e6", "e7"), ("e7", "f8")]
    events = [Event("steps", 0, ("gm", *step)) for step in steps]
    apart = picture(BARE, events[0], events[2])
    assert picture(BARE, *events).tobytes() != apart.tobytes()
    assert picture(BARE, *events).tobytes() != picture(BARE, *reversed(events)).tobytes()


def test_walk_shove_and_float_look_different() -> None:
    """Told apart by more than colour: shoves lie aside, floats are dashed."""
    way = ("gm", "e5", "e6")
    shown = {
        picture(BARE, Event(verb, 0, way)).convert("L").tobytes()
        for verb in ("steps", "shoves", "floats")
    }
    assert len(shown) == 3


def test_whoever_moved_last_stands_in_a_ring() -> None:
    s = afloat(opening(), gm="e5", gw="e7")
    card = Event("plays", 0, ("gm1", "gm"))
    other = Event("plays", 0, ("gm1", "gw"))
    man, woman = (of_river(s, each) for each in (card, other))
    assert changed(man, woman, box(s, "e5", 0.3), box(s, "e7", 0.3))


MIDDLE, AROUND = "e22", ("e21", "f22", "f23", "e23", "d23", "d22")


def bare(s: Position, code: str) -> tuple[Image.Image, tuple[int, int]]:
    """Where a lumberjack's face and letter are in its sprite, and where that is in the picture."""
    layout = layout_of(river(s))
    share = layout.high * TALL / sprites.SIDE
    signed, plain = (sprites.figure(code, sign, share) for sign in (LETTERS[code[0]], ""))
    face = Image.new("L", plain.size)
    middle, low, half = plain.width / 2, share * 41, share * 17
    ImageDraw.Draw(face).ellipse((middle - half, low - half, middle + half, low + half), fill=255)
    inked = ImageChops.difference(signed.convert("RGB"), plain.convert("RGB")).convert("L")
    shown = ImageChops.lighter(face, inked.point([255 * (n > 90) for n in range(256)]))
    x, y = layout.on(river(s), river(s).by_name[MIDDLE])
    _, (wide, tall) = afloat_(code, LETTERS[code[0]], layout.high)
    corner = round(x - wide / 2), round(y - tall / 2) + round(layout.high * FOOT - tall / 2)
    return shown, corner


@pytest.mark.parametrize("code", FIGURES)
def test_no_neighbour_and_no_arrow_hides_a_face_or_a_letter(code: str) -> None:
    """Six stand around one of them, who has been shoved from every side and shoves to each (issue
    27, item 8)."""
    alone = afloat(opening(5), **{code: MIDDLE})
    others = [other for other in FIGURES if other != code][:6]
    crowd = afloat(opening(5), **{code: MIDDLE}, **dict(zip(others, AROUND, strict=True)))
    shown, at = bare(alone, code)
    box = (*at, at[0] + shown.width, at[1] + shown.height)
    lone = of_river(alone).crop(box)
    shoves = [("log", MIDDLE, name) for name in AROUND]
    shoves += [("log", name, MIDDLE) for name in AROUND]
    for shove in ((), *shoves):
        events = [Event("shoves", 0, shove)] if shove else []
        hidden = ImageChops.difference(lone, of_river(crowd, *events).crop(box)).convert("L")
        covered = ImageChops.multiply(hidden.point([0] + [255] * 255), shown)
        assert ImageStat.Stat(covered).sum[0] < 0.04 * ImageStat.Stat(shown).sum[0], shove


def test_spaces_that_may_be_picked_are_numbered_in_the_picture() -> None:
    """As in the menu of the builder; above what floats there."""
    s = afloat(opening(), "e6", gm="e5")
    bare, shown = (
        Image.open(BytesIO(draw("fellers", look(FELLERS, s, (), 0), each).png)).convert("RGB")
        for each in (labels(2), replace(labels(2), targets=("d5", "e6", "off")))
    )
    assert changed(bare, shown, box(s, "d5"), box(s, "e6", 0.3))
