"""A die, for any game that rolls one."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderer.figures import INK
from renderer.paint import Sheet
from renderer.palette import tint

SIDE = 100  # of the drawing; sprites are any size
KEPT = 64  # faces and sizes

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@lru_cache(KEPT)
def die(face: int, side: int) -> Image.Image:
    """A die with a face up, seen a little from below; a face that is none, such as 0, is blank."""
    sheet = Sheet(SIDE, SIDE)
    sheet.rounded((4, 10, 94, 94), 20, tint("paper", 3)).rounded(
        (4, 4, 94, 86), 20, tint("paper", 0)
    )
    sheet.outline(INK, 5)
    for dx, dy in PIPS.get(face, ()):
        x, y, half = 49 + 25 * dx, 45 + 24 * dy, 10 if face > 1 else 14
        sheet.ellipse((x - half, y - half, x + half, y + half), INK if face > 1 else tint("red", 1))
    return sheet.sprite(side / SIDE)
