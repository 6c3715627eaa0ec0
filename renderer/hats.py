"""Six hats, one a seat, that differ in their outline, for eyes without colour.

0 knitted   1 broad brim   2 helmet   3 pointed hood   4 fur with flaps   5 bobble

A hat is measured from the middle of the face, in halves of the face's width: (0, -1) is the top
of a round face. Whoever draws a face says where that is on the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from renderer.paint import Point, Sheet, oval, smooth
from renderer.palette import tint

Placed: TypeAlias = Callable[[Point], Point]  # from the hat's measures to the sheet's


class Piece(NamedTuple):
    """A part of a hat: its outline, the shade of the seat's ramp or of another one; lit: its
    left side is lighter; sharp: its corners are."""

    outline: Sequence[Point]
    shade: int
    ramp: str = ""
    lit: bool = False
    sharp: bool = False


def _band(half: float, top: float, low: float) -> tuple[Point, ...]:
    """A strip around the head, a little lower in front."""
    above = ((-half, top), (0.0, top + 0.1), (half, top))
    return (*above, (half, low), (0.0, low + 0.1), (-half, low))


KNITTED = ((-1.0, -0.5), (-0.88, -1.25), (0.0, -1.7), (0.88, -1.25), (1.0, -0.5))
CROWN = ((-0.8, -0.6), (-0.84, -1.5), (-0.4, -1.8), (0.4, -1.8), (0.84, -1.5), (0.8, -0.6))
SHELL = ((-1.16, -0.5), (-1.1, -1.1), (-0.62, -1.58), (0.62, -1.58), (1.1, -1.1), (1.16, -0.5))
HOOD = ((-1.15, -0.35), (-0.85, -1.0), (0.1, -1.6), (1.25, -1.72), (0.85, -1.0), (1.15, -0.35))
FUR = ((-1.1, -0.6), (-1.0, -1.35), (-0.5, -1.62), (0.5, -1.62), (1.0, -1.35), (1.1, -0.6))
FLAP = ((0.78, -0.8), (1.5, -0.75), (1.55, 0.2), (1.2, 0.75), (0.85, 0.5))
SMALL = ((-1.0, -0.5), (-0.86, -0.95), (0.0, -1.2), (0.86, -0.95), (1.0, -0.5))

HATS: tuple[tuple[Piece, ...], ...] = (
    (Piece(KNITTED, 1, lit=True), Piece(_band(1.12, -0.85, -0.32), 3, sharp=True)),
    (
        Piece(CROWN, 1, lit=True),
        Piece(_band(0.84, -1.0, -0.75), 3, sharp=True),
        Piece(oval(0, -0.56, 1.95, 0.24), 1, lit=True, sharp=True),
    ),
    (
        Piece(SHELL, 2, lit=True),
        Piece(((-0.2, -1.76), (0.2, -1.76), (0.24, -0.62), (-0.24, -0.62)), 3, sharp=True),
        Piece(_band(1.36, -0.68, -0.46), 1, sharp=True),
    ),
    (Piece(HOOD, 2, lit=True), Piece(_band(1.2, -0.75, -0.34), 3, sharp=True)),
    (
        Piece(FUR, 1, lit=True),
        *(Piece(tuple((way * x, y) for x, y in FLAP), 4, "wood") for way in (-1, 1)),
        Piece(_band(1.3, -0.98, -0.36), 5, "wood", sharp=True),
    ),
    (
        Piece(SMALL, 1, lit=True),
        Piece(_band(1.12, -0.8, -0.32), 3, sharp=True),
        Piece(oval(0, -1.38, 0.45, 0.42), 2, lit=True, sharp=True),
    ),
)


def put(on: Sheet, seat: int, ramp: str, at: Placed) -> Sheet:
    """The hat of a seat, in the colours of a ramp."""
    for piece in HATS[seat]:
        corners = [at(point) for point in piece.outline]
        outline = corners if piece.sharp else smooth(corners)
        own = piece.ramp or ramp
        on.polygon(outline, tint(own, piece.shade))
        if piece.lit:
            left = [at(point) for point in ((-2.5, 1.0), (-2.5, -2.5), (-0.1, -2.5), (-0.5, 1.0))]
            on.within(outline, left, tint(own, piece.shade + 1))
    return on
