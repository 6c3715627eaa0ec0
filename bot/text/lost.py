"""What became of a seat that somebody has lost, told to them alone."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.game import Game
from bot.core.names import in_full, place_of, title
from bot.text.lists import Entry, board_link
from rules.game import Seat
from rules.text import Moment, Text, sentences


class LostEntry(NamedTuple):
    """A seat that somebody sat on, and when it was theirs no more. expired: their time had run
    out."""

    entry: Entry
    seat: Seat
    at: float
    expired: bool


def lost_seat(lost: LostEntry) -> Text:
    """What became of one of them."""
    game = lost.entry.game
    where = Text(
        "{game} ({title}) in {place}",
        game=board_link(game, lost.entry.board),
        title=title(game),
        place=place_of(game),
    )
    return sentences(_what(lost, where), _now(game))


def _what(lost: LostEntry, where: Text) -> Text:
    game, when = lost.entry.game, Moment(lost.at, "R")
    if not game.sitters[lost.seat].left:
        name = in_full(game.sitters)[lost.seat]
        return Text("{game}: {name} took over your seat {when}.", game=where, name=name, when=when)
    if lost.expired:
        return Text(
            "{game}: you ran out of time and lost your seat {when}.",
            game=where,
            when=when,
        )
    return Text("{game}: you left {when}.", game=where, when=when)


def _now(game: Game) -> Text:
    if game.status == "playing":
        return Text("The others play on.")
    return Text("The game is over.")
