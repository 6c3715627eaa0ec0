"""What stands on a square is seen in that square, by shape, also without colour and small."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import figures
from rules.logger.rules import MATURE, NAMES, PROTESTED, SAPLING, SEEDLING
from tests.renderer.positions import box, changed, opening, picture, with_trees

STAGES = (SEEDLING, SAPLING, MATURE, PROTESTED)
PHONE = 360 / 1200


def grey(image: Image.Image) -> Image.Image:
    """As on a phone, without colour."""
    small = (round(image.width * PHONE), round(image.height * PHONE))
    return image.convert("L").resize(small, Image.Resampling.LANCZOS)


def apart(a: Image.Image, b: Image.Image) -> float:
    """The mean difference of two grey squares, in steps of 255."""
    return ImageStat.Stat(ImageChops.difference(grey(a), grey(b))).mean[0]


def ink(figure: Image.Image, ground: Image.Image) -> float:
    """The share of a grey square in which a figure stands out from the ground by a fifth of
    all there is between black and white."""
    seen = ImageChops.difference(grey(figure), grey(ground)).histogram()
    return sum(seen[51:]) / sum(seen)


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("a5", "e5")])
def test_a_tree_changes_its_own_square_and_nothing_else(name: str) -> None:
    """Loggers stand on a5 and e5."""
    bare = picture(with_trees())
    for stage in STAGES:
        assert changed(bare, picture(with_trees(**{name: stage}))) == {name}


@pytest.mark.parametrize("stage", [SEEDLING, SAPLING, MATURE])
def test_a_tree_has_as_many_pieces_as_its_stage(stage: int) -> None:
    """Never colour alone: one, two, three stacked pieces (Accessibility). Going down a tree,
    its outline falls back once below each piece."""
    solid = figures.tree(stage).getchannel("A").point(lambda a: 255 * (a > 200))
    wide = [sum(solid.crop((0, y, 144, y + 1)).histogram()[255:]) for y in range(144)]
    falls = [y for y in range(2, 144) if wide[y] and wide[y - 2] - wide[y] > 15]
    assert sum(b - a > 10 for a, b in pairwise([-99, *falls])) == stage


@pytest.mark.parametrize("name", ["c3", "d3"])  # a dark and a light square
def test_trees_stand_out_and_grow_on_a_small_grey_picture(name: str) -> None:
    """Grey test: stages are still told apart at 360 px width."""
    bare = picture(with_trees()).crop(box(name))
    shown = [picture(with_trees(**{name: stage})).crop(box(name)) for stage in STAGES]
    shares = [ink(square, bare) for square in shown[:3]]
    assert shares[0] > 0.06
    assert all(more > 1.5 * less for less, more in pairwise(shares))
    assert all(apart(a, b) > 7 for a, b in combinations(shown, 2))


def test_loggers_stand_out_and_differ_on_a_small_grey_picture() -> None:
    """Grey test: pieces and owners are still told apart at 360 px width."""
    bare = opening(4)
    ground = picture(bare).crop(box("a1"))
    shown = []
    for seat in range(4):
        loggers = tuple(NAMES.index("a1") if n == seat else -1 for n in range(4))
        placed = type(bare)(bare.phase, 0, bare.trees, loggers, bare.points, bare.supply)
        shown.append(picture(placed).crop(box("a1")))
    assert min(ink(square, ground) for square in shown) > 0.2
    assert min(apart(a, b) for a, b in combinations(shown, 2)) > 5


def test_letters_stand_out_from_their_coats() -> None:
    """A logger is told by colour and letter: paper on dark coats, ink on the yellow one."""
    for seat in range(4):
        coat = figures.logger(seat, "A").convert("L").crop((48, 82, 92, 122))
        dark, bright = coat.getextrema()
        assert isinstance(dark, int | float)
        assert isinstance(bright, int | float)
        assert bright - dark > 120


def test_a_logger_not_yet_on_the_board_is_in_no_square() -> None:
    empty = opening(3)
    assert changed(picture(empty), picture(empty, turn=13)) == {"beside"}
