"""What one person is told who is handed a whole game: as text, as a page, or as a film."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.names import game_name
from bot.core.sentences import About
from rules.text import Code, Text, sentences


def record(game: Game) -> Text:
    return Text(
        "{game} as text, one line per turn. Replay it with {command}.",
        game=game_name(game),
        command=Code("lumbercamp replay"),
    )


film = About("{game}, turn by turn, as everyone saw it. Feel free to save and share the GIF.")


def record_and_page(game: Game) -> Text:
    page = Text(
        "Open the page in a browser to see every board. Step through them with the arrow "
        "keys, or read it all as text."
    )
    return sentences(record(game), page)


def no_page(game: Game) -> Text:
    return Text(
        "The web page for {game} is too large for Discord. You can make it from the text "
        "version with {command}.",
        game=game_name(game),
        command=Code("lumbercamp replay --html"),
    )
