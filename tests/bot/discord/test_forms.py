"""A form that is filled in, through the real client: Report A Problem.

Source: issue 29, item 4; Discord's documentation of modals.
"""

from __future__ import annotations

import pytest

from tests.bot.discord.system import System, button
from tests.guest import GuestError


async def asked(system: System, who: str) -> str:
    """Somebody presses the button; the interaction that is answered with the form."""
    more = await system.press(who, await system.post("games"), "More…")
    return await system.people[who].press(more, button(more, "Report a Problem"))


async def test_a_form_says_itself_what_it_is_about(started: System) -> None:
    """A restart while somebody types loses nothing."""
    opened = await asked(started, "Ann")
    await started.people["Ann"].outcome(opened)
    await started.restart()
    sent = await started.people["Ann"].fill_in(opened, words="Take Turn does nothing.")
    told = await started.answer("Ann", sent)
    (kept,) = await started.store.reports()
    assert kept.said == "Take Turn does nothing."
    assert kept.reference in told["content"]
    assert told["ephemeral"]
    assert not started.bot._connection._view_store._modals


async def test_what_is_empty_or_too_long_is_not_sent(started: System) -> None:
    opened = await asked(started, "Ann")
    for typed in ("", "x" * 1001):
        with pytest.raises(GuestError):
            await started.people["Ann"].fill_in(opened, words=typed)
    with pytest.raises(GuestError, match="no such form"):
        await started.people["Ben"].act("submit", interaction=opened, values={"words": "mine"})
    assert await started.store.reports() == []
