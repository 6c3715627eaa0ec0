"""Sentences about events as data: what the event knows is filled in.

Deed("planted {square}")(event)             planted c3
Deeds("chopped {n} tree", "chopped {n} trees")(event)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Final

from rules.game import Event
from rules.text import Listed, Plural, Text
from rules.voice import Argument

FACTS: Final[Mapping[str, Callable[[Event], Argument]]] = {
    "square": lambda event: event.at[0],
    "start": lambda event: event.at[0],
    "end": lambda event: event.at[-1],
    "squares": lambda event: Listed(event.at),
    "n": lambda event: event.n,
}


class Deed:
    """A sentence about an event. What it names is one of FACTS, or is given when it is said;
    anything else raises KeyError."""

    __slots__ = ("_many", "_named", "_one")

    def __init__(self, one: str, /, many: str = "") -> None:
        self._one, self._many = one, many
        named = {field for _, field, _, _ in Formatter().parse(one + many) if field is not None}
        self._named = tuple(named - {"n"} if many else named)

    def __call__(self, event: Event, **given: Argument) -> Text:
        known = {x: given[x] if x in given else FACTS[x](event) for x in self._named}
        if self._many:
            return Plural(self._one, self._many, event.n, **known)
        return Text(self._one, **known)


class Deeds(Deed):
    """A sentence about an event that depends on its number."""

    __slots__ = ()

    def __init__(self, one: str, many: str, /) -> None:
        super().__init__(one, many)
