"""How large every letter of a picture is where a phone shows it: measured while it is drawn.

Whatever is drawn with a font is followed through the sheets that it is painted on and the sizes
that these are reduced to. So a new sign is measured without anybody listing it.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PIL import Image, ImageDraw

from renderer import Labels, fellers, lettering, logger, logjam, panel, shelf
from renderer.fellers import hand, seats
from renderer.picture import WIDTH
from rules.play import Seen
from tests.hosted import draw

PHONE = 324  # px: how wide a picture is there
LEAST = 11  # px: legible there
SPARE = 0.05  # px: so much is lost where letters are cut to whole pixels
Changed = dict[tuple[Any, str], Callable[..., Any]]  # functions, by owner and name
Sizes = set[tuple[str, float]]  # texts, and the sizes of their fonts in px


def on_phone(kind: str, *shown: tuple[Seen[Any], Labels]) -> dict[str, float]:
    """The texts of pictures, drawn one after the other, with the least size of each on a phone, in
    px, the smallest first."""
    return sizes(lambda: [draw(kind, seen, labels) for seen, labels in shown])


def sizes(draw: Callable[[], object]) -> dict[str, float]:
    """Likewise for any drawing."""
    least: dict[str, float] = {}
    for text, size in _drawn(draw):
        least[text] = min(size * PHONE / WIDTH, least.get(text, size))
    return dict(sorted(least.items(), key=lambda each: each[1]))


def too_small(found: dict[str, float]) -> dict[str, float]:
    """Those that nobody can read."""
    return {text: round(size, 1) for text, size in found.items() if size < LEAST - SPARE}


def _drawn(draw: Callable[[], object]) -> Sizes:
    """The words written while something is drawn from scratch."""
    with clean_slate(), _noted() as texts:
        draw()
    return texts


@contextmanager
def clean_slate() -> Iterator[None]:
    """Draw everything from scratch: from neither memory nor disk."""
    before, shelf._shelf = shelf._shelf, None
    forget()
    try:
        yield
    finally:
        shelf._shelf = before


def forget() -> None:
    """Forget everything drawn in this process."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "renderer":
            for each in list(vars(module).values()):
                getattr(each, "cache_clear", lambda: None)()


@contextmanager
def _noted() -> Iterator[Sizes]:
    """Follow texts from the font to the picture: an image carries the texts that are on it."""
    final: Sizes = set()
    changed = {**_sizing(final), **_carrying()}
    theirs = {(owner, name): getattr(owner, name) for owner, name in changed}
    _set(changed)
    try:
        yield final
    finally:
        _set(theirs)


def _set(methods: Changed) -> None:
    for (owner, name), method in methods.items():
        setattr(owner, name, method)


def _sizing(final: Sizes) -> Changed:
    """Wrap the functions that size a text: the font, and any that make an image of it smaller."""
    text, covered, resize = ImageDraw.ImageDraw.text, lettering.coverage, Image.Image.resize

    def _text(pen: Any, at: Any, words: str, *more: Any, **named: Any) -> None:
        text(pen, at, words, *more, **named)
        _add(pen._image, {(words, float(named["font"].size))}, final)

    def _covered(words: str, size: int) -> Image.Image:
        return _add(covered(words, size), {(words, float(size))}, final)

    def _resize(im: Any, size: tuple[int, int], *more: Any, **named: Any) -> Image.Image:
        made = resize(im, size, *more, **named)
        share = max(size[0] / im.width, size[1] / im.height)
        texts = {(words, font * share) for words, font in getattr(im, "texts", ())}
        final.difference_update(getattr(im, "texts", ()))
        return _add(made, texts, final)

    return {
        (ImageDraw.ImageDraw, "text"): _text,
        (lettering, "coverage"): _covered,
        (Image.Image, "resize"): _resize,
    }


def _carrying() -> Changed:
    """Wrap the functions that copy an image, to carry its texts along."""
    paste, compose = Image.Image.paste, Image.Image.alpha_composite
    copied = Image.Image._new

    def _paste(on: Any, im: Any, box: Any = None, mask: Any = None) -> None:
        paste(on, im, box, mask)
        for each in (im, box, mask):
            _carry(each, on)

    def _compose(on: Any, im: Any, *more: Any) -> None:
        compose(on, im, *more)
        _carry(im, on)

    def _new(im: Any, core: Any) -> Image.Image:
        made = copied(im, core)
        _carry(im, made)
        return made

    changed: dict[str, Callable[..., Any]] = {
        "paste": _paste,
        "alpha_composite": _compose,
        "_new": _new,
    }
    return {(Image.Image, name): method for name, method in changed.items()}


def _add(image: Any, texts: Sizes, final: Sizes) -> Image.Image:
    image.texts = getattr(image, "texts", set[tuple[str, float]]()) | texts
    final |= texts
    return image  # type: ignore[no-any-return]


def _carry(source: Any, to: Any) -> None:
    if texts := getattr(source, "texts", None):
        to.texts = getattr(to, "texts", set[tuple[str, float]]()) | texts


GROUNDS: tuple[Any, ...] = (logger._ground, logjam._ground, fellers._ground, logger._legend_in)
PIECES: tuple[Any, ...] = (hand.card, panel._line, panel._card, seats._narrow_card)


def words_drawn(patch: pytest.MonkeyPatch) -> list[str]:
    """The words written on signs and in lines from now on, in order, with the existing sprites."""
    for each in (*GROUNDS, *PIECES):
        each.cache_clear()
    found, text, covered = list[str](), ImageDraw.ImageDraw.text, lettering.coverage

    def _text(pen: Any, at: Any, words: str, *more: Any, **named: Any) -> None:
        found.append(words)
        text(pen, at, words, *more, **named)

    def _covered(words: str, size: int) -> Image.Image:
        found.append(words)
        return covered(words, size)

    patch.setattr(ImageDraw.ImageDraw, "text", _text)
    patch.setattr(lettering, "coverage", _covered)
    return found
