"""A game's texts in plain English, for tests that compare words.

ENGLISH = Spoken(KIND.texts)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules import english
from rules.english import English, Names
from rules.game import Event, Seat

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Choice:
    """See rules.english.Choice."""

    word: str
    label: str
    hint: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """See rules.english.ChoiceGroup."""

    title: str
    ways: tuple[Choice, ...]
    why: str = ""
    row: bool = False


class Spoken(Generic[S]):
    """See rules.english.English."""

    def __init__(self, texts: English[S]) -> None:
        self.texts, self.parse = texts, texts.parse

    @property
    def squares(self) -> str:
        return str(self.texts.squares)

    def manner(self, s: S) -> str:
        return str(self.texts.manner(s))

    def call(self, s: S) -> str:
        return str(self.texts.call(s))

    def hand(self, s: S, seat: Seat) -> str:
        return str(self.texts.hand(s, seat))

    def hands(self, s: S, names: Names) -> str:
        return str(self.texts.hands(s, names))

    def choices(self, s: S) -> str:
        return str(self.texts.choices(s))

    def summary(self, s: S) -> str:
        return str(self.texts.summary(s))

    def offers(self, s: S) -> tuple[ChoiceGroup, ...]:
        return tuple(_said(group) for group in self.texts.offers(s))

    def story(self, events: Sequence[Event], names: Names) -> str:
        return str(english.story(self.texts, events, names))

    def standing(self, s: S, names: Names) -> str:
        return str(self.texts.standing(s, names))

    def news(self, s: S, names: Names) -> str:
        return str(self.texts.news(s, names))

    def pieces(self, s: S, names: Names) -> str:
        return str(self.texts.pieces(s, names))

    def rows(self, s: S, names: Names) -> str:
        return str(self.texts.rows(s, names))


def _said(group: english.ChoiceGroup) -> ChoiceGroup:
    ways = (Choice(w.word, str(w.label), str(w.hint), str(w.why)) for w in group.ways)
    return ChoiceGroup(str(group.title), tuple(ways), str(group.why), group.row)
