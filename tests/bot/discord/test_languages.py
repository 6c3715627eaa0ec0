"""A table at which three languages are typed, and in which language people are answered."""

from dataclasses import replace
from typing import Any

import pytest

from bot.messages.boundary import answer_to
from bot.messages.languages import Languages, languages
from bot.messages.pages import topics
from bot.table.lessons import lessons_of
from rules import GAMES
from rules.voice import ENGLISH as VOICE
from rules.voice import PLAIN
from tests.acting import ANN, BEN, CY
from tests.bot.core import Core
from tests.bot.discord.people import People
from tests.foreign import WHOLE
from tests.pseudo import Pseudo, english_left, marked

PAGES = ("privacy", "terms")


@pytest.mark.parametrize("language", WHOLE)
def test_lessons_and_pages_are_translated(language: str) -> None:
    """All fifteen lessons, and the texts that people agree to: topic for topic, and every
    paragraph."""
    voice = languages().voice(language, PLAIN)
    lessons = [it for kind in GAMES for it in lessons_of(kind)]
    asked = [text for it in lessons for text in (it.ask, it.say, it.learned)]
    pages = [topic for page in PAGES for topic in topics(page)]
    told = [part for topic in pages for part in (topic.title, topic.words)]
    own, ours = ([each.say(text) for text in (*asked, *told)] for each in (voice, VOICE))
    assert [a for a, b in zip(own, ours, strict=True) if a == b] == []
    assert [text.count("\n") for text in own] == [text.count("\n") for text in ours]


ASKED = {
    "de": ("Hilfe", "Zurück", "zuruck", "wenn {name} nach b1 geht, dann e4 und pflanze d4"),
    "fr": ("aide", "Annuler", "j'abandonne", "si {name} va en b1, alors e4, plante d4"),
    "es": ("ayuda", "deshacer", "qué hago", "si {name} va a b1, entonces e4, planta d4"),
}


@pytest.fixture
def polyglot(core: Core) -> Core:
    return replace(core, languages=languages())


@pytest.mark.slow
@pytest.mark.parametrize("language", ASKED)
async def test_what_is_asked_and_ordered_is_typed_in_that_language(
    polyglot: Core, language: str
) -> None:
    """Questions, orders and the frame of a premove are read in the table's language (decision
    72)."""
    core = polyglot
    await core.begin(ANN, BEN, language=language)
    await core.play("a1", "e5")
    mover, other = await core.mover(), await core.waiting()
    *asked, order = ASKED[language]
    for line in asked:
        told = await answer_to(core.verbs.say(core.wish(mover, line), core.turns.say))
        assert told.text
        assert f"`{line.casefold()}`" not in told.text
    await core.do(other, "order", order.format(name=mover.name))
    await core.play("b1; +c1")
    assert [line.split()[0] for line in await core.log()][-3:] == ["b1", "premove", "e4"]


async def test_a_table_changes_its_language_in_the_middle(polyglot: Core) -> None:
    core, game = polyglot, await polyglot.begin(ANN, BEN)
    before = await core.log()
    panel = await core.do(ANN, "language", game=1, n=game.n)
    (menu,) = panel.menus
    names = ["Deutsch", "English", "Español", "Français"]
    assert [choice.label for choice in menu.choices] == names
    theirs = await core.do(CY, "language", game=1, n=game.n)
    assert "or a channel manager can change its language" in theirs.text
    await core.push(ANN, menu.id, "es")
    assert (await core.game()).language == "es"
    assert await core.log() == before
    await core.tell("a1")
    assert "te toca" in core.posts()[-1]


async def speak(people: People, client: str, server: str, spoken: Languages | None = None) -> None:
    """From now on the bot speaks every language there is, and Discord tells it these."""
    await people.stop()
    people.world.locale, people.world.guild_locale = client, server
    people.languages = spoken or languages()
    people.world.exchanges = []
    await people.start()


@pytest.mark.slow
async def test_discord_says_which_language_is_spoken_where(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new table has the server's language, for every host, until a manager picks another one. A
    practice game has its player's: the chosen one, or else that of their client, in which the bot
    also reports a broken database, to unknown people too, and in direct messages."""
    await speak(people, "fr", "es-419")
    await people.command(BEN, "logger start", at="lounge", players=2)
    assert (await people.game("lounge")).language == "es"
    await people.command(BEN, "games leave", at="lounge")
    await people.command(BEN, "logger practice", thread=False)
    assert (await people.game()).language == "fr"
    told = await people.command(ANN, "games settings", at="lounge", language="de")
    assert "Deutsch." in told.text
    told = await people.say(ANN, "hello", at=await people.of(ANN).dm())
    assert told.text.startswith("Partien mit anderen laufen in Serverkanälen")
    told = await people.command(ANN, "games next", at="lounge")
    assert "Partie" in told.text
    assert "`/parties miennes`" in told.text, "commands have the names that the client shows"
    await people.command(ANN, "logger practice", at="more-games", thread=False)
    assert (await people.game("more-games")).language == "de"
    await people.command(ANN, "games-admin setup", language="fr")
    await people.command(BEN, "logger start", at="lounge", players=2)
    assert (await people.game("lounge")).language == "fr"

    async def broken(*asked: Any) -> None:
        raise OSError("disk")

    with monkeypatch.context() as patch:
        for verb in ("personal", "game_in_channel", "game"):
            patch.setattr(people.store, verb, broken)
        for where in ("lounge", await people.of(CY).dm()):
            assert "référence" in (await people.command(CY, "logger moves", at=where)).text
    people.faults.seen.clear()


async def test_everybody_hears_the_public_language_and_one_person_their_own(people: People) -> None:
    """The people's clients are English; the host has chosen another language."""
    await speak(people, "en-US", "en-US", Languages({"el": Pseudo()}, "el"))
    answer = await people.command(ANN, "logger start", players=2)
    card = await people.post("lobby")
    assert marked("Relaxed: one turn a day.") in card.text
    assert not {"the", "is", "in"} & set(english_left(card.text))
    assert {"the", "is", "in"} & set(english_left(answer.text))
