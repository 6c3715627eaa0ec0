"""What is told about a problem that somebody reports."""

from __future__ import annotations

from typing import Final

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name
from rules.text import Code, Plural, Text, lines

TITLE: Final = Text("Report A Problem")
WHAT_WENT_WRONG: Final = Text("What went wrong?")
WHAT_TO_REPORT: Final = Text("What did you do, what did you expect, and what came instead?")
SAY_WHAT: Final = Text("Nothing was kept, since you have not said what went wrong.")


def kept(game: Game, reference: str) -> Text:
    """To who has reported something."""
    return lines(
        Text("Thank you. Your report is {reference}.", reference=Code(reference)),
        Text(
            "Whoever hosts this bot can read there what you typed, your Discord id, the record of "
            "{game} without names and without anything hidden, and the versions. It stays on their "
            "machine, for 90 days at most; {data} shows and deletes it.",
            game=game_name(game),
            data=Command("games", "bot data"),
        ),
    )


def enough(most: int) -> Text:
    return Plural(
        "Nothing was kept: you have reported {n} problem within a day, and more are not taken.",
        "Nothing was kept: you have reported {n} problems within a day, and more are not taken.",
        n=most,
    )
