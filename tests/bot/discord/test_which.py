"""A command in a channel with two games in its threads, by the real client.

Source: issue 12, item 6: a command with several games in reach never guesses between two.
"""

from __future__ import annotations

from tests.bot.discord.system import System, buttons
from tests.bot.discord.test_buttons_game import changed
from tests.bot.discord.test_threads import _in_thread


async def test_which_game_is_asked_in_private_and_the_command_goes_on(system: System) -> None:
    """A board, and a line that is played in the game that is picked; after a restart as well."""
    for pair in (("Ann", "Ben"), ("Ben", "Ann")):
        thread, _ = await _in_thread(system, *pair)
    asked = await system.slash("Cy", "games", "logger board")
    assert asked["ephemeral"]
    assert asked["content"].startswith("Which game? L1 and L2 are in reach")
    await system.restart()
    (menu,) = buttons(asked)
    second = menu["options"][1]
    shown = await changed(system, "Cy", asked, menu["custom_id"], second["value"])
    assert shown["content"].startswith("**L2**")
    who = await system.mover(thread)
    asked = await system.slash(who, "games", "logger turn", line="a1")
    if "Which game?" in asked["content"]:
        (menu,) = buttons(asked)
        asked = await changed(system, who, asked, menu["custom_id"], second["value"])
    assert "counts" in asked["content"]
    assert await system.mover(thread) != who
