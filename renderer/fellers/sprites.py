"""What there is on the river: lumberjacks, men and women, logs; and the beaver of the cards.

A man is broad, bearded, with a woollen hat; a woman wears a wide dress, a kerchief and two
braids. Every sprite is painted SIDE x SIDE and then reduced.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from renderer.kept import kept
from renderer.lettering import stencil
from renderer.paint import SCALE, Sheet, oval, smooth
from renderer.palette import RGB, tint

SIDE = 144
MID = SIDE / 2
INK, LIGHT = tint("ink", 0), tint("paper", 0)
RAMPS = {"g": "green", "y": "gold", "r": "red", "b": "blue", "k": "black", "w": "white"}
# Shades of coats that differ from each other also without colour; the others have shade 1.
COATS = {"gold": 2, "white": 2, "red": 2}
PALE = ("gold", "white")  # coats on which ink is read
RIM = 4.5


def _coat(ramp: str) -> tuple[RGB, RGB]:
    """A coat's colour and its light."""
    shade = COATS.get(ramp, 1)
    return tint(ramp, shade), tint(ramp, shade if ramp == "white" else shade + 1)


@kept()
def figure(code: str, share: float, *, wet: bool = False) -> Image.Image:
    """A lumberjack by its code, `gw`, with the letter of its colour on the coat; wet: with a
    shadow on the water."""
    sheet = Sheet(SIDE, SIDE).add(_figure(code))
    if wet:
        sheet.shadow(oval(MID + 8, 134, 62, 11), tint("river", -1), 0.75, 3)
    return sheet.sprite(share)


@cache
def _figure(code: str) -> Sheet:
    ramp = RAMPS[code[0]]
    sheet = _woman(ramp) if code[1] == "w" else _man(ramp)
    return sheet.add(_letter(code[0].upper(), ramp, 60 if code[1] == "w" else 66))


def _man(ramp: str) -> Sheet:
    body, light = _coat(ramp)
    coat = smooth([(13, 135), (12, 92), (28, 72), (72, 66), (116, 72), (132, 92), (131, 135)], 8)
    sheet = Sheet(SIDE, SIDE).polygon(coat, body)
    sheet.within(coat, [(0, 60), (48, 60), (26, 92), (24, 144), (0, 144)], light).outline(INK, RIM)
    head = Sheet(SIDE, SIDE).polygon(oval(MID, 46, 27, 25), tint("skin", 0))
    chin = [(101, 44), (96, 68), (72, 82), (48, 68)]
    beard = smooth([(43, 44), (54, 54), (72, 52), (90, 54), *chin])
    head.polygon(beard, tint("wood", 1)).ellipse((66, 42, 78, 54), tint("skin", 1))
    for x in (59, 85):
        head.ellipse((x - 3.4, 40, x + 3.4, 48), INK)
    hat = smooth([(42, 34), (46, 14), (72, 4), (98, 14), (102, 34)])
    head.polygon(hat, tint(ramp, 0 if ramp != "white" else 1))
    head.rounded((38, 25, 106, 39), 6, tint(ramp, 3) if ramp != "white" else LIGHT)
    return sheet.add(head.outline(INK, RIM))


def _woman(ramp: str) -> Sheet:
    body, light = _coat(ramp)
    dress = [(60, 66), (84, 66), (98, 84), (138, 129), (132, 136), (12, 136), (6, 129), (46, 84)]
    sheet = Sheet(SIDE, SIDE).polygon(dress, body)
    sheet.within(dress, [(66, 60), (0, 60), (0, 144), (30, 144)], light).outline(INK, RIM)
    braids = Sheet(SIDE, SIDE)
    for way in (-1, 1):
        braids.line([(MID + way * 28, 40), (MID + way * 42, 62)], tint("gold", 1), 17)
        braids.line([(MID + way * 42, 62), (MID + way * 48, 84)], tint("gold", 1), 15)
        braids.ellipse((MID + way * 49 - 8, 80, MID + way * 49 + 8, 96), tint(ramp, 3))
    sheet.add(braids.outline(INK, RIM))
    head = Sheet(SIDE, SIDE).polygon(oval(MID, 46, 27, 27), tint("skin", 0))
    for x in (61, 83):
        head.ellipse((x - 3.4, 42, x + 3.4, 51), INK)
    head.line([(63, 59), (67, 62), (72, 63), (77, 62), (81, 59)], tint("red", 1), 3)
    brow = [(102, 42), (92, 30), (72, 25), (52, 30)]
    scarf = smooth([(42, 42), (42, 20), (72, 5), (102, 20), *brow])
    head.polygon(scarf, body).within(scarf, [(30, 60), (30, 0), (66, 0), (54, 20), (52, 60)], light)
    return sheet.add(head.outline(INK, RIM))


def _letter(letter: str, ramp: str, size: int) -> Sheet:
    sign, mask = Sheet(SIDE, SIDE), stencil(letter, size)
    at = round(MID * SCALE - mask.width / 2), round(109 * SCALE - mask.height / 2)
    pale = ramp in PALE
    sign.paint.paste(INK if pale else LIGHT, at, mask)
    return sign if pale else sign.outline(INK, 3)


@kept()
def log(share: float) -> Image.Image:
    """A log afloat."""
    ends = (27.0, 83.0), (115.0, 62.0)
    trunk = Sheet(SIDE, SIDE).line(ends, tint("wood", 3), 46)
    trunk.line([(36, 67), (112, 48)], tint("wood", 5), 9)
    trunk.line([(50, 91), (114, 76)], tint("wood", 2), 6)
    for half, shade in ((23, 1), (19, 5), (12.5, 4), (8.5, 5), (3.5, 3)):
        x, y = ends[0]
        trunk.ellipse((x - half * 0.8, y - half, x + half * 0.8, y + half), tint("wood", shade))
    trunk.outline(INK, RIM)
    trunk.shadow(oval(MID + 2, 96, 60, 17), tint("river", -1), 0.8, 4)
    return trunk.sprite(share)


@kept()
def beaver(share: float) -> Image.Image:
    """The beaver, who helps any lumberjack."""
    tail = Sheet(SIDE, SIDE).polygon(oval(113, 104, 28, 20), tint("wood", 1))
    for x in (100, 112, 124):
        tail.line([(x - 8, 88), (x + 8, 120)], tint("wood", 0), 3)
        tail.line([(x + 8, 88), (x - 8, 120)], tint("wood", 0), 3)
    tail.outline(INK, RIM)
    body = Sheet(SIDE, SIDE).polygon(oval(66, 104, 44, 35), tint("wood", 3))
    body.polygon(oval(62, 112, 27, 24), tint("wood", 5)).outline(INK, RIM)
    head = Sheet(SIDE, SIDE)
    for x in (35, 91):
        head.polygon(oval(x, 28, 12, 12), tint("wood", 2))
    head.polygon(oval(63, 50, 38, 35), tint("wood", 4)).polygon(
        oval(63, 64, 25, 17), tint("wood", 5)
    )
    for x in (48, 78):
        head.ellipse((x - 5, 36, x + 5, 48), INK)
    head.rounded((54, 70, 72, 90), 3, LIGHT).line([(63, 72), (63, 88)], INK, 2.4)
    head.polygon(oval(63, 57, 12, 8), INK)
    return tail.add(body).add(head.outline(INK, RIM)).sprite(share)
