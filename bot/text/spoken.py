"""In which language a table is told, in words."""

from __future__ import annotations

from typing import Final

from bot.core.game import Game
from bot.core.names import game_name
from bot.text.languages import own_name
from rules.text import Text

NO_LANGUAGE: Final = Text("I do not speak that language; choose one of those in the menu.")


def told_in(game: Game) -> Text:
    """What can be chosen, and how it is now."""
    if not game.language:
        return Text(
            "Choose the language in which {game} is told to everybody.", game=game_name(game)
        )
    return Text(
        "{game} is told in {language}. Choose another language for everybody at this table.",
        game=game_name(game),
        language=own_name(game.language),
    )


def from_now_on(game: Game, language: str) -> Text:
    """What comes of the choice."""
    return Text(
        "From the next post on {game} is told in {language}. Turns can be typed in it, too.",
        game=game_name(game),
        language=own_name(language),
    )


def not_theirs(game: Game) -> Text:
    return Text(
        "Nothing was changed: the language of {game} is chosen by those who play there, or by "
        "somebody who may manage its channel.",
        game=game_name(game),
    )
