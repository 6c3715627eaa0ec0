"""Who says a text: a language, by its catalogue and its habits, and a medium.

The words of a template are looked up in a gettext catalogue, the English being its own key; lists,
numbers and dates are put as Unicode's data for the language have it (Babel). What the medium
marks, such as code, a name or a mention, it marks itself. Where a catalogue lacks a sentence or
has a wrong one, the English is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import lru_cache, reduce
from gettext import NullTranslations
from html import escape
from typing import Final, Literal, Protocol, TypeAlias

from babel import Locale
from babel.dates import format_date, format_datetime, format_time
from babel.lists import format_list
from babel.numbers import format_decimal

from rules.euphony import elided, joined, spaced

ListStyle: TypeAlias = Literal["and", "or", "unit"]
MomentStyle: TypeAlias = Literal["t", "T", "d", "D", "f", "F", "R"]  # as in Discord's <t:…:F>


class Medium:
    """How plain text marks what is special about some words; a medium overrides what it does in
    its own way. Times are seconds since 1970. endless: nothing is cut, however long it is."""

    endless = False

    def words(self, words: str) -> str:
        """What is said as it is."""
        return words

    def name(self, name: str) -> str:
        """Somebody's display name."""
        return name

    def code(self, said: str) -> str:
        """Something to type."""
        return f"`{said}`"

    def strong(self, said: str) -> str:
        return said

    def small(self, said: str) -> str:
        return said

    def rank(self, n: int) -> str:
        """Somebody's place in a table, at the head of a line."""
        return f"{n}."

    def mention(self, user: int) -> str | None:
        """Somebody who is called; None: the medium cannot, so their name is said."""
        return None

    def place(self, channel: int) -> str | None:
        """A channel, as a link; None: the medium has none, so it is described."""
        return None

    def jump(self, said: str, guild: int, channel: int, message: int) -> str | None:
        """Words that lead to a message of a server; None: the medium has no such links."""
        return None

    def link(self, address: str) -> str:
        """An address on the web, to be followed."""
        return address

    def moment(self, at: float, style: MomentStyle) -> str | None:
        """A time, in the reader's own zone; None: the medium does not know it."""
        return None


class Html(Medium):
    """A page that holds nothing but what is said. Nothing is cut, which could be in the middle of a
    mark."""

    endless = True

    def words(self, words: str) -> str:
        return escape(words)

    def name(self, name: str) -> str:
        return f"<bdi>{escape(name)}</bdi>"

    def code(self, said: str) -> str:
        return f"<code>{said}</code>"

    def strong(self, said: str) -> str:
        return f"<strong>{said}</strong>"

    def small(self, said: str) -> str:
        return f"<small>{said}</small>"

    def link(self, address: str) -> str:
        return f'<a href="{escape(address)}">{escape(address)}</a>'


class Sayable(Protocol):
    """What knows how it is said."""

    def said(self, voice: Voice) -> str:
        """The words, as this voice says them."""
        ...


Argument: TypeAlias = Sayable | str | int


@dataclass(frozen=True)
class Voice:
    """Who says texts: a language, by its catalogue and its habits, and a medium.

    zone: in which times are told where the medium does not know the reader's own; named: the
    catalogue by which the reader's client names commands, None: that of the language."""

    locale: Locale
    catalogue: NullTranslations
    medium: Medium = field(default_factory=Medium)
    zone: tzinfo = UTC
    named: NullTranslations | None = None

    def say(self, argument: Argument) -> str:
        """The words of a text, or of an argument of one."""
        if isinstance(argument, str):
            return self.medium.words(argument)
        if isinstance(argument, int):
            return str(argument) if -1000 < argument < 1000 else self._grouped(argument)
        return argument.said(self)

    def _grouped(self, n: int) -> str:
        return str(format_decimal(n, locale=self.locale))

    def tenths(self, number: float) -> str:
        """A number with one decimal place."""
        return str(format_decimal(number, format="#,##0.0", locale=self.locale))

    def fill(self, template: str, translated: str, args: Mapping[str, Argument]) -> str:
        """The sentence with its arguments. One whose translation does not fit stays English."""
        said = {name: self.say(argument) for name, argument in args.items()}
        if self.locale.language == "fr":
            translated = elided(translated, said)
        try:
            return self.medium.words(translated).format_map(said)
        except (KeyError, ValueError, IndexError, AttributeError):
            return self.medium.words(template).format_map(said)

    def listed(self, items: Iterable[str], style: ListStyle) -> str:
        said = [*items]
        row = _row(self.locale, style, len(said))
        return (joined(row, said) if self.locale.language == "es" else row).format(*said)

    def sign(self, separator: str) -> str:
        """What stands between two phrases, with the space that the language puts before it."""
        return spaced(separator) if self.locale.language == "fr" else separator

    def moment(self, at: float, style: MomentStyle) -> str:
        """A time in words, where the medium has no way of its own."""
        then = datetime.fromtimestamp(at, self.zone)
        match style:
            case "t" | "T":
                return format_time(then, "short", tzinfo=self.zone, locale=self.locale)
            case "d" | "D":
                length: Literal["short", "long"] = "short" if style == "d" else "long"
                return format_date(then, length, locale=self.locale)
        return format_datetime(then, "long", tzinfo=self.zone, locale=self.locale)


@lru_cache(256)
def _row(locale: Locale, style: ListStyle, many: int) -> str:
    """So many things as a language lists them, with numbered braces in their places."""
    places = [f"{{{n}}}" for n in range(many)]
    if style == "unit":  # of which Babel has no whole patterns in most languages
        between = locale.list_patterns["standard"]["middle"]
        return reduce(between.format, places or [""])
    cldr: Literal["standard", "or"] = "standard" if style == "and" else "or"
    return format_list(places, style=cldr, locale=locale)


PLAIN: Final = Medium()
ENGLISH: Final = Voice(Locale.parse("en_GB"), NullTranslations(), PLAIN)
