"""What somebody is told after the bot was away for long."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.names import place_of, title
from bot.text.fitting import Stacked
from bot.text.lists import Entry, board_link, deadline
from rules.text import Mention, Moment, Strong, Text, sentences


def back_again(
    mention: Mention, entries: Sequence[Entry], begin: float, end: float, *, direct: bool
) -> Text:
    """Which games wait for somebody, and until when now; of more than one message holds, those
    that end first. begin, end: between which the bot was away; direct: as a direct message."""
    away = Text(
        "I was away from {begin} to {end}. No clock has run meanwhile, nor does one in the first "
        "hour.",
        begin=Moment(begin, "f"),
        end=Moment(end, "f"),
    )
    wait = (
        Text("These wait for you:")
        if direct
        else Text("{mention}, these wait for you:", mention=mention)
    )
    games = [_game(entry) for entry in entries]
    return Stacked((sentences(away, wait), *games), spare=games[:0:-1])


def _game(entry: Entry) -> Text:
    game = entry.game
    where = Text(
        "{game} ({title}) in {place}.",
        game=Strong(board_link(game, entry.board)),
        title=title(game),
        place=place_of(game),
    )
    return Text("- {game}", game=sentences(where, deadline(game)))
