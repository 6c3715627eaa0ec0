"""The sentences of the Activity, the page around a board inside Discord."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.table.commands import Command
from rules.text import Code, Listed, Text

OPENING: Final = Text("Asking Discord who you are…")
UNKNOWN: Final = Text(
    "Discord didn't tell me who you are, so I can't show a board. Close this, open it again, "
    "and choose Authorize when Discord asks."
)
NOT_THERE: Final = Text(
    "Discord doesn't recognise you in this Activity. Close it and open it again."
)
BUSY: Final = Text("Too many people are connecting right now. Close this and try again.")
TABLES: Final = Text("Your Games")
HERE: Final = Text("In this channel")
ELSEWHERE: Final = Text("Elsewhere")
NO_TABLES: Final = Text("You have no open games. Start one in a server channel.")


def no_cookies(games: Iterable[str]) -> Text:
    """games: the kinds that are hosted, each with a command that opens its board."""
    return Text(
        "Your browser blocks storage for pages inside Discord, so the board can't be shown "
        "here. Use {open} in the channel to get a browser link.",
        open=_opening(games),
    )


def no_sdk(games: Iterable[str]) -> Text:
    return Text(
        "Boards can't open inside Discord yet: Discord's SDK is missing. The person who runs "
        "this bot can add it with {command}. Until then, {open} gives you a browser link.",
        command=Code("make activity"),
        open=_opening(games),
    )


def _opening(games: Iterable[str]) -> Listed:
    return Listed([Command(kind, "browser") for kind in games], "or")
