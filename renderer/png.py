"""A finished picture as PNG, in a few lines of our own.

Pillow's encoder takes four fifths of the time of a whole picture, nearly all of it in zlib.
ISA-L's deflate makes a file of about the same size in a quarter of that; where it is not
installed, zlib does the same work. The bytes are the same for the same picture on the same
machine; processors of other kinds may pack otherwise.

What is deflated are the rows of the picture, each after a 0. To take them out of a picture of
Pillow's costs a quarter of the time of deflating them, so boards are drawn in such rows at once:

    Canvas.over(empty) ──copy──> Canvas ──paste, paste, …──> packed
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, Self

from PIL import Image

from renderer.palette import FLAT

Deflate = Callable[[bytes | memoryview], bytes]

try:
    from isal import isal_zlib
except ImportError:  # a machine without a wheel of it
    DEFLATE: Deflate = partial(zlib.compress, level=3)
    crc32 = zlib.crc32
else:
    DEFLATE = partial(isal_zlib.compress, level=1)
    crc32 = isal_zlib.crc32

SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS, IN_PALETTE = 8, 3


class Canvas(Image.Image):
    """A picture in places of the palette ("L") that is drawn in the rows of a PNG. What is made of
    it by Pillow, a crop of it or the like, is a picture of its own and shares nothing with it."""

    def __init__(self, rows: bytearray, size: tuple[int, int]) -> None:
        """rows: as `_rows` has them, and a byte behind them, since Pillow looks for as many as a
        row has behind the first pixel of the last one."""
        super().__init__()
        width, _ = self._size = size
        self._mode, self._buffer = "L", rows
        pixels: Any = memoryview(rows)[1:]  # a buffer, of which Pillow knows no type
        self.im = Image.frombuffer("L", size, pixels, "raw", "L", width + 1, 1).im

    @classmethod
    def over(cls, drawn: Image.Image) -> Self:
        """What is drawn already."""
        return cls(bytearray(_rows(drawn) + b"\0"), drawn.size)

    def copy(self) -> Self:
        """Another one with the same drawn on it."""
        return type(self)(self._buffer.copy(), self.size)

    @property
    def rows(self) -> memoryview:
        """The pixels, each row after a 0."""
        return memoryview(self._buffer)[:-1]


def encode(drawn: Image.Image, deflate: Deflate = DEFLATE, clear: int | None = None) -> bytes:
    """A picture in places of the palette as the bytes of a PNG file. clear: the place behind the
    palette that is see-through."""
    size = struct.pack(">IIBBBBB", drawn.width, drawn.height, EIGHT_BITS, IN_PALETTE, 0, 0, 0)
    data = deflate(drawn.rows if isinstance(drawn, Canvas) else _rows(drawn))
    chunks = [(b"IHDR", size), (b"PLTE", FLAT), (b"IDAT", data), (b"IEND", b"")]
    if clear is not None:
        chunks[1:2] = (b"PLTE", FLAT + b"\0\0\0"), (b"tRNS", b"\xff" * clear + b"\0")
    return SIGNATURE + b"".join(_chunk(*chunk) for chunk in chunks)


def _rows(drawn: Image.Image) -> bytes:
    """The pixels, each row after a 0: it is not filtered, which is best for flat colours."""
    rows = Image.new("L", (drawn.width + 1, drawn.height))
    rows.paste(drawn, (1, 0))
    return rows.tobytes()


def _chunk(name: bytes, data: bytes) -> bytes:
    check = crc32(data, crc32(name))
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
