"""Commands in the languages of those who look at them (docs/text.md, Commands)."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest
from babel import Locale

from bot.core.commands import Command
from bot.discord.translated import Translator, about, choice, named
from bot.messages.medium import MARKDOWN
from bot.text.languages import Languages
from rules.text import Text
from rules.voice import PLAIN, Voice
from tests.bot.discord.system import Json, System
from tests.pseudo import Pseudo, english_left, marked

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
    """Values are the same in every language; what they mean is told beside them."""
    words = named(Text("/join"), Text("Take a seat"))
    value = choice("classic", Text("you lay the logs"))
    said = [words["name"], words["description"], value]
    assert [*map(str, said)] == ["join", "Take a seat", "classic"]
    translate = Translator(SPOKEN).translate
    heard = [await translate(each, HEARD, None) for each in said]  # type: ignore[arg-type]
    assert heard == ["mitspielen", "Nimm einen Platz", "classic: ihr legt die Stämme"]
    assert [await translate(each, FRENCH, None) for each in said] == [None] * 3  # type: ignore[arg-type]


async def test_a_description_is_as_long_as_discord_takes() -> None:
    long = about(Text("{n}", n="x" * 120))
    said = await Translator(SPOKEN).translate(long, HEARD, None)  # type: ignore[arg-type]
    assert said is not None
    assert len(said) == 100


@pytest.mark.parametrize(
    ("verb", "said"), [("join", "mitspielen"), ("turn", "turn"), ("undo", "undo")]
)
def test_texts_name_a_command_as_its_reader_finds_it(verb: str, said: str) -> None:
    """One that could not be typed, or has no name, is called as in English."""
    voice = Voice(Locale.parse("de"), German(), PLAIN)
    assert voice.say(Command("logger", verb)) == f"`/logger {said}`"
    assert str(Command("games", "verify", "game:L7")) == "`/games verify game:L7`"
    marked = Voice(Locale.parse("de"), German(), MARKDOWN)
    assert marked.say(Command("logger", "join", "x")) == "`/logger mitspielen x`"


async def test_in_english_nothing_is_added(system: System) -> None:
    """Without catalogues Discord is told no other language."""
    (synced,) = [
        body for _, path, body, _, _ in system.world.exchanges or () if path.endswith("/commands")
    ]

    def localized(each: Json) -> list[str]:
        found = [key for key, value in each.items() if key.endswith("_localizations") and value]
        parts = [*(each.get("options") or ()), *(each.get("choices") or ())]
        return [*found, *(key for part in parts for key in localized(part))]

    assert [key for each in synced for key in localized(each)] == []


# -- Who is spoken to in which language.


async def test_everybody_hears_the_public_language_and_one_person_their_own(system: System) -> None:
    """The people's clients are English; the host has chosen another language."""
    await system.stop()
    system.languages, system.language = Languages({"el": Pseudo()}), "el"
    await system.start()
    answer = await system.slash("Ann", "games", "logger start", players=2)
    card = await system.post("games", "lobby")
    assert marked("Relaxed: about a turn a day.") in card["content"]
    assert not {"the", "is", "in"} & set(english_left(card["content"]))
    assert {"the", "is", "in"} & set(english_left(answer["content"]))
