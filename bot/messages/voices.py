"""Who says what several people read: each table is told in its own language.

Voices.of("de") ──> a voice in German        Voices.usual ──> in that of the host of the bot
"""

from __future__ import annotations

from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.messages.medium import MARKDOWN
from rules.voice import Voice


class Voices:
    """languages: those that there are; language: the one of whatever has none of its own."""

    def __init__(self, languages: Languages = ENGLISH_ALONE, language: str = "en") -> None:
        self.languages, self.language = languages, language
        self.usual = languages.voice(language, MARKDOWN)

    def of(self, language: str) -> Voice:
        """The voice of a table, a server or a person; language: empty where they have none."""
        return self.languages.voice(language, MARKDOWN) if language else self.usual


IN_ENGLISH = Voices()
