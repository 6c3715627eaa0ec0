"""Where the things of a picture lie, in its own px, and which of them an event moves.

    outline ┌─────┐
            │  c3 │   names: what the words of the rules call it, c3 in `xc3` and `c3-d5`;
            └─────┘   label: what is there, `c3 mature tree`

A game gives them from the numbers that it draws with, and from what is seen alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from renderer.paint import Point
from renderer.picture import Labels
from rules.drafting import Kind
from rules.game import Event
from rules.play import Seen
from rules.text import Text


class Place(NamedTuple):
    """A square, a space, a card or a button in a picture. names: of the place itself, then of what
    is there; outline: the corners, clockwise, in px."""

    names: tuple[str, ...]
    outline: tuple[Point, ...]
    label: Text

    @property
    def middle(self) -> Point:
        """The middle of its box."""
        left, top, right, bottom = bounds((self,))
        return (left + right) / 2, (top + bottom) / 2


class Surface(NamedTuple):
    """What of a picture can be touched. size: of the whole picture; board: the part to look at
    where there is little room, with all places and what names them: left, top, right, bottom."""

    size: tuple[int, int]
    board: tuple[int, int, int, int]
    places: tuple[Place, ...]

    def width(self, least: float) -> float:
        """How wide the board has to be shown so that no place is smaller than this."""
        boxes = (bounds((place,)) for place in self.places)
        sides = (min(right - left, bottom - top) for left, top, right, bottom in boxes)
        wide = self.board[2] - self.board[0]
        return max((least * wide / side for side in sides), default=0)


def box(left: float, top: float, wide: float, high: float) -> tuple[Point, ...]:
    """The outline of a rectangle."""
    right, bottom = left + wide, top + high
    return (left, top), (right, top), (right, bottom), (left, bottom)


def bounds(places: Iterable[Place]) -> tuple[float, float, float, float]:
    """The box around some places, of which there is one at least: left, top, right, bottom."""
    points = [point for place in places for point in place.outline]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


Spot = tuple[str, ...]
NOWHERE: Spot = ()


class Shift(NamedTuple):
    """what: the thing, which goes by the same as long as it is the same; way: the spots where it
    lies one after another, each all the places that it covers."""

    what: str
    way: tuple[Spot, ...]


Beat = tuple[Shift, ...]


class Motion(NamedTuple):
    """How a game's things move. moved: what an event says of it; along: verbs that happen at the
    same time as others which are told before; ground: the picture with nothing on the board, None:
    not known."""

    moved: Callable[[Event], Iterable[Shift]] = lambda _: ()
    along: Mapping[str, frozenset[str]] = MappingProxyType({})
    ground: Callable[[Kind[Any], Seen[Any], Labels], Image.Image] | None = None


def beats(motion: Motion, events: Iterable[Event]) -> list[Beat]:
    """What moved, beat by beat."""
    found, last = list[Beat](), ""
    for event in events:
        moves = tuple(motion.moved(event))
        if found and last in motion.along.get(event.verb, ()):
            found[-1] += moves
        else:
            found.append(moves)
        last = event.verb
    return [beat for beat in found if beat]


def appear(what: str, at: Spot) -> Shift:
    return Shift(what, (NOWHERE, at))


def vanish(what: str, at: Spot) -> Shift:
    return Shift(what, (at, NOWHERE))
