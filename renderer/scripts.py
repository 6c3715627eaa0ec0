"""Scripts that the first font lacks: HarfBuzz shapes them, and paints them from parts of Noto. Both
are loaded when a name first needs them. Without HarfBuzz these scripts can't be drawn."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

FOLDER = Path(__file__).with_name("fonts") / "noto"
# The common blocks of characters that a script's font has, from first to last.
_BLOCKS = """
    : 100-24F 370-52F 1E00-1FFF, Armenian: 530-58F, Hebrew: 590-5FF, Arabic: 600-6FF 750-77F,
    Devanagari: 900-97F, Bengali: 980-9FF, Gurmukhi: A00-A7F, Gujarati: A80-AFF, Oriya: B00-B7F,
    Tamil: B80-BFF, Telugu: C00-C7F, Kannada: C80-CFF, Malayalam: D00-D7F, Sinhala: D80-DFF,
    Thai: E00-E7F, Lao: E80-EFF, Myanmar: 1000-109F, Georgian: 10A0-10FF 1C90-1CBF,
    Ethiopic: 1200-137F, Khmer: 1780-17FF,
    CJK: 3000-303F 3040-318F 31F0-31FF 3400-9FFF AC00-D7A3 FF00-FF65"""
BLOCKS = {
    script.strip(): tuple(
        range(int(first, 16), int(last, 16) + 1)
        for first, last in (block.split("-") for block in blocks.split())
    )
    for script, blocks in (each.split(":") for each in _BLOCKS.split(","))
}
JOINERS = "\u200c\u200d"
# The share of the first font's size that looks as large, if not 0.85 as of stacked scripts.
_SHARES = {"": 1.0, "Armenian": 1.0, "Hebrew": 1.0, "Georgian": 0.9, "CJK": 0.95}
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


class TextRun(NamedTuple):
    """Letters to draw together."""

    text: str
    script: str | None  # of their font; None: the first font
    back: bool = False  # they run from right to left, in reading order


class Ink(NamedTuple):
    """A painted piece."""

    wide: float  # its width in the line
    image: Image.Image | None = None  # its coverage ("L"), if it has any
    left: int = 0  # px from the piece's start
    above: int = 0  # px over the baseline


@lru_cache(4096)
def script_of(letter: str) -> str | None:
    """The script of the font that has this character, or None."""
    for script, blocks in BLOCKS.items():
        if any(ord(letter) in block for block in blocks):
            return script if _has(script, ord(letter)) else None
    return None


def _has(script: str, code: int) -> bool:
    return (face := _face(script)) is not None and bool(face.get_nominal_glyph(code))


@cache
def _face(script: str) -> Any:
    """The font of a script, in its own units. None without HarfBuzz or the file."""
    try:
        import uharfbuzz
    except ImportError:
        return None
    if not (file := file_of(script)).is_file():
        return None
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file))))


def file_of(script: str) -> Path:
    """The file of a script's font."""
    return FOLDER / f"NotoSans{script}-Bold{'.otf' if script == 'CJK' else '.ttf'}"


def pieces(text: str, known: frozenset[str]) -> Iterator[TextRun]:
    """The pieces of a line, from left to right. known: the characters that the first font has."""
    for run, back in runs(text):
        scripts: list[str | None] = []
        for letter in run:
            joins = letter in JOINERS or unicodedata.category(letter)[0] == "M"
            own = None if letter in known else script_of(letter)
            scripts.append(scripts[-1] if joins and scripts else own)
        for n in range(1, len(run) - 1):
            before = scripts[n - 1]
            if run[n] == " " and before is not None and before == scripts[n + 1]:
                scripts[n] = before if _has(before, ord(" ")) else None
        parts = list[TextRun]()
        for script, each in groupby(zip(scripts, run, strict=True), key=lambda pair: pair[0]):
            letters = "".join(letter for _, letter in each)
            if script is None:
                letters = "".join(c for c in letters if c not in JOINERS)
                letters = letters[::-1].translate(MIRRORED) if back else letters
            parts.append(TextRun(letters, script, back))
        yield from reversed(parts) if back else parts


def runs(text: str) -> Iterator[tuple[str, bool]]:
    """Runs of one direction in the order of the line, each in reading order, and whether it runs
    from right to left. It follows Unicode's bidirectional algorithm for a line from left to right
    without marks of direction."""
    kinds = _kinds(text)
    at = 0
    for forward, block in groupby(kinds, key=lambda kind: kind == "L"):
        long = len([*block])
        if forward:
            yield text[at : at + long], False
        else:
            inner = groupby(range(at, at + long), key=lambda n: kinds[n])
            parts = [("".join(text[n] for n in its), kind == "R") for kind, its in inner]
            yield from reversed(parts)
        at += long


def _kinds(text: str) -> list[str]:
    """The kind of each letter: L from left to right, R from right to left, D digits among those."""
    kinds, strong = list[str](), "L"
    for letter in text:
        match unicodedata.bidirectional(letter):
            case "L":
                strong = "L"
                kinds.append("L")
            case "R" | "AL":
                strong = "R"
                kinds.append("R")
            case "EN" | "AN":
                kinds.append("D" if strong == "R" else "L")
            case "NSM" | "BN":
                kinds.append(kinds[-1] if kinds else "L")
            case _:
                kinds.append(strong if letter == "…" else "")
    for n, kind in enumerate(kinds):
        if not kind:
            before = kinds[n - 1] if n else "L"
            after = next((each for each in kinds[n:] if each), "L")
            kinds[n] = "L" if "L" in (before, after) else "R"
    due = list[tuple[str, int]]()  # closing brackets, with the places of their opening ones
    for n, letter in enumerate(text):
        if letter in "([{":
            due.append((letter.translate(MIRRORED), n))
        elif due and letter == due[-1][0]:
            _, first = due.pop()
            if kinds[first] == "R" and "L" not in kinds[first:n]:
                kinds[n] = "R"
    return kinds


@lru_cache(512)
def shape(piece: TextRun, size: int, room: tuple[float, float]) -> Ink:
    """A piece of another script at a size in px. A piece that goes beyond the room above or below
    is moved, and made smaller if it is higher than both. room: above its baseline and below."""
    import uharfbuzz as hb

    assert piece.script is not None
    font = _face(piece.script)
    buffer = hb.Buffer()
    buffer.add_str(piece.text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if piece.back else "ltr"
    hb.shape(font, buffer)
    scale = size * _SHARES.get(piece.script, 0.85) / font.face.upem
    drawn = _drawn(font, buffer, scale)
    if drawn.image is None:
        return drawn
    if (high := drawn.image.height) > sum(room):
        drawn = _drawn(font, buffer, scale * sum(room) / high)
    below = drawn.image.height - drawn.above if drawn.image else 0
    up = max(0, below - room[1]) - max(0, drawn.above - room[0])
    return drawn._replace(above=drawn.above + round(up))


def _drawn(font: Any, buffer: Any, scale: float) -> Ink:
    import uharfbuzz as hb

    draw, x, y = hb.RasterDraw(), 0, 0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        dx, dy = (x + place.x_offset) * scale, (y + place.y_offset) * scale
        draw.transform = (scale, 0, 0, scale, dx, dy)
        draw.draw_glyph(font, glyph.codepoint)
        x, y = x + place.x_advance, y + place.y_advance
    image = draw.render()
    box = image.extents
    if not box.width or not box.height:
        return Ink(x * scale)
    rows = Image.frombytes("L", (box.stride, box.height), bytes(image.buffer))
    ink = rows.crop((0, 0, box.width, box.height)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return Ink(x * scale, ink, box.x_origin, box.y_origin + box.height)
