"""What a renderer keeps of pictures that hold words, which are drawn anew for another language."""

from __future__ import annotations

from typing import Any

from renderer import fellers, logger, logjam, panel
from renderer.fellers import hand, narrow

GROUNDS: tuple[Any, ...] = (logger._ground, logjam._ground, fellers._ground, logger._legend_in)
PIECES: tuple[Any, ...] = (hand.card, panel._line, panel._card, narrow._card)


def forget() -> None:
    """Whatever is written from now on is written anew."""
    for each in (*GROUNDS, *PIECES):
        each.cache_clear()
