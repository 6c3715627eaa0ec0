"""The sentences of the Activity, the page around a board inside Discord."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.core.commands import Command
from rules.text import Code, Listed, Text

OPENING: Final = Text("Asking Discord who you are…")
UNKNOWN: Final = Text(
    "Discord did not say who you are, so no board is shown. Close this and open it again, and "
    "agree when you are asked."
)
NOT_THERE: Final = Text(
    "Discord does not know you in this Activity, so no board is shown. Close this and open it "
    "again."
)
BUSY: Final = Text("Too many are coming in at this moment. Close this and open it again.")
TABLES: Final = Text("Your Tables")
HERE: Final = Text("In this channel")
ELSEWHERE: Final = Text("Elsewhere")
NO_TABLES: Final = Text("You are at no table that is open. Tables are opened in the channel.")


def no_cookies(games: Iterable[str]) -> Text:
    """games: the kinds that are hosted, each with a command that opens its board."""
    return Text(
        "This browser keeps nothing for pages inside Discord, so no board can be shown here. Open "
        "it in a browser: in the channel, {open} answers with a link.",
        open=_opening(games),
    )


def no_sdk(games: Iterable[str]) -> Text:
    return Text(
        "No board can be shown inside Discord yet, since Discord's SDK is missing. Whoever hosts "
        "this bot fetches it with {command}. In the channel, {open} answers with a link for a "
        "browser.",
        command=Code("make activity"),
        open=_opening(games),
    )


def _opening(games: Iterable[str]) -> Listed:
    return Listed([Command(kind, "open") for kind in games], "or")
