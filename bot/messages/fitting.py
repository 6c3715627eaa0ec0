"""How much one message can hold, and what is left out where it is too much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.english import TELLING, Brief
from rules.text import Joined, Plural, Text
from rules.voice import Argument, Medium, MomentStyle, Voice

MESSAGE_LENGTH = 2000  # characters that one message can hold
LABEL_LENGTH = 100  # characters of a choice that Discord shows
GLANCE = 100  # characters of what happened that are read before a board
CARD, CALL, RESULT = 40, 45, 45  # words above the picture of a card, a call and a result
ENDLESS = 10**9  # characters of a page
BETWEEN = " · "


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
            if len(whole := Joined("\n", left).said(voice)) <= room(voice):
                return whole
            left.remove(part)
        return fitted(Joined("\n", left).said(voice), room(voice))

    def key(self) -> tuple[object, ...]:
        return (self.parts, self.spare)

    def __bool__(self) -> bool:
        return bool(self.parts)


class Folded(Text):
    """Phrases side by side, those first that matter most, and equal ones in the order of play.
    Where they are too much for a glance, what matters most stays, and of the others the newest that
    fit beside it; the rest are only counted. Before a turn is left out that brought points or took
    something, only the cores of such turns are told."""

    __slots__ = ("briefs", "room")

    def __init__(self, briefs: Sequence[Brief], room: int = GLANCE) -> None:
        super().__init__("{briefs}")
        self.briefs, self.room = tuple(briefs), room

    def said(self, voice: Voice) -> str:
        told = [voice.say(brief.told) for brief in self.briefs]
        kept = self._kept(list(map(len, told)))
        if self.matter and not (self.room and self.matter <= kept):
            for i in self.matter:
                told[i] = voice.say(self.briefs[i].core or self.briefs[i].told)
            kept = self._kept(list(map(len, told)))
        said = BETWEEN.join(
            told[i] for i in sorted(kept, key=lambda i: (-self.briefs[i].weight, i))
        )
        if more := len(told) - len(kept):
            left = (
                Plural("{n} earlier move", "{n} earlier moves", more)
                if len(told) - 1 in kept
                else Plural("{n} other move", "{n} other moves", more)
            )
            return Text("{moves} and {more}", moves=said, more=left).said(voice)
        return said

    @property
    def matter(self) -> set[int]:
        """The places of those that are told before others."""
        return {i for i, brief in enumerate(self.briefs) if brief.weight >= TELLING}

    def _kept(self, long: Sequence[int]) -> set[int]:
        """The places of those that are told. long: how long each is."""
        first, *others = sorted(
            range(len(long)), key=lambda i: (self.briefs[i].weight, i), reverse=True
        )
        newest = len(long) - 1
        if newest in others:
            others.remove(newest)
            others.insert(0, newest)
        kept, room = {first}, self.room - long[first]
        for i in others:
            if (wide := long[i] + len(BETWEEN)) > room:
                break
            room -= wide
            kept.add(i)
        return kept

    def key(self) -> tuple[object, ...]:
        return (*self.briefs, self.room)

    def __bool__(self) -> bool:
        return bool(self.briefs)


class FirstFitting(Text):
    """The first of several ways to say something that fits into one message, or into so many
    characters, or the last."""

    __slots__ = ("most", "ways")

    def __init__(self, *ways: Text, most: int = MESSAGE_LENGTH) -> None:
        super().__init__("{ways}")
        self.ways, self.most = ways, most

    def said(self, voice: Voice) -> str:
        most = room(voice, self.most)
        for way in self.ways[:-1]:
            if len(said := way.said(voice)) <= most:
                return said
        return fitted(self.ways[-1].said(voice), most)

    def key(self) -> tuple[object, ...]:
        return (self.ways, self.most)


class _Read(Medium):
    """What stands before a reader's eyes: times are those of the reader, and where Discord keeps
    telling how long that is, it takes three words."""

    def moment(self, at: float, style: MomentStyle) -> str | None:
        return "in 2 days" if style == "R" else None


READ = _Read()


class FewWords(Text):
    """The first of several ways to say something that has at most so many words, or the last.
    Counted are the words that somebody reads: a mention is a name."""

    __slots__ = ("most", "ways")

    def __init__(self, most: int, ways: Sequence[Text]) -> None:
        super().__init__("{ways}")
        self.most, self.ways = most, tuple(ways)

    def said(self, voice: Voice) -> str:
        read = replace(voice, medium=READ)
        few = (way for way in self.ways[:-1] if len(way.said(read).split()) <= self.most)
        return fitted(next(few, self.ways[-1]).said(voice), room(voice))


class WithNote(Text):
    """A text and a note under it, for which the text is cut where both are too much."""

    __slots__ = ("note", "text")

    def __init__(self, text: Text, note: Text) -> None:
        super().__init__("{text}")
        self.text, self.note = text, note

    def said(self, voice: Voice) -> str:
        note = self.note.said(voice)
        return f"{fitted(voice.say(self.text), room(voice) - len(note) - 1)}\n{note}"

    def key(self) -> tuple[object, ...]:
        return (self.text, self.note)


def room(voice: Voice, most: int = MESSAGE_LENGTH) -> int:
    """How many characters there is room for."""
    return ENDLESS if voice.medium.endless else most


def fitted(said: str, most: int = MESSAGE_LENGTH) -> str:
    """The words, cut where they are too long for one message."""
    if len(said) <= most:
        return said
    kept = said[: most - 2]
    return kept[: max(kept.rfind("\n"), kept.rfind(" "))] + " …"
