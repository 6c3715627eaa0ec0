"""A language in which every word is spelled with marks, which shows untranslated English.

    Ýóú çåñ šåý `keep` óř `again`.

The fixed parts of a sentence - names, squares, typed words - keep their letters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from gettext import NullTranslations
from string import ascii_letters

from babel import Locale

from rules.voice import PLAIN, Medium, Voice

_LETTERS = str.maketrans(ascii_letters, "åƀçđéƒğħíĵķłɱñóþɋřšŧúṽŵẋýžÅƁÇĐÉƑĞĦÍĴĶŁṀÑÓÞɊŘŠŦÚṼŴẊÝŽ")
_UNTOUCHED = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>")  # arguments, typed words, mentions
_SAID_AS_IT_IS = re.compile(r"`[^`]*`|<[^>\s]*>|\b[a-z]{1,2}[0-9]{1,2}\b|\b[A-Z]{1,2}[0-9]*\b")
_WORD = re.compile(r"[A-Za-z]{2,}")


class Pseudo(NullTranslations):
    """Every sentence has a translation: itself, marked."""

    def gettext(self, message: str) -> str:
        return marked(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return marked(one if n == 1 else many)


def marked(template: str) -> str:
    parts = re.split(f"({_UNTOUCHED.pattern})", template)
    return "".join(p if i % 2 else p.translate(_LETTERS) for i, p in enumerate(parts))


def voice(medium: Medium = PLAIN) -> Voice:
    """A voice for the pseudo-language; lists are as in Greek, which has no letters of ours."""
    return Voice(Locale.parse("el"), Pseudo(), medium)


def english_left(said: str, names: Collection[str] = ()) -> Iterator[str]:
    """The words that did not go through the catalogue, but for names and notation."""
    for name in sorted(names, key=len, reverse=True):
        said = said.replace(name, "")
    yield from _WORD.findall(_SAID_AS_IT_IS.sub(" ", said))
