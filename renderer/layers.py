"""Many pictures of one game in little room: a whole one, and over it what is different in another.

whole    ▓▓▓▓▓▓▓▓     layer    ······░░     together    ▓▓▓▓▓▓░░
         ▓▓▓▓▓▓▓▓              ······░░                 ▓▓▓▓▓▓░░
"""

from __future__ import annotations

import zlib
from functools import partial
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from renderer.palette import COLOURS
from renderer.png import encode

CLEAR = len(COLOURS)
BLOCK = 8  # px: what has changed is laid over in squares, so that no edge of it is seen when scaled
LARGE = 0.7  # of a whole picture: from there on another whole one is better
small = partial(encode, deflate=partial(zlib.compress, level=6), clear=CLEAR)


class Layer(NamedTuple):
    """A picture: the number of the whole one below, and as a PNG what lies over that."""

    whole: int
    png: bytes


class Layers:
    """The pictures of a game, one after another. wholes: PNGs."""

    def __init__(self) -> None:
        self.wholes: list[bytes] = []
        self._below: Image.Image | None = None

    def lay(self, png: bytes) -> Layer:
        """One picture more."""
        picture = _places(png)
        if self._below is not None and self._below.size == picture.size:
            over = small(_changed(self._below, picture))
            if len(over) < LARGE * len(self.wholes[-1]):
                return Layer(len(self.wholes) - 1, over)
        self._below = picture
        self.wholes.append(small(picture))
        return Layer(len(self.wholes) - 1, small(Image.new("L", picture.size, CLEAR)))


def _places(png: bytes) -> Image.Image:
    """A picture in places of the palette."""
    with Image.open(BytesIO(png)) as picture:
        return Image.frombytes("L", picture.size, picture.tobytes())


def _changed(below: Image.Image, picture: Image.Image) -> Image.Image:
    """What of a picture is not as the one below, with what is near it; the rest is see-through."""
    different = ImageChops.difference(below, picture).point([0, *(255,) * 255])
    blocks = different.reduce(BLOCK).point([0, *(255,) * 255]).filter(ImageFilter.MaxFilter(3))
    wide, high = blocks.width * BLOCK, blocks.height * BLOCK
    mask = blocks.resize((wide, high), Image.Resampling.NEAREST).crop((0, 0, *picture.size))
    over = Image.new("L", picture.size, CLEAR)
    over.paste(picture, mask=mask)
    return over
