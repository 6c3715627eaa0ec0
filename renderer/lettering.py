"""The letters of every picture: one bundled font, others for the scripts that it lacks
(scripts.py), and the characters that none of them has."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise, repeat
from math import floor
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from renderer import scripts
from renderer.paint import SCALE
from renderer.palette import RGB

FILE = Path(__file__).with_name("fonts") / "Lato-Bold.ttf"
LEAST = 41  # px: the least that reads on a phone: 11 px where a picture is 324 px wide
SMALLEST = 28  # px: of text that may be missed there
_UNKNOWN = "\uffff"  # no font has it


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels. Plain layout is the same on every machine."""
    return ImageFont.truetype(FILE, size, layout_engine=ImageFont.Layout.BASIC)


def lost_fonts() -> list[Path]:
    """The font files that can't be opened."""
    lost = list[Path]()
    for path in (FILE, *map(scripts.file_of, scripts.BLOCKS)):
        try:
            ImageFont.truetype(path, SMALLEST, layout_engine=ImageFont.Layout.BASIC)
        except OSError:
            lost.append(path)
    return lost


@lru_cache(4096)
def drawable(letter: str) -> bool:
    """Whether a font has this letter, so no empty box is drawn."""
    return latin(letter) or scripts.script_of(letter) is not None


@lru_cache(4096)
def latin(letter: str) -> bool:
    """Whether the first font has this letter."""
    face = font(SMALLEST)
    return bytes(face.getmask(letter)) != bytes(face.getmask(_UNKNOWN))


@lru_cache(4096)
def _plain(text: str) -> bool:
    """Whether the first font draws a whole text, letter by letter, from left to right."""
    return text.isascii() or not any(map(_foreign, set("".join(text.split()))))


@lru_cache(4096)
def _foreign(letter: str) -> bool:
    return not latin(letter) and scripts.script_of(letter) is not None


@lru_cache(512)
def _pieces(text: str) -> tuple[scripts.TextRun, ...]:
    return tuple(scripts.pieces(text, frozenset(c for c in text if not _foreign(c))))


@lru_cache(4096)
def legible(words: str) -> bool:
    """Whether the fonts have all letters of some words."""
    return all(map(drawable, set("".join(words.split()))))


@lru_cache(4096)
def width(text: str, size: int) -> int:
    """The width of a text in pixels."""
    if _plain(text):
        return round(_length(text, size))
    return round(sum(_wide(piece, size) for piece in _pieces(text)))


def _wide(piece: scripts.TextRun, size: int) -> float:
    return _length(piece.text, size) if piece.script is None else _shaped(piece, size).wide


def _shaped(piece: scripts.TextRun, size: int) -> scripts.Ink:
    """A drawn piece, at most as high as the first font's letters with their accents."""
    ascent, descent = font(size).getmetrics()
    return scripts.shape(piece, size, (ascent + headroom(size) - 2, descent + 1))


def _length(text: str, size: int, before: str = "") -> float:
    """The unrounded width of a text that follows a letter."""
    return sum(map(_advance, (before, *text), text, repeat(size)))


@lru_cache(4096)
def _advance(before: str, letter: str, size: int) -> float:
    """The width that a letter adds to a text: some pairs stand closer. The font takes a
    hundredth of a millisecond to measure a letter, so it is asked once for each pair."""
    face = font(size)
    return face.getlength(before + letter) - face.getlength(before)


@lru_cache(4096)
def fit(text: str, size: int, room: int) -> str:
    """The text, shortened by an ellipsis if it is wider than the room."""
    if width(text, size) <= room:
        return text
    while text and width(text.rstrip() + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def side_by_side(words: Sequence[str], size: int, room: int) -> list[str]:
    """The words of a line, the longest shortened if together they are wider than the room."""
    longest = max((width(word, size) for word in words), default=0)
    while longest > size and sum(min(longest, width(word, size)) for word in words) > room:
        longest -= 1
    return [fit(word, size, longest) for word in words]


@lru_cache(512)
def break_lines(text: str, size: int, room: int) -> tuple[str, ...]:
    """The text in as many lines as it takes."""
    first, *words = text.split() or [""]
    lines, long, plain = [first], _length(first, size), _plain(text)
    for word in words:
        line = f"{lines[-1]} {word}"
        longer = long + _further(lines[-1][-1], word, size) if plain else width(line, size)
        if round(longer) <= room:
            lines[-1], long = line, longer
        else:
            lines.append(word)
            long = _length(word, size)
    return tuple(lines)


@lru_cache(4096)
def _further(before: str, word: str, size: int) -> float:
    """The width that a space and a word add to a line that ends with a letter."""
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
    """Pixels above a line, for the accents of capitals."""
    return size // 5


def paint(on: Image.Image, at: tuple[int, int], text: str, size: int, ink: RGB) -> None:
    """Write a text on an RGB picture, over anything that is there. at: where its line begins."""
    on.paste(ink, (at[0], at[1] - headroom(size)), coverage(text, size))


def coverage(text: str, size: int) -> Image.Image:
    """A line of text as coverage ("L"), put together from cached letters. The font takes a
    twentieth of a millisecond to draw a letter, and few lines come twice."""
    ascent, descent = font(size).getmetrics()
    above = headroom(size)
    line = Image.new("L", (max(1, width(text, size) + 3), above + ascent + descent + 2))
    if _plain(text):
        _letters(line, text, size, 1.0)
        return line
    end = 1.0
    for piece in _pieces(text):
        if piece.script is None:
            _letters(line, piece.text, size, end)
        elif ink := (drawn := _shaped(piece, size)).image:
            at = round(end) + drawn.left, above + ascent - drawn.above
            line.paste(255, (*at, at[0] + ink.width, at[1] + ink.height), ink)
        end += _wide(piece, size)
    return line


def _letters(line: Image.Image, text: str, size: int, end: float) -> None:
    """Put letters of the first font on a line. end: where the text before them ends."""
    on, above = line.im, headroom(size)
    for before, letter in pairwise(("", *text)):
        wider, own, ink, (left, top), (wide, high) = _letter(before, letter, size)
        end += wider
        if wide:
            x, y = floor(end - own + 0.5) + left, above + top
            on.paste(255, (x, y, x + wide, y + high), ink)


class _Letter(NamedTuple):
    """A letter after another."""

    wider: float  # the width it adds to the text
    own: float  # its width alone
    ink: Any  # as coverage
    inset: tuple[int, int]  # from the letter's start on the upper edge of its line
    size: tuple[int, int]  # of the ink; zero for a space


@lru_cache(4096)
def _letter(before: str, letter: str, size: int) -> _Letter:
    ink, inset = _glyph(letter, size)
    return _Letter(_advance(before, letter, size), _advance("", letter, size), ink, inset, ink.size)


@lru_cache(1024)
def _glyph(letter: str, size: int) -> tuple[Any, tuple[int, int]]:
    return font(size).getmask2(letter)
