"""What stands on Logger's board: trees of one, two or three tiers, loggers, protesters, logs.

Seats differ in the shape of their hats and in how light their coats are, not only in colour and
letter.

Every figure is a sprite of one square, SIDE x SIDE, with its own shadow to the lower right.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderer import hats
from renderer.kept import kept
from renderer.lettering import stencil
from renderer.paint import SCALE, Point, Sheet, oval, smooth
from renderer.palette import RGB, tint

SIDE = 144
MID = SIDE / 2
INK = tint("ink", 0)
SHADE = tint("meadow", 4)
GUARDED = 4
SEATS = ("red", "blue", "gold", "violet", "green", "white")
COATS = {"red": 1, "blue": 0, "gold": 2, "violet": 2, "green": 2, "white": 2}  # shades of a ramp
BRIGHT = ("gold", "white")  # coats that take a dark letter
LETTERS = "ABCDEF"


class Tier(NamedTuple):
    """One piece of a tree: where its tip and its hem are, and half its width."""

    tip: float
    hem: float
    half: float


class Look(NamedTuple):
    """A stage of a tree: its tiers from the ground up, the foot of its trunk, its colours
    from the rim to the light."""

    tiers: tuple[Tier, ...]
    foot: float
    inks: tuple[RGB, RGB, RGB, RGB]


LOOKS = {
    1: Look(
        (Tier(64, 112, 28),),
        122,
        (tint("leaf", 0), tint("sprout", 0), tint("sprout", 1), tint("sprout", 2)),
    ),
    2: Look(
        (Tier(64, 116, 40), Tier(34, 84, 30)),
        128,
        (tint("pine", 1), tint("leaf", 0), tint("leaf", 1), tint("leaf", 2)),
    ),
    3: Look(
        (Tier(58, 120, 52), Tier(32, 88, 41), Tier(8, 57, 30)),
        134,
        (tint("pine", 0), tint("pine", 2), tint("pine", 3), tint("pine", 4)),
    ),
}


def _hem(tier: Tier) -> list[Point]:
    """A skirt of needles: sides a little hollow, five scallops below."""
    tip, hem, half = tier
    drop = (hem - tip) * 0.14
    right = [
        (MID + 1.5, tip),
        (MID + half * 0.26, tip + (hem - tip) * 0.40),
        (MID + half * 0.60, tip + (hem - tip) * 0.72),
        (MID + half, hem - drop * 0.4),
    ]
    left = [(2 * MID - x, y) for x, y in reversed(right)]
    below: list[Point] = []
    for n in range(5):
        x0 = MID + half - n * half * 0.4
        sag = drop * (0.55 + 0.2 * (2 - abs(n - 2)))
        for t in (0.2, 0.5, 0.8):
            below.append((x0 - half * 0.4 * t, hem - drop * 0.35 + sag * (1 if t == 0.5 else 0.8)))
        if n < 4:
            below.append((x0 - half * 0.4, hem - drop * 0.2))
    return [*right, *below, *left]


def _tier(sheet: Sheet, tier: Tier, inks: tuple[RGB, RGB, RGB, RGB]) -> None:
    """One piece: its rim, its lit left side, its shaded right side."""
    tip, hem, half = tier
    rim, shade, body, light = inks
    skirt = _hem(tier)
    high = hem - tip
    piece = Sheet(SIDE, SIDE).polygon(skirt, body)
    dark = [
        (MID + 1, tip),
        (MID + half * 0.16, tip + high * 0.55),
        (MID - half * 0.06, hem + 12),
        (MID + half + 12, hem + 12),
        (MID + half + 12, tip),
    ]
    lit = [
        (MID - 1, tip - 4),
        (MID - half * 0.12, tip + high * 0.42),
        (MID - half * 0.62, hem - high * 0.13),
        (MID - half * 1.3, hem),
        (MID - half * 1.3, tip),
    ]
    piece.within(skirt, dark, shade).within(skirt, lit, light).outline(rim, 2.6)
    sheet.add(piece)


def _ground_shadow(sheet: Sheet, foot: float, half: float) -> None:
    sheet.shadow(oval(MID + half * 0.22, foot - 3, half * 1.02, half * 0.28), INK, 0.55, 3)


@kept()
def tree(stage: int, share: float = 1) -> Image.Image:
    """A tree of so many tiers; of the fourth stage: a mature one with a protester on top."""
    if stage == GUARDED:
        return _tree(3).add(_cap(MID, 38)).sprite(share)
    return _tree(stage).sprite(share)


def _tree(stage: int) -> Sheet:
    look = LOOKS[stage]
    half = look.tiers[0].half
    sheet = Sheet(SIDE, SIDE)
    wide = 5 + stage * 1.5
    trunk = [
        (MID - wide, look.foot - 22),
        (MID - wide * 1.2, look.foot),
        (MID + wide * 1.2, look.foot),
        (MID + wide, look.foot - 22),
    ]
    piece = Sheet(SIDE, SIDE).polygon(trunk, tint("wood", 3))
    piece.within(trunk, [(MID, 0), (MID, SIDE), (SIDE, SIDE), (SIDE, 0)], tint("wood", 1))
    sheet.add(piece.outline(tint("wood", 0), 2.2))
    for tier in look.tiers:
        _tier(sheet, tier, look.inks)
    _ground_shadow(sheet, look.foot, half)
    return sheet


def _cap(x: float, y: float, size: float = 1.0) -> Sheet:
    """A protester: a knitted cap with a cross; (x, y) is the middle of its brim."""
    sheet = Sheet(SIDE, SIDE)

    def at(dx: float, dy: float) -> Point:
        return x + dx * size, y + dy * size

    dome = smooth([at(-27, 2), at(-24, -20), at(0, -35), at(24, -20), at(27, 2)])
    sheet.polygon(dome, tint("paper", 0))
    shade = [at(8, -50), at(13, -20), at(9, 20), at(50, 20), at(50, -50)]
    sheet.within(dome, shade, tint("paper", 2))
    brim = smooth([at(-30, -2), at(-28, 8), at(0, 11), at(28, 8), at(30, -2), at(0, 1)])
    sheet.polygon(brim, tint("cap", 1))
    for way in (1, -1):
        sheet.line([at(-9 * way, -24), at(9 * way, -6)], tint("cap", 0), 7.5 * size)
    return sheet.outline(INK, 3)


@kept()
def cap(width: int, height: int) -> Image.Image:
    """A protester by himself, cut to a picture of this size."""
    size = min(width / 68, height / 56)
    whole = _cap(MID, MID, size).sprite()
    left, top = round(MID - width / 2), round(MID - 13 * size - height / 2)
    return whole.crop((left, top, left + width, top + height))


def _axe(sheet: Sheet) -> None:
    axe = Sheet(SIDE, SIDE).line([(121, 128), (114, 50)], tint("wood", 4), 7)
    head = smooth([(104, 42), (116, 36), (132, 29), (138, 46), (135, 62), (119, 58), (106, 58)], 6)
    axe.polygon(head, tint("steel", 1))
    axe.within(head, [(124, 0), (130, 45), (126, 80), (144, 80), (144, 0)], tint("steel", 2))
    sheet.add(axe.outline(INK, 3))


def coat(seat: int) -> tuple[RGB, RGB]:
    """The colour of a seat's coat, and of its lit side; without colour they differ too."""
    ramp = SEATS[seat]
    shade = COATS[ramp]
    return tint(ramp, shade), tint(ramp, shade if ramp == "white" else shade + 1)


def _body(seat: int) -> Sheet:
    shape = smooth(
        [(25, 130), (24, 100), (34, 77), (56, 67), (84, 67), (104, 77), (115, 100), (114, 130)],
        8,
    )
    colour, lit = coat(seat)
    body = Sheet(SIDE, SIDE).polygon(shape, colour)
    light = [(20, 60), (60, 60), (36, 92), (34, 140), (20, 140)]
    return body.within(shape, light, lit).outline(INK, 3.4)


def _head(seat: int) -> Sheet:
    """Face, beard and hat."""
    x, y, half = FACE
    head = Sheet(SIDE, SIDE).polygon(oval(x, y, half, 22), tint("skin", 0))
    beard = smooth([(44, 48), (52, 56), (69, 54), (86, 56), (94, 48), (90, 70), (69, 82), (48, 70)])
    head.polygon(beard, tint("wood", 1))
    head.within(beard, [(40, 40), (56, 50), (54, 72), (40, 80)], tint("wood", 3))
    head.polygon(smooth([(56, 57), (69, 53), (82, 57), (69, 62)]), tint("wood", 0))
    head.ellipse((64, 45, 74, 55), tint("skin", 1))
    for eye in (58, 80):
        head.ellipse((eye - 2.6, 44, eye + 2.6, 49.5), INK)
    hats.put(head, seat, SEATS[seat], lambda at: (x + half * at[0], y + half * at[1]))
    return head.outline(INK, 3.4)


FACE = (69.0, 48.0, 24.0)  # its middle, half its width
SIGN = 72  # px: the side of the sheet for a letter
COAT_LETTER, LETTER_AT = 58, (69.5, 101.0)  # px: its size, its middle on the coat


@lru_cache(512)
def logger(seat: int, letter: str, share: float = 1) -> Image.Image:
    """The lumberjack of a seat, with the player's letter on the coat."""
    whole = unlettered(seat, share).copy()
    sign = _letter(letter, SEATS[seat] in BRIGHT, share)
    x, y = (round(share * (middle - SIGN / 2)) for middle in LETTER_AT)
    whole.alpha_composite(sign, (x, y))
    return whole


@kept()
def unlettered(seat: int, share: float = 1) -> Image.Image:
    """The lumberjack of a seat without a letter."""
    sheet = Sheet(SIDE, SIDE)
    _axe(sheet)
    sheet.add(_body(seat)).add(_head(seat))
    _ground_shadow(sheet, 130, 52)
    return sheet.sprite(share)


@kept()
def _letter(letter: str, dark: bool, share: float) -> Image.Image:
    """The sign on a coat, light with a rim or dark."""
    sign, mask = Sheet(SIGN, SIGN), stencil(letter, COAT_LETTER)
    at = tuple(round((SIGN * SCALE - side) / 2) for side in mask.size)
    sign.paint.paste(INK if dark else tint("paper", 0), (at[0], at[1]), mask)
    return (sign if dark else sign.outline(INK, 2.6)).sprite(share)


@kept()
def log(toward: str, cap: bool) -> Image.Image:
    """A felled tree: its stump, and the trunk fallen to n, e, s or w; perhaps with the cap of
    the protester who sat on it."""
    sheet = _log(toward)
    if cap:
        sheet.add(_cap(*CAP_BESIDE[toward], 0.62))
    return sheet.sprite()


CAP_BESIDE = {"n": (110, 124), "s": (110, 36), "e": (46, 56), "w": (98, 56)}
TRUNKS = {  # where the trunk was cut, where the crown begins
    "e": ((26, 92), (84, 92)),
    "w": ((118, 92), (60, 92)),
    "n": ((72, 120), (72, 66)),
    "s": ((72, 26), (72, 80)),
}


def _log(toward: str) -> Sheet:
    near, far = TRUNKS[toward]
    along = (far[0] > near[0]) - (far[0] < near[0]), (far[1] > near[1]) - (far[1] < near[1])
    trunk = Sheet(SIDE, SIDE).line([near, far], tint("wood", 2), 25)
    off = (0, -7) if along[0] else (-7, 0)
    trunk.line([(x + off[0], y + off[1]) for x, y in (near, far)], tint("wood", 4), 8)
    for half, shade in ((12, 5), (8, 4), (4, 5)):
        x, y = near
        trunk.ellipse((x - half, y - half, x + half, y + half), tint("wood", shade))
    sheet = Sheet(SIDE, SIDE).add(trunk.outline(INK, 3)).add(_crown(far, along))
    return sheet.shadow([(x + 5, y + 9) for x, y in _bar(near, far, 14)], INK, 0.45, 3)


def _crown(at: Point, along: tuple[int, int]) -> Sheet:
    """A pale crown in two tiers: its tip points where the tree fell."""
    (x, y), (ax, ay) = at, along
    crown = Sheet(SIDE, SIDE)

    def place(ahead: float, aside: float) -> Point:
        return x + ahead * ax + aside * ay, y + ahead * ay + aside * ax

    for start, tip, half in ((-16, 32, 32), (12, 50, 23)):
        tier = [place(tip, 0), place(start, half), place(start + 8, 0), place(start, -half)]
        piece = Sheet(SIDE, SIDE).polygon(tier, tint("meadow", 3))
        piece.within(tier, [place(80, 0), place(-80, 0), place(-80, 50), place(80, 50)], SHADE)
        crown.add(piece.outline(INK, 3))
    return crown


def _bar(a: Point, b: Point, half: float) -> list[Point]:
    left, right = sorted((a[0], b[0]))
    top, bottom = sorted((a[1], b[1]))
    return [
        (left - half, top - half),
        (right + half, top - half),
        (right + half, bottom + half),
        (left - half, bottom + half),
    ]
