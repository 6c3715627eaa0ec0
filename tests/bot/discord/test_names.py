"""Nobody's name formats, pings or misleads, wherever it is shown.

Source: issue 2, "Must hold": markdown and mentions in names; experience 4, moderation.
"""

from __future__ import annotations

import pytest

from tests.bot.discord.system import System

DEE = "1200000000000000204"
NASTY = ("**@everyone**", f"<@{DEE}>", "`x` ~~y~~ ||z||", "\u202eevil\u202c\u200b", "*" * 32)


@pytest.mark.parametrize("name", NASTY)
async def test_a_name_is_only_a_name(system: System, name: str) -> None:
    """From the card to the result: no ping but the mover's, no bare markup."""
    await system.newcomer(name)
    await system.begin(name, "Ben")
    await system.play("games", "a1")  # while not every seat has played, its host may close it
    for who in (name, "Ben", "Cy"):
        for command in ("turn", "board", "standings"):
            told = await system.slash(who, "games", f"logger {command}")
            assert system.pinged(told) in ([], [who])
    asked = await system.slash(name, "games", "logger cancel")
    await system.press(name, asked, "Cancel L1 For Everyone")
    await system.quiet()
    for message in system.seen("games"):
        there = system.world.messages[message["channel_id"]][message["id"]]
        assert not there.everyone
        assert "Dee" not in system.pinged(message)
        assert name not in message["content"]
        assert "\u202e" not in message["content"]
        assert len(system.pinged(message)) <= 1
