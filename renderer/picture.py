"""What goes into a picture beside the game itself, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from renderer.palette import FLAT

WIDTH, HEIGHT = 1200, 900  # 4:3, because phones crop square pictures
PACKING = 3  # level 6 takes two and a half times as long for a fifth less


@dataclass(frozen=True, slots=True)
class Labels:
    """What the table calls itself: the game ("L7"), display names by seat as people wrote
    them, and the number of the turn."""

    game: str
    names: tuple[str, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, 1200 px wide and as a rule 900 high, and what it shows in at most 1024 characters."""

    png: bytes
    alt: str


def encoded(drawn: Image.Image) -> bytes:
    """A picture in places of the palette as PNG; afterwards it is a "P" image."""
    drawn.putpalette(FLAT)
    out = BytesIO()
    drawn.save(out, "PNG", compress_level=PACKING)
    return out.getvalue()
