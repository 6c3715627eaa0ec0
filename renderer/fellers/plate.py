"""A course before anything floats on it: the wooden plate with its windows, coordinates, legend.

    a b c         d e f       lanes above and below; rows at the left, between the lanes that
  ╔═══════╗     ╔═══════╗     lie higher and those that lie lower; each space has its name
1 ║ river ║  13 ║ river ║
  ╚═══════╝     ╚═══════╝
    current  rapids  moved  shoved  floated
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from random import Random
from string import ascii_lowercase

from PIL import Image, ImageDraw, ImageFilter

from renderer.board import carve, round_corners
from renderer.fellers import marks, river
from renderer.fellers.layout import LANES, LEFT, RULER, RiverColumn, RiverLayout, layout_of
from renderer.fellers.river import painting, woodland
from renderer.lettering import headroom, paint, side_by_side, stencil, width
from renderer.paint import SCALE, PaintSheet
from renderer.palette import tint, to_palette
from renderer.shelf import sprite_cache
from rules.fellers.river import COMPASS, MIDDLE, ROWS, STILL, Course
from rules.text import Text

SOUTH = COMPASS.index("s")
TABLE = tint("table", 2)
LETTER = 42  # px: a coordinate, a word of the legend
ROUND = 16  # px: the plate's corners
SIGNS = 46  # px: the height of the signs in the legend
NARROW = 1.5  # sides of a hex: the room for a name
HALO = tint("river", 0)
NAME = tint("table", 0)  # the ink of a space's name
ARROWS = ("walk", "shove", "float")
LEGEND = Text("current"), Text("rapids"), Text("moved"), Text("shoved"), Text("floated")


@sprite_cache(0)
def empty(course: Course, private: bool, legend: tuple[str, ...]) -> Image.Image:
    """The picture down to the seats before anything floats, in places of the palette; private:
    the names of the spaces have a halo; legend: the words of LEGEND in a language."""
    layout, picture = layout_of(course), _painted(course).copy()
    for cell, place in enumerate(course.places):
        x, y = layout.columns[course.segment[cell]].middle(place)
        halo = private or course.currents[cell] != STILL
        name = sign_texts(course.names[cell], layout.high, halo)
        picture.paste(name, (round(x - name.width / 2), round(y - name.height / 2)), name)
    _lead(picture, course, layout)
    for sprite, at, word in _legend(layout, legend):
        picture.paste(sprite, at, sprite)
        line = at[0] + sprite.width + 8, layout.plate[3] + 4 + headroom(LETTER)
        paint(picture, line, word, LETTER, tint("paper", 2))
    return to_palette(picture)


def _lead(picture: Image.Image, course: Course, layout: RiverLayout) -> None:
    """Where the currents lead, whose arrows lie under the names."""
    for cell, direction in enumerate(course.currents):
        if direction != STILL:
            sprite, (x, y) = river.onward(direction, layout.high), layout.on(course, cell)
            at = round(x - sprite.width / 2), round(y - sprite.height / 2)
            picture.paste(sprite, at, sprite)


@lru_cache(4)
def _painted(course: Course) -> Image.Image:
    """The plate without any words, RGB."""
    layout = layout_of(course)
    picture = Image.new("RGB", (layout.width, layout.height), TABLE)
    _plate(picture, layout)
    for column in layout.columns:
        picture.paste(painting(course, column), (column.left, column.top))
        _sunk(picture, column)
        _coordinates(picture, column)
    if spare := layout.spare:
        picture.paste(woodland(spare), (spare.left, spare.top))
        _sunk(picture, spare)
    return picture


@lru_cache(1024)
def sign_texts(name: str, high: int, halo: bool) -> Image.Image:
    """The name of a space, as wide as the space is at its upper edge; halo: round its letters."""
    mask, side = stencil(name, LETTER), high / sqrt(3)
    wide = min(mask.width, round(side * NARROW * SCALE))
    sheet = PaintSheet(-(-wide // SCALE) + 8, LETTER)
    mask = mask.resize((wide, mask.height), Image.Resampling.BOX)
    at = round((sheet.size[0] - wide) / 2), round((sheet.size[1] - mask.height) / 2)
    sheet.paint.paste(NAME, at, mask)
    return (sheet.outline(HALO, 2.5) if halo else sheet).sprite()


def _plate(picture: Image.Image, layout: RiverLayout) -> None:
    """Planks of wood with round corners, and their shadow on the table."""
    left, top, right, bottom = layout.plate
    shade = Image.new("L", picture.size)
    box = (left + 6, top + 8, right + 4, bottom + 8)
    ImageDraw.Draw(shade).rounded_rectangle(box, ROUND + 2, fill=190)
    picture.paste(tint("table", 0), mask=shade.filter(ImageFilter.GaussianBlur(5)))
    wood, mask = _wood(right - left, bottom - top), round_corners(right - left, bottom - top, ROUND)
    picture.paste(wood, (left, top), mask)


def _wood(width: int, height: int) -> Image.Image:
    """Grain downward, bright edges to the light."""
    sheet, dice = PaintSheet(width, height), Random(3)
    for n in range(width // 3):
        x, start = dice.uniform(0, width), dice.uniform(-200, height)
        ends = [(x, start), (x + dice.uniform(-3, 3), start + dice.uniform(120, 500))]
        sheet.line(ends, tint("wood", (1, 3)[n % 2]), dice.uniform(1.0, 2.2))
    wood = Image.new("RGB", (width, height), tint("wood", 2))
    grain = sheet.sprite()
    wood.paste(grain, mask=grain)
    pen = ImageDraw.Draw(wood)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), ROUND, outline=tint("wood", 0), width=3)
    pen.line([(ROUND, 4), (width - ROUND, 4)], tint("wood", 5), 2)
    pen.line([(4, ROUND), (4, height - ROUND)], tint("wood", 5), 2)
    return wood


def _sunk(picture: Image.Image, column: RiverColumn) -> None:
    """The plate stands higher than the river: a dark edge around the window."""
    x, y, (width, high) = column.left, column.top, column.size
    pen = ImageDraw.Draw(picture)
    pen.rectangle((x - 3, y - 3, x + width + 2, y + high + 2), outline=tint("wood", 0), width=3)
    pen.line([(x - 4, y + high + 3), (x + width + 3, y + high + 3)], tint("wood", 4), 2)
    pen.line([(x + width + 3, y - 4), (x + width + 3, y + high + 3)], tint("wood", 4), 2)


def _coordinates(picture: Image.Image, column: RiverColumn) -> None:
    for lane in range(column.lanes[0], column.lanes[1] + 1):
        x, _ = column.middle((lane, 0))
        for y in (column.top - LANES / 2, column.top + column.size[1] + LANES / 2):
            carve(picture, ascii_lowercase[lane + MIDDLE], (x, y), LETTER)
    for row in range(column.part * ROWS - (column.part > 0), (column.part + 1) * ROWS):
        y = column.level(row)
        if y < column.top + column.size[1] - column.high / 4:
            carve(picture, str(row + 1), (column.left - RULER / 2, y), LETTER)


def _legend(
    layout: RiverLayout, words: tuple[str, ...]
) -> Iterator[tuple[Image.Image, tuple[int, int], str]]:
    """Signs, their places and what they are called, under the plate."""
    signs, bottom = _signs(), layout.plate[3]
    room = layout.width - 2 * LEFT - sum(sprite.width + 8 for sprite in signs)
    fit = side_by_side(words, LETTER, room - 12 * len(signs))
    used = sum(width(word, LETTER) for word in fit)
    gap, x = min(60, (room - used) // (len(signs) - 1)), LEFT + 4
    for sprite, word in zip(signs, fit, strict=True):
        yield sprite, (x, bottom + 8 + (SIGNS - sprite.height) // 2), word
        x += sprite.width + width(word, LETTER) + 8 + gap


def _signs() -> tuple[Image.Image, ...]:
    """What stands beside the words of LEGEND."""
    arrows = (marks.arrow(kind, marks.LEGEND, SIGNS - 4)[0] for kind in ARROWS)
    water = river.current(SOUTH, SIGNS), river.rapids(SIGNS, 1, downward=True)
    return tuple(map(_cut, (*water, *arrows)))


def _cut(tile: Image.Image) -> Image.Image:
    """A tile without the empty space around it."""
    box = tile.getbbox()
    return tile.crop(box) if box else tile
