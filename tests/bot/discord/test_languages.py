"""Who is spoken to in which language: everybody in the host's, one person alone in their own
(docs/text.md, Languages)."""

from __future__ import annotations

from bot.text.languages import Languages
from tests.bot.discord.system import System
from tests.pseudo import Pseudo, english_left, marked


async def test_everybody_hears_the_public_language_and_one_person_their_own(system: System) -> None:
    """The people's clients are English; the host has chosen another language."""
    await system.stop()
    system.languages, system.language = Languages({"el": Pseudo()}), "el"
    await system.start()
    answer = await system.slash("Ann", "games", "logger start", players=2)
    card = await system.post("games", "lobby")
    assert marked("The seats are drawn then.") in card["content"]
    assert not {"the", "is", "in"} & set(english_left(card["content"]))
    assert {"the", "is", "in"} & set(english_left(answer["content"]))
