"""Pieces put together look as the whole would; the file names the picture, and little more."""

import struct
import zlib
from functools import partial
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image

from renderer import ARTISTS
from renderer import palette as png
from renderer.palette import COLOURS, FLAT, put
from rules import GAMES
from tests.renderer.gallery import playout
from tests.renderer.positions import labels

DEFLATES: dict[str, png.Deflate] = {"as here": png.DEFLATE, "zlib": partial(zlib.compress, level=3)}


def drawn() -> Image.Image:
    """A board of Logger in the middle of a game, in places of the palette."""
    view = next(islice(playout("logger", 4), 12, None))
    return ARTISTS["logger"].draw(GAMES["logger"], view, labels(4))


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Names and contents of all chunks, with a check of lengths and check sums."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = [], 8
    while at < len(data):
        (long,) = struct.unpack_from(">I", data, at)
        name, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + long]
        assert struct.unpack_from(">I", data, at + 8 + long) == (zlib.crc32(name + content),)
        found.append((name, content))
        at += long + 12
    return found


@pytest.mark.parametrize("way", DEFLATES)
def test_what_is_packed_is_what_was_drawn(way: str) -> None:
    """With ISA-L's deflate and, on a machine without it, with zlib's: pixel by pixel."""
    picture = drawn()
    data = png.encode(picture, DEFLATES[way])
    with Image.open(BytesIO(data)) as checked:
        checked.verify()
    opened = Image.open(BytesIO(data))
    assert (opened.format, opened.mode, opened.size) == ("PNG", "P", picture.size)
    assert opened.tobytes() == picture.tobytes()
    assert bytes(opened.getpalette() or [])[: len(FLAT)] == FLAT


def test_a_file_holds_nothing_but_what_must_be_in_it() -> None:
    """PNG specification, 5.6: header, palette, pixels, end; no text, time or software."""
    (_, header), (_, palette), (_, pixels), _ = found = chunks(png.encode(drawn()))
    assert [name for name, _ in found] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", header) == (1200, 944, 8, 3, 0, 0, 0)
    assert palette == bytes(part for colour in COLOURS for part in colour)
    assert len(zlib.decompress(pixels)) == 1201 * 944


def test_a_canvas_is_packed_as_the_picture_that_it_shows() -> None:
    """Whatever is put on it goes into the rows of the file at once: up to the last pixel."""
    canvas, plain = png.Canvas.copy_of(drawn()), drawn().crop((0, 0, 1200, 944))
    last, square = (1190, 934), Image.new("L", (20, 30), 8)
    for at in ((40, 50), (-5, -7), (1195, 930)):
        put(square, canvas, at)
        plain.paste(square, at)
    for picture in (canvas, plain):
        picture.paste(5, (100, 200, 300, 250))
        picture.paste(Image.new("L", (10, 10), 7), last, Image.new("L", (10, 10), 255))
    assert canvas.tobytes() == plain.tobytes()
    assert png.encode(canvas) == png.encode(plain)


def test_nothing_that_is_made_of_a_canvas_shares_its_rows() -> None:
    canvas = png.Canvas.copy_of(drawn())
    before = png.encode(canvas)
    for made in (canvas.copy(), canvas.crop((0, 0, *canvas.size))):
        made.paste(9, (0, 0, 600, 600))
        assert png.encode(made) != before
    assert png.encode(canvas) == before
