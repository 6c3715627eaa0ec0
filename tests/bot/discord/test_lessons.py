"""`/logger learn` on Discord: a private builder without a game, which outlives a restart.

Source: issue 13, item 6.
"""

from __future__ import annotations

from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import changed, labels, pressed


async def picked(system: System, panel: Json, word: str) -> Json:
    """The panel after Dee has picked a word from one of its menus."""
    menus = (each for each in buttons(panel) if each["type"] == 3)
    (menu,) = (m for m in menus if word in [way["value"] for way in m["options"]])
    return await changed(system, "Dee", panel, menu["custom_id"], word)


async def test_a_lesson_is_taken_by_one_person_alone(system: System) -> None:
    """In its own private answer: a turn that is not the one, the way back, a restart, the turn
    that is asked, and the next lesson. The channel hears nothing of it."""
    panel = await system.slash("Dee", "lounge", "logger learn")
    assert panel["ephemeral"]
    assert panel["content"].startswith("**Logger, lesson 1 of 5: The First Step**")
    (picture,) = panel["attachments"]
    assert picture["description"].startswith("Logger 1/5, turn ")
    panel = await picked(system, panel, "c5")
    missed = await picked(system, panel, "+d5")
    assert "not yet the one that is asked" in missed["content"]
    panel = await pressed(system, "Dee", missed, "Step Back")
    await system.restart()
    solved = await picked(system, panel, "+b5")
    assert "That is it!" in solved["content"]
    assert labels(solved) == ["Next Lesson", "Once More"]
    onward = await pressed(system, "Dee", solved, "Next Lesson")
    assert onward["content"].startswith("**Logger, lesson 2 of 5: ")
    assert system.seen("lounge") == []


async def test_how_to_play_leads_to_the_lessons(system: System) -> None:
    """From a lobby, as somebody new does."""
    await system.slash("Ann", "games", "fellers start", players=3)
    card = await system.post("games", "lobby")
    panel = await system.press("Dee", card, "How To Play")
    panel = await pressed(system, "Dee", panel, "Lessons")
    assert panel["content"].startswith("**Forest Fellers, lesson 1 of 5: Set Out**")
    assert "Your hand: " in panel["content"]
