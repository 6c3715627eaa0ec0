"""What is told about a problem that somebody reports."""

from __future__ import annotations

from typing import Final

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name
from rules.text import Code, Plural, Text, lines

TITLE: Final = Text("Report a Problem")
WHAT_WENT_WRONG: Final = Text("What went wrong?")
WHAT_TO_REPORT: Final = Text("What did you do, what did you expect, and what happened?")
SAY_WHAT: Final = Text("Please say what went wrong.")


def kept(game: Game, reference: str) -> Text:
    """To who has reported something."""
    return lines(
        Text("Thank you! Your report's reference is {reference}.", reference=Code(reference)),
        Text(
            "Your report holds what you typed, your Discord ID, version numbers and the "
            "record of {game} (without names or hidden cards). The person who runs this bot "
            "can read it and stores it for up to 90 days. {data} shows or deletes your "
            "reports.",
            game=game_name(game),
            data=Command("games", "bot data"),
        ),
    )


def enough(most: int) -> Text:
    return Plural(
        "You've reported {n} problem in the last day, which is the limit.",
        "You've reported {n} problems in the last day, which is the limit.",
        n=most,
    )
