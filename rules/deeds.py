"""Sentences about events as data, filled in from the event: Deed("planted {square}")(event).

Stories use the past, plans the imperative: `walk to c2; then b2 and c3 grow; plant c1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from itertools import groupby
from string import Formatter
from typing import Final, NamedTuple

from rules.game import Event
from rules.text import Joined, Listed, Plural, Text
from rules.voice import Argument, Voice

FACTS: Final[Mapping[str, Callable[[Event], Argument]]] = {
    "square": lambda event: event.at[0],
    "start": lambda event: event.at[0],
    "end": lambda event: event.at[-1],
    "squares": lambda event: Listed(event.at),
    "n": lambda event: event.n,
}


class Deed:
    """A sentence about an event.

    Its names in braces are FACTS or arguments of the call; any other name raises KeyError."""

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
    """A sentence with a singular and a plural, by the event's number."""

    __slots__ = ()

    def __init__(self, one: str, many: str, /) -> None:
        super().__init__(one, many)


class Tense(IntEnum):
    """The past of a story, or the imperative of a plan."""

    PAST = 0
    AHEAD = 1


class Tenses(NamedTuple):
    """A deed in both tenses."""

    past: Deed  # planted c3
    ahead: Deed | None = None  # plant c3; None: the same words
    follows: bool = False  # a consequence of the deed before, without an actor: c3 grows

    def phrase(self, tense: Tense, event: Event, /, **given: Argument) -> Phrase:
        """The event in that tense."""
        said = self.ahead if tense and self.ahead else self.past
        return Phrase(said(event, **given), follows=self.follows)


class Phrase(NamedTuple):
    """A part of a turn in words, without a full stop."""

    told: Text
    follows: bool = False


def together(phrases: Iterable[Phrase]) -> Phrase:
    """Phrases of one kind as one."""
    told, follows = zip(*phrases, strict=True)
    return Phrase(Joined(", ", told), follows[0])


def side_by_side(phrases: Iterable[Phrase]) -> Text:
    """Phrases as one line of a story."""
    return Joined(" · ", (phrase.told for phrase in phrases))


class Plan(Text):
    """A turn before it is played, as instructions in order, without a full stop."""

    __slots__ = ("phrases",)

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        super().__init__("{phrases}")
        self.phrases = tuple(phrases)

    @property
    def shortly(self) -> Plan:
        """Only the player's own deeds, without consequences."""
        return Plan(phrase for phrase in self.phrases if not phrase.follows)

    def say_in(self, voice: Voice) -> str:
        parts = list[Text]()
        for follows, group in groupby(self.phrases, key=lambda phrase: phrase.follows):
            told = Joined(", ", (phrase.told for phrase in group))
            parts.append(Text("then {outcome}", outcome=told) if follows else told)
        return Joined("; ", parts).say_in(voice)

    def __bool__(self) -> bool:
        return bool(self.phrases)
