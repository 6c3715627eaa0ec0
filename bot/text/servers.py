"""What those who manage a server are told, and everybody else about them."""

from __future__ import annotations

from typing import Final

from rules.text import Mention, Text

NO_RIGHT: Final = Text(
    "This is for people who may manage the server, and there alone, so nothing was done. Discord "
    "calls that right Manage Server; the server's owner can give it."
)


def doer(user: int) -> Mention:
    """Who has done something, in a line of the server's log: nobody is called by it."""
    return Mention(user, Text("somebody who manages the server"))
