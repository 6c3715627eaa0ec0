"""A season through the real client: its commands stand in a group of their own, its buttons outlive
a restart, its tables are threads.

Source: issue 29, item 6.
"""

from __future__ import annotations

from tests.bot.discord.system import System
from tests.bot.discord.watching import until


async def test_a_season_is_started_joined_and_played_by_its_commands_and_buttons(
    system: System,
) -> None:
    told = await system.slash(
        "Ann",
        "games",
        "games season create",
        game="logger",
        format="cup",
        clock="brisk",
        signup_days=1,
    )
    assert "Season 1: Logger cup" in told["content"]
    await until(lambda: len(system.seen("games")) == 1)
    (card,) = system.seen("games")
    assert "You're in!" in (await system.press("Ben", card, "Join"))["content"]
    await system.restart()
    assert "You're in!" in (await system.press("Cy", card, "Join"))["content"]
    told = await system.slash("Cy", "games", "games season withdraw")
    assert "withdrawn" in told["content"]
    refused = await system.slash_anyway("Ben", "games", "games season start")
    assert "Manage Server" in refused["content"]
    await system.slash("Ann", "games", "games season start")
    await until(lambda: any("final" in each["content"] for each in system.seen("games")))
    told = await system.slash("Cy", "games", "games season standings")
    assert "Ben" in told["content"]
    (picture,) = told["attachments"]
    assert "Each line shows games won" in picture["description"]
