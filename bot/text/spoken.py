"""In which language a table is told, in words."""

from __future__ import annotations

from typing import Final

from bot.core.game import Game
from bot.core.names import game_name
from bot.text.languages import own_name
from rules.text import Text

NO_LANGUAGE: Final = Text("I don't speak that language. Choose one from the menu.")


def told_in(game: Game) -> Text:
    """What can be chosen, and how it is now."""
    if not game.language:
        return Text("Choose the language of {game} for everyone.", game=game_name(game))
    return Text(
        "{game} is in {language}. Choose another language for everyone.",
        game=game_name(game),
        language=own_name(game.language),
    )


def from_now_on(game: Game, language: str) -> Text:
    """What comes of the choice."""
    return Text(
        "{game} is now in {language}. You can type your turns in that language too.",
        game=game_name(game),
        language=own_name(language),
    )


def not_theirs(game: Game) -> Text:
    return Text(
        "Only the players in {game} or a channel manager can change its language.",
        game=game_name(game),
    )
