"""The unmodified client and the sandbox understand each other."""

from typing import Any

import pytest

from tests.guest import Guest, GuestError
from tests.sandbox.client import Bot

REFUSED: dict[str, dict[str, Any]] = {
    "Fill in line first.": {"command": "logger turn"},
    "The option players must be a whole number.": {"players": "many"},
    "There's no option called colour.": {"players": 2, "colour": "red"},
    "The option thread must be true or false.": {"players": 2, "thread": "77"},
}


async def test_the_page_refuses_what_a_real_page_would_not_send(bot: Bot, ann: Guest) -> None:
    """A server's command in private, too."""
    for sentence, asked in REFUSED.items():
        with pytest.raises(GuestError, match=sentence):
            await ann.slash("games", **{"command": "logger start"} | asked)
    private = await ann.dm()
    with pytest.raises(GuestError, match="doesn't work in direct messages"):
        await ann.slash(private, "logger turn", line="c3")


async def test_a_select_tells_what_was_chosen(bot: Bot, ann: Guest) -> None:
    message = await ann.answer(await ann.slash("games", "logger start"))
    told = await ann.answer(await ann.press(message, "square", "c3"))
    assert told.text == "Square: c3"
    assert told["ephemeral"]
    with pytest.raises(GuestError, match="isn't one of the choices"):
        await ann.press(message, "square", "e5")
    with pytest.raises(GuestError, match="Choose 1 to 1"):
        await ann.press(message, "square")
