"""What somebody is told after the bot was away for long."""

from __future__ import annotations

from bot.core.names import place_of, title
from bot.text.lists import Entry, board_link, deadline
from rules.text import Mention, Moment, Strong, Text, sentences


def back_again(mention: Mention, begin: float, end: float, *, direct: bool) -> Text:
    """Above the games that wait for somebody. begin, end: between which the bot was away; direct:
    as a direct message."""
    away = Text(
        "I was offline from {begin} to {end}. Clocks were stopped, and will stay stopped for "
        "another hour.",
        begin=Moment(begin, "f"),
        end=Moment(end, "f"),
    )
    wait = (
        Text("These games are waiting for you:")
        if direct
        else Text("{mention}, these games are waiting for you:", mention=mention)
    )
    return sentences(away, wait)


def waiting(entry: Entry) -> Text:
    """A game that waits for them, and until when."""
    game = entry.game
    where = Text(
        "{game} ({title}) in {place}.",
        game=Strong(board_link(game, entry.board)),
        title=title(game),
        place=place_of(game),
    )
    return Text("- {game}", game=sentences(where, deadline(game)))
