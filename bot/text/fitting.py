"""How much one message can hold, and what is left out where it is too much."""

from __future__ import annotations

from collections.abc import Sequence

from rules.text import Joined, Saying, Text
from rules.voice import Argument, Voice

LONGEST = 2000  # characters that one message can hold


class Stacked(Text):
    """Parts one under the other. Where they are too much for one message, those of `spare` are
    left out, the first one first."""

    __slots__ = ("parts", "spare")

    def __init__(self, parts: Sequence[Argument], spare: Sequence[Argument] = ()) -> None:
        super().__init__("{parts}")
        self.parts = tuple(part for part in parts if part)
        self.spare = tuple(part for part in spare if part)

    def said(self, voice: Voice) -> str:
        left = list(self.parts)
        for part in self.spare:
            if len(whole := Joined("\n", left).said(voice)) <= LONGEST:
                return whole
            left.remove(part)
        return fitted(Joined("\n", left).said(voice))

    def key(self) -> tuple[object, ...]:
        return (self.parts, self.spare)

    def __bool__(self) -> bool:
        return bool(self.parts)


class FirstFitting(Text):
    """The first of several ways to say something that fits into one message, or the last."""

    __slots__ = ("ways",)

    def __init__(self, *ways: Text) -> None:
        super().__init__("{ways}")
        self.ways = ways

    def said(self, voice: Voice) -> str:
        for way in self.ways[:-1]:
            if len(said := way.said(voice)) <= LONGEST:
                return said
        return fitted(self.ways[-1].said(voice))

    def key(self) -> tuple[object, ...]:
        return self.ways


class WithNote(Text):
    """A text and a note under it, for which the text is cut where both are too much."""

    __slots__ = ("note", "text")

    def __init__(self, text: Saying, note: Text) -> None:
        super().__init__("{text}")
        self.text, self.note = text, note

    def said(self, voice: Voice) -> str:
        note = self.note.said(voice)
        return f"{fitted(voice.say(self.text), LONGEST - len(note) - 1)}\n{note}"

    def key(self) -> tuple[object, ...]:
        return (self.text, self.note)


def fitted(said: str, most: int = LONGEST) -> str:
    """The words, cut where they are too long for one message."""
    if len(said) <= most:
        return said
    kept = said[: most - 2]
    return kept[: max(kept.rfind("\n"), kept.rfind(" "))] + " …"
