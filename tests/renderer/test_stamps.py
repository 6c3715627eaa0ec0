"""A mark that has its places already lies as its sprite would, but for its soft edges."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from renderer import marks
from renderer.palette import Stamp, lay, nearest, stamp, tint

AT, ROOM = (20, 30), (400, 400)
MEADOW, PINE = tint("meadow", 0), tint("pine", 2)
ARROW = marks.walk("en")


def ground(ink: tuple[int, int, int] = PINE) -> Image.Image:
    return Image.new("L", ROOM, nearest(ink))


def put(mark: Stamp | None) -> Image.Image:
    picture = ground()
    if mark is not None:
        mark.put(picture, AT)
    return picture


def test_a_stamp_differs_from_its_sprite_at_soft_edges_only() -> None:
    laid, sprite = ground(), Image.new("L", ROOM)
    lay(ARROW, laid, AT)
    sprite.paste(ARROW.getchannel("A"), AT)
    different = ImageChops.difference(put(stamp(ARROW, MEADOW)), laid).point([0, *(255,) * 255])
    hard = sprite.point([255 * (a in (0, 255)) for a in range(256)])
    assert ImageChops.multiply(different, hard).getbbox() is None
    assert ImageChops.multiply(different, ImageChops.invert(hard)).getbbox() is not None


@pytest.mark.parametrize("box", [(0, 0, 600, 600), (0, 0, 60, 600), (80, 150, 200, 250)])
def test_a_stamp_is_cut_as_its_sprite_is(box: tuple[int, int, int, int]) -> None:
    """An arrow ends where the window on its river does."""
    whole, left = put(stamp(ARROW, MEADOW)), ground()
    window = (AT[0] + box[0], AT[1] + box[1], AT[0] + box[2], AT[1] + box[3])
    left.paste(whole.crop(window), window[:2])
    assert put(stamp(ARROW, MEADOW).cut(box)).tobytes() == left.tobytes()


def test_a_stamp_of_which_nothing_is_seen_is_none() -> None:
    assert stamp(ARROW, MEADOW).cut((0, 0, 10, 10)) is None
