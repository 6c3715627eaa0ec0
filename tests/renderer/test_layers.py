"""Pictures of a game that are laid over one another: together each is the picture, in little room.

Source: issue 14, item 3 (a page that can be sent).
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from random import Random

from PIL import Image, ImageChops

from renderer import draw
from renderer.film import BLOCK, Layers
from tests.hosted import HOSTED
from tests.renderer.positions import labels, playout


@cache
def boards() -> list[bytes]:
    """Those of a game, one after the other."""
    turns = enumerate([*playout(4, 1)][4:16], 5)
    return [draw(HOSTED["logger"], seen, labels(turn=n)).png for n, seen in turns]


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


def test_a_layer_over_its_whole_is_the_picture() -> None:
    layers = Layers()
    for png in boards():
        layer = layers.lay(png)
        together = Image.alpha_composite(opened(layers.wholes[layer.whole]), opened(layer.png))
        assert ImageChops.difference(together, opened(png)).getbbox(alpha_only=False) is None


def test_they_take_less_room_than_the_pictures() -> None:
    layers = Layers()
    laid = [layers.lay(png) for png in boards()]
    size = sum(map(len, layers.wholes)) + sum(len(layer.png) for layer in laid)
    assert size < 0.7 * sum(map(len, boards()))
    assert len(layers.wholes) < len(boards()) / 2


def test_what_has_changed_is_laid_over_with_a_margin() -> None:
    """When a page is scaled, pixels are mixed with their neighbours: nothing of the picture below
    may come through at an edge."""
    below = Image.frombytes("L", (90, 70), bytes(Random(1).choices(range(61), k=90 * 70)))
    above = below.copy()
    above.putpixel((40, 30), 62)
    layers = Layers()
    whole, layer = (layers.lay(_png(image)) for image in (below, above))
    assert (whole.whole, layer.whole) == (0, 0)
    assert opened(whole.png).getchannel("A").getbbox() is None
    box = opened(layer.png).getchannel("A").getbbox()
    assert box == (32, 16, 56, 40)
    assert BLOCK == 8


def test_pictures_of_other_sizes_begin_anew() -> None:
    layers = Layers()
    laid = [layers.lay(_png(Image.new("L", size, 3))) for size in ((90, 70), (90, 80))]
    assert [layer.whole for layer in laid] == [0, 1]
    assert [opened(png).size for png in layers.wholes] == [(90, 70), (90, 80)]


def _png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
