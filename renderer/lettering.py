"""The letters of every picture: one bundled font, and what it cannot draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise, repeat
from math import floor
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from renderer.paint import SCALE
from renderer.palette import RGB, ramp

FILE = Path(__file__).with_name("fonts") / "Lato-Bold.ttf"
LEAST = 41  # px: the least that reads on a phone: 11 px where a picture is 324 px wide
SMALLEST = 28  # px: of what may be missed there
_UNKNOWN = "\uffff"  # no font has it


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels. Plain layout is the same on every machine."""
    return ImageFont.truetype(FILE, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def drawable(letter: str) -> bool:
    """The font has this letter, so that no empty box would be drawn."""
    face = font(SMALLEST)
    return bytes(face.getmask(letter)) != bytes(face.getmask(_UNKNOWN))


@lru_cache(1024)
def legible(words: str) -> bool:
    """The font has all of their letters."""
    return all(letter.isspace() or drawable(letter) for letter in words)


@lru_cache(1024)
def width(text: str, size: int) -> int:
    """The width of a text in pixels."""
    return round(_length(text, size))


def _length(text: str, size: int, before: str = "") -> float:
    """The unrounded width of a text that follows a letter."""
    return sum(map(_advance, (before, *text), text, repeat(size)))


@lru_cache(4096)
def _advance(before: str, letter: str, size: int) -> float:
    """By how much a letter makes a text wider: some stand closer to some others. The font takes
    a hundredth of a millisecond for each letter that it measures, so it is asked once for each
    pair of them."""
    face = font(size)
    return face.getlength(before + letter) - face.getlength(before)


@lru_cache(512)
def fitted(text: str, size: int, room: int) -> str:
    """The text, shortened by an ellipsis when it is wider than the room."""
    if width(text, size) <= room:
        return text
    while text and width(text.rstrip() + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def side_by_side(words: Sequence[str], size: int, room: int) -> list[str]:
    """The words of a line, the longest shortened where together they are wider than the room."""
    longest = max((width(word, size) for word in words), default=0)
    while longest > size and sum(min(longest, width(word, size)) for word in words) > room:
        longest -= 1
    return [fitted(word, size, longest) for word in words]


def wrapped(text: str, size: int, room: int, most: int) -> list[str]:
    """The text in at most so many lines, none wider than the room; the last one is shortened."""
    lines = [*broken(text, size, room)]
    if len(lines) > most > 0:
        lines[most - 1] += " …"
    return [fitted(line, size, room) for line in lines[: max(0, most)]]


@lru_cache(512)
def broken(text: str, size: int, room: int) -> tuple[str, ...]:
    """The text in as many lines as it takes."""
    first, *words = text.split() or [""]
    lines, long = [first], _length(first, size)
    for word in words:
        longer = long + _further(lines[-1][-1], word, size)
        if round(longer) <= room:
            lines[-1], long = f"{lines[-1]} {word}", longer
        else:
            lines.append(word)
            long = _length(word, size)
    return tuple(lines)


@lru_cache(4096)
def _further(before: str, word: str, size: int) -> float:
    """By how much a space and a word make a line longer that ends with a letter."""
    return _length(f" {word}", size, before)


def stencil(text: str, size: int) -> Image.Image:
    """A text as coverage ("L") at painting size, cut to its ink."""
    face = font(size * SCALE)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=face)
    return mask


@cache
def tail(text: str, size: int) -> int:
    """Pixels that a text reaches below its line: j and g do, a does not."""
    bottom = font(size * SCALE).getbbox(text, anchor="ls")[3]
    return max(0, round(bottom / SCALE))


def headroom(size: int) -> int:
    """Pixels above a run's line, for the accents of capitals."""
    return size // 5


def run(text: str, size: int, ink: RGB, ground: RGB) -> Image.Image:
    """A text in places of the palette, on a ground of one colour, with `headroom` above. Pillow's
    own `point` first rounds all 256 numbers of the table, which takes as long again."""
    line = covered(text, size)
    line.im = line.im.point(ramp(ground, ink), None)
    return line


def paint(on: Image.Image, at: tuple[int, int], text: str, size: int, ink: RGB) -> None:
    """A text on an RGB picture, over whatever is there; at: where its line begins."""
    on.paste(ink, (at[0], at[1] - headroom(size)), covered(text, size))


def covered(text: str, size: int) -> Image.Image:
    """A line of text as coverage ("L"). It is put together of letters that are kept: the font takes
    a twentieth of a millisecond to draw one, each time, and lines of text are seldom twice the
    same."""
    ascent, descent = font(size).getmetrics()
    above, end = headroom(size), 1.0
    line = Image.new("L", (max(1, width(text, size) + 3), above + ascent + descent + 2))
    on = line.im
    for before, letter in pairwise(("", *text)):
        wider, own, ink, (left, top), (wide, high) = _letter(before, letter, size)
        end += wider
        if wide:
            x, y = floor(end - own + 0.5) + left, above + top
            on.paste(255, (x, y, x + wide, y + high), ink)
    return line


class _Letter(NamedTuple):
    """A letter after another. wider: by how much it makes the text wider; own: how wide it is
    alone; ink: as coverage; inset: how far that is from where the letter begins on its line's upper
    edge; size: of the ink: of a space there is none."""

    wider: float
    own: float
    ink: Any
    inset: tuple[int, int]
    size: tuple[int, int]


@lru_cache(4096)
def _letter(before: str, letter: str, size: int) -> _Letter:
    ink, inset = _glyph(letter, size)
    return _Letter(_advance(before, letter, size), _advance("", letter, size), ink, inset, ink.size)


@lru_cache(1024)
def _glyph(letter: str, size: int) -> tuple[Any, tuple[int, int]]:
    return font(size).getmask2(letter)
