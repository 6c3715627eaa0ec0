"""Whose piece it is can be told without colours, at the size that a phone shows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import figures
from renderer.fellers import sprites as fellers
from renderer.fellers import sprites as things
from renderer.logjam import sprites
from renderer.paint import PaintSheet
from renderer.palette import tint
from renderer.picture import WIDTH
from rules.fellers.position import FIGURES
from tests.renderer.eyes import EYES, apart

PHONE = 324  # px: how wide a picture is there
APART = 8.0  # of 255, as a mean of all pixels with the ground around


def on_phone(sprite: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    """A figure as it stands on its ground, at the size that it has on a phone."""
    whole = Image.new("RGB", sprite.size, ground)
    whole.paste(sprite, mask=sprite)
    wide, high = (side * PHONE // WIDTH for side in sprite.size)
    return whole.resize((wide, high), Image.Resampling.LANCZOS)


def logger(seat: int) -> Image.Image:
    """Two who were given the same letter, which never happens, would still differ."""
    return on_phone(figures.logger(seat, "A"), tint("meadow", 2))


def raft(seat: int) -> Image.Image:
    return on_phone(sprites.loggers(seat, "A", 1, 61), tint("river", 2))


def lumberjack(nth: int) -> Image.Image:
    """Their letters belong to them, but on a phone they may be hard to read."""
    return on_phone(fellers.figure(FIGURES[nth], "", 72 / fellers.SIDE, wet=True), tint("river", 2))


PIECES: dict[str, tuple[Callable[[int], Image.Image], int]] = {
    "logger": (logger, 6),
    "logjam": (raft, 6),
    "fellers": (lumberjack, len(FIGURES)),
}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("kind", PIECES)
def test_pieces_differ_for_all_eyes(kind: str, eyes: str) -> None:
    """Seats differ in shape and in light and dark, not only in colour and letter."""
    piece, count = PIECES[kind]
    found = {pair: apart(eyes, *map(piece, pair)) for pair in combinations(range(count), 2)}
    assert {pair: far for pair, far in found.items() if far < APART} == {}


def outline(thing: str) -> Image.Image:
    """A lumberjack's thing as a shadow, at the size that it has on a phone."""
    sheet = PaintSheet(fellers.SIDE, fellers.SIDE)
    things.PUT[thing](sheet)
    shape = sheet.sprite(72 / fellers.SIDE).getchannel("A")
    small = [side * PHONE // WIDTH for side in shape.size]
    return shape.resize((small[0], small[1]), Image.Resampling.LANCZOS)


def test_the_six_things_of_lumberjacks_have_outlines_of_their_own() -> None:
    """They are told apart where neither colour nor letter can be seen."""
    shapes = {thing: outline(thing) for thing in things.PUT}
    for a, b in combinations(shapes.values(), 2):
        apart = ImageStat.Stat(ImageChops.difference(a, b)).sum[0]
        assert apart > 0.2 * max(ImageStat.Stat(each).sum[0] for each in (a, b))
