"""The last turn on the river is marked where it happened."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderer.fellers.layout import arranged
from rules.fellers.position import Position
from rules.game import Event
from rules.play import look
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

BARE = afloat(opening())
BEYOND = 0.75  # of a hex: how far a mark may reach beyond its spaces


def marked(event: Event, *names: str) -> bool:
    """The event is marked in these spaces and their nearest surroundings only; what the panel
    tells of it is not looked at."""
    boxes = [box(BARE, name, BEYOND) for name in names]
    return changed(of_river(BARE), of_river(BARE, event), *boxes)


def of_river(s: Position, *events: Event) -> Image.Image:
    """A picture without its panel."""
    *_, right, bottom = arranged(river(s)).plate
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


def test_spaces_that_may_be_picked_are_numbered_in_the_picture() -> None:
    """As in the menu of the builder; above what floats there."""
    s = afloat(opening(), "e6", gm="e5")
    bare, shown = (
        Image.open(BytesIO(draw("fellers", look(FELLERS, s, (), 0), each).png)).convert("RGB")
        for each in (labels(2), replace(labels(2), targets=("d5", "e6", "off")))
    )
    assert changed(bare, shown, box(s, "d5"), box(s, "e6", 0.3))
