"""A finished picture as PNG, in a few lines of our own.

Pillow's encoder takes four fifths of the time of a whole picture, nearly all of it in zlib.
ISA-L's deflate makes a file of about the same size in a quarter of that; where it is not
installed, zlib does the same work. The bytes are the same for the same picture on the same
machine; processors of other kinds may pack otherwise.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import partial

from PIL import Image

from renderer.palette import FLAT

try:
    from isal import isal_zlib
except ImportError:  # a machine without a wheel of it
    DEFLATE: Callable[[bytes], bytes] = partial(zlib.compress, level=3)
else:
    DEFLATE = partial(isal_zlib.compress, level=1)

SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS, IN_PALETTE = 8, 3


def packed(
    drawn: Image.Image, deflate: Callable[[bytes], bytes] = DEFLATE, clear: int | None = None
) -> bytes:
    """A picture in places of the palette as the bytes of a PNG file. clear: the place behind the
    palette that is see-through."""
    size = struct.pack(">IIBBBBB", drawn.width, drawn.height, EIGHT_BITS, IN_PALETTE, 0, 0, 0)
    chunks = [(b"IHDR", size), (b"PLTE", FLAT), (b"IDAT", deflate(_rows(drawn))), (b"IEND", b"")]
    if clear is not None:
        chunks[1:2] = (b"PLTE", FLAT + b"\0\0\0"), (b"tRNS", b"\xff" * clear + b"\0")
    return SIGNATURE + b"".join(_chunk(*chunk) for chunk in chunks)


def _rows(drawn: Image.Image) -> bytes:
    """The pixels, each row after a 0: it is not filtered, which is best for flat colours."""
    rows = Image.new("L", (drawn.width + 1, drawn.height))
    rows.paste(drawn, (1, 0))
    return rows.tobytes()


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(name))
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
