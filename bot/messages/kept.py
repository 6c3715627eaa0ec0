"""Films and pages of games that are over, kept for whoever asks next: each takes seconds to make.

Nothing is kept of a game that is played. What is said of its people is a part of the name under
which something is kept: of whom nothing may be told any more, nothing is told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from bot.table.game import Game
from rules.voice import Voice
from storage import Row

T = TypeVar("T")


class Name(NamedTuple):
    """Of all that was public in a game. seed: no other game has it; rows: of its log; people: who
    sat there."""

    seed: bytes
    rows: int
    people: tuple[tuple[str, str], ...]


def past(game: Game, rows: Sequence[Row]) -> Name | None:
    """The name of a game that is over; None: it is not."""
    if game.status != "over":
        return None
    there = [(each.name, each.computer) for each in game.sitters]
    before = [(each.name, each.computer) for each in game.former]
    return Name(game.seed, len(rows), (*there, *before))


class Kept(Generic[T]):
    """What was made, as long as there is room; what nobody has wanted for longest goes first. For
    one thread. most: so large is all of it; size: of one."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most, self._size = most, size
        self._kept: OrderedDict[Any, T] = OrderedDict()

    def get(self, name: Name | None, voice: Voice, make: Callable[[Voice], T]) -> T:
        """What is kept of a game in the words of a voice, or is made now."""
        if name is None:
            return make(voice)
        key = name, voice.locale, voice.catalogue
        found = self._kept[key] if key in self._kept else make(voice)
        self._kept[key] = found
        self._kept.move_to_end(key)
        while sum(map(self._size, self._kept.values())) > self._most:
            self._kept.popitem(last=False)
        return found
