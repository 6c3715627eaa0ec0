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
        who = Text("{name}, who isn't in the game, ended it.", name=Mention(by, Text("someone")))
    return sentences(refusals.closed(game), who)


def confirm(game: Game, *, neutral: bool) -> Text:
    """Asked before a running game is closed. neutral: by a moderator who has never sat there."""
    ends = Text(
        "{players} are playing {game}. Cancelling ends it for everyone, without a result. "
        "You can't undo this.",
        game=game_name(game),
        players=players(game),
    )
    if not neutral:
        return ends
    return sentences(
        ends,
        Text(
            "Everyone will see that you ended the game. The seed will be revealed, and the "
            "game won't be rated."
        ),
    )


def ask_the_others(game: Game) -> Text:
    """To who has sat there, once every seat has played."""
    return Text(
        "Everyone in {game} has already taken a turn, so no player can close it alone. Use "
        "{end} to ask the others, or {resign} to leave. A channel manager who never played "
        "in it can close it too.",
        game=game_name(game),
        end=Command("games", "ask end"),
        resign=Command(game.kind, "resign"),
    )
