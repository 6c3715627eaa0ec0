"""The 64 colours of every picture, the way into them, and out of them as PNG. While a picture is
drawn it is an "L" image of places in the palette, as a Canvas in the rows that are deflated:
taking them out of Pillow's image costs a quarter of that time."""

import struct
import zlib
from collections.abc import Callable
from functools import cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from PIL import Image

RGB = tuple[int, int, int]
Box = tuple[int, int, int, int]

_RAMPS = {
    "table": "16221b 1f3128 253a2f 2e4638",
    "wood": "3a2213 54321c 6b4326 80552f 9a6c40 bb8d5c",
    "paper": "fffaec f8eed3 dcc896 c2aa78 9c8459",
    "ink": "2a1b10",
    "meadow": "dfe3ab d3d999 c5cd86 b1bb74 95a160 76824e",
    "pine": "0e2a20 173f2f 20553f 2d6d4f 448b64",
    "leaf": "2c5f30 418445 5da356",
    "sprout": "5da356 7fb84d a9d46f",
    "river": "cde8e6 a6d3d9 8cc3cd 6aa6b4 437f91 2a5b6d",
    "rock": "454c52 566066 8e999e cdd5d6",
    "red": "6b1913 a92c21 cf4c39 ea9480",
    "blue": "122c55 1f4f94 3f78c2 93b6e0",
    "gold": "744a0a d3901b f2ba3a fadf90",
    "violet": "371d55 62378c 8759b3 bf9fda",
    "green": "173f2f 418445 5da356 a9d46f",
    "white": "566066 cdd5d6 fffaec 8e999e",
    "black": "17191c 2b3035 454c52 8e999e",
    "cap": "8a1b4c cf3e7b",
    "skin": "f2c79d d39a6c",
    "steel": "566066 8e999e cdd5d6",
}


def _rgb(text: str) -> RGB:
    r, g, b = bytes.fromhex(text)
    return r, g, b


RAMPS = MappingProxyType({name: tuple(map(_rgb, ramp.split())) for name, ramp in _RAMPS.items()})
# Ramps may share a colour: a green coat is a leaf, a rock is steel.
COLOURS: tuple[RGB, ...] = tuple(dict.fromkeys(c for ramp in RAMPS.values() for c in ramp))
assert len(COLOURS) <= 64, len(COLOURS)

FLAT = bytes(part for colour in COLOURS for part in colour)
_CHART = Image.new("P", (1, 1))
_CHART.putpalette(FLAT)
_CHART.load()


def tint(name: str, shade: int) -> RGB:
    """A colour by the name of its ramp; 0 is the first of the ramp."""
    return RAMPS[name][shade]


# The distance of two colours, 3(r-r')² + 5(g-g')² + 2(b-b')², roughly as the eye sees it, in the
# terms of the second; the part without them is the same for all.
_TERMS = [(3 * r * r + 5 * g * g + 2 * b * b, 6 * r, 10 * g, 4 * b) for r, g, b in COLOURS]


@cache
def nearest(colour: RGB) -> int:
    """The place of the colour that looks most like this one."""
    r, g, b = colour
    far = [own - x * r - y * g - z * b for own, x, y, z in _TERMS]
    return far.index(min(far))


@cache
def ramp(ground: RGB, ink: RGB) -> bytes:
    """A look-up table (256 places) from an ink's cover of a pixel to its colour on this ground."""
    (r, g, b), (x, y, z) = ground, ink
    blends = (
        (round(r + (x - r) * share), round(g + (y - g) * share), round(b + (z - b) * share))
        for share in (cover / 255 for cover in range(256))
    )
    return bytes(map(nearest, blends))


def to_palette(picture: Image.Image) -> Image.Image:
    """A picture in places of the palette ("L"), not dithered: flat paint packs well."""
    paint = picture if picture.mode == "RGB" else picture.convert("RGB")
    places = Image.new("L", paint.size, None)
    # Only the numbers: Pillow's `quantize` also works out the colours that they stand for.
    places.im.paste(paint.im.convert("P", Image.Dither.NONE, _CHART.im), (0, 0, *paint.size))
    return places


def flatten(sprite: Image.Image, ground: RGB) -> Image.Image:
    """A sprite (RGBA) on a ground of one colour, in places of the palette."""
    picture = Image.new("RGB", sprite.size, ground)
    picture.paste(sprite, mask=sprite)
    return to_palette(picture)


def put(piece: Image.Image, on: Image.Image, at: tuple[int, int]) -> None:
    """Put a whole piece in places on a picture in places. Pillow's `paste` first checks its
    arguments, which takes twice as long as the pasting, and a board has fifty pieces."""
    (x, y), (wide, high) = at, piece.size
    on.im.paste(piece.im, (x, y, x + wide, y + high))


class Stamp(NamedTuple):
    """A sprite in places of the palette, put on a picture in one go."""

    places: Image.Image
    cover: Image.Image  # the pixels that hide the picture below
    inset: tuple[int, int]  # from the corner of the sprite

    def put(self, on: Image.Image, at: tuple[int, int], within: Box | None = None) -> None:
        """Put it on a picture. at: the top left corner of the sprite, as for `lay`; within: the
        part of the picture that may change."""
        left, top = at[0] + self.inset[0], at[1] + self.inset[1]
        box = left, top, left + self.places.width, top + self.places.height
        places, cover = self.places.im, self.cover.im
        if within is not None:
            upper = max(left, within[0]), max(top, within[1])
            box = *upper, min(box[2], within[2]), min(box[3], within[3])
            if box[0] >= box[2] or box[1] >= box[3]:
                return
            own = box[0] - left, box[1] - top, box[2] - left, box[3] - top
            places, cover = places.crop(own), cover.crop(own)
        on.im.paste(places, box, cover)


def stamp(sprite: Image.Image, ground: RGB) -> Stamp:
    """A stamp of a sprite (RGBA), with its edges mixed with one ground instead of the picture.
    On dark edges nobody sees the difference, and it takes a twentieth of the time of `lay`."""
    cover = sprite.getchannel("A").point([255 * (a >= 96) for a in range(256)])
    box = cover.getbbox() or (0, 0, 1, 1)
    return Stamp(flatten(sprite.crop(box), ground), cover.crop(box), box[:2])


def lay(sprite: Image.Image, on: Image.Image, at: tuple[int, int]) -> None:
    """Put a sprite with soft edges (RGBA) on a picture in places; `at` is its top left corner."""
    box = (*at, at[0] + sprite.width, at[1] + sprite.height)
    part = on.crop(box)
    part.putpalette(FLAT)
    part = part.convert("RGB")
    part.paste(sprite, (0, 0), sprite)
    on.paste(to_palette(part), box)


Deflate = Callable[[bytes | memoryview], bytes]

try:
    from isal import isal_zlib
except ImportError:  # a machine without a wheel of it
    DEFLATE: Deflate = partial(zlib.compress, level=3)
    crc32 = zlib.crc32
else:
    DEFLATE = partial(isal_zlib.compress, level=1)
    crc32 = isal_zlib.crc32


class Canvas(Image.Image):
    """A picture in places of the palette ("L") that is drawn in the rows of a PNG. Any picture
    that Pillow makes of it, such as a crop, is a copy."""

    def __init__(self, rows: bytearray, size: tuple[int, int]) -> None:
        """rows: as `_rows` makes them, and one more byte, as Pillow reads a whole row from the
        first pixel of the last one."""
        super().__init__()
        self._mode, self._size, self._buffer = "L", size, rows
        pixels: Any = memoryview(rows)[1:]  # a buffer, of which Pillow knows no type
        self.im = Image.frombuffer("L", size, pixels, "raw", "L", self.width + 1, 1).im

    @classmethod
    def copy_of(cls, drawn: Image.Image) -> Self:
        return cls(bytearray(_rows(drawn) + b"\0"), drawn.size)

    def copy(self) -> Self:
        return type(self)(self._buffer.copy(), self.size)

    @property
    def rows(self) -> memoryview:
        """The pixels, each row after a 0."""
        return memoryview(self._buffer)[:-1]


def encode(drawn: Image.Image, deflate: Deflate = DEFLATE, clear: int | None = None) -> bytes:
    """A picture in places of the palette as PNG. clear: the see-through place."""
    eight_bits, in_palette = 8, 3
    size = struct.pack(">IIBBBBB", drawn.width, drawn.height, eight_bits, in_palette, 0, 0, 0)
    data = deflate(drawn.rows if isinstance(drawn, Canvas) else _rows(drawn))
    chunks = [(b"IHDR", size), (b"PLTE", FLAT), (b"IDAT", data), (b"IEND", b"")]
    if clear is not None:
        chunks[1:2] = (b"PLTE", FLAT + b"\0\0\0"), (b"tRNS", b"\xff" * clear + b"\0")
    parts = [b"\x89PNG\r\n\x1a\n"]
    for name, data in chunks:
        check = struct.pack(">I", crc32(data, crc32(name)))
        parts += struct.pack(">I", len(data)), name, data, check
    return b"".join(parts)


def _rows(drawn: Image.Image) -> bytes:
    """The pixels, each row after a 0: it is not filtered, which is best for flat colours."""
    rows = Image.new("L", (drawn.width + 1, drawn.height))
    rows.paste(drawn, (1, 0))
    return rows.tobytes()
