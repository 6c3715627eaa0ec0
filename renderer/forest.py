"""A far forest behind the panel, hardly lighter than the table."""

from __future__ import annotations

from PIL import Image

from renderer import figures
from renderer.palette import tint
from renderer.panel import Column

FAR = (
    (-40, 30, 2.2),
    (110, 0, 2.4),
    (20, 90, 2.0),
    (200, 80, 2.2),
    (-30, 130, 1.8),
    (140, 140, 1.7),
)


def paint(on: Image.Image, column: Column) -> None:
    """Draw tree tops at the foot of an RGB picture, as wide as the panel."""
    forest = _forest(column.wide)
    on.paste(forest, (column.left - 12, on.height - forest.height), forest)


def _forest(wide: int) -> Image.Image:
    forest = Image.new("RGBA", (wide + 30, 330))
    for n, (x, y, share) in enumerate(FAR):
        shape = figures.tree(3, share).getchannel("A").point(lambda a: max(0, a - 155) * 255 // 100)
        ink = Image.new("RGBA", shape.size, (*tint("table", 3 if n < 4 else 1), 255))
        forest.paste(ink, (x, y), shape)
    return forest
