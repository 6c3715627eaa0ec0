"""The languages that the bot can speak: English, and whatever a catalogue is there for.

    languages/de/LC_MESSAGES/lumbercamp.po

`make texts` collects all sentences of the code into languages/lumbercamp.pot, from which catalogues
are made and brought up to date. They are read as they are; nothing has to be compiled.
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

FOLDER = Path(__file__).parents[2] / "languages"
CATALOGUE = "LC_MESSAGES/lumbercamp.po"


class Languages:
    """All that can be spoken. known: the catalogues by the name of their language, such as de or
    pt_BR; English needs none."""

    def __init__(self, known: Mapping[str, NullTranslations]) -> None:
        self._known = dict(known)
        self.foreign = bool(self._known)  # there is another one besides English
        self.voice = cache(self._voice)
        # Each as it calls itself, in the order of these names.
        found = {code: own_name(code) for code in ("en", *self._known)}
        self.names = dict(sorted(found.items(), key=lambda each: each[1].casefold()))

    def __contains__(self, wanted: str) -> bool:
        """It can be spoken; English always can."""
        return bool(self.known(wanted))

    def known(self, wanted: str) -> str:
        """The language that is meant (as `de`, `pt-BR`), by the name of its catalogue; empty where
        there is none."""
        found = negotiate_locale([wanted.replace("-", "_")], ["en", *self._known])
        return "" if found is None else str(found)

    def _voice(self, wanted: str, medium: Medium) -> Voice:
        """Who speaks the wanted language (as `de`, `pt-BR`), or one near it, or else English."""
        best = negotiate_locale([wanted.replace("-", "_")], list(self._known))
        if best is None:
            return Voice(ENGLISH.locale, ENGLISH.catalogue, medium)
        return Voice(Locale.parse(best), self._known[best], medium)


def own_name(code: str) -> str:
    """A language as it calls itself: Deutsch."""
    name = Locale.parse(code).get_display_name(code) or code
    return name[0].upper() + name[1:]


ENGLISH_ALONE = Languages({})


def languages(folder: Path = FOLDER) -> Languages:
    """The languages whose catalogues are in a folder; none is needed."""
    found = sorted(folder.glob(f"*/{CATALOGUE}"))
    return Languages({path.parents[1].name: _read(path) for path in found})


def _read(path: Path) -> NullTranslations:
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return GNUTranslations(compiled)


class Voices:
    """languages: those that there are; language: the one of whatever has none of its own."""

    def __init__(self, languages: Languages = ENGLISH_ALONE, language: str = "en") -> None:
        self.languages, self.language = languages, language
        self.usual = languages.voice(language, MARKDOWN)

    def of(self, language: str) -> Voice:
        """The voice of a table, a server or a person; language: empty where they have none."""
        return self.languages.voice(language, MARKDOWN) if language else self.usual


IN_ENGLISH = Voices()
