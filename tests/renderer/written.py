"""The words of pictures: those that are kept, and are drawn anew for another language, and those
that are drawn."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageDraw

from renderer import fellers, lettering, logger, logjam, panel
from renderer.fellers import hand, seats

GROUNDS: tuple[Any, ...] = (logger._ground, logjam._ground, fellers._ground, logger._legend_in)
PIECES: tuple[Any, ...] = (hand.card, panel._line, panel._card, seats._narrow_card)


def forget() -> None:
    """Whatever is written from now on is written anew."""
    for each in (*GROUNDS, *PIECES):
        each.cache_clear()


def noted(patch: pytest.MonkeyPatch) -> list[str]:
    """What is written on signs and in lines from now on, as it comes."""
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
