"""How large every letter of a picture is where a phone shows it: measured while it is drawn.

Whatever is drawn with a font is followed through the sheets that it is painted on and the sizes
that these are reduced to. So a new sign is measured without anybody listing it.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import unwrap
from typing import Any

import pytest
from PIL import Image, ImageDraw

from renderer import fellers, lettering, logger, logjam, panel, shelf
from renderer.fellers import hand, plate, seats
from renderer.fellers.layout import layout_of
from renderer.paint import PaintSheet
from renderer.picture import WIDTH

PHONE = 324  # px: how wide a picture is there
LEAST = 11  # px: legible there
SPARE = 0.05  # px: so much is lost where letters are cut to whole pixels
Sizes = set[tuple[str, float]]  # texts, and the sizes of their fonts in px


def sizes(draw: Callable[[], object]) -> dict[str, float]:
    """The texts of a drawing with the least size of each on a phone, in px, the smallest first. It
    is drawn without shadows, rims and woods, which take long and hold no words."""
    with clean_slate(), _follow() as texts, pytest.MonkeyPatch.context() as patch:
        patch.setattr(PaintSheet, "_under", lambda *_: None)
        patch.setattr(panel, "forest", lambda *_: None)
        patch.setattr(plate, "_grow", lambda *_: None)
        patch.setattr(plate, "_ground", lambda column, _: Image.new("RGB", column.size))
        draw()
    forget()
    least: dict[str, float] = {}
    for text, size in texts:
        least[text] = min(size * PHONE / WIDTH, least.get(text, size))
    return dict(sorted(least.items(), key=lambda each: each[1]))


def too_small(found: dict[str, float]) -> dict[str, float]:
    """Those that nobody can read."""
    return {text: round(size, 1) for text, size in found.items() if size < LEAST - SPARE}


@contextmanager
def clean_slate() -> Iterator[None]:
    """Draw everything from scratch: from neither memory nor disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "_shelf", None)
        forget()
        yield


def forget() -> None:
    """Forget everything drawn in this process."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "renderer":
            for each in list(vars(module).values()):
                getattr(each, "cache_clear", lambda: None)()


@contextmanager
def _follow() -> Iterator[Sizes]:
    """Follow texts from the font to the picture: an image carries the texts that are on it."""
    final: Sizes = set()
    text, covered, resize = ImageDraw.ImageDraw.text, lettering.coverage, Image.Image.resize
    paste, compose, copied = Image.Image.paste, Image.Image.alpha_composite, Image.Image._new

    def carry(texts: Sizes, to: Any) -> None:
        if texts:
            to.texts = getattr(to, "texts", set[tuple[str, float]]()) | texts

    def add(image: Any, texts: Sizes) -> Any:
        carry(texts, image)
        final.update(texts)
        return image

    def follow_text(pen: Any, at: Any, words: str, *more: Any, **named: Any) -> None:
        text(pen, at, words, *more, **named)
        add(pen._image, {(words, float(named["font"].size))})

    def follow_coverage(words: str, size: int) -> Any:
        return add(covered(words, size), {(words, float(size))})

    def follow_resize(im: Any, size: tuple[int, int], *_: Any, **__: Any) -> Any:
        share = max(size[0] / im.width, size[1] / im.height)
        before: Sizes = getattr(im, "texts", set())
        final.difference_update(before)
        made = resize(im, size, Image.Resampling.NEAREST)  # sizes are looked at, no edges
        return add(made, {(words, font * share) for words, font in before})

    def follow_paste(on: Any, im: Any, box: Any = None, mask: Any = None) -> None:
        paste(on, im, box, mask)
        for each in (im, box, mask):
            carry(getattr(each, "texts", set()), on)

    def follow_composite(on: Any, im: Any, *more: Any) -> None:
        compose(on, im, *more)
        carry(getattr(im, "texts", set()), on)

    def follow_copy(im: Any, core: Any) -> Any:
        made = copied(im, core)
        carry(getattr(im, "texts", set()), made)
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ImageDraw.ImageDraw, "text", follow_text)
        patch.setattr(lettering, "coverage", follow_coverage)
        patch.setattr(Image.Image, "resize", follow_resize)
        patch.setattr(Image.Image, "paste", follow_paste)
        patch.setattr(Image.Image, "alpha_composite", follow_composite)
        patch.setattr(Image.Image, "_new", follow_copy)
        yield final


GROUNDS: tuple[Any, ...] = (logger, logjam, plate)  # modules that write the words under a board
LINES: tuple[Any, ...] = (
    *(logger._ground, logjam._ground, fellers._ground, logger._legend_in),
    *(hand.card, panel._line, panel._card, seats._narrow_card),
)


@contextmanager
def rewrite() -> Iterator[list[str]]:
    """The words written on signs and in lines from now on, in order, with the existing sprites."""
    found, text, covered = list[str](), ImageDraw.ImageDraw.text, lettering.coverage

    def note_text(pen: Any, at: Any, words: str, *more: Any, **named: Any) -> None:
        found.append(words)
        text(pen, at, words, *more, **named)

    def note_coverage(words: str, size: int) -> Image.Image:
        found.append(words)
        return covered(words, size)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ImageDraw.ImageDraw, "text", note_text)
        patch.setattr(lettering, "coverage", note_coverage)
        for module in GROUNDS:
            patch.setattr(module, "empty", unwrap(module.empty))
        patch.setattr(plate, "_painted", paint_nothing)
        for each in LINES:
            each.cache_clear()
        yield found
    fellers._ground.cache_clear()


def paint_nothing(course: Any) -> Image.Image:
    """A river without any water."""
    return Image.new("RGB", (WIDTH, layout_of(course).height), plate.TABLE)
