"""Logger's squares show the pieces on them, and the last turn is marked in its squares."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from renderer import figures
from rules.game import Event
from rules.logger.rules import MATURE, PROTESTED, SAPLING, SEEDLING, Position
from tests.hosted import draw, rgb
from tests.renderer.positions import BOXES, changed, labels, picture, seen, with_trees

STAND = with_trees(c3=SAPLING, c2=SEEDLING, d1=MATURE, b1=PROTESTED)


def marked(event: Event, s: Position = STAND) -> set[str]:
    """The squares in which an event is seen; the panel has it too."""
    return changed(picture(s), picture(s, event)) - {"beside"}


MARKED = (
    (Event("stands", 0, ("a5",)), "a5"),
    (Event("walks", 0, ("a3", "a5")), "a3 a4 a5"),
    (Event("walks", 0, ("c5", "a5")), "a5 b5 c5"),
    (Event("grows", 0, ("c3",), SAPLING), "c3"),
    (Event("seeds", 0, ("d1", "c1")), "c1 d1"),
    (Event("plants", 0, ("c2",)), "c2"),
    (Event("protests", 0, ("b1",)), "b1"),
)


def test_an_event_is_marked_in_its_squares() -> None:
    for event, squares in MARKED:
        assert marked(event) == set(squares.split()), event


def test_a_felled_row_is_shown_where_it_stood_and_how_it_fell() -> None:
    """A chop is shown by logs that lie away from the logger, and by the points won."""
    bare = picture(STAND)
    fell = picture(STAND, Event("chops", 0, ("a4", "a3"), 2))
    assert changed(bare, fell) == {"a3", "a4", "beside"}
    other = picture(STAND, Event("chops", 0, ("a3", "a4"), 2))
    assert changed(fell, other) == {"a3", "a4", "beside"}


def test_a_freed_protester_is_shown_beside_his_log() -> None:
    chop = Event("chops", 0, ("a4", "a3"), 2)
    freed = picture(STAND, chop, Event("frees", 0, ("a3",), 1))
    assert changed(picture(STAND, chop), freed) == {"a3", "beside"}


def test_what_stands_on_a_square_is_never_replaced_by_a_log() -> None:
    """Events of several turns may be shown at once; the position is what counts."""
    regrown = picture(STAND, Event("chops", 1, ("c3", "c2"), 2))
    assert changed(picture(STAND), regrown) == {"beside"}


def test_a_walk_is_drawn_on_free_squares() -> None:
    """Nobody walks diagonally, nor through a tree."""
    for tree, way in (("d5", "d4 e4 e5"), ("e4", "d4 d5 e5"), ("a1", "c5 d5 e5")):
        s, walk = with_trees(**{tree: SAPLING}), Event("walks", 1, (way[:2], "e5"))
        assert marked(walk, s) == set(way.split())


@pytest.mark.parametrize(
    "event", [Event("walks", 1, ("e3", "e5")), Event("seeds", 1, ("e3", "e4"))], ids=str
)
def test_no_arrow_lies_over_a_new_seedling(event: Event) -> None:
    planted = with_trees(e4=SEEDLING, e3=MATURE)
    x, y, *_ = BOXES["e4"]
    needles = (x + 64, y + 92, x + 80, y + 108)
    bare, arrow = (picture(planted, *events).crop(needles) for events in ((), (event,)))
    assert bare.tobytes() == arrow.tobytes()


def test_the_panel_shows_points_and_protesters_in_hand() -> None:
    shown = {
        picture(STAND._replace(points=points, supply=supply)).crop((850, 0, 1200, 900)).tobytes()
        for points in ((0, 0), (12, 11), (13, 11))
        for supply in ((0, 0), (0, 4))
    }
    assert len(shown) == 6


def test_squares_that_may_be_picked_have_the_numbers_of_the_menu() -> None:
    """The private picture of the turn builder; a choice of no square has a number and no place."""
    picking = replace(labels(2), targets=("a4", "", "b5", "a4"))
    assert list(picking.numbers) == [("a4", "1 4"), ("b5", "3")]
    assert changed(picture(STAND), rgb(draw("logger", seen(STAND), picking))) == {"a4", "b5"}


@pytest.mark.parametrize("number", [1, 12])
def test_the_number_of_a_square_leaves_the_letter_of_who_stands_there_alone(number: int) -> None:
    """Whatever the letter: it tells whose lumberjack it is."""

    def shown(name: str, targets: tuple[str, ...] = ()) -> Image.Image:
        told = replace(labels(2), names=(name, "Zoe"), targets=targets)
        return rgb(draw("logger", seen(STAND), told)).crop(BOXES["a5"])

    bare, targets = shown("Ida"), ("",) * (number - 1) + ("a5",)
    for name in ("Max", "Wes"):
        letter, picked = shown(name), shown(name, targets)
        sign = ImageChops.difference(letter, bare).convert("L").point(lambda d: 255 * (d > 0))
        covered = ImageChops.difference(letter, picked).convert("L").point(lambda d: 255 * (d > 0))
        assert covered.getbbox() is not None
        assert ImageChops.multiply(sign, covered).getbbox() is None, name


@pytest.mark.parametrize("stage", [SEEDLING, SAPLING, MATURE])
def test_a_tree_has_as_many_pieces_as_its_stage(stage: int) -> None:
    """Never colour alone: one, two, three stacked pieces (Accessibility)."""
    solid = figures.tree(stage).getchannel("A").point(lambda a: 255 * (a > 200))
    wide = [sum(solid.crop((0, y, 144, y + 1)).histogram()[255:]) for y in range(144)]
    falls = [y for y in range(2, 144) if wide[y] and wide[y - 2] - wide[y] > 15]
    assert sum(b - a > 10 for a, b in pairwise([-99, *falls])) == stage
