"""Nobody's name formats, pings or misleads, wherever it is shown.

Source: issue 2, "Must hold": markdown and mentions in names; experience 4, moderation.
"""

from __future__ import annotations

import pytest

from tests.bot.discord.camp import Camp

DEE = "1200000000000000204"
NASTY = ("**@everyone**", f"<@{DEE}>", "`x` ~~y~~ ||z||", "\u202eevil\u202c\u200b", "*" * 32)


@pytest.mark.parametrize("name", NASTY)
async def test_a_name_is_only_a_name(camp: Camp, name: str) -> None:
    """From the card to the result: no ping but the mover's, no bare markup."""
    await camp.newcomer(name)
    await camp.begin(name, "Ben")
    await camp.play("games", "a1", "e5")
    for who in (name, "Ben", "Cy"):
        for command in ("turn", "board", "standings"):
            told = await camp.slash(who, "games", f"logger {command}")
            assert camp.pinged(told) in ([], [who])
    asked = await camp.slash(name, "games", "logger cancel")
    await camp.press(name, asked, "Cancel L1 For Everyone")
    await camp.quiet()
    for message in camp.seen("games"):
        there = camp.world.messages[message["channel_id"]][message["id"]]
        assert not there.everyone
        assert "Dee" not in camp.pinged(message)
        assert name not in message["content"]
        assert "\u202e" not in message["content"]
        assert len(camp.pinged(message)) <= 1
