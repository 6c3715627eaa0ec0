"""What is said of hints beside them: on boards, in details and in results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.messages.errors import UNDO
from bot.table.coaching import good_turns
from bot.table.game import Game
from bot.table.table import Table
from rules.game import Seat
from rules.text import Code, Plural, Strong, Text

HINT = Text("Hint")
LEARN = Text("learn")  # as it is typed


def to_try(*, undo: bool) -> Text:
    """After the first turn of a person who plays alone. undo: they can undo it."""
    if undo:
        return Text(
            "Next, try {hint} for suggestions, or reply {undo} to undo your last turn.",
            hint=Strong(HINT),
            undo=Code(UNDO),
        )
    return Text(
        "Next, try {hint} for suggestions, or reply {learn} for five short lessons.",
        hint=Strong(HINT),
        learn=Code(LEARN),
    )


def agreed(game: Game) -> Text:
    """Whether suggestions and hints are on."""
    if good_turns(game):
        return Text("Suggestions and hints are on.")
    return Text("Suggestions and hints are off.")


def asked(table: Table, hints: Mapping[Seat, int]) -> Iterator[Text]:
    """For how many turns each player asked for hints."""
    for seat, n in sorted(hints.items()):
        yield Plural(
            "{name} asked for a hint on {n} turn.",
            "{name} asked for hints on {n} turns.",
            n,
            name=table.names[seat],
        )
