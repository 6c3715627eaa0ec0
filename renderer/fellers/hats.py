"""What a lumberjack wears on the head: the thing that it is called by.

g a tuft of grass   y a beehive   r a rose on a brim   b a breaking wave   k a miner's lamp
w a ball of wool with two needles

Each has an outline of its own, for eyes without colour; man and woman wear the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from renderer.paint import Point, Sheet, oval, smooth
from renderer.palette import tint

INK, LIGHT = tint("ink", 0), tint("paper", 0)
BLADES = ((40, 12), (54, 5), (70, 9), (88, 4), (105, 12))  # tips
HIVE = ((46, 41), (45, 26), (54, 11), (72, 4), (90, 11), (99, 26), (98, 41))
WAVE = ((44, 42), (40, 24), (52, 10), (78, 4), (106, 10), (116, 26), (100, 19), (92, 27), (102, 42))
SHELL = ((35, 38), (36, 18), (52, 6), (92, 6), (108, 18), (109, 38))


def _grass(on: Sheet) -> None:
    for n, (x, y) in enumerate(BLADES):
        root = 50 + 11 * n
        blade = [(root - 9.0, 36.0), (x, y), (root + 9.0, 36.0)]
        on.polygon(blade, tint("green", 3 if n % 2 else 2))
    on.rounded((42, 30, 102, 43), 6, tint("wood", 3))


def _beehive(on: Sheet) -> None:
    shape = smooth(HIVE)
    on.polygon(shape, tint("gold", 2))
    on.within(shape, [(30, 50), (30, 0), (66, 0), (56, 50)], tint("gold", 3))
    for y in (13.0, 23.0, 33.0):
        line: list[Point] = [(40, y), (72, y + 3), (104, y)]
        strip = [*line, *((x, low + 3.4) for x, low in reversed(line))]
        on.within(shape, strip, tint("gold", 0))
    on.polygon(oval(72, 36, 9, 7), INK)


def _rose(on: Sheet) -> None:
    on.polygon(oval(72, 36, 44, 8), tint("wood", 5))
    for way in (-1, 1):
        leaf = smooth([(72 + way * 10, 26), (72 + way * 30, 14), (72 + way * 32, 28)])
        on.polygon(leaf, tint("green", 1))
    on.polygon(oval(72, 20, 20, 16), tint("red", 2))
    on.polygon(oval(72, 18, 13, 11), tint("red", 1)).polygon(oval(70, 16, 8, 7), tint("red", 3))
    on.polygon(oval(72, 18, 4, 4), tint("red", 0))


def _wave(on: Sheet) -> None:
    shape = smooth(WAVE)
    on.polygon(shape, tint("blue", 2))
    on.within(shape, [(30, 50), (30, 0), (120, 0), (120, 16), (72, 8), (52, 22)], LIGHT)
    for y in (24.0, 34.0):
        on.line([(52, y + 2), (62, y - 3), (74, y + 2), (86, y - 2)], tint("blue", 3), 4)


def _lamp(on: Sheet) -> None:
    shape = smooth(SHELL)
    on.polygon(shape, tint("black", 1))
    on.within(shape, [(30, 50), (30, 0), (62, 0), (52, 50)], tint("black", 3))
    on.rounded((26, 33, 118, 42), 4, tint("black", 0))
    on.polygon(oval(72, 20, 15, 15), tint("gold", 1)).polygon(oval(72, 20, 11, 11), LIGHT)


def _wool(on: Sheet) -> None:
    for way in (-1, 1):
        on.line([(72 + way * 14, 34), (72 + way * 46, 8)], tint("wood", 4), 7)
    on.polygon(oval(72, 23, 30, 20), LIGHT)
    for dy in (-9.0, 0.0, 9.0):
        strand: list[Point] = [(48, 20 + dy), (64, 27 + dy), (80, 27 + dy), (96, 20 + dy)]
        on.line(strand, tint("white", 1), 4)


PUT: Mapping[str, Callable[[Sheet], None]] = MappingProxyType(
    {"g": _grass, "y": _beehive, "r": _rose, "b": _wave, "k": _lamp, "w": _wool}
)
