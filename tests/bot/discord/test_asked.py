"""A line that asks for something where a turn is expected is answered with that.

Source: issue 11, item 4.
"""

from __future__ import annotations

import pytest

from tests.bot.discord.system import System


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("help", "**Lumbercamp"),
        ("Rules?", "Logger"),
        ("board", "Row 5: "),
        ("?", "Your options in L1"),
        ("pass", "Nobody can pass in Logger; say what you do. You can stay"),
        ("undo", "Nothing was taken back: "),
        ("undo?", "You asked, so nothing is taken back: say `undo` to do it."),
        ("c1?", "Say `"),
    ],
)
async def test_what_is_no_turn_is_answered_with_what_it_asks_for(
    system: System, line: str, told: str
) -> None:
    """By a mention and by the option alike; nothing is played."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    who, row = await system.mover("games"), (await system.game("games")).n
    assert told in await system.say(who, "games", f"<@{system.world.bot_id}> {line}")
    assert told in (await system.slash(who, "games", "logger turn", line=line))["content"]
    assert (await system.game("games")).n == row


async def test_a_games_own_words_go_first(system: System) -> None:
    """In Logjam `pass` is a turn."""
    await system.slash("Ann", "games", "logjam start", players=2)
    await system.slash("Ben", "games", "logjam join")
    await system.until_called("games")
    who = await system.mover("games")
    assert "counts" in await system.say(who, "games", f"<@{system.world.bot_id}> pass")


async def test_what_is_possible_is_not_told_in_public_where_a_hand_is_hidden(
    system: System,
) -> None:
    """The button opens it for its owner alone."""
    await system.slash("Ann", "games", "fellers start", players=2)
    await system.slash("Ben", "games", "fellers join")
    await system.until_called("games")
    who = await system.mover("games")
    told = await system.say(who, "games", f"<@{system.world.bot_id}> ?")
    assert told == "It is your turn in F1. Open your hand with the button."


async def test_help_is_there_without_a_game(system: System) -> None:
    assert "**Lumbercamp" in await system.say("Ann", "lounge", f"<@{system.world.bot_id}> help")
    told = await system.say("Ann", "lounge", f"<@{system.world.bot_id}> rules")
    assert told.startswith("There is no game in this channel.")
