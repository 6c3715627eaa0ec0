"""Parts of a reminder."""

from __future__ import annotations

from typing import NamedTuple

from bot.table.game import CLOCK, Game
from bot.table.names import seated
from rules.text import Mention, Moment, Text


class Waits(NamedTuple):
    """What a reminder says of a turn. draft: one is kept; last: the turn before was played for
    them, too; end: there are no more reminders after this one."""

    draft: bool
    last: bool
    end: bool = False


def mention(game: Game) -> Text:
    """The player on turn, called by name."""
    seat = game.on_turn or 0
    return Mention(game.sitters[seat].user, seated(game.sitters)[seat])


def otherwise(game: Game, *, last: bool) -> Text:
    """What happens if nothing happens."""
    due = game.due(CLOCK)
    if due is None:
        return Text("There's no clock, but the others are waiting.")
    until, left = Moment(due, "f"), Moment(due, "R")
    if last:
        return Text(
            "Play by {time} ({left}), or I'll play your turn for you again and offer your "
            "seat to others.",
            time=until,
            left=left,
        )
    return Text(
        "Play by {time} ({left}), or I'll play your turn for you.",
        time=until,
        left=left,
    )


DRAFT = Text("You have a saved draft. Continue it with the buttons under the board.")
