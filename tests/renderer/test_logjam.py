"""What stands and lies on the river is seen in its squares, also without colour and small."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from rules.game import NOBODY, Event
from rules.logjam.position import Phase, Position
from tests.renderer.rafts import box, changed, picture, river
from tests.renderer.test_squares import apart, ink

ALONE = river()


def crop(s: Position, name: str, *events: Event) -> Image.Image:
    return picture(s, *events).crop(box(s, name))


@pytest.mark.parametrize("name", ["a1", "j1", "c2", "d3", "a7", "j12", "f12", "e6"])
def test_a_logger_changes_his_own_square_and_his_card(name: str) -> None:
    """Also in corners, beside the rope and at the open edge."""
    for names in (name, f"{name} {name}"):
        assert changed(ALONE, picture(ALONE), picture(river(loggers=[names]))) == {name, "panel"}


@pytest.mark.parametrize("name", ["c3", "d3"])  # a dark and a light square
def test_six_seats_are_told_apart_on_a_small_grey_picture(name: str) -> None:
    """Never colour alone: letter and shade differ at 360 px width."""
    bare = crop(river(seats=6), name)
    shown = [crop(river(seats=6, loggers=[""] * n + [name]), name) for n in range(6)]
    assert min(ink(square, bare) for square in shown) > 0.2
    assert min(apart(a, b) for a, b in combinations(shown, 2)) > 3


@pytest.mark.parametrize("board", ["10x12", "12x16", "6x8"])
def test_how_many_stand_on_a_square_is_seen_small_and_grey(board: str) -> None:
    stacks = [
        crop(river(board=board, loggers=[" ".join(["b1"] * many)]), "b1") for many in (1, 2, 3)
    ]
    assert min(apart(a, b) for a, b in combinations(stacks, 2)) > 1.5


@pytest.mark.parametrize(
    "log", ["c4 d4", "c4 d4 e4 f4 g4", "a5 a6 a7", "j8 j9 j10 j11", "i3 j3", "a11 b11"]
)
def test_a_log_changes_all_its_squares_and_no_other(log: str) -> None:
    """A log is one square wide, and each of its squares stands out from the water."""
    lying, bare = picture(river(log)), picture(ALONE)
    assert changed(ALONE, bare, lying) == set(log.split())
    for name in log.split():
        assert ink(lying.crop(box(ALONE, name)), bare.crop(box(ALONE, name))) > 0.4


def test_logs_that_touch_are_seen_to_be_several() -> None:
    """Where one ends decides what a push would move."""
    one, two = river("c4 d4 e4 f4"), river("c4 d4", "e4 f4")
    assert changed(one, picture(one), picture(two)) >= {"d4", "e4"}
    for name in ("d4", "e4"):
        assert apart(crop(one, name), crop(two, name)) > 5


def test_which_way_a_log_lies_is_seen() -> None:
    across, along = crop(river("c4 d4"), "c4"), crop(river("c4 c5"), "c4")
    assert apart(across, along) > 5


def test_the_die_is_shown_beside_who_rolled_it() -> None:
    """The roll comes before the mention: six faces, seen small and grey."""
    stands = [replace(ALONE, roll=face) for face in range(1, 7)]
    panels = [picture(s).crop((770, 110, 1200, 300)) for s in stands]
    assert min(apart(a, b) for a, b in combinations(panels, 2)) > 0.15
    for s in stands[1:]:
        assert changed(s, picture(stands[0]), picture(s)) == {"panel"}


def test_the_die_lies_on_the_movers_card_and_on_no_other() -> None:
    rolled, waiting = replace(ALONE, roll=5), replace(ALONE, roll=5, phase=Phase.ROLL)
    assert picture(rolled).crop((770, 320, 1200, 900)).tobytes() != (
        picture(waiting).crop((770, 320, 1200, 900)).tobytes()
    )  # the first card is a strip lower
    second = replace(ALONE, roll=5, mover=1)
    below = (770, 290, 1200, 480)
    assert picture(second).crop(below).tobytes() != (
        picture(replace(second, roll=6)).crop(below).tobytes()
    )


def test_who_is_home_on_the_way_and_yet_to_be_placed_is_on_the_card() -> None:
    """Home counts by seat; in the set-up and when loggers go back, those in hand."""
    shown = set()
    for home in range(4):
        for hand in range(4 - home):
            out = (0,) * (3 - home - hand)
            s = replace(ALONE, home=(home, 3), hand=(hand, 0), loggers=(out, ()))
            shown.add(picture(s).crop((770, 110, 1200, 320)).tobytes())
    assert len(shown) == 10


def test_the_set_up_says_how_many_logs_are_to_be_laid() -> None:
    laying = replace(ALONE, phase=Phase.LOGS, unused=(2, 3, 4))
    fewer = replace(laying, unused=(2, 3))
    assert changed(ALONE, picture(laying), picture(fewer)) == {"panel"}


def test_the_rolls_for_who_begins_are_on_the_cards() -> None:
    rolling = replace(ALONE, phase=Phase.ROLLOFF, rolls=(6, 0))
    assert changed(ALONE, picture(rolling), picture(replace(rolling, rolls=(5, 0)))) == {"panel"}


def test_the_winner_is_on_his_card() -> None:
    over = replace(river(loggers=["", "b1"]), phase=Phase.OVER, winner=0)
    assert changed(over, picture(over), picture(replace(over, winner=NOBODY))) == set()
    other = replace(over, home=(0, 3), loggers=(over.loggers[1], ()), winner=1)
    assert "panel" in changed(over, picture(over), picture(other))
