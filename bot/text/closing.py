"""What is said of a game that was closed, and to who would close one."""

from __future__ import annotations

from bot.core import refusals
from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name, players
from rules.text import NOTHING, Mention, Text, sentences


def told(game: Game, *, by: int | None) -> Text:
    """The line for everybody. by: the moderator who closed it without having sat there."""
    who = NOTHING
    if by is not None:
        who = Text("{name} ended it, who does not play there.", name=Mention(by, Text("somebody")))
    return sentences(refusals.closed(game), who)


def confirm(game: Game, *, neutral: bool) -> Text:
    """Asked before a running game is closed. neutral: by a moderator who has never sat there."""
    ends = Text(
        "{game} is being played by {players}. Cancelling ends it for everybody without a result, "
        "and cannot be taken back.",
        game=game_name(game),
        players=players(game),
    )
    if not neutral:
        return ends
    return sentences(
        ends,
        Text("Everybody is told that you did it, and the game's seed is shown. Nothing is rated."),
    )


def ask_the_others(game: Game) -> Text:
    """To who has sat there, once every seat has played."""
    return Text(
        "{game} was not closed: every seat has played by now, so nobody who plays or has played "
        "there ends it alone. {end} asks the others to end it, and {resign} leaves it. Somebody "
        "who may manage its channel and has never sat there can close it, too.",
        game=game_name(game),
        end=Command("games", "ask end"),
        resign=Command(game.kind, "resign"),
    )
