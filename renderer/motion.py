"""What moved on a board, for whoever is shown it as movement: from the events that the story is
told from, by the names that the places of the picture have.

    Event walks c3 c5 ──> Move("logger 0", (("c3",), ("c5",)))      from place to place
    Event grows c4    ──> Move("tree", (("c4",), ("c4",)))          it stays, and is larger
    Event plants e1   ──> Move("tree", ((), ("e1",)))               out of nowhere
    Event chops d5    ──> Move("tree", (("d5",), ()))               and away

A log of several squares lies on all of them. What happens at once is one beat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from renderer.picture import Labels
from rules.drafting import Kind
from rules.game import Event
from rules.play import Seen

Spot = tuple[str, ...]
NOWHERE: Spot = ()


class Move(NamedTuple):
    """what: the thing, which goes by the same as long as it is the same; way: the spots where it
    lies one after another, each all the places that it covers."""

    what: str
    way: tuple[Spot, ...]


Beat = tuple[Move, ...]


class Motion(NamedTuple):
    """How a game's things move. moved: what an event says of it; along: verbs that happen at the
    same time as others which are told before; ground: the picture with nothing on the board, None:
    not known."""

    moved: Callable[[Event], Iterable[Move]] = lambda _: ()
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


def comes(what: str, at: Spot) -> Move:
    return Move(what, (NOWHERE, at))


def goes(what: str, at: Spot) -> Move:
    return Move(what, (at, NOWHERE))
