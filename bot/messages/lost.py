"""The way back in for somebody who has lost a seat, as buttons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Game
from bot.core.names import game_name
from bot.domain.seats import kept_for
from bot.messages.layout import Button
from bot.messages.layouts import button_id
from bot.messages.seats import back
from bot.text.lost import Lost
from rules.text import Text

MOST = 5  # buttons of one row


def ways_back(seats: Sequence[Lost], user: int, guild: int) -> tuple[Button, ...]:
    """For the last of the seats that were lost on this server: back to a seat that a computer
    keeps, a rematch of a game that is over, else the page of the game."""
    games = dict.fromkeys(lost.entry.game.id for lost in seats)
    here = {s.entry.game.id: s.entry.game for s in seats if s.entry.game.guild == guild}
    return tuple(_way(here[game], user) for game in games if game in here)[:MOST]


def _way(game: Game, user: int) -> Button:
    if game.status == "playing" and (seat := kept_for(game, user)) is not None:
        return back(game, game.n, seat)
    verb, label = "record", Text("Record {game}", game=game_name(game))
    if game.status == "over" and any(sitter.user == user for sitter in game.sitters):
        verb, label = "again", Text("Rematch {game}", game=game_name(game))
    return Button(label, button_id(verb, game.id, game.n))
