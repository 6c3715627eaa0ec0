"""The languages of the bot: English, and every language with a catalogue, such as
`languages/de/LC_MESSAGES/lumbercamp.po`. Catalogues are read as they are, without a compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.messages.medium import MARKDOWN
from rules.voice import ENGLISH, Medium, Voice


class Languages:
    """The available languages.

    known: the catalogues by language, such as de or pt_BR. English needs none.
    """

    def __init__(self, known: Mapping[str, NullTranslations]) -> None:
        self._known = dict(known)
        self.foreign = bool(self._known)  # whether there is a language other than English
        self.voice = cache(self._voice)
        # Each language's own name, in alphabetical order.
        found = {code: own_name(code) for code in ("en", *self._known)}
        self.names = dict(sorted(found.items(), key=lambda each: each[1].casefold()))

    def __contains__(self, wanted: str) -> bool:
        """Whether a language is available. English always is."""
        return bool(self.known(wanted))

    def known(self, wanted: str) -> str:
        """The name of a catalogue for a language (as `de`, `pt-BR`), or ""."""
        found = negotiate_locale([wanted.replace("-", "_")], ["en", *self._known])
        return "" if found is None else str(found)

    def _voice(self, wanted: str, medium: Medium) -> Voice:
        """A voice in the wanted language (as `de`, `pt-BR`), or one near it, or else English."""
        best = negotiate_locale([wanted.replace("-", "_")], list(self._known))
        if best is None:
            return Voice(ENGLISH.locale, ENGLISH.catalogue, medium)
        return Voice(Locale.parse(best), self._known[best], medium)


def own_name(code: str) -> str:
    """A language's own name: Deutsch."""
    name = Locale.parse(code).get_display_name(code) or code
    return name[0].upper() + name[1:]


ENGLISH_ALONE = Languages({})


def languages(folder: Path = Path(__file__).parents[2] / "languages") -> Languages:
    """The languages with catalogues in a folder. It may have none."""
    known = dict[str, NullTranslations]()
    for path in sorted(folder.glob("*/LC_MESSAGES/lumbercamp.po")):
        compiled = BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file))
        compiled.seek(0)
        known[path.parents[1].name] = GNUTranslations(compiled)
    return Languages(known)


class Voices:
    """Find voices."""

    def __init__(self, languages: Languages = ENGLISH_ALONE, language: str = "en") -> None:
        self.languages, self.language = languages, language
        self.usual = languages.voice(language, MARKDOWN)

    def of(self, language: str) -> Voice:
        """The voice of a table, a server or a person.

        language: theirs, or "" for the default.
        """
        return self.languages.voice(language, MARKDOWN) if language else self.usual


IN_ENGLISH = Voices()
