"""What one person is told who is handed a whole game: as text, as a page, or as a film."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.names import game_name
from bot.core.sentences import About
from rules.text import Code, Text, sentences


def record(game: Game) -> Text:
    return Text(
        "{game} as text, a line for each turn; {command} tells it again.",
        game=game_name(game),
        command=Code("lumbercamp replay"),
    )


film = About(
    "{game}, board after board, as everybody could see it. You may save the film and post it."
)


def record_and_page(game: Game) -> Text:
    page = Text("The page shows every board in a browser, with arrow keys or all in words.")
    return sentences(record(game), page)


def no_page(game: Game) -> Text:
    return Text(
        "There is no page of {game}: it would be larger than Discord takes. {command} makes one of "
        "the text.",
        game=game_name(game),
        command=Code("lumbercamp replay --html"),
    )
