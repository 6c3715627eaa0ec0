"""A game's texts in plain English, for tests that compare words.

ENGLISH = Spoken(KIND.texts)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from rules import english
from rules.english import ChoiceGroup, English, Names
from rules.game import Event

S = TypeVar("S")


class Spoken(Generic[S]):
    """See rules.english.English."""

    def __init__(self, texts: English[S]) -> None:
        self.texts, self.parse = texts, texts.parse

    def __getattr__(self, name: str) -> Any:
        told = getattr(self.texts, name)
        return (lambda *given: str(told(*given))) if callable(told) else str(told)

    def offers(self, s: S) -> tuple[Any, ...]:
        """Groups of choices with strings for texts."""
        return tuple(_said(group) for group in self.texts.offers(s))

    def story(self, events: Sequence[Event], names: Names) -> str:
        return str(english.story(self.texts, events, names))


def _said(group: ChoiceGroup) -> ChoiceGroup:
    ways = tuple(replace(way, **_plain(way, "label", "hint", "why")) for way in group.ways)
    return replace(group, ways=ways, **_plain(group, "title", "why"))


def _plain(told: object, *names: str) -> dict[str, Any]:
    return {name: str(getattr(told, name)) for name in names}
