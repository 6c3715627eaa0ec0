"""Figures for all pictures: sprites of one square, SIDE x SIDE, with their own shadows. Seats
differ in the shape of their hats, in how light their coats are, and in colour and letter."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageFilter

from renderer.lettering import stencil
from renderer.paint import SCALE, PaintSheet, Point, oval, smooth
from renderer.palette import RGB, put, tint, to_palette
from renderer.shelf import sprite_cache


class HatPart(NamedTuple):
    """An outline and its shade."""

    outline: Sequence[Point]
    shade: int
    ramp: str = ""
    lit: bool = False  # its left side is lighter
    sharp: bool = False  # its corners are sharp


def _band(half: float, top: float, low: float) -> tuple[Point, ...]:
    """A strip around the head, a little lower in front."""
    above = ((-half, top), (0.0, top + 0.1), (half, top))
    return (*above, (half, low), (0.0, low + 0.1), (-half, low))


_KNITTED = ((-1.0, -0.5), (-0.88, -1.25), (0.0, -1.7), (0.88, -1.25), (1.0, -0.5))
_CROWN = ((-0.8, -0.6), (-0.84, -1.5), (-0.4, -1.8), (0.4, -1.8), (0.84, -1.5), (0.8, -0.6))
_SHELL = ((-1.16, -0.5), (-1.1, -1.1), (-0.62, -1.58), (0.62, -1.58), (1.1, -1.1), (1.16, -0.5))
_HOOD = ((-1.15, -0.35), (-0.85, -1.0), (0.1, -1.6), (1.25, -1.72), (0.85, -1.0), (1.15, -0.35))
_FUR = ((-1.1, -0.6), (-1.0, -1.35), (-0.5, -1.62), (0.5, -1.62), (1.0, -1.35), (1.1, -0.6))
_FLAP = ((0.78, -0.8), (1.5, -0.75), (1.55, 0.2), (1.2, 0.75), (0.85, 0.5))
SMALL = ((-1.0, -0.5), (-0.86, -0.95), (0.0, -1.2), (0.86, -0.95), (1.0, -0.5))

_HATS: tuple[tuple[HatPart, ...], ...] = (
    (HatPart(_KNITTED, 1, lit=True), HatPart(_band(1.12, -0.85, -0.32), 3, sharp=True)),
    (
        HatPart(_CROWN, 1, lit=True),
        HatPart(_band(0.84, -1.0, -0.75), 3, sharp=True),
        HatPart(oval(0, -0.56, 1.95, 0.24), 1, lit=True, sharp=True),
    ),
    (
        HatPart(_SHELL, 2, lit=True),
        HatPart(((-0.2, -1.76), (0.2, -1.76), (0.24, -0.62), (-0.24, -0.62)), 3, sharp=True),
        HatPart(_band(1.36, -0.68, -0.46), 1, sharp=True),
    ),
    (HatPart(_HOOD, 2, lit=True), HatPart(_band(1.2, -0.75, -0.34), 3, sharp=True)),
    (
        HatPart(_FUR, 1, lit=True),
        *(HatPart(tuple((way * x, y) for x, y in _FLAP), 4, "wood") for way in (-1, 1)),
        HatPart(_band(1.3, -0.98, -0.36), 5, "wood", sharp=True),
    ),
    (
        HatPart(SMALL, 1, lit=True),
        HatPart(_band(1.12, -0.8, -0.32), 3, sharp=True),
        HatPart(oval(0, -1.38, 0.45, 0.42), 2, lit=True, sharp=True),
    ),
    (
        HatPart(((-0.9, -0.45), (0.0, -1.85), (0.9, -0.45)), 0, lit=True, sharp=True),
        HatPart(_band(1.12, -0.8, -0.32), 3, sharp=True),
    ),
)


def put_hat(on: PaintSheet, seat: int, ramp: str, at: Callable[[Point], Point]) -> None:
    """Put on the hat of a seat, in the colours of a ramp. at: from its measures to the sheet's."""
    for piece in _HATS[seat]:
        corners = [at(point) for point in piece.outline]
        outline = corners if piece.sharp else smooth(corners)
        own = piece.ramp or ramp
        on.polygon(outline, tint(own, piece.shade))
        if piece.lit:
            left = [at(point) for point in ((-2.5, 1.0), (-2.5, -2.5), (-0.1, -2.5), (-0.5, 1.0))]
            on.inlay(outline, left, tint(own, piece.shade + 1))


SIDE = 144
MID = SIDE / 2
INK = tint("ink", 0)
MATURE, GUARDED = 3, 4
SEATS = ("red", "blue", "gold", "violet", "green", "white", "black")
# The shade of each coat in its ramp.
COATS = {"red": 1, "blue": 0, "gold": 2, "violet": 2, "green": 2, "white": 2, "black": 0}
BRIGHT = ("gold", "white", "green")  # coats that take a dark letter


class Tier(NamedTuple):
    """One piece of a tree."""

    tip: float  # the height of its tip
    hem: float  # the height of its hem
    half: float  # half its width


class TreeLook(NamedTuple):
    """Tiers from the ground up, the foot of the trunk, colours from the rim to the light."""

    tiers: tuple[Tier, ...]
    foot: float
    inks: tuple[RGB, ...]


def _tints(names: str) -> tuple[RGB, ...]:
    """The colours by the names of their ramps, each with its shade."""
    words = names.split()
    return tuple(tint(name, int(n)) for name, n in zip(words[::2], words[1::2], strict=True))


_THREE = Tier(58, 120, 52), Tier(32, 88, 41), Tier(8, 57, 30)
LOOKS = {
    1: TreeLook((Tier(64, 112, 28),), 122, _tints("leaf 0 sprout 0 sprout 1 sprout 2")),
    2: TreeLook((Tier(64, 116, 40), Tier(34, 84, 30)), 128, _tints("pine 1 leaf 0 leaf 1 leaf 2")),
    3: TreeLook(_THREE, 134, _tints("pine 0 pine 2 pine 3 pine 4")),
}


def _tier(sheet: PaintSheet, tier: Tier, inks: tuple[RGB, ...]) -> None:
    """One piece: its rim, its lit left side, its shaded right side."""
    tip, hem, half = tier
    rim, shade, body, light = inks
    high, drop = hem - tip, (hem - tip) * 0.14

    # A skirt of needles: sides a little hollow, five scallops below.
    right = [
        (MID + 1.5, tip),
        (MID + half * 0.26, tip + high * 0.40),
        (MID + half * 0.60, tip + high * 0.72),
        (MID + half, hem - drop * 0.4),
    ]
    below: list[Point] = []
    for n in range(5):
        x0 = MID + half - n * half * 0.4
        sag = drop * (0.55 + 0.2 * (2 - abs(n - 2)))
        for t in (0.2, 0.5, 0.8):
            below.append((x0 - half * 0.4 * t, hem - drop * 0.35 + sag * (1 if t == 0.5 else 0.8)))
        if n < 4:
            below.append((x0 - half * 0.4, hem - drop * 0.2))
    skirt = [*right, *below, *((2 * MID - x, y) for x, y in reversed(right))]

    piece = PaintSheet(SIDE, SIDE).polygon(skirt, body)
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
    piece.inlay(skirt, dark, shade).inlay(skirt, lit, light).outline(rim, 2.6)
    sheet.add(piece)


def _ground_shadow(sheet: PaintSheet, foot: float, half: float) -> None:
    sheet.shadow(oval(MID + half * 0.22, foot - 3, half * 1.02, half * 0.28), INK, 0.55, 3)


@sprite_cache()
def tree(stage: int, share: float = 1) -> Image.Image:
    """A tree with `stage` tiers. At the fourth stage: a mature one with a protester on top."""
    if stage == GUARDED:
        return _tree(MATURE).add(_protester(MID, 40)).sprite(share)
    return _tree(stage).sprite(share)


def _tree(stage: int) -> PaintSheet:
    look = LOOKS[stage]
    half = look.tiers[0].half
    sheet = PaintSheet(SIDE, SIDE)
    wide = 5 + stage * 1.5
    trunk = [
        (MID - wide, look.foot - 22),
        (MID - wide * 1.2, look.foot),
        (MID + wide * 1.2, look.foot),
        (MID + wide, look.foot - 22),
    ]
    piece = PaintSheet(SIDE, SIDE).polygon(trunk, tint("wood", 3))
    piece.inlay(trunk, [(MID, 0), (MID, SIDE), (SIDE, SIDE), (SIDE, 0)], tint("wood", 1))
    sheet.add(piece.outline(tint("wood", 0), 2.2))
    for tier in look.tiers:
        _tier(sheet, tier, look.inks)
    _ground_shadow(sheet, look.foot, half)
    return sheet


def _protester(x: float, y: float, size: float = 1.0) -> PaintSheet:
    """A protester with a cap and a placard; (x, y) is the middle of the face."""
    sheet = PaintSheet(SIDE, SIDE)

    def at(*points: Point) -> list[Point]:
        return [(x + dx * size, y + dy * size) for dx, dy in points]

    sheet.line(at((27, -22), (27, 44)), tint("wood", 4), 5 * size)
    sheet.polygon(at((8, -38), (47, -38), (47, -8), (8, -8)), tint("paper", 0))
    for way in (1, -1):
        sheet.line(at((27.5 - 9 * way, -31), (27.5 + 9 * way, -15)), tint("cap", 0), 6 * size)
    body = PaintSheet(SIDE, SIDE)
    coat = smooth(at((-27, 45), (-25, 25), (-12, 14), (12, 14), (25, 25), (27, 45)))
    body.polygon(coat, tint("cap", 1))
    body.inlay(coat, at((-30, 10), (-8, 10), (-16, 50), (-40, 50)), tint("cap", 0))
    body.polygon(oval(x + 27 * size, y + 24 * size, 6 * size, 6 * size), tint("skin", 0))
    head = PaintSheet(SIDE, SIDE).polygon(oval(x, y, 17 * size, 17 * size), tint("skin", 0))
    for eye in (-6, 6):
        head.polygon(oval(x + eye * size, y + 2 * size, 2.4 * size, 3 * size), INK)
    head.polygon(oval(x, y + 10 * size, 4 * size, 2.5 * size), tint("cap", 0))
    dome = smooth(at((-18, -3), (-15, -18), (0, -25), (15, -18), (18, -3)))
    head.polygon(dome, tint("paper", 0)).inlay(
        dome, at((5, -40), (8, -8), (40, -8), (40, -40)), tint("paper", 2)
    )
    head.line(at((-18, -5), (18, -5)), tint("cap", 1), 7 * size)
    rim = max(2.0, 3 * size)
    return sheet.outline(INK, rim).add(body.outline(INK, rim)).add(head.outline(INK, rim))


@sprite_cache()
def protester(width: int, height: int) -> Image.Image:
    """A protester in hand, cut to a picture of this size."""
    size = min(width / 82, height / 92)
    whole = _protester(MID - 10 * size, MID - 4 * size, size).sprite()
    left, top = round(MID - width / 2), round(MID - height / 2)
    return whole.crop((left, top, left + width, top + height))


def coat(seat: int) -> tuple[RGB, RGB]:
    """The colour of a seat's coat, and of its lit side. They also differ without colour."""
    ramp = SEATS[seat]
    shade = COATS[ramp]
    return tint(ramp, shade), tint(ramp, shade if ramp == "white" else shade + 1)


SIGN = 72  # px: the side of the sheet for a letter
COAT_LETTER, LETTER_AT = 58, (69.5, 101.0)  # px: its size, its middle on the coat


@lru_cache(512)
def logger(seat: int, letter: str, share: float = 1) -> Image.Image:
    """The lumberjack of a seat, with the player's letter on the coat."""
    whole = bare_logger(seat, share).copy()
    sign = _letter(letter, SEATS[seat] in BRIGHT, share)
    x, y = (round(share * (middle - SIGN / 2)) for middle in LETTER_AT)
    whole.alpha_composite(sign, (x, y))
    return whole


@sprite_cache()
def bare_logger(seat: int, share: float = 1) -> Image.Image:
    """The lumberjack of a seat without a letter."""
    axe = PaintSheet(SIDE, SIDE).line([(121, 128), (114, 50)], tint("wood", 4), 7)
    blade = smooth([(104, 42), (116, 36), (132, 29), (138, 46), (135, 62), (119, 58), (106, 58)], 6)
    axe.polygon(blade, tint("steel", 1))
    axe.inlay(blade, [(124, 0), (130, 45), (126, 80), (144, 80), (144, 0)], tint("steel", 2))
    left, right = ((25, 130), (24, 100), (34, 77), (56, 67)), ((84, 67), (104, 77), (115, 100))
    shape, (colour, lit) = smooth([*left, *right, (114, 130)], 8), coat(seat)
    body = PaintSheet(SIDE, SIDE).polygon(shape, colour)
    light = [(20, 60), (60, 60), (36, 92), (34, 140), (20, 140)]
    body.inlay(shape, light, lit).outline(INK, 3.4)
    x, y, half = 69.0, 48.0, 24.0  # the middle of the face, half its width
    head = PaintSheet(SIDE, SIDE).polygon(oval(x, y, half, 22), tint("skin", 0))
    beard = smooth([(44, 48), (52, 56), (69, 54), (86, 56), (94, 48), (90, 70), (69, 82), (48, 70)])
    head.polygon(beard, tint("wood", 1))
    head.inlay(beard, [(40, 40), (56, 50), (54, 72), (40, 80)], tint("wood", 3))
    head.polygon(smooth([(56, 57), (69, 53), (82, 57), (69, 62)]), tint("wood", 0))
    head.ellipse((64, 45, 74, 55), tint("skin", 1))
    for eye in (58, 80):
        head.ellipse((eye - 2.6, 44, eye + 2.6, 49.5), INK)
    put_hat(head, seat, SEATS[seat], lambda at: (x + half * at[0], y + half * at[1]))
    sheet = axe.outline(INK, 3).add(body).add(head.outline(INK, 3.4))
    _ground_shadow(sheet, 130, 52)
    return sheet.sprite(share)


@sprite_cache()
def empty_seat(share: float = 1) -> Image.Image:
    """The outline of a player who isn't there yet."""
    return _outline(share, tint("wood", 2), tint("paper", 3))


@lru_cache(128)
def guest(letter: str, share: float = 1) -> Image.Image:
    """A player without a seat yet, so without its hat and its colour."""
    whole = _outline(share, INK, tint("wood", 2))
    x, y = (round(share * (middle - SIGN / 2)) for middle in LETTER_AT)
    whole.alpha_composite(_letter(letter, False, share), (x, y))
    return whole


def _outline(share: float, rim: RGB, fill: RGB) -> Image.Image:
    form = bare_logger(0, share).getchannel("A").point(lambda a: 255 * (a > 200))
    flat = Image.new("RGBA", form.size, (*rim, 255))
    flat.putalpha(form)
    flat.paste(fill, mask=form.filter(ImageFilter.MinFilter(7)))
    return flat


@sprite_cache()
def _letter(letter: str, dark: bool, share: float) -> Image.Image:
    """The sign on a coat, light or dark, with a rim of the other."""
    sign, mask = PaintSheet(SIGN, SIGN), stencil(letter, COAT_LETTER)
    ink, rim = (INK, tint("paper", 0)) if dark else (tint("paper", 0), INK)
    sign.paint.paste(ink, sign.middle(mask), mask)
    return sign.outline(rim, 4.5).sprite(share)


@sprite_cache()
def log(toward: str, freed: bool, share: float = 1) -> Image.Image:
    """A stump, and the pale crown fallen to n, e, s or w; freed: with its protester."""
    stumps = {"n": (46.0, 118.0), "e": (27.0, 104.0), "s": (98.0, 40.0), "w": (117.0, 104.0)}
    (x, y), stump = stumps[toward], PaintSheet(SIDE, SIDE)  # bright rings, seen from above
    stump.polygon(oval(x, y + 9, 23, 14), tint("wood", 1)).polygon(oval(x, y, 23, 15), INK)
    for half, shade in ((20, 5), (14, 4), (10.5, 5), (5, 4)):
        stump.polygon(oval(x, y, half, half * 0.65), tint("wood", shade))

    tree = PaintSheet(SIDE, SIDE).line([(MID, 108), (MID, 134)], tint("wood", 3), 20)
    tree.outline(tint("wood", 0), 2.2)
    pale = (tint("pine", 0), tint("meadow", 5), tint("meadow", 4), tint("meadow", 3))
    for tier in LOOKS[MATURE].tiers:
        _tier(tree, Tier(tier.tip, tier.hem, tier.half * 0.8), pale)
    fallen = PaintSheet(SIDE, SIDE)
    degrees = {"n": 24, "e": 96, "s": 204, "w": -96}[toward]  # clockwise: never quite upright
    turned = tree.paint.rotate(-degrees, Image.Resampling.BICUBIC)
    dx, dy = ((at - MID) * -0.22 * SCALE for at in (x, y))
    left, top, right, bottom = turned.getbbox() or (0, 0, 0, 0)
    corner = (  # not over the edge
        min(max(0, left + round(dx)), turned.width - (right - left)),
        min(max(0, top + round(dy)), turned.height - (bottom - top)),
    )
    fallen.paint.alpha_composite(turned.crop((left, top, right, bottom)), corner)
    form = [(MID + (px - MID) * 1.5, MID + (py - MID) * 0.8) for px, py in oval(MID, MID, 36, 40)]
    fallen.shadow([(px + 6, py + 12) for px, py in form], INK, 0.3, 5)

    sheet = fallen.add(stump.outline(INK, 3))
    if freed:
        beside = {"n": (104, 96), "e": (96, 40), "s": (36, 96), "w": (40, 40)}
        sheet.add(_protester(*beside[toward], 0.72))
    return sheet.sprite(share)


ROBOT = 36  # px


def robot(on: Image.Image, at: tuple[int, int], inks: tuple[RGB, RGB]) -> int:
    """Put the mark where a name would begin. Returns how far it moves the name."""
    put(_robot(*inks), on, (at[0], at[1] + 3))
    return ROBOT + 8


@cache
def _robot(ink: RGB, ground: RGB) -> Image.Image:
    """The mark in an ink on a ground, in places of the palette."""
    sheet = PaintSheet(ROBOT, ROBOT)
    sheet.line([(18, 5), (18, 12)], ink, 4).ellipse((13, 0, 23, 9), ink)
    sheet.tile((0, 17, 8, 28), 3, ink).tile((28, 17, 36, 28), 3, ink)
    sheet.tile((4, 10, 32, 35), 6, ink)
    for left in (9, 19):
        sheet.ellipse((left, 15, left + 8, 24), ground)
    sheet.tile((11, 28, 25, 31), 1, ground)
    return to_palette(sheet.flatten(ground))


DIE = 100  # of the drawing; sprites are any size

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@lru_cache(64)
def die(face: int, side: int) -> Image.Image:
    """A die with a face up, seen a little from below; blank for a number without a face."""
    sheet = PaintSheet(DIE, DIE)
    sheet.tile((4, 10, 94, 94), 20, tint("paper", 3)).tile((4, 4, 94, 86), 20, tint("paper", 0))
    sheet.outline(INK, 5)
    for dx, dy in _PIPS.get(face, ()):
        x, y, half = 49 + 25 * dx, 45 + 24 * dy, 10 if face > 1 else 14
        sheet.ellipse((x - half, y - half, x + half, y + half), INK if face > 1 else tint("red", 1))
    return sheet.sprite(side / DIE)
