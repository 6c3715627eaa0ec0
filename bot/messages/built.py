"""A turn that is built apart from any table, as in a lesson or a puzzle.

Nothing is stored: all that was said stands in the ids, as the places of the ways that were picked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from bot.messages.choices import Focus, looked_at, offered, ways
from bot.table.lessons import Scene
from rules.drafting import Draft, Kind, draft
from rules.english import Choice, ChoiceGroup

Path: TypeAlias = tuple[int, ...]


class Press(NamedTuple):
    """A part of a builder that was pressed: what had been picked, what the part is for, and its
    numbers or (of a menu) what was chosen."""

    path: Path = ()
    verb: str = "open"
    numbers: tuple[int, ...] = ()
    chosen: str = ""


def said_by(path: Path) -> str:
    """As it stands in an id."""
    return ".".join(map(str, path))


def offers(kind: Kind[Any], begun: Scene, drafted: Draft[Any]) -> tuple[ChoiceGroup, ...]:
    """What is due; at the beginning of a scene that names it, one word alone."""
    due, only = offered(kind, drafted.state), begun.only
    if drafted.said or not only:
        return due
    fitting = ((offer, [way for way in offer.ways if way.word == only][:1]) for offer in due)
    return tuple(replace(offer, ways=tuple(ways)) for offer, ways in fitting if ways)


def built(kind: Kind[Any], begun: Scene, path: Path) -> Draft[Any]:
    """What was said by picking these ways one after the other. Raises Refused or LookupError."""
    words: tuple[str, ...] = ()
    drafted = draft(kind, begun.state, "", typed=False)
    for place in path:
        words = (*words, _due(kind, begun, drafted)[place].word)
        drafted = draft(kind, begun.state, "", kept=words, typed=False)
    return drafted


def path_of(kind: Kind[Any], begun: Scene, words: Iterable[str]) -> Path:
    """The places at which these words are picked. Raises Refused, or ValueError where one of them
    cannot be picked."""
    path: Path = ()
    for word in words:
        due = _due(kind, begun, built(kind, begun, path))
        path = (*path, [way.word for way in due].index(word))
    return path


def then(kind: Kind[Any], begun: Scene, press: Press) -> tuple[Path, Focus | None]:
    """What has been picked after a press, and what is looked at. Raises Refused, LookupError or
    ValueError where the press makes no sense."""
    path, verb, numbers, chosen = press
    match verb:
        case "press":
            return (*path, *numbers), None
        case "back":
            return path[:-1], None
        case "over" | "open":
            return (), None
        case "look":
            return path, Focus(*numbers) if numbers else None
    if (focus := looked_at(chosen)) is not None:
        return path, focus
    words = [way.word for way in _due(kind, begun, built(kind, begun, path))]
    return (*path, words.index(chosen)), None


def _due(kind: Kind[Any], begun: Scene, drafted: Draft[Any]) -> list[Choice]:
    return [] if drafted.complete else ways(offers(kind, begun, drafted))
