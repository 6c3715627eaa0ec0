"""Rules and help on Discord: private panels whose buttons turn the page, at any time.

Source: issue 11, item 8; experience 3.16.
"""

from __future__ import annotations

import discord
import pytest

from bot.discord.answers import view
from bot.messages.medium import VOICE
from bot.text import pages
from bot.text.fitting import LONGEST
from rules import GAMES
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import pressed


def is_a_topic(panel: Json, title: str) -> None:
    (picture,) = panel["attachments"]
    assert panel["ephemeral"]
    assert f" · {title}**" in panel["content"].splitlines()[0]
    assert len(panel["content"]) <= LONGEST
    assert "Last turn: " in picture["description"]
    assert [each["label"] for each in buttons(panel) if each.get("disabled")] == [title]


@pytest.mark.parametrize("kind", GAMES)
async def test_every_topic_is_one_press_away(system: System, kind: str) -> None:
    """Each with its picture and the description of it, in the same private answer."""
    panel = await system.slash("Dee", "lounge", f"{kind} rules")
    titles = [str(topic.title) for topic in pages.topics(kind)]
    is_a_topic(panel, titles[0])
    for title in titles[1:]:
        panel = await pressed(system, "Dee", panel, title)
        is_a_topic(panel, title)
    assert system.seen("lounge") == []


async def test_a_topic_can_be_asked_for(system: System) -> None:
    """The option offers the topics while somebody types."""
    typed = {"topic": "the"}
    found = await system.people["Dee"].complete("lounge", "logger rules", "topic", **typed)
    assert [(each["name"], each["value"]) for each in found] == [("The End", "the-end")]
    is_a_topic(await system.slash("Dee", "lounge", "logger rules", topic="the-end"), "The End")
    unknown = await system.slash("Dee", "lounge", "logger rules", topic="castling")
    assert "The topics are Goal, Start, Walk" in unknown["content"]


async def test_the_help_leads_to_itself_and_to_the_rules(system: System) -> None:
    panel = await system.slash("Dee", "lounge", "help")
    assert panel["content"].startswith("**Lumbercamp · What This Is**")
    panel = await pressed(system, "Dee", panel, "When Something Is Wrong")
    assert "`undo` takes it back" in panel["content"]
    for kind in GAMES:
        panel = await pressed(system, "Dee", panel, f"Rules Of {GAMES[kind].game.title}")
        is_a_topic(panel, "Goal")
        panel = await pressed(system, "Dee", panel, "Help")
        assert panel["ephemeral"]
        assert panel["attachments"] == []


async def test_the_help_and_the_rules_are_there_in_direct_messages(system: System) -> None:
    """The buttons need no server."""
    channel = await system.people["Dee"].dm()
    panel = await system.slash("Dee", channel, "help")
    panel = await pressed(system, "Dee", panel, "Rules Of Forest Fellers")
    is_a_topic(await pressed(system, "Dee", panel, "Currents"), "Currents")


async def test_the_pages_turn_after_a_restart(system: System) -> None:
    """Nothing about a panel is kept in memory."""
    panel = await system.slash("Dee", "lounge", "logger rules")
    await system.restart()
    is_a_topic(await pressed(system, "Dee", panel, "Chop"), "Chop")


async def test_the_button_of_a_lobby_shows_the_rules_to_whoever_presses(system: System) -> None:
    """An old card has the same button; the card stays as it is."""
    await system.slash("Ann", "games", "logger start", players=3)
    card = await system.post("games", "lobby")
    panel = await system.press("Dee", card, "How To Play")
    is_a_topic(panel, "Goal")
    assert (await system.post("games", "lobby"))["content"] == card["content"]
    is_a_topic(await pressed(system, "Dee", panel, "Growth"), "Growth")


async def test_a_page_that_everybody_sees_is_not_turned(system: System) -> None:
    """Whoever presses there gets a page of their own."""
    shown = (await system.app.cases.teaching.rules("logger")).said(VOICE)
    lounge = await system.bot.fetch_channel(int(system.id("lounge")))
    assert isinstance(lounge, discord.TextChannel)
    buttons_of = view(shown)
    assert buttons_of is not None
    await lounge.send("Rules", view=buttons_of)
    (post,) = system.seen("lounge")
    is_a_topic(await system.press("Dee", post, "Growth"), "Growth")
    assert [message["content"] for message in system.seen("lounge")] == ["Rules"]
    assert system.seen("lounge")[0]["attachments"] == []
