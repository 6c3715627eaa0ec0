"""The mark before the name of somebody who is a computer: a head with an antenna and two eyes."""

from __future__ import annotations

from functools import cache

from PIL import Image

from renderer.paint import Sheet
from renderer.palette import RGB, indexed, put

WIDE, HIGH, DOWN = 36, 36, 3  # px: its size, and how far below the top of a line it begins


def beside(on: Image.Image, at: tuple[int, int], inks: tuple[RGB, RGB]) -> int:
    """Put the mark where a name would begin; so much further it begins then. inks: of what is
    written, and what it stands on."""
    put(_mark(*inks), on, (at[0], at[1] + DOWN))
    return WIDE + 8


@cache
def _mark(ink: RGB, ground: RGB) -> Image.Image:
    """The mark in an ink on a ground, in places of the palette."""
    sheet = Sheet(WIDE, HIGH)
    sheet.line([(18, 5), (18, 12)], ink, 4).ellipse((13, 0, 23, 9), ink)
    sheet.rounded((0, 17, 8, 28), 3, ink).rounded((28, 17, 36, 28), 3, ink)
    sheet.rounded((4, 10, 32, 35), 6, ink)
    for left in (9, 19):
        sheet.ellipse((left, 15, left + 8, 24), ground)
    sheet.rounded((11, 28, 25, 31), 1, ground)
    picture, sprite = Image.new("RGB", (WIDE, HIGH), ground), sheet.sprite()
    picture.paste(sprite, mask=sprite)
    return indexed(picture)
