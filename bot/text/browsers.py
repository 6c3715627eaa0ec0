"""The sentences about boards that are opened in a browser."""

from __future__ import annotations

from typing import Final

from bot.core.game import Game
from bot.core.names import game_name
from rules.text import Link, Strong, Text, lines

OPEN: Final = Text("Open Board")


def opened(game: Game, address: str) -> Text:
    """The link, for one person alone."""
    name = Strong(game_name(game))
    return lines(
        Text("The board of {game}, for you alone: {link}", game=name, link=Link(address)),
        Text(
            "It opens once, within ten minutes, and lets that browser play for you for 30 days. "
            "Give it to nobody."
        ),
    )
