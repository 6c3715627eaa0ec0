"""The places of things in a picture, in its own px, and the things that an event moves. They come
from the numbers that a game draws with, and from the visible position only."""

from collections.abc import Iterable
from typing import NamedTuple

from renderer.paint import Point
from rules.text import Text


class Place(NamedTuple):
    """A square, a space, a card or a button in a picture."""

    names: tuple[str, ...]  # the place's own name, then the names of the things there
    outline: tuple[Point, ...]  # the corners, clockwise, in px
    label: Text  # the place and the things there, in words


class Surface(NamedTuple):
    """The parts of a picture that can be touched."""

    size: tuple[int, int]  # of the whole picture
    # Left, top, right and bottom of the part to show where there is little room.
    board: tuple[int, int, int, int]
    places: tuple[Place, ...]

    def width(self, least: float) -> float:
        """The width at which the board must be shown to make no place smaller than this."""
        boxes = (bounds((place,)) for place in self.places)
        sides = (min(right - left, bottom - top) for left, top, right, bottom in boxes)
        wide = self.board[2] - self.board[0]
        return max((least * wide / side for side in sides), default=0)


def box(left: float, top: float, wide: float, high: float) -> tuple[Point, ...]:
    """The outline of a rectangle."""
    right, bottom = left + wide, top + high
    return (left, top), (right, top), (right, bottom), (left, bottom)


def bounds(places: Iterable[Place]) -> tuple[float, float, float, float]:
    """The box around at least one place: left, top, right, bottom."""
    points = [point for place in places for point in place.outline]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


Spot = tuple[str, ...]


class MovingThing(NamedTuple):
    """One thing on the move."""

    what: str  # the thing's name, the same for as long as it lasts
    way: tuple[Spot, ...]  # where it lies, one spot after another; a spot is all places it covers


Beat = tuple[MovingThing, ...]


def appear(what: str, at: Spot) -> MovingThing:
    return MovingThing(what, ((), at))


def vanish(what: str, at: Spot) -> MovingThing:
    return MovingThing(what, (at, ()))
