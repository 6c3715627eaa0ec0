"""A game as a moving picture, a GIF whose frames hold only changes, and as pictures that lie over
each other. A frame has two thirds of a picture's width and height. All share the palette."""

import struct
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageFilter

from renderer import panel
from renderer.palette import COLOURS, FLAT, encode, nearest, to_palette
from renderer.picture import Labels, Picture
from rules.play import Seen

SHARE, OF = 2, 3  # of a picture's size: 800 px wide; viewers show it no larger
# In hundredths of a second: the time for a board, for a word of its story, the extra time for the
# last board, and the most for the whole film.
LOOK, WORD, REST, LONGEST = 80, 20, 200, 18_000
MOST_BOARDS = 120  # shown boards, each for a second and a half on average
LARGEST = 8_000_000  # bytes: Discord takes 10 MB from a bot

_BITS = 7  # of a colour: the palette, and a see-through place
CLEAR = len(COLOURS)


class Shot(NamedTuple):
    """A board of a game as one viewer saw it, and the texts next to it."""

    seen: Seen[Any]
    labels: Labels


class Film:
    """A GIF in the making. size: of the pictures."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._whole = _up(size[0]), _up(size[1])  # a size that cuts no pixel of a frame in two
        self._last: Image.Image | None = None
        self._frame = Image.new("L", (_share(self._whole[0]), _share(self._whole[1])), CLEAR)
        screen = struct.pack("<HHBBB", *self._frame.size, 0x80 | (_BITS - 1) * 0x11, 0, 0)
        for_ever = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
        head = b"GIF89a" + screen + FLAT.ljust(3 << _BITS, b"\0") + for_ever
        self.file = bytearray(head)  # so far, without its end

    def show(self, drawn: Image.Image, lasting: int = LOOK) -> None:
        """Add a frame: a picture in places of the palette. lasting: hundredths of a second."""
        if drawn.size != self._whole:  # a lower picture lies on the bare table
            lower, drawn = drawn, Image.new("L", self._whole, nearest(panel.TABLE))
            drawn.paste(lower, (0, 0))
        corner, part = self._change(drawn)
        kept_seen_through = 1 << 2 | 1  # the next frame is laid on this one; one colour is clear
        control = struct.pack("<BHB", kept_seen_through, lasting, CLEAR)
        place = struct.pack("<HHHHBB", *corner, *part.size, 0, _BITS)
        pixels = part.tobytes("gif", "L", _BITS, 0)
        self.file += b"\x21\xf9\x04" + control + b"\0\x2c" + place + pixels + b"\0"

    def _change(self, picture: Image.Image) -> tuple[tuple[int, int], Image.Image]:
        """The corner and the new part of a frame; a see-through pixel if nothing changed."""
        last, self._last = self._last, picture
        box = ImageChops.difference(picture, last).getbbox() if last else (0, 0, *picture.size)
        if box is None:
            return (0, 0), Image.new("L", (1, 1), CLEAR)
        left, top = box[0] // OF * OF, box[1] // OF * OF
        part = picture.crop((left, top, _up(box[2]), _up(box[3])))
        part.putpalette(FLAT)
        size = _share(part.width), _share(part.height)  # nine pixels become four
        part = to_palette(part.convert("RGB").resize(size, Image.Resampling.BOX))
        at = _share(left), _share(top)
        there = self._frame.crop((*at, at[0] + part.width, at[1] + part.height))
        self._frame.paste(part, at)
        part.paste(CLEAR, mask=ImageChops.difference(part, there).point([255, *(0,) * 255], "1"))
        return at, part

    @property
    def gif(self) -> bytes:
        return bytes(self.file) + b"\x3b"


def _share(side: int) -> int:
    return side // OF * SHARE


def _up(side: int) -> int:
    return -(-side // OF) * OF


def durations(words: Sequence[int]) -> list[int]:
    """The time for each board in hundredths of a second, by the number of words in its story. If
    the film would get too long, there is less time for the words, but enough to see each board."""
    looked = len(words) * LOOK + REST
    share = min(1.0, (LONGEST - looked) / max(1, WORD * sum(words)))
    times = [LOOK + int(share * WORD * n) for n in words]
    times[-1] += REST
    return times


class Reel:
    """A film of some boards, drawn frame by frame. drawn: draws a board; words: counts the words of
    its story; alt: the film in words, from the number of boards, one in how many, and the seconds;
    largest: the most bytes."""

    def __init__(
        self,
        shots: Sequence[Shot],
        drawn: Callable[[Shot], Image.Image],
        words: Callable[[Shot], int],
        alt: Callable[[int, int, int], str],
        largest: int = LARGEST,
    ) -> None:
        self._all, self._drawn, self._words = shots, drawn, words
        self._alt, self._largest = alt, largest
        self._begin(-(-len(shots) // MOST_BOARDS))

    def _begin(self, every: int) -> None:
        # One board of each group of `every`, and always the last one.
        self.every, self._shots, self._done = every, [*self._all[:-1:every], self._all[-1]], 0
        self.times = durations([self._words(shot) for shot in self._shots])
        self._film: Film | None = None

    def draw(self) -> bool:
        """Draw a frame. False: it was the last. If too large, start over with half the boards."""
        # A game may begin with a lower board than its last one.
        film = self._film = self._film or Film(self._drawn(self._all[-1]).size)
        last = self._done == len(self._shots) - 1
        film.show(self._drawn(self._shots[self._done]), self.times[self._done])
        self._done += 1
        if len(film.file) > self._largest and len(self._shots) > 1:
            self._begin(2 * self.every)
            return True
        return not last

    @property
    def picture(self) -> Picture:
        """The film as a GIF."""
        assert self._film is not None
        seconds = round(sum(self.times) / 100)
        return Picture(self._film.gif, self._alt(len(self._shots), self.every, seconds))


BLOCK = 8  # px: changes are laid over in squares, so no edge of them shows when scaled
small = partial(encode, deflate=partial(zlib.compress, level=6), clear=CLEAR)


class Layer(NamedTuple):
    """A picture: the number of the whole one below, and as a PNG the part that lies over it."""

    whole: int
    png: bytes


class Layers:
    """The pictures of a game, one after another. wholes: PNGs."""

    def __init__(self) -> None:
        self.wholes: list[bytes] = []
        self._below: Image.Image | None = None

    def lay(self, png: bytes) -> Layer:
        with Image.open(BytesIO(png)) as opened:  # in places of the palette
            picture = Image.frombytes("L", opened.size, opened.tobytes())
        if self._below is not None and self._below.size == picture.size:
            # The changed part and its surroundings; the rest is see-through.
            every = [0, *(255,) * 255]
            different = ImageChops.difference(self._below, picture).point(every)
            blocks = different.reduce(BLOCK).point(every).filter(ImageFilter.MaxFilter(3))
            wide, high = blocks.width * BLOCK, blocks.height * BLOCK
            mask = blocks.resize((wide, high), Image.Resampling.NEAREST)
            part = Image.new("L", picture.size, CLEAR)
            part.paste(picture, mask=mask.crop((0, 0, *picture.size)))
            over = small(part)
            if len(over) < 0.7 * len(self.wholes[-1]):  # else it becomes a whole picture
                return Layer(len(self.wholes) - 1, over)
        self._below = picture
        self.wholes.append(small(picture))
        return Layer(len(self.wholes) - 1, small(Image.new("L", picture.size, CLEAR)))
