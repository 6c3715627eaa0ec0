"""Commands in their readers' languages (docs/text.md, Commands)."""

import re
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import discord
import pytest
from babel import Locale
from discord import app_commands

from bot.app import HOSTED
from bot.discord.commands import Translator, add_commands, choice, command_fields, localize
from bot.messages.languages import MARKDOWN, Languages, languages
from bot.table.names import Command, said_as_name
from rules.text import Text
from rules.voice import PLAIN, Voice
from sandbox.model import Json
from tests.bot.core import VERBS
from tests.foreign import WHOLE

GERMAN = {
    "/join": "/mitspielen",
    "/turn": "/Zug machen",  # could not be typed
    "/undo": "",
    "Take a seat": "Nimm einen Platz",
    "you lay the logs": "ihr legt die Stämme",
}


class German(NullTranslations):
    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)


SPOKEN = Languages({"de": German()})
HEARD: Any = type("Locale", (), {"value": "de"})
FRENCH: Any = type("Locale", (), {"value": "fr"})


async def test_names_descriptions_and_choices_are_said_in_a_language_that_is_there() -> None:
    """Values are the same in every language; their meanings stand next to them."""
    words = command_fields(Text("/join"), Text("Take a seat"))
    value = choice("classic", Text("you lay the logs"))
    said = [words["name"], words["description"], value]
    assert [*map(str, said)] == ["join", "Take a seat", "classic"]
    translate = Translator(SPOKEN).translate
    heard = [await translate(each, HEARD, None) for each in said]  # type: ignore[arg-type]
    assert heard == ["mitspielen", "Nimm einen Platz", "classic: ihr legt die Stämme"]
    assert [await translate(each, FRENCH, None) for each in said] == [None] * 3  # type: ignore[arg-type]


async def test_a_description_is_as_long_as_discord_takes() -> None:
    long = localize(Text("{n}", n="x" * 120))
    said = await Translator(SPOKEN).translate(long, HEARD, None)  # type: ignore[arg-type]
    assert said is not None
    assert len(said) == 100


@pytest.mark.parametrize(
    ("verb", "said"), [("join", "mitspielen"), ("turn", "turn"), ("undo", "undo")]
)
def test_texts_name_a_command_as_its_reader_finds_it(verb: str, said: str) -> None:
    """A command that can't be typed, or has no name, gets its English one; so does each in a client
    in English, whatever language its reader has chosen."""
    voice = Voice(Locale.parse("de"), German(), PLAIN)
    assert voice.say(Command("logger", verb)) == f"`/logger {said}`"
    client = replace(voice, named=NullTranslations())
    assert client.say(Command("logger", verb)) == f"`/logger {verb}`"
    assert str(Command("games", "review verify", "game:L7")) == "`/games review verify game:L7`"
    marked = Voice(Locale.parse("de"), German(), MARKDOWN)
    assert marked.say(Command("logger", "join", "x")) == "`/logger mitspielen x`"


async def translated(spoken: Languages) -> list[Json]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, VERBS, HOSTED)
    translator = Translator(spoken)
    return [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]


SPEAKERS = [languages().voice(code, PLAIN) for code in languages().names if code != "en"]


async def test_no_catalogue_has_a_command_that_discord_would_not_show_as_it_is() -> None:
    """A description has at most 100 characters; in a group each name occurs once."""
    told = await translated(languages())

    def cut(each: Json, locale: str) -> list[str]:
        keys = ("name_localizations", "description_localizations")
        said = [(each.get(key) or {}).get(locale) or "" for key in keys]
        parts = [*(each.get("options") or ()), *(each.get("choices") or ())]
        return [*filter(too_long, said), *(found for part in parts for found in cut(part, locale))]

    def twice(each: Json, locale: str) -> list[str]:
        parts = [part for part in each.get("options", ()) if part["type"] in (1, 2)]
        names = [part["name_localizations"].get(locale, part["name"]) for part in parts]
        found = [name for name in names if names.count(name) > 1]
        return [*found, *(name for part in parts for name in twice(part, locale))]

    for speaker in SPEAKERS:
        code = speaker.locale.language
        locale = next(each.value for each in discord.Locale if each.value[:2] == code)
        assert [found for each in told for found in cut(each, locale)] == []
        assert twice({"options": [{**each, "type": 2} for each in told]}, locale) == []


def too_long(said: str) -> bool:
    return len(said) > 100 or said.endswith("…")


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.locale.language)
def test_no_catalogue_has_a_button_or_a_name_that_discord_does_not_take(speaker: Voice) -> None:
    """A label has at most 80 characters, with capitals like its English."""
    said = {id: words for id, words in catalogue(speaker).items() if isinstance(id, str) and words}
    labels = {id: words for id, words in said.items() if re.fullmatch(r"([A-Z{][\w}']*…? ?)+", id)}
    names = {id: words for id, words in said.items() if re.fullmatch(r"/[a-z-]+", id)}
    whole = speaker.locale.language in WHOLE
    assert not whole or (len(labels) > 100 and len(names) > 40)
    assert [words for words in labels.values() if len(words) > 80] == []
    assert {
        words for id, words in names.items() if f"/{said_as_name(id, speaker)}" != words
    } == set()


def catalogue(speaker: Voice) -> dict[object, str]:
    said: dict[object, str] = vars(speaker.catalogue)["_catalog"]
    return said
