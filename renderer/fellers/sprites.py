"""The things on the river: lumberjacks, men and women, logs; and the beaver of the cards. At 1.06
heights of a hex no lumberjack hides the thing on another's head in the six neighbouring spaces."""

from functools import cache
from math import ceil

from PIL import Image

from renderer.lettering import LEAST, stencil
from renderer.paint import SCALE, PaintSheet, Point, oval, smooth
from renderer.palette import RGB, tint
from renderer.shelf import sprite_cache

SIDE = 144
MID = SIDE / 2
INK, LIGHT = tint("ink", 0), tint("paper", 0)
RAMPS = {"g": "green", "y": "gold", "r": "red", "b": "blue", "k": "black", "w": "white"}
# Shades of coats that differ from each other even without colour; the others have shade 1.
COATS = {"green": 2, "gold": 2, "white": 2, "red": 2}
PALE = ("green", "gold", "white")  # coats on which ink is read
RIM = 7.0
LETTER, LARGEST = 82, 98  # of SIDE: the smallest and the largest letter on a coat


def coat(ramp: str) -> tuple[RGB, RGB]:
    """A coat's colour and its lit side."""
    shade = COATS.get(ramp, 1)
    return tint(ramp, shade), tint(ramp, shade if ramp == "white" else shade + 1)


@sprite_cache()
def figure(code: str, letter: str, share: float, *, wet: bool = False) -> Image.Image:
    """A lumberjack such as `gw`, with a letter if it can be read. wet: with a shadow."""
    sheet = PaintSheet(SIDE, SIDE).add(_figure(code))
    if letter_size(share) <= LARGEST:
        sheet.add(_letter(letter, RAMPS[code[0]] in PALE, letter_size(share)))
    if wet:
        sheet.shadow(oval(MID + 8, 134, 62, 11), tint("river", -1), 0.75, 3)
    return sheet.sprite(share)


def letter_size(share: float) -> int:
    """The size of the letter on a coat that is drawn at a share of SIDE."""
    return max(LETTER, ceil(LEAST / share))


@cache
def _figure(code: str) -> PaintSheet:
    ramp, woman = RAMPS[code[0]], code[1] == "w"
    sheet, (body, light) = PaintSheet(SIDE, SIDE), coat(ramp)
    if woman:
        dress = [(46, 56), (98, 56), (139, 131), (133, 138), (11, 138), (5, 131)]
        sheet.polygon(dress, body)
        sheet.inlay(dress, [(62, 48), (0, 48), (0, 144), (26, 144)], light).outline(INK, RIM)
        braids = PaintSheet(SIDE, SIDE)
        for way in (-1, 1):
            braids.line([(MID + way * 20, 38), (MID + way * 32, 52)], tint("gold", 1), 13)
            braids.line([(MID + way * 32, 52), (MID + way * 40, 70)], tint("gold", 1), 12)
            braids.ellipse((MID + way * 42 - 7, 67, MID + way * 42 + 7, 81), tint(ramp, 3))
        sheet.add(braids.outline(INK, RIM))
    else:
        left = ((13, 136), (12, 88), (24, 64), (72, 56))
        lit = [(0, 48), (46, 48), (24, 84), (20, 144), (0, 144)]
        jacket = smooth((*left, (120, 64), (132, 88), (131, 136)), 8)
        sheet.polygon(jacket, body).inlay(jacket, lit, light).outline(INK, RIM)
    head = PaintSheet(SIDE, SIDE).polygon(oval(MID, 52, 24, 22), tint("skin", 0))
    if not woman:
        beard = smooth(
            [(47, 52), (56, 60), (72, 58), (88, 60), (97, 52), (92, 72), (72, 84), (52, 72)]
        )
        head.polygon(beard, tint("wood", 1)).ellipse((66, 50, 78, 61), tint("skin", 1))
    for x in (61, 83):
        head.ellipse((x - 3.4, 48, x + 3.4, 56), INK)
    put_on(head, code[0])
    return sheet.add(head.shrunk(0.77, (MID, 3)).outline(INK, RIM))


def put_on(on: PaintSheet, named: str) -> None:
    match named:
        case "g":  # grass
            for n, tip in enumerate(((40, 12), (54, 5), (70, 9), (88, 4), (105, 12))):
                root = 50 + 11 * n
                blade = [(root - 9.0, 36.0), tip, (root + 9.0, 36.0)]
                on.polygon(blade, tint("green", 3 if n % 2 else 2))
            on.tile((42, 30, 102, 43), 6, tint("wood", 3))
        case "y":  # a beehive
            half = (46, 41), (45, 26), (54, 11), (72, 4)
            shape = smooth((*half, (90, 11), (99, 26), (98, 41)))
            on.polygon(shape, tint("gold", 2))
            on.inlay(shape, [(30, 50), (30, 0), (66, 0), (56, 50)], tint("gold", 3))
            for y in (13.0, 23.0, 33.0):
                line: list[Point] = [(40, y), (72, y + 3), (104, y)]
                strip = [*line, *((x, low + 3.4) for x, low in reversed(line))]
                on.inlay(shape, strip, tint("gold", 0))
            on.polygon(oval(72, 36, 9, 7), INK)
        case "r":  # a rose
            on.polygon(oval(72, 36, 44, 8), tint("wood", 5))
            for way in (-1, 1):
                leaf = smooth([(72 + way * 10, 26), (72 + way * 30, 14), (72 + way * 32, 28)])
                on.polygon(leaf, tint("green", 1))
            on.polygon(oval(72, 20, 20, 16), tint("red", 2))
            on.polygon(oval(72, 18, 13, 11), tint("red", 1))
            on.polygon(oval(70, 16, 8, 7), tint("red", 3))
            on.polygon(oval(72, 18, 4, 4), tint("red", 0))
        case "b":  # a wave
            back = (44, 42), (40, 24), (52, 10), (78, 4), (106, 10)
            shape = smooth((*back, (116, 26), (100, 19), (92, 27), (102, 42)))
            on.polygon(shape, tint("blue", 2))
            on.inlay(shape, [(30, 50), (30, 0), (120, 0), (120, 16), (72, 8), (52, 22)], LIGHT)
            for y in (24.0, 34.0):
                on.line([(52, y + 2), (62, y - 3), (74, y + 2), (86, y - 2)], tint("blue", 3), 4)
        case "k":  # a lamp
            shape = smooth(((35, 38), (36, 18), (52, 6), (92, 6), (108, 18), (109, 38)))
            on.polygon(shape, tint("black", 1))
            on.inlay(shape, [(30, 50), (30, 0), (62, 0), (52, 50)], tint("black", 3))
            on.tile((26, 33, 118, 42), 4, tint("black", 0))
            on.polygon(oval(72, 20, 15, 15), tint("gold", 1)).polygon(oval(72, 20, 11, 11), LIGHT)
        case _:  # wool
            for way in (-1, 1):
                on.line([(72 + way * 14, 34), (72 + way * 46, 8)], tint("wood", 4), 7)
            on.polygon(oval(72, 23, 30, 20), LIGHT)
            for dy in (-9.0, 0.0, 9.0):
                strand: list[Point] = [(48, 20 + dy), (64, 27 + dy), (80, 27 + dy), (96, 20 + dy)]
                on.line(strand, tint("white", 1), 4)


def _letter(letter: str, dark: bool, size: int) -> PaintSheet:
    sign, mask = PaintSheet(SIDE, SIDE), stencil(letter, size)
    wide = min(mask.width, 84 * SCALE)  # a W too leaves its neighbours' arrows alone
    mask = mask.resize((wide, mask.height), Image.Resampling.BOX)
    at = round(MID * SCALE - mask.width / 2), round(136 * SCALE - mask.height)
    ink, rim = (INK, LIGHT) if dark else (LIGHT, INK)
    sign.paint.paste(ink, at, mask)
    return sign.outline(ink, 1.5).outline(rim, 5)


@sprite_cache()
def log(share: float) -> Image.Image:
    ends = (27.0, 83.0), (115.0, 62.0)
    trunk = PaintSheet(SIDE, SIDE).line(ends, tint("wood", 3), 46)
    trunk.line([(36, 67), (112, 48)], tint("wood", 5), 9)
    trunk.line([(50, 91), (114, 76)], tint("wood", 2), 6)
    for half, shade in ((23, 1), (19, 5), (12.5, 4), (8.5, 5), (3.5, 3)):
        x, y = ends[0]
        trunk.ellipse((x - half * 0.8, y - half, x + half * 0.8, y + half), tint("wood", shade))
    trunk.outline(INK, RIM)
    trunk.shadow(oval(MID + 2, 96, 60, 17), tint("river", -1), 0.8, 4)
    return trunk.sprite(share)


@sprite_cache()
def beaver(share: float) -> Image.Image:
    """The beaver, who helps any lumberjack."""
    tail = PaintSheet(SIDE, SIDE).polygon(oval(113, 104, 28, 20), tint("wood", 1))
    for x in (100, 112, 124):
        tail.line([(x - 8, 88), (x + 8, 120)], tint("wood", 0), 3)
        tail.line([(x + 8, 88), (x - 8, 120)], tint("wood", 0), 3)
    tail.outline(INK, RIM)
    body = PaintSheet(SIDE, SIDE).polygon(oval(66, 104, 44, 35), tint("wood", 3))
    body.polygon(oval(62, 112, 27, 24), tint("wood", 5)).outline(INK, RIM)
    head = PaintSheet(SIDE, SIDE)
    for x in (35, 91):
        head.polygon(oval(x, 28, 12, 12), tint("wood", 2))
    head.polygon(oval(63, 50, 38, 35), tint("wood", 4))
    head.polygon(oval(63, 64, 25, 17), tint("wood", 5))
    for x in (48, 78):
        head.ellipse((x - 5, 36, x + 5, 48), INK)
    head.tile((54, 70, 72, 90), 3, LIGHT).line([(63, 72), (63, 88)], INK, 2.4)
    head.polygon(oval(63, 57, 12, 8), INK)
    return tail.add(body).add(head.outline(INK, RIM)).sprite(share)


@cache
def number(count: int, size: int, ink: RGB) -> Image.Image:
    """A number without any room around it."""
    mask = stencil(str(count), size)
    wide, high = -(-mask.width // SCALE), -(-mask.height // SCALE)
    sheet = PaintSheet(wide, high)
    sheet.paint.paste(ink, (0, 0), mask)
    return sheet.sprite()
