"""A voice says texts in one language and one medium.

A sentence whose translation is missing or wrong stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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

ListStyle: TypeAlias = Literal["and", "or", "unit"]
MomentStyle: TypeAlias = Literal["t", "T", "d", "D", "f", "F", "R"]  # as in Discord's <t:…:F>


class Medium:
    """The marks of plain text; each medium overrides some. Times are seconds since 1970."""

    endless = False  # a long text is never cut

    def words(self, words: str) -> str:
        """Words without a mark."""
        return words

    def name(self, name: str) -> str:
        """A display name."""
        return name

    def code(self, said: str) -> str:
        """Something to type."""
        return f"`{said}`"

    def strong(self, said: str) -> str:
        return said

    def small(self, said: str) -> str:
        return said

    def rank(self, n: int) -> str:
        """A place in a table, at the head of a line."""
        return f"{n}."

    def mention(self, user: int) -> str | None:
        """A mention that notifies a user, None if the medium has none."""
        return None

    def place(self, channel: int) -> str | None:
        """A link to a channel, None if the medium has none."""
        return None

    def jump(self, said: str, guild: int, channel: int, message: int) -> str | None:
        """Words that link to a message, None if the medium has no such links."""
        return None

    def link(self, address: str) -> str:
        """A link to a web address."""
        return address

    def moment(self, at: float, style: MomentStyle) -> str | None:
        """A time in the reader's zone, None if the medium does not know the zone."""
        return None


class Html(Medium):
    """A web page. It is never cut, as a cut could fall inside a tag."""

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


class _Sayable(Protocol):
    """A value that a voice can say."""

    def say_in(self, voice: Voice) -> str:
        """The words in this voice."""
        ...


Argument: TypeAlias = _Sayable | str | int


@dataclass(frozen=True)
class Voice:
    """A language and a medium to say texts in."""

    locale: Locale
    catalogue: NullTranslations
    medium: Medium = field(default_factory=Medium)
    zone: tzinfo = UTC  # of times, if the medium does not know the reader's zone
    named: NullTranslations | None = None  # names commands in the language of the reader's client

    def say(self, argument: Argument) -> str:
        """The words of a text, or of an argument of one."""
        if isinstance(argument, str):
            return self.medium.words(argument)
        if isinstance(argument, int):
            few = -1000 < argument < 1000
            return str(argument if few else format_decimal(argument, locale=self.locale))
        return argument.say_in(self)

    def tenths(self, number: float) -> str:
        """A number with one decimal place."""
        return str(format_decimal(number, format="#,##0.0", locale=self.locale))

    def fill(self, template: str, translated: str, args: Mapping[str, Argument]) -> str:
        """The sentence with its arguments, in English if the translation does not fit."""
        said = {name: self.say(argument) for name, argument in args.items()}
        if self.locale.language == "fr":
            translated = _OF.sub(
                lambda of: f"{of[1]}'" if _VOWEL.match(said.get(of[2], "")) else of[0], translated
            )
        try:
            return self.medium.words(translated).format_map(said)
        except (KeyError, ValueError, IndexError, AttributeError):
            return self.medium.words(template).format_map(said)

    def list_items(self, items: Iterable[str], style: ListStyle) -> str:
        said = [*items]
        row = _row(self.locale, style, len(said))
        return (_join(row, said) if self.locale.language == "es" else row).format(*said)

    def sign(self, separator: str) -> str:
        """A separator of phrases, with the language's space before it."""
        apart = self.locale.language == "fr" and separator[:1] in (":", ";")
        return f"\N{NO-BREAK SPACE}{separator}" if apart else separator

    def moment(self, at: float, style: MomentStyle) -> str:
        """A time in words, for a medium without times."""
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
    """A language's list of `many` items, as a template with numbered braces."""
    places = [f"{{{n}}}" for n in range(many)]
    if style == "unit":  # Babel lacks whole patterns of this style in most languages
        between = locale.list_patterns["standard"]["middle"]
        return reduce(between.format, places or [""])
    cldr: Literal["standard", "or"] = "standard" if style == "and" else "or"
    return format_list(places, style=cldr, locale=locale)


PLAIN: Final = Medium()
ENGLISH: Final = Voice(Locale.parse("en_GB"), NullTranslations(), PLAIN)

# French: le coup de Ana ──> le coup d'Ana, and a space before : and ;
# Spanish: Ana y Inés ──> Ana e Inés, Ana o Óscar ──> Ana u Óscar
# Placeholders of names. Squares keep the whole word: de e1.
_OF: Final = re.compile(r"\b([Dd])e (?=\{(names?|who|person|people|players|before|host|other)\})")
_MARKS: Final = r"(?:<[^>]*>|[^\w<])*"  # of a medium, before the first letter
_VOWEL: Final = re.compile(_MARKS + "[aeiouàâäáãéèêëíîïóôöúùûüœæ]", re.IGNORECASE)
_LIKE_Y: Final = re.compile(_MARKS + "(?:[ií]|h[ií](?![aeo]))", re.IGNORECASE)
_LIKE_O: Final = re.compile(_MARKS + "(?:h?[oó]|8)", re.IGNORECASE)


def _join(row: str, said: Sequence[str]) -> str:
    """Change `y` to `e` and `o` to `u` in a Spanish list whose last item begins with that sound."""
    last = f"{{{len(said) - 1}}}"
    if not said or f" {last}" not in row:
        return row
    if _LIKE_Y.match(said[-1]):
        return row.replace(f" y {last}", f" e {last}")
    return row.replace(f" o {last}", f" u {last}") if _LIKE_O.match(said[-1]) else row
