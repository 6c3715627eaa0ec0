"""How well every letter of a picture stands out from its background, by WCAG 2.2.

A picture is drawn twice, the second time with a font that leaves no ink. Where the two differ are
letters and their rims, and the second one shows what lies behind them. So a new word is measured
without a list, on any background. Each spot of ink is measured separately: a letter, or a dot.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import accumulate
from typing import Any, NamedTuple, cast

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from renderer import Picture, lettering
from renderer.palette import FLAT, RGB, to_palette
from renderer.picture import WIDTH
from tests.renderer.legible import PHONE, clean_slate, forget

Matrix = tuple[tuple[float, float, float], ...]

EYES: dict[str, Matrix] = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}
LINEAR = [(n / 255 / 12.92 if n < 11 else ((n / 255 + 0.055) / 1.055) ** 2.4) for n in range(256)]
TEXT, SIGN = 4.5, 3.0  # : 1, by WCAG 2.2, 1.4.3 and 1.4.11
EVERY_EYES = ("all colours", *EYES)
FAINT = 24  # of 255: smaller differences aren't ink
SMALLEST = {WIDTH: 40, PHONE: 14}  # pixels of a spot that is measured, by the picture's width
CORE = 0.05  # of a spot: the middle of its strokes, where edges do not blend
NEW, RIM = 1.2, 0.08  # of a letter with a rim, such a share is so much darker, another lighter
SHARE = 0.05  # of a sign stands out
AROUND = 8  # px of ground around a sign
RUN = re.compile(b"\xff+")

Run = tuple[int, int, int]  # a row, and from where to where
Box = tuple[int, int, int, int]
Faint = tuple[str, str, int, Box, float]  # a letter: picture, eyes, how wide, where, contrast
Look = frozenset[tuple[tuple[RGB, RGB], int]]  # of a letter: how many pixels of which colours


def light(colour: RGB, eyes: str) -> list[float]:
    """A colour as these eyes see it: its red, green and blue light, 0 to 1."""
    r, g, b = (LINEAR[part] for part in colour)
    rows = EYES.get(eyes)
    return [min(1.0, max(0.0, x * r + y * g + z * b)) for x, y, z in rows] if rows else [r, g, b]


def eye_view(eyes: str, picture: Image.Image) -> Image.Image:
    """An RGB picture as these eyes see it."""
    pixels = cast("Sequence[RGB]", picture.get_flattened_data())
    seen = bytes(_byte(part) for pixel in pixels for part in light(pixel, eyes))
    return Image.frombytes("RGB", picture.size, seen)


def _byte(part: float) -> int:
    return round(255 * (part * 12.92 if part < 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


def apart(a: Image.Image, b: Image.Image) -> float:
    """How far two RGB pictures of one size differ, 0 to 255: as a mean of all pixels."""
    return ImageStat.Stat(_differences(a, b)).mean[0]


def _differences(a: Image.Image, b: Image.Image) -> Image.Image:
    """Of each pixel the colour that differs most."""
    red, green, blue = ImageChops.difference(a, b).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


class Spot(NamedTuple):
    """A letter or a sign in a picture."""

    pixels: Mapping[tuple[RGB, RGB], int]  # how many have this ink, on this ground
    where: Box = (0, 0, 0, 0)


@cache
def luminance(colour: RGB, eyes: str = "all colours") -> float:
    """How bright a colour is to these eyes, 0 to 1."""
    r, g, b = light(colour, eyes)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: float, b: float) -> float:
    """Of two luminances, from 1 to 21."""
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def find_faint(draw: Callable[[], dict[str, Picture]]) -> list[Faint]:
    """The letters that stand out less than TEXT, in pictures by their names: as drawn for all eyes,
    and as a phone shows them."""
    forget()
    inked = draw()
    with inkless():
        bare = draw()
    measured = set[Look]()
    return [
        each
        for name in inked
        for each in faint_spots(name, _opened(inked[name]), _opened(bare[name]), measured)
    ]


def faint_spots(
    name: str, inked: Image.Image, bare: Image.Image, measured: set[Look]
) -> Iterator[Faint]:
    """Those of a picture in the palette that look like none before. bare: without its letters."""
    drawn = [(EVERY_EYES, WIDTH, spot) for spot in spots(inked, bare)]
    small = spots(phone_view(inked), phone_view(bare))
    drawn += [(EVERY_EYES[:1], PHONE, spot) for spot in small]
    for every, wide, spot in drawn:
        if (look := frozenset(spot.pixels.items())) not in measured:
            measured.add(look)
            for eyes in every:
                if (found := measure(spot, eyes)) < TEXT:
                    yield name, eyes, wide, spot.where, found


@contextmanager
def inkless() -> Iterator[None]:
    """Let all writing leave no ink, on pictures drawn from scratch."""

    def glyph(letter: str, size: int) -> tuple[Any, tuple[int, int]]:
        ink, inset = lettering.font(size).getmask2(letter)
        return Image.new("L", (max(1, ink.size[0]), max(1, ink.size[1]))).im, inset

    with pytest.MonkeyPatch.context() as patch, clean_slate():
        patch.setattr(ImageDraw.ImageDraw, "text", lambda *_, **__: None)
        patch.setattr(lettering, "_glyph", glyph)
        yield
    forget()


def _opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png))


def _colours(picture: Image.Image) -> list[RGB]:
    flat = picture.getpalette() or []
    return [(flat[n], flat[n + 1], flat[n + 2]) for n in range(0, len(flat), 3)]


def phone_view(drawn: Image.Image) -> Image.Image:
    """A picture as a phone shows it, RGB."""
    wide, high = (side * PHONE // WIDTH for side in drawn.size)
    return drawn.convert("RGB").resize((wide, high), Image.Resampling.LANCZOS)


def measure(spot: Spot, eyes: str, core: float = CORE) -> float:
    """How far a letter or sign stands out: from its background, or from its own rim."""
    inks, grounds, darker, lighter = (Counter[float]() for _ in range(4))
    for (colour, behind), n in spot.pixels.items():
        ink, ground = luminance(colour, eyes), luminance(behind, eyes)
        inks[ink] += n
        grounds[ground] += n
        darker[ink] += n * (ink * NEW < ground)
        lighter[ink] += n * (ink > ground * NEW)
    ends = _ends(inks, core)
    alone = min(max(contrast(end, each) for end in ends) for each in _ends(grounds, 0.25))
    if min(darker.total(), lighter.total()) < RIM * inks.total():
        return alone
    return max(alone, contrast(_ends(darker, 0.25)[0], _ends(lighter, 0.25)[1]))


def _ends(counted: Counter[float], share: float) -> tuple[float, float]:
    """Those that are greater than such a share of them, and less than such a share."""
    ordered = sorted(counted)
    reached = [*accumulate(counted[each] for each in ordered)]
    nth = round(share * (reached[-1] - 1))
    low, high = (bisect_right(reached, n) for n in (nth, reached[-1] - 1 - nth))
    return ordered[low], ordered[high]


def measure_sign(sign: Image.Image, ground: RGB) -> dict[str, float]:
    """The contrast of a sign with its ground for all eyes as drawn, and for those that see all
    colours the least of that and of a phone; a twentieth of the sign stands out as much, such as
    its rim or its filling."""
    laid = Image.new("RGB", (sign.width + 2 * AROUND, sign.height + 2 * AROUND), ground)
    laid.paste(sign, (AROUND, AROUND), sign if sign.mode == "RGBA" else None)
    drawn = flat(laid)
    spot, small = (_whole(each, ground) for each in (drawn.convert("RGB"), phone_view(drawn)))
    found = {eyes: measure(spot, eyes, SHARE) for eyes in EVERY_EYES}
    return found | {EVERY_EYES[0]: min(found[EVERY_EYES[0]], measure(small, EVERY_EYES[0], SHARE))}


def flat(picture: Image.Image) -> Image.Image:
    """A picture in colours of the palette."""
    return coloured(to_palette(picture))


def coloured(places: Image.Image) -> Image.Image:
    """A picture in places of the palette, with the palette."""
    shown = places.copy()
    shown.putpalette(FLAT)
    return shown


def _whole(inked: Image.Image, ground: RGB) -> Spot:
    """Everything but the ground as one spot; if there is nothing, a pixel of the ground."""
    colours = inked.getcolors(inked.width * inked.height) or []
    counted = cast("Sequence[tuple[int, RGB]]", colours)
    pixels = {
        (ink, ground): n
        for n, ink in counted
        if max(abs(a - b) for a, b in zip(ink, ground, strict=True)) > FAINT
    }
    return Spot(pixels or {(ground, ground): 1})


def spots(inked: Image.Image, bare: Image.Image) -> Iterator[Spot]:
    """The letters of a picture. bare: the same picture without them."""
    wide, colours, behind = inked.width, _colours(inked), _colours(bare)
    ink, ground = (it.tobytes() if colours else it.get_flattened_data() for it in (inked, bare))
    differences = _differences(inked.convert("RGB"), bare.convert("RGB"))
    mask = differences.point([255 * (n > FAINT) for n in range(256)])
    for runs in _connected(mask.tobytes(), *inked.size):
        pairs = Counter[Any]()
        for y, start, end in runs:
            part = slice(y * wide + start, y * wide + end)
            pairs.update(zip(ink[part], ground[part], strict=True))
        if pairs.total() >= SMALLEST[wide]:
            rows, starts, ends = zip(*runs, strict=True)
            if colours:
                pairs = Counter({(colours[a], behind[b]): n for (a, b), n in pairs.items()})
            yield Spot(pairs, (min(starts), min(rows), max(ends), max(rows) + 1))


def _connected(mask: bytes, wide: int, high: int) -> list[list[Run]]:
    """The runs of set pixels that hang together, corner to corner too."""
    of: dict[Run, list[Run]] = {}
    above: list[Run] = []
    for y in range(high):
        row = mask[y * wide : (y + 1) * wide]
        runs = [(y, each.start(), each.end()) for each in RUN.finditer(row)]
        for run in runs:
            of[run] = [run]
            for other in above:
                if other[1] <= run[2] and run[1] <= other[2] and of[other] is not of[run]:
                    of[run] += (joined := of[other])
                    of.update(dict.fromkeys(joined, of[run]))
        above = runs
    return list({id(runs): runs for runs in of.values()}.values())
