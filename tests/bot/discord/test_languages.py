"""A table at which three languages are typed, and in which language people are answered."""

import re
from typing import Any

import pytest

from bot.messages.languages import languages
from bot.messages.pages import topics
from bot.table.lessons import lessons_of
from rules import GAMES
from rules.voice import ENGLISH as VOICE
from rules.voice import PLAIN
from sandbox.model import BOT_ID
from tests.bot.discord.system import Json, System, buttons
from tests.foreign import WHOLE

PAGES = ("privacy", "terms")
# Words that no sentence of the other languages has.
ENGLISH = re.compile(
    r"\b(?:the|your|you|with|turn|turns|were|they|their|nobody|somebody|which|of|played|game"
    r"|have|is|are|not|and|for|from|what|who|when|here|there|it)\b"
)
# -- Typed lines, and words that are the same in every language: notation, names of Discord's
# rights.
ALIKE = re.compile(
    r"`[^`]*`|https?://\S+|\b[A-Z]\w+(?:/[\w-]+)+|\((?:View|Send|Create|Attach)[^)]*\)"
    r"|Send Messages in Threads|Send Messages|\bif\b|\bthen\b"
)


def english(said: list[str]) -> dict[str, str]:
    """English words, each with its text."""
    bare = ((ALIKE.sub("", text), text) for text in said)
    return {found[0]: text for part, text in bare if (found := ENGLISH.search(part))}


async def speak(system: System, language: str) -> None:
    """From now on the bot speaks every language there is, and people's clients this one."""
    await system.stop()
    system.world.locale, system.languages = language, languages()
    assert system.world.exchanges is not None
    system.world.exchanges.clear()
    await system.start()


async def press(system: System, who: str, message: Json, verb: str) -> Json:
    """Press the button that does this, in whatever language it is labelled."""
    ids = (str(each["custom_id"]) for each in buttons(message))
    found = next(id_ for id_ in ids if id_.startswith(f"lc:{verb}"))
    return await system.answer(who, await system.people[who].press(message, found))


async def begin(system: System, **options: Any) -> None:
    """A game of Ann and Ben."""
    await system.slash("Ann", "games", "logger start", players=2, **options)
    await press(system, "Ben", await system.post("games", "lobby"), "join")
    await system.until_called("games")


@pytest.mark.parametrize("language", WHOLE)
def test_lessons_and_pages_have_no_word_of_english(language: str) -> None:
    """All fifteen lessons, and the texts that people agree to: topic for topic, and every
    paragraph."""
    voice = languages().voice(language, PLAIN)
    lessons = [it for kind in GAMES for it in lessons_of(kind)]
    asked = [text for it in lessons for text in (it.ask, it.say, it.learned)]
    pages = [topic for page in PAGES for topic in topics(page)]
    told = [part for topic in pages for part in (topic.title, topic.words)]
    own, ours = ([each.say(text) for text in (*asked, *told)] for each in (voice, VOICE))
    assert english(own) == {}
    assert [a for a, b in zip(own, ours, strict=True) if a == b] == []
    assert [text.count("\n") for text in own] == [text.count("\n") for text in ours]


ASKED = {
    "de": ("Hilfe", "Zurück", "zuruck", "wenn {name} nach b1 geht, dann e4 und pflanze d4"),
    "fr": ("aide", "Annuler", "j'abandonne", "si {name} va en b1, alors e4, plante d4"),
    "es": ("ayuda", "deshacer", "qué hago", "si {name} va a b1, entonces e4, planta d4"),
}


@pytest.mark.parametrize("language", ASKED)
async def test_what_is_asked_and_ordered_is_typed_in_that_language(
    system: System, language: str
) -> None:
    """Questions, orders and the frame of a premove are read in the table's language (decision
    72)."""
    await speak(system, language)
    await begin(system, language=language)
    for line in ("a1", "e5"):
        await system.slash(await system.mover("games"), "games", "logger turn", move=line)
    (mover, other), game = ("Ann", "Ben"), await system.game("games")
    mover, other = (mover, other) if await system.mover("games") == "Ann" else (other, mover)
    *asked, order = ASKED[language]
    for line in asked:
        told = await system.say(mover, "games", f"<@{BOT_ID}> {line}")
        assert told
        assert f"`{line.casefold()}`" not in told
    await system.slash(other, "games", "logger premove", rule=order.format(name=mover))
    await system.slash(mover, "games", "logger turn", move="b1; +c1")
    await system.quiet()
    rows = await system.store.log(game.id)
    assert [row.text.split()[0] for row in rows][-3:] == ["b1", "premove", "e4"]


async def test_a_table_changes_its_language_in_the_middle(system: System) -> None:
    """By one of its players; other people's presses change nothing, and the record stays as it
    is."""
    await speak(system, "en-GB")
    await begin(system)
    before = await system.store.log((await system.game("games")).id)
    board = await system.post("games")
    more = await press(system, "Ann", board, "more")
    panel = await press(system, "Ann", more, "language")
    menu = buttons(panel)[0]
    assert [each["label"] for each in menu["options"]] == [
        "Deutsch",
        "English",
        "Español",
        "Français",
    ]
    theirs = await press(system, "Cy", await press(system, "Cy", board, "more"), "language")
    assert "or a channel manager can change its language" in theirs["content"]
    await system.answer("Ann", await system.people["Ann"].press(panel, menu["custom_id"], "es"))
    assert (await system.game("games")).language == "es"
    assert await system.store.log((await system.game("games")).id) == before
    await system.restart()
    await system.slash(await system.mover("games"), "games", "logger turn", move="a1")
    await system.quiet()
    assert "te toca" in (await system.post("games"))["content"]


async def test_a_new_table_has_the_language_of_its_server(system: System) -> None:
    """The language that Discord gives it, for every host, until a manager picks another."""
    channels = {"lounge": ("es-419", "es"), "more-games": ("en-US", "")}
    for channel, (locale, its) in channels.items():
        system.world.guild_locale = locale
        await speak(system, "fr")
        await system.slash("Ben", channel, "logger start", players=2)
        assert (await system.game(channel)).language == its
    await system.slash("Ben", "more-games", "games leave")
    await system.slash("Ann", "more-games", "games-admin setup", language="fr")
    await system.slash("Ben", "more-games", "logger start", players=2)
    assert (await system.game("more-games")).language == "fr"


async def test_practice_is_in_the_language_of_who_practises(system: System) -> None:
    """Their chosen one, or else their client's, for any server."""
    system.world.guild_locale = "es-ES"
    await speak(system, "de")
    await system.slash("Ben", "games", "logger practice", thread=False)
    assert (await system.game("games")).language == "de"
    told = await system.slash("Ann", "lounge", "games settings", language="fr")
    assert "Français." in told["content"]
    told = await system.slash("Ben", "lounge", "games settings")
    assert "Deutsch" not in told["content"]  # they have chosen none
    await system.slash("Ann", "lounge", "logger practice", thread=False)
    assert (await system.game("lounge")).language == "fr"


async def test_a_broken_database_is_told_in_the_language_of_the_client(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To unknown people too, and in direct messages: nobody waits in vain because their place and
    language couldn't be looked up."""
    await speak(system, "fr")

    async def broken(*asked: Any) -> None:
        raise OSError("disk")

    with monkeypatch.context() as patch:
        for verb in ("personal", "game_in_channel", "game"):
            patch.setattr(system.store, verb, broken)
        for where in ("games", await system.people["Ann"].dm()):
            told = await system.slash("Ann", where, "logger moves")
            assert "référence" in told["content"]
    system.faults.seen.clear()
