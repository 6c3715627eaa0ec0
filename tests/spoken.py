"""A game's texts in plain English, for tests that compare words.

ENGLISH = Spoken(KIND.texts)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules import english
from rules.english import English, Names
from rules.game import Event

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

    def __getattr__(self, name: str) -> Any:
        told = getattr(self.texts, name)
        return (lambda *given: str(told(*given))) if callable(told) else str(told)

    def offers(self, s: S) -> tuple[ChoiceGroup, ...]:
        return tuple(_said(group) for group in self.texts.offers(s))

    def story(self, events: Sequence[Event], names: Names) -> str:
        return str(english.story(self.texts, events, names))


def _said(group: english.ChoiceGroup) -> ChoiceGroup:
    ways = (Choice(w.word, str(w.label), str(w.hint), str(w.why)) for w in group.ways)
    return ChoiceGroup(str(group.title), tuple(ways), str(group.why), group.row)
