"""The limits of a message, and the parts to leave out if a text is too long."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.english import TELLING, Brief
from rules.text import Joined, Plural, Text
from rules.voice import Argument, Medium, MomentStyle, Voice

MESSAGE_LENGTH = 2000  # characters that one message can hold
LABEL_LENGTH = 100  # characters of a choice that Discord shows
GLANCE = 100  # characters of the story before a board
CARD, CALL, RESULT = 40, 45, 45  # words above the picture of a lobby message, a turn and a result
BETWEEN = " · "


class Stacked(Text):
    """Parts one under the other. If they are too long for a message, leave out those of `spare`,
    the first one first."""

    __slots__ = ("parts", "spare")

    def __init__(self, parts: Sequence[Argument], spare: Sequence[Argument] = ()) -> None:
        super().__init__("{parts}")
        self.parts = tuple(part for part in parts if part)
        self.spare = tuple(part for part in spare if part)

    def say_in(self, voice: Voice) -> str:
        left = list(self.parts)
        for part in self.spare:
            if len(whole := Joined("\n", left).say_in(voice)) <= room(voice):
                return whole
            left.remove(part)
        return fit(Joined("\n", left).say_in(voice), room(voice))

    def __bool__(self) -> bool:
        return bool(self.parts)


class Folded(Text):
    """Phrases side by side, the most important ones first, and equal ones in the order of play. If
    they are too long for a glance, keep the most important ones and the newest that fit, count the
    rest, and shorten turns with points or captures to their core before leaving any out."""

    __slots__ = ("briefs", "room")

    def __init__(self, briefs: Sequence[Brief], room: int = GLANCE) -> None:
        super().__init__("{briefs}")
        self.briefs, self.room = tuple(briefs), room

    def say_in(self, voice: Voice) -> str:
        told = [voice.say(brief.told) for brief in self.briefs]
        kept = self._kept(list(map(len, told)))
        matter = {i for i, brief in enumerate(self.briefs) if brief.weight >= TELLING}
        if matter and not (self.room and matter <= kept):
            for i in matter:
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
            return Text("{moves} and {more}", moves=said, more=left).say_in(voice)
        return said

    def _kept(self, long: Sequence[int]) -> set[int]:
        """The indexes of the phrases to keep."""
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

    def __bool__(self) -> bool:
        return bool(self.briefs)


class FirstFitting(Text):
    """The first variant that fits into a message, or into `most` characters, or else the last."""

    __slots__ = ("most", "ways")

    def __init__(self, *ways: Text, most: int = MESSAGE_LENGTH) -> None:
        super().__init__("{ways}")
        self.ways, self.most = ways, most

    def say_in(self, voice: Voice) -> str:
        most = room(voice, self.most)
        for way in self.ways[:-1]:
            if len(said := way.say_in(voice)) <= most:
                return said
        return fit(self.ways[-1].say_in(voice), most)


class _Read(Medium):
    """A text as read on a screen: in the reader's time, with three words for the time left."""

    def moment(self, at: float, style: MomentStyle) -> str | None:
        return "in 2 days" if style == "R" else None


class FewWords(Text):
    """The first variant with at most `most` words, or else the last. A mention counts as a name.
    Most posts need the first one only, so each is made when it's tried."""

    __slots__ = ("most", "ways")

    def __init__(self, most: int, ways: Sequence[Callable[[], Text]]) -> None:
        super().__init__("{ways}")
        self.most, self.ways = most, tuple(ways)

    def key(self) -> tuple[object, ...]:
        return self.most, *(way() for way in self.ways)

    def say_in(self, voice: Voice) -> str:
        read = replace(voice, medium=_Read())
        for way in self.ways:
            text = way()
            if len(text.say_in(read).split()) <= self.most:
                break
        return fit(text.say_in(voice), room(voice))


class WithNote(Text):
    """A text and a note under it. If both are too long, cut the text."""

    __slots__ = ("note", "text")

    def __init__(self, text: Text, note: Text) -> None:
        super().__init__("{text}")
        self.text, self.note = text, note

    def say_in(self, voice: Voice) -> str:
        note = self.note.say_in(voice)
        return f"{fit(voice.say(self.text), room(voice) - len(note) - 1)}\n{note}"


def room(voice: Voice, most: int = MESSAGE_LENGTH) -> int:
    """The number of characters that fit."""
    return 10**9 if voice.medium.endless else most


def fit(said: str, most: int = MESSAGE_LENGTH) -> str:
    """The words, cut if they are too long for one message."""
    if len(said) <= most:
        return said
    kept = said[: most - 2]
    return kept[: max(kept.rfind("\n"), kept.rfind(" "))] + " …"
