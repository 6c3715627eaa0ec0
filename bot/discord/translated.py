"""Commands in the languages of those who look at them: what a command is called and what it is for
goes through the catalogues, like any sentence. Discord keeps all languages of them.

    @app_commands.command(**named(Text("/join"), Text("Take a seat in this channel's lobby")))

In English, and where a catalogue has nothing that Discord takes, they are what they are in English.
"""

from __future__ import annotations

from typing import TypedDict

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.messages.languages import Languages
from bot.messages.layout import shortened
from bot.messages.options import meant
from bot.table.commands import said_as_name
from rules.text import Text
from rules.voice import ENGLISH, PLAIN


class Names(TypedDict):
    """What discord.py wants to know of a command."""

    name: locale_str
    description: locale_str


def named(name: Text, description: Text) -> Names:
    """A command, by its name, which is written `/join`, so that translators see what it is."""
    english = said_as_name(name.template, ENGLISH)
    return Names(name=locale_str(english, name=name.template), description=about(description))


def about(text: Text) -> locale_str:
    """What a command or an option is for."""
    return locale_str(ENGLISH.say(text), text=text)


def choice(value: str, meaning: Text) -> locale_str:
    """A value to choose, which is the same in every language, and what it means in others."""
    return locale_str(value, text=meant(value, meaning))


class Translator(app_commands.Translator):
    """Says commands to discord.py in every language that there is a catalogue for."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        voice = self._languages.voice(locale.value, PLAIN)
        if voice.catalogue is ENGLISH.catalogue:
            return None
        if "name" in string.extras:
            return said_as_name(string.extras["name"], voice)
        return shortened(voice.say(string.extras["text"])) if "text" in string.extras else None
