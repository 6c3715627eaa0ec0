"""A sentence as a value, before a language and a medium are chosen.

    Text("{name} walked to {square}.", name=name, square="c3")
    Plural("{n} point", "{n} points", n=3)
    Listed(["c3", "d4"], "or")                  c3 or d4
    Joined(" · ", deeds)                        parts side by side
    Code("stay; plant north")                   something to type

A Voice says them at the edge. Arguments are texts, numbers, or plain strings, which are never
translated. str() says a text in plain English, for logs and tests.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from rules.voice import ENGLISH, Argument, ListStyle, MomentStyle, Voice


class Text:
    """A sentence or phrase.

    template: English with named arguments in braces, written out in full so tools can collect it
    for translators."""

    __slots__ = ("args", "template")
    _own: tuple[str, ...] = ()  # the slots of a subclass
    _get: Callable[[Any], object] | None = None

    def __init_subclass__(cls) -> None:
        above = [each for each in cls.__mro__[::-1] if each not in (Text, object)]
        cls._own = tuple(name for each in above for name in vars(each).get("__slots__", ()))
        cls._get = staticmethod(attrgetter(*cls._own)) if cls._own else None

    def __init__(self, template: str, /, **args: Argument) -> None:
        self.template, self.args = template, args

    def say_in(self, voice: Voice) -> str:
        """The words in this voice."""
        return voice.fill(self.template, voice.catalogue.gettext(self.template), self.args)

    def key(self) -> tuple[object, ...]:
        """Every part of this value, for comparisons."""
        named = tuple(sorted(self.args.items(), key=lambda arg: arg[0])) if self.args else ()
        return (self.template, named, self._get(self)) if self._get else (self.template, named)

    def __str__(self) -> str:
        return self.say_in(ENGLISH)

    def __format__(self, spec: str) -> str:
        """Raise TypeError: an f-string would fix the words in English."""
        raise TypeError(f"a text in an f-string: {self!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Text) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((type(self), self.key()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.key()))})"


class _Value(Text):
    """A text of fields without a template: no translator sees it."""

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        return (self._get(self),) if self._get else ()


class Plural(Text):
    """A phrase that depends on a number, `{n}` in both forms: `1 point`, `2 points`."""

    __slots__ = ("many", "n")

    def __init__(self, one: str, many: str, /, n: int, **args: Argument) -> None:
        super().__init__(one, n=n, **args)
        self.many, self.n = many, n

    def say_in(self, voice: Voice) -> str:
        translated = voice.catalogue.ngettext(self.template, self.many, self.n)
        english = self.template if self.n == 1 else self.many
        return voice.fill(english, translated, self.args)


@dataclass(eq=False, repr=False, slots=True)
class Name(_Value):
    """A display name, or words in its place. The medium stops names from formatting or pinging."""

    name: str

    def say_in(self, voice: Voice) -> str:
        nameless = in_place_of(self.name)
        return nameless.say_in(voice) if nameless else voice.medium.name(self.name)


SOMEBODY: Final = Text("someone")
_FORMER = re.compile("former player ([0-9]+)")  # the store's name for a forgotten player


def in_place_of(name: str) -> Text | None:
    """The words for a forgotten player or an invisible name, None for any other name.

    name: as databases and records write it, in every language."""
    if name == "somebody":
        return SOMEBODY
    former = _FORMER.fullmatch(name) if name.startswith("former") else None
    return Text("former player {number}", number=former[1]) if former else None


class Listed(Text):
    """A list: `a, b and c`, with "or" `a, b or c`, with "unit" `a, b, c`."""

    __slots__ = ("items", "style")

    def __init__(self, items: Iterable[Argument], style: ListStyle = "and") -> None:
        super().__init__("{items}")
        self.items, self.style = tuple(items), style

    def say_in(self, voice: Voice) -> str:
        return voice.list_items(map(voice.say, self.items), self.style)

    def __bool__(self) -> bool:
        return bool(self.items)


class Joined(Text):
    """Phrases one after the other, without empty ones. separator: the same in every language."""

    __slots__ = ("parts", "separator")

    def __init__(self, separator: str, parts: Iterable[Argument]) -> None:
        super().__init__("{parts}")
        self.separator, self.parts = separator, tuple([p for p in parts if p or isinstance(p, int)])

    def say_in(self, voice: Voice) -> str:
        return voice.sign(self.separator).join(map(voice.say, self.parts))

    def __bool__(self) -> bool:
        return bool(self.parts)


def lines(*parts: Argument) -> Text:
    """Texts one under the other."""
    return Joined("\n", parts)


def sentences(*parts: Argument) -> Text:
    """Sentences one after the other."""
    return Joined(" ", parts)


def notation(said: str) -> Text:
    """A text that is the same in every language, such as squares, arrows and typed words."""
    return Joined("", (said,))


class Tenths(Text):
    """A number with one decimal place."""

    __slots__ = ("number",)

    def __init__(self, number: float) -> None:
        super().__init__("{number}")
        self.number = round(number, 1)

    def say_in(self, voice: Voice) -> str:
        return voice.tenths(self.number)


@dataclass(eq=False, repr=False, slots=True)
class Rank(_Value):
    """A place in a table, `1.` at the head of a line. Equals share a place."""

    n: int

    def say_in(self, voice: Voice) -> str:
        return voice.medium.rank(self.n)


@dataclass(eq=False, repr=False, slots=True)
class _Marked(_Value):
    """Words that some media mark."""

    inner: Argument

    def __bool__(self) -> bool:
        return bool(self.inner)


class Code(_Marked):
    """Something to type."""

    __slots__ = ()

    def say_in(self, voice: Voice) -> str:
        return voice.medium.code(voice.say(self.inner))


class Strong(_Marked):
    """The most important words of a message."""

    __slots__ = ()

    def say_in(self, voice: Voice) -> str:
        return voice.medium.strong(voice.say(self.inner))


class Small(_Marked):
    """A line of small print."""

    __slots__ = ()

    def say_in(self, voice: Voice) -> str:
        return voice.medium.small(voice.say(self.inner))


@dataclass(eq=False, repr=False, slots=True)
class Mention(_Value):
    """A mention that notifies a user, or their name in media without mentions."""

    user: int
    name: Argument

    def say_in(self, voice: Voice) -> str:
        return voice.medium.mention(self.user) or voice.say(self.name)


class ChannelName(Text):
    """A channel."""

    __slots__ = ("channel",)

    def __init__(self, channel: int) -> None:
        super().__init__("its channel")
        self.channel = channel

    def say_in(self, voice: Voice) -> str:
        return voice.medium.place(self.channel) or super().say_in(voice)


@dataclass(eq=False, repr=False, slots=True)
class Jump(_Value):
    """Words that link to a message, or only the words in media without such links."""

    words: Argument
    guild: int
    channel: int
    message: int

    def say_in(self, voice: Voice) -> str:
        said = voice.say(self.words)
        return voice.medium.jump(said, self.guild, self.channel, self.message) or said


@dataclass(eq=False, repr=False, slots=True)
class Link(_Value):
    """An address on the web."""

    address: str

    def say_in(self, voice: Voice) -> str:
        return voice.medium.link(self.address)


@dataclass(eq=False, repr=False, slots=True)
class Moment(_Value):
    """A time."""

    at: float  # seconds since 1970
    # a letter of Discord's, such as F for day and time and R for the time until then
    style: MomentStyle = "F"

    def say_in(self, voice: Voice) -> str:
        return voice.medium.moment(self.at, self.style) or voice.moment(self.at, self.style)


@dataclass(eq=False, repr=False, slots=True)
class Due(Moment):
    """A deadline: the time, and the time left in media that keep it up to date."""

    style: MomentStyle = "f"

    def say_in(self, voice: Voice) -> str:
        said, left = Moment.say_in(self, voice), voice.medium.moment(self.at, "R")
        return f"{said} ({left})" if left else said


NOTHING: Final[Text] = Joined("", ())
