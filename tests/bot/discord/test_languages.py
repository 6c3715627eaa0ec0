"""A table at which three languages are typed, and in which language people are answered."""

from __future__ import annotations

import asyncio
import re
from itertools import count
from typing import Any

import pytest

from bot.messages.languages import languages
from bot.messages.pages import topics
from bot.table.lessons import lessons_of
from rules import GAMES
from rules.drafting import Kind, draft
from rules.play import spelled
from rules.voice import ENGLISH as VOICE
from rules.voice import PLAIN
from sandbox.model import BOT_ID
from tests.bot.discord.system import System, buttons
from tests.bot.discord.test_pseudo_games import begin, press
from tests.foreign import WHOLE

PAGES = ("privacy", "terms")
DEATHS = {4: 0, 5: 40, 7: 120, 9: 400}  # turns in which the bot is killed, and after how many steps
LATE = 11  # the turn at which a call is read: after all deaths
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


def in_words(kind: Kind[Any], s: Any, line: str) -> str:
    """A line of the log as people type it in the first language of a kind."""
    words, at = [], s
    for word in line.split():
        step = spelled(kind.game, at)[word]
        words.append((kind.texts.phrased(at, step) or (kind.texts.spelt(word),))[0])
        at, _ = kind.game.apply(at, step)
    typed = ", ".join(words)
    assert draft(kind, s, typed).line == line, typed
    return typed


async def say_a_turn(
    system: System,
    kind: str,
    language: str,
    *,
    as_offered: bool = False,
    dies_after: int | None = None,
) -> None:
    """Say the best turn, typed in words, or picked in a command if a hand is hidden.

    dies_after: steps of the event loop until the bot is killed; the turn may or may not count by
    then
    """
    who, game = await system.mover("games"), await system.game("games")
    found = await system.people[who].complete("games", f"{kind} turn", "move", move="")
    table = await system.app.tables.at(game)
    spoken = table.heard_by(language, alone=True)
    line = draft(spoken.kind, table.mine, found[0]["value"]).line
    typed = found[0]["value"] if as_offered else in_words(spoken.kind, table.mine, line)
    if dies_after is not None:
        await system.people[who].slash("games", f"{kind} turn", move=typed)
        for _ in range(dies_after):
            await asyncio.sleep(0)
        await system.kill()
        await system.start()
        await system.quiet()
        return
    if GAMES[kind].game.hidden_information:
        await system.slash(who, "games", f"{kind} turn", move=typed)
    else:
        await system.say(who, "games", f"<@{BOT_ID}> {typed}")
    await system.quiet()
    assert (await system.game("games")).n > game.n, typed


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


@pytest.mark.slow
async def test_three_languages_are_typed_at_one_table(system: System) -> None:
    """A whole game at a German table. Ann types German, Ben Spanish and Cy French; each gets
    answers in their language, and everyone reads German boards. The bot is killed in between, and
    the record contains no language."""
    await speak(system, "de")
    await system.slash("Ann", "games", "logger start", players=3, language="de")
    card = await system.post("games", "lobby")
    for who in ("Ben", "Cy"):
        await press(system, who, card, "join")
    await system.until_called("games")
    spoken = {"Ann": "de", "Ben": "es", "Cy": "fr"}
    for who, language in spoken.items():
        await system.slash(who, "games", "games settings", language=language)
    for n in count():
        await system.until_called("games")
        if n == LATE:
            assert "du bist" in (await system.post("games"))["content"]
        who = await system.mover("games")
        offered, dies = n % 3 == 0, DEATHS.get(n)
        await say_a_turn(system, "logger", spoken[who], as_offered=offered, dies_after=dies)
        await system.quiet()
        if (await system.game("games")).status == "over":
            break
    answers = [await system.slash(who, "games", "games settings") for who in spoken]
    heads = ("Deine Einstellungen", "Tus ajustes", "Tes réglages")
    assert [head in answer["content"] for head, answer in zip(heads, answers, strict=True)] == [
        True
    ] * 3
    rows = await system.store.log((await system.game("games")).id)
    assert all(row.text.isascii() for row in rows)


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
    await begin(system, "logger", language=language)
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
    await begin(system, "logger")
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
    await say_a_turn(system, "logger", "en")
    assert "te toca" in (await system.post("games"))["content"]


@pytest.mark.parametrize(("locale", "its"), [("de", "de"), ("es-419", "es"), ("en-US", "")])
async def test_a_new_table_has_the_language_of_its_server(
    system: System, locale: str, its: str
) -> None:
    """The language that Discord gives it, for every host, until a manager picks another. English is
    Discord's default, so it doesn't count as a choice."""
    system.world.guild_locale = locale
    await speak(system, "fr")
    await system.slash("Ben", "games", "logger start", players=2)
    assert (await system.game("games")).language == its
    await system.slash("Ann", "lounge", "games-admin setup", language="fr")
    await system.slash("Ben", "lounge", "logger start", players=2)
    assert (await system.game("lounge")).language == "fr"


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


async def test_whoever_changes_their_language_is_answered_in_it(system: System) -> None:
    await speak(system, "de")
    told = await system.slash("Ann", "games", "games settings", language="es")
    assert "Tus ajustes" in told["content"]
    told = await system.slash("Ann", "games", "games settings", language="discord")
    assert "Deine Einstellungen" in told["content"]


async def test_a_broken_database_is_told_in_the_language_of_the_client(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To unknown people too, and in direct messages: nobody waits in vain because their place and
    language couldn't be looked up."""
    await speak(system, "fr")

    async def broken(*asked: Any) -> None:
        raise OSError("disk")

    with monkeypatch.context() as patch:
        for verb in ("personal", "here", "game"):
            patch.setattr(system.store, verb, broken)
        for where in ("games", await system.people["Ann"].dm()):
            told = await system.slash("Ann", where, "logger moves")
            assert "référence" in told["content"]
    system.faults.seen.clear()


async def test_what_is_typed_in_direct_messages_is_answered_in_the_readers_language(
    system: System,
) -> None:
    """With German chosen, before any game is played there, the answer is in German."""
    await speak(system, "en-GB")
    await system.slash("Ben", "games", "games settings", language="de")
    private = await system.people["Ben"].dm()
    told = await system.say("Ben", private, "hello")
    assert told
    assert not english([told])


async def test_commands_are_named_as_the_readers_client_shows_them(system: System) -> None:
    """A client in English shows no German names, whatever language its reader has chosen."""
    await speak(system, "en-GB")
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    await system.slash(who, "games", "games settings", language="de")
    told = (await system.slash(who, "games", "logger hint"))["content"]
    assert "Tipps" in told
    assert "/logger practice" in told
    await speak(system, "de")
    assert "/logger üben" in (await system.slash(who, "games", "logger hint"))["content"]
